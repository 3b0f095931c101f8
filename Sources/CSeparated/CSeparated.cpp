// SPDX-License-Identifier: MIT

#include "CSeparated.h"
#include "CellKinds.h"
#include "RowIndex.h"

#include <vector>

namespace {

/// How many bytes more than a row may have are waited for.
constexpr size_t waiting_room = 65536;

/// A column whose tokens are wanted.
struct Wanted {
  uint32_t column;
  bool is_text;
  std::vector<cq_table_token> tokens;
};

/// A cell, without quotes that it stands between as a whole.
struct Content {
  const uint8_t *start;
  uint32_t length;
  uint8_t spelling;
};

}  // namespace

struct cq_table_walker {
  const cq_table_dialect dialect;
  /// Bits of `cq_table_seen` for each column.
  std::vector<uint8_t> seen;
  std::vector<Wanted> wanted;
  std::vector<cq_table_span> spans;
  uint64_t rows = 0;
  /// Whether memory ran out, so that not all may be as it should be.
  bool is_broken = false;

  cq_table_walker(cq_table_dialect dialect, uint32_t width)
      : dialect(dialect), seen(width), index(dialect) {}

  cq_table_walk_result walk(const uint8_t *base, size_t length, bool is_last) {
    window = base;
    spans.clear();
    const bool is_clean = length <= CQ_TABLE_WINDOW_LIMIT && index.find(base, length, is_last) &&
                          length - index.past <= CQ_TABLE_ROW_LIMIT + waiting_room &&
                          find_rows(length);
    if (!is_clean) {
      spans.clear();
      return {0, 0, cq_table_refused};
    }
    for (Wanted &column : wanted) fill(column);
    for (uint32_t column = 0; column < seen.size(); column += 1) look(column);
    rows += spans.size();
    return {index.past, spans.size(), cq_table_walked};
  }

 private:
  RowIndex index;
  const uint8_t *window = nullptr;

  /// Takes each row; false where one has another number of cells than there are columns.
  bool find_rows(size_t length) {
    const size_t width = seen.size();
    if (index.rows == 0) return index.count == 0;
    if (index.count != index.rows * width) return false;
    spans.resize(index.rows);
    const uint8_t line_end = index.line_end();
    size_t start = 0;
    for (size_t row = 0; row < index.rows; row += 1) {
      // There are as many rows as this passes, so no cell but their last ends with one.
      const size_t end = index.ends[(row + 1) * width - 1];
      if (end < length && window[end] != line_end) return false;
      // Blank lines.
      while (window[start] == '\n' || window[start] == '\r') start += 1;
      const bool has_return = line_end == '\n' && end < length && window[end - 1] == '\r';
      const size_t size = end - start - has_return;
      if (size > CQ_TABLE_ROW_LIMIT) return false;
      spans[row] = {start, size};
      start = end + 1;
    }
    return true;
  }

  /// Gives each cell of a column, as long as that is true, where it begins and ends.
  template <typename Take>
  void each(uint32_t column, Take take) const {
    const size_t width = seen.size();
    const bool is_last = column + 1 == width;
    const uint32_t *ends = index.ends + column;
    for (size_t row = 0; row < spans.size(); row += 1, ends += width) {
      const size_t start = column == 0 ? spans[row].start : size_t{ends[-1]} + 1;
      const size_t end = is_last ? spans[row].start + spans[row].length : size_t{*ends};
      if (!take(content(window + start, static_cast<uint32_t>(end - start)))) return;
    }
  }

  Content content(const uint8_t *start, uint32_t length) const {
    // What follows an empty cell is no quote.
    if (dialect.quote == 0 || *start != dialect.quote || length == 0) {
      return {start, length, cq_table_bare};
    }
    const bool is_escaped = std::memchr(start + 1, dialect.quote, length - 2) != nullptr;
    if (is_escaped) return {start, length, cq_table_escaped};
    return {start + 1, length - 2, cq_table_quoted};
  }

  void fill(Wanted &wanted) {
    wanted.tokens.resize(spans.size());
    cq_table_token *token = wanted.tokens.data();
    if (wanted.is_text) {
      each(wanted.column, [&](Content cell) {
        const bool is_null = cell.length == 0 && cell.spelling == cq_table_bare;
        *token = is_null ? null() : text(cell);
        token += 1;
        return true;
      });
      return;
    }
    uint32_t kinds = 0;
    each(wanted.column, [&](Content cell) {
      *token = of_kind(cell, kinds);
      token += 1;
      return true;
    });
    seen[wanted.column] |= static_cast<uint8_t>(kinds);
  }

  static cq_table_token null() { return {0, 0, cq_table_null, cq_table_bare}; }

  cq_table_token text(Content cell) const {
    return {static_cast<uint64_t>(cell.start - window), cell.length, cq_table_string,
            cell.spelling};
  }

  /// What a cell is by its text, whose kind is noted.
  cq_table_token of_kind(Content cell, uint32_t &kinds) const {
    if (cell.spelling == cq_table_escaped) {
      kinds |= cq_table_seen_text;
      return text(cell);
    }
    const cells::Value value = cells::value(cell.start, cell.length, dialect.decimal_mark);
    kinds |= value.kind;
    uint8_t kind = cq_table_number;
    switch (value.kind) {
      case cq_table_seen_empty: return null();
      case cq_table_seen_bool:
        kind = value.length == 4 ? cq_table_true : cq_table_false;
        break;
      case cq_table_seen_date:
      case cq_table_seen_text: return text(cell);
      default: break;
    }
    return {static_cast<uint64_t>(value.start - window), value.length, kind, cq_table_bare};
  }

  /// Notes the kinds of a column in which no text was seen.
  void look(uint32_t column) {
    if ((seen[column] & cq_table_seen_text) != 0) return;
    for (const Wanted &other : wanted) {
      if (other.column == column && !other.is_text) return;
    }
    uint32_t kinds = 0;
    each(column, [&](Content cell) {
      const bool is_escaped = cell.spelling == cq_table_escaped;
      kinds |= is_escaped ? uint32_t{cq_table_seen_text}
                          : cells::value(cell.start, cell.length, dialect.decimal_mark).kind;
      return (kinds & cq_table_seen_text) == 0;
    });
    seen[column] |= static_cast<uint8_t>(kinds);
  }
};

cq_table_walker *cq_table_walker_new(cq_table_dialect dialect, uint32_t width) {
  try {
    return new cq_table_walker(dialect, width);
  } catch (...) {
    return nullptr;
  }
}

void cq_table_walker_free(cq_table_walker *walker) { delete walker; }

int32_t cq_table_walker_add(cq_table_walker *walker, uint32_t column, int32_t is_text) {
  if (column >= walker->seen.size()) return -1;
  try {
    walker->wanted.push_back({column, is_text != 0, {}});
    return static_cast<int32_t>(walker->wanted.size()) - 1;
  } catch (...) {
    return -1;
  }
}

cq_table_walk_result cq_table_walk(
    cq_table_walker *walker, const uint8_t *base, size_t length, int32_t is_last) {
  try {
    if (!walker->is_broken) return walker->walk(base, length, is_last != 0);
  } catch (...) {
    walker->is_broken = true;
  }
  return {0, 0, cq_table_no_memory};
}

const cq_table_span *cq_table_walker_spans(const cq_table_walker *walker) {
  return walker->spans.empty() ? nullptr : walker->spans.data();
}

const cq_table_token *cq_table_walker_tokens(const cq_table_walker *walker, int32_t wanted) {
  if (wanted < 0 || static_cast<size_t>(wanted) >= walker->wanted.size()) return nullptr;
  const Wanted &column = walker->wanted[static_cast<size_t>(wanted)];
  return walker->spans.empty() ? nullptr : column.tokens.data();
}

uint64_t cq_table_walker_rows(const cq_table_walker *walker) { return walker->rows; }

uint8_t cq_table_walker_seen(const cq_table_walker *walker, uint32_t column) {
  return column < walker->seen.size() ? walker->seen[column] : 0;
}

uint64_t cq_table_walker_known(const cq_table_walker *walker) {
  uint64_t known = 0;
  for (const uint8_t kinds : walker->seen) known += kinds;
  return known;
}
