// SPDX-License-Identifier: MIT

#pragma once

#include "Block.h"
#include "CSeparated.h"
#include "CalendarDay.h"

/// What the texts of cells are taken for.
namespace cells {

/// A kind, as a bit of `cq_table_seen`, and where what is of it stands without spaces around it.
struct Value {
  uint32_t kind;
  uint32_t length;
  const uint8_t *start;
};

/// More digits than can be held are text.
constexpr uint32_t longest_number = 64;
constexpr int64_t most_digits = 38;

inline bool is_digit(uint8_t byte) { return static_cast<uint8_t>(byte - '0') < 10; }

/// Whether bytes are a word in small letters, which may be written in others.
inline bool is_word(const uint8_t *start, uint32_t length, const char *word) {
  if (length != std::strlen(word)) return false;
  for (uint32_t i = 0; i < length; i += 1) {
    if ((start[i] | 0x20) != static_cast<uint8_t>(word[i])) return false;
  }
  return true;
}

/// The digits of a number without the zeros around them, which take no room.
class Digits {
 public:
  /// Takes digits from a place on, and returns where they end.
  const uint8_t *take(const uint8_t *place, const uint8_t *end) {
    for (; place < end && is_digit(*place); place += 1) {
      if (*place != '0') {
        count += zeros + 1;
        zeros = 0;
      } else if (count > 0) {
        zeros += 1;
      }
    }
    return place;
  }

  /// Whether they can be held with the point so many digits to the right of the last.
  bool fit(int64_t places) const {
    if (count == 0) return true;
    const int64_t power = places + zeros;
    return count <= most_digits && (power <= 0 ? -power : count + power) <= most_digits;
  }

 private:
  int64_t count = 0;
  int64_t zeros = 0;
};

/// Whether a whole number fits 64 bits.
inline bool fits(const uint8_t *start, const uint8_t *end) {
  const bool is_negative = *start == '-';
  start += is_negative;
  if (end - start > 19) return false;
  uint64_t value = 0;
  for (; start < end; start += 1) value = 10 * value + (*start - '0');
  return value <= static_cast<uint64_t>(INT64_MAX) + is_negative;
}

/// The kind of what begins as a number does, byte by byte.
[[gnu::noinline]] inline uint32_t number_kind(
    const uint8_t *start, uint32_t length, uint8_t decimal_mark) {
  if (length > longest_number) return cq_table_seen_text;
  const uint8_t *end = start + length;
  const uint8_t *whole = start + (*start == '-');
  Digits digits;
  const uint8_t *place = digits.take(whole, end);
  if (place == whole || (*whole == '0' && place - whole > 1)) return cq_table_seen_text;
  const bool is_whole = place == end;
  int64_t power = 0;
  if (place < end && *place == decimal_mark) {
    const uint8_t *fraction = place + 1;
    place = digits.take(fraction, end);
    if (place == fraction) return cq_table_seen_text;
    power -= place - fraction;
  }
  if (place < end && (*place | 0x20) == 'e') {
    place += 1;
    const bool is_negative = place < end && *place == '-';
    if (place < end && (*place == '+' || *place == '-')) place += 1;
    const uint8_t *first = place;
    int64_t exponent = 0;
    for (; place < end && is_digit(*place); place += 1) {
      // Nothing can be held that is so large or small.
      if (exponent < 1000000) exponent = 10 * exponent + (*place - '0');
    }
    if (place == first) return cq_table_seen_text;
    power += is_negative ? -exponent : exponent;
  }
  if (place != end || !digits.fit(power)) return cq_table_seen_text;
  return is_whole && fits(start, end) ? cq_table_seen_int : cq_table_seen_decimal;
}

/// The kind of what begins with a digit or a sign and has at most sixteen bytes.
[[gnu::always_inline]] inline uint32_t short_kind(
    const uint8_t *start, uint32_t length, uint8_t decimal_mark) {
  const uint32_t negative = *start == '-' ? 1 : 0;
  const uint32_t others = ~digits(start);
  const uint32_t marks = others & ((uint32_t{1} << length) - 1) & ~negative;
  // Without branches: which form a number has can often not be foreseen.
  const auto point = static_cast<uint32_t>(__builtin_ctz(marks | uint32_t{1} << 16));
  const uint32_t is_int = (marks == 0) & (length > negative);
  const uint32_t is_decimal = ((marks & (marks - 1)) == 0) & (start[point] == decimal_mark) &
                              (point > negative) & (point + 1 < length);
  const uint32_t is_padded = (start[negative] == '0') & (length > negative + 1) &
                             ((others >> (negative + 1) & 1) == 0);
  if (((is_int | is_decimal) & ~is_padded) != 0) {
    return is_int ? uint32_t{cq_table_seen_int} : uint32_t{cq_table_seen_decimal};
  }
  constexpr uint32_t hyphens = 1 << 4 | 1 << 7;
  if (length == 10 && marks == hyphens && negative == 0 && start[4] == '-' && start[7] == '-') {
    return cq_is_day(start) ? cq_table_seen_date : cq_table_seen_text;
  }
  return number_kind(start, length, decimal_mark);
}

/// The value that the text of a cell is, without its quotes.
[[gnu::always_inline]] inline Value value(
    const uint8_t *start, uint32_t length, uint8_t decimal_mark) {
  while (length > 0 && *start == ' ') start += 1, length -= 1;
  while (length > 0 && start[length - 1] == ' ') length -= 1;
  if (length == 0) return {cq_table_seen_empty, 0, start};
  if (is_digit(*start) || *start == '-') {
    const uint32_t kind = length <= 16 ? short_kind(start, length, decimal_mark)
                                       : number_kind(start, length, decimal_mark);
    return {kind, length, start};
  }
  const bool is_bool = is_word(start, length, "true") || is_word(start, length, "false");
  return {is_bool ? uint32_t{cq_table_seen_bool} : uint32_t{cq_table_seen_text}, length, start};
}

}  // namespace cells
