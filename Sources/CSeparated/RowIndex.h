// SPDX-License-Identifier: MIT

#pragma once

#include "Block.h"
#include "CSeparated.h"
#include "UTF8Check.h"
#include "WideRegisters.h"

#include <cstdlib>
#include <new>

/// Finds where the cells and rows of a window end, and checks what can be told from single bytes:
/// where quotes and line breaks stand, that the text is UTF-8, that no byte is zero.
class RowIndex {
 public:
  explicit RowIndex(cq_table_dialect dialect) : dialect(dialect) {}
  RowIndex(const RowIndex &) = delete;
  RowIndex &operator=(const RowIndex &) = delete;
  ~RowIndex() { std::free(ends); }

  /// Where each cell ends: at a separator, at the last byte of a line break, or at the end of the
  /// text. Blank lines are left out.
  uint32_t *ends = nullptr;
  size_t count = 0;
  size_t rows = 0;
  /// Behind the last row and blank lines after it.
  size_t past = 0;

  uint8_t line_end() const { return dialect.ends_by_return != 0 ? '\r' : '\n'; }

  /// False where not everything is plainly clean. A window that is not the last may end anywhere.
  bool find(const uint8_t *base, size_t length, bool is_last) {
    const bool is_wide = length >= least_wide && cq_has_wide_registers() != 0;
    if (dialect.ends_by_return != 0) {
      return is_wide ? find_wide<true>(base, length, is_last)
                     : find_plain<true>(base, length, is_last);
    }
    return is_wide ? find_wide<false>(base, length, is_last)
                   : find_plain<false>(base, length, is_last);
  }

 private:
  /// What one block leaves to the next; bits are about its first byte.
  struct State {
    /// All bits where the block begins between quotes.
    uint64_t quoted = 0;
    /// Whether a row begins.
    uint64_t starts_row = 1;
    /// Whether a quote may open.
    uint64_t may_open = 1;
    /// Whether a quote was closed.
    uint64_t closed = 0;
    /// Whether a return was met after which a newline has to follow: of a blank line, of others.
    uint64_t blank_return = 0, other_return = 0;
    /// What is noted so far; as in the index.
    size_t count = 0, rows = 0, past = 0;
  };

  /// Shorter windows are not worth a question.
  static constexpr size_t least_wide = 512;

  const cq_table_dialect dialect;
  size_t capacity = 0;

  template <bool by_return>
  CQ_WIDE bool find_wide(const uint8_t *base, size_t length, bool is_last) {
    return find<by_return>(base, length, is_last);
  }

  template <bool by_return>
  bool find_plain(const uint8_t *base, size_t length, bool is_last) {
    return find<by_return>(base, length, is_last);
  }

  template <bool by_return>
  [[gnu::always_inline]] bool find(const uint8_t *base, size_t length, bool is_last) {
    // Here and not in the index, so that they can stay in registers.
    State state;
    UTF8Check text;
    const bool is_clean = find<by_return>(base, length, is_last, state, text);
    count = state.count;
    rows = state.rows;
    past = state.past;
    return is_clean && (is_last ? state.quoted == 0 && end(base, length) : cut());
  }

  template <bool by_return>
  [[gnu::always_inline]] bool find(
      const uint8_t *base, size_t length, bool is_last, State &state, UTF8Check &text) {
    const size_t whole = length / block_size * block_size;
    for (size_t place = 0; place < whole; place += block_size) {
      const Block block(base + place);
      if (block.holds(0) || (take<by_return>(block, place, state) | text.errors(block)) != 0) {
        return false;
      }
    }
    const size_t rest = length - whole;
    if (rest == 0) return !is_last || !text.is_cut();
    if (std::memchr(base + whole, 0, rest) != nullptr) return false;
    uint8_t bytes[block_size] = {};
    std::memcpy(bytes, base + whole, rest);
    const Block block(bytes);
    const uint64_t valid = (uint64_t{1} << rest) - 1;
    const uint64_t errors = text.errors(block) & (is_last ? ~uint64_t{0} : valid);
    return ((take<by_return>(block, whole, state) & valid) | errors) == 0;
  }

  /// Each bit says whether the number of bits up to it is odd.
  [[gnu::always_inline]] static uint64_t parity(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    return bits ^ bits << 32;
  }

  /// Notes what ends in a block and returns at which bytes something is amiss.
  template <bool by_return>
  [[gnu::always_inline]] uint64_t take(const Block &block, size_t place, State &state) {
    const uint64_t quotes = dialect.quote != 0 ? block.equal(dialect.quote) : 0;
    // Between quotes, with the opening one.
    const uint64_t quoted = parity(quotes) ^ state.quoted;
    const uint64_t separators = block.equal(dialect.separator) & ~quoted;
    const uint64_t breaks = block.equal(by_return ? '\r' : '\n') & ~quoted;
    const uint64_t borders = separators | breaks | quotes;
    const uint64_t starts = breaks << 1 | state.starts_row;
    const uint64_t closed = (quotes & ~quoted) << 1 | state.closed;
    uint64_t blank = breaks & starts;
    uint64_t wrong = (quotes & quoted) & ~(borders << 1 | state.may_open);
    if (by_return) {
      // A newline is a character like any other, but not where a row begins.
      if (block.holds('\n')) wrong |= block.equal('\n') & starts;
      wrong |= closed & ~borders;
    } else {
      const uint64_t returns = block.holds('\r') ? block.equal('\r') : 0;
      const uint64_t blank_returns = returns & starts;
      const uint64_t other_returns = returns & closed;
      const uint64_t after_blank = blank_returns << 1 | state.blank_return;
      const uint64_t after_other = other_returns << 1 | state.other_return;
      wrong |= (closed & ~(borders | returns)) | ((after_blank | after_other) & ~breaks);
      blank |= breaks & after_blank;
      state.blank_return = blank_returns >> 63;
      state.other_return = other_returns >> 63;
    }
    if (dialect.keeps_blank_lines != 0) wrong |= blank;
    state.quoted = static_cast<uint64_t>(static_cast<int64_t>(quoted) >> 63);
    state.starts_row = breaks >> 63;
    state.may_open = borders >> 63;
    state.closed = (quotes & ~quoted) >> 63;
    if (breaks != 0) {
      state.past = place + block_size - static_cast<size_t>(__builtin_clzll(breaks));
      state.rows += static_cast<size_t>(__builtin_popcountll(breaks & ~blank));
    }
    note(place, (separators | breaks) & ~blank, state.count);
    return wrong;
  }

  [[gnu::always_inline]] void note(size_t place, uint64_t found, size_t &count) {
    if (capacity - count < block_size) grow();
    const auto start = static_cast<uint32_t>(place);
    uint32_t *end = ends + count;
    const auto total = static_cast<size_t>(__builtin_popcountll(found));
    for (size_t i = 0; i < total; i += 4) {
      // What is written too much is written over.
      for (size_t j = 0; j < 4; j += 1) {
        end[i + j] = start + static_cast<uint32_t>(__builtin_ctzll(found | uint64_t{1} << 63));
        found &= found - 1;
      }
    }
    count += total;
  }

  [[gnu::noinline]] void grow() {
    const size_t wanted = capacity < 16384 ? 32768 : 2 * capacity;
    void *grown = std::realloc(ends, wanted * sizeof(uint32_t));
    if (grown == nullptr) throw std::bad_alloc();
    ends = static_cast<uint32_t *>(grown);
    capacity = wanted;
  }

  /// Leaves out what is in a row that is not whole.
  bool cut() {
    while (count > 0 && ends[count - 1] >= past) count -= 1;
    return true;
  }

  /// Ends the last row; false where something is not whole. A return at the end of the text ends a
  /// row, which it does nowhere else.
  bool end(const uint8_t *base, size_t length) {
    if (dialect.ends_by_return == 0 && length > 0 && base[length - 1] == '\r') return false;
    if (past == length) return true;
    if (capacity - count < block_size) grow();
    ends[count] = static_cast<uint32_t>(length);
    count += 1;
    rows += 1;
    past = length;
    return true;
  }
};
