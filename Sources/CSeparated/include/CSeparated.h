// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the rows of a table as text window by window: checks all of it, gives where the rows and
/// the wanted cells stand, and gathers what kinds of values each column has.
///
/// A walker is used for windows in ascending order, by one thread at a time. What is not plainly
/// clean is refused without a reason: who wants one reads the text the exact way. No C++ exception
/// leaves these functions.
typedef struct cq_table_walker cq_table_walker;

/// How a table is written.
struct cq_table_dialect {
  /// What stands between two cells.
  uint8_t separator;
  /// What texts may stand within; 0 where no character is a quote.
  uint8_t quote;
  /// Not 0 where a return alone ends a row, else a newline with or without a return before it.
  uint8_t ends_by_return;
  /// Not 0 where a blank line is a row, which is refused, else it is nothing.
  uint8_t keeps_blank_lines;
  /// What stands before the decimals of a number.
  uint8_t decimal_mark;
};

/// What a cell holds, in the numbers of `cq_json_kind`.
enum cq_table_token_kind {
  cq_table_null = 1,
  cq_table_true = 2,
  cq_table_false = 3,
  cq_table_number = 4,
  cq_table_string = 5,
};

/// How a cell is found in what is written, in the numbers of `ValueToken.Spelling`.
enum cq_table_spelling {
  /// A text as it stands between quotes, which do not belong to the token.
  cq_table_quoted = 0,
  /// As it stands, and not between quotes.
  cq_table_bare = 2,
  /// A text in which quotes are doubled, with the quotes around it.
  cq_table_escaped = 3,
};

/// What one cell of one row holds.
struct cq_table_token {
  /// Offset of the first byte from the start of the window.
  uint64_t start;
  /// In bytes.
  uint32_t length;
  /// A `cq_table_token_kind`.
  uint8_t kind;
  /// A `cq_table_spelling`.
  uint8_t spelling;
};

/// Where a row stands in the window, in bytes, without its line break.
struct cq_table_span {
  uint64_t start;
  uint64_t length;
};

/// How the walk over a window ended.
enum cq_table_walk_status {
  cq_table_walked,
  /// A row has more or fewer cells than the table has columns or is too large, a quote stands where
  /// none should, a line break may be none, or the window is no UTF-8 or has a zero byte.
  cq_table_refused,
  cq_table_no_memory,
};

/// What a window gave.
struct cq_table_walk_result {
  /// The next window begins behind so many bytes; 0 where a longer window is needed.
  uint64_t consumed;
  /// How many rows were found.
  uint64_t rows;
  /// A `cq_table_walk_status`; what else is here means nothing unless it is `cq_table_walked`.
  uint8_t status;
};

/// What was seen of the cells of a column, each a bit.
enum cq_table_seen {
  /// Nothing, or nothing but spaces.
  cq_table_seen_empty = 1,
  cq_table_seen_bool = 2,
  /// A number as JSON writes it, but for its decimal mark, without fraction and exponent, that fits
  /// 64 bits.
  cq_table_seen_int = 4,
  cq_table_seen_decimal = 8,
  cq_table_seen_date = 16,
  /// Anything else; what is in further cells is not looked at unless it is wanted.
  cq_table_seen_text = 32,
};

/// The largest window, in bytes; longer ones are refused.
#define CQ_TABLE_WINDOW_LIMIT 1073741824
/// The largest row that is read, in bytes.
#define CQ_TABLE_ROW_LIMIT 16777216
/// How many bytes have to be readable after a window.
#define CQ_TABLE_PADDING 64

/// A walker over a table of `width` columns of which none is wanted; null when memory runs out.
/// Owned by the caller.
cq_table_walker *_Nullable cq_table_walker_new(struct cq_table_dialect dialect, uint32_t width);

/// Frees a walker and all that it gave.
void cq_table_walker_free(cq_table_walker *_Nullable walker);

/// Adds a column whose tokens are wanted, before the first window, and returns its index among
/// these. With `is_text` not 0 each cell is a text, or null where nothing is written; else it is
/// what its text looks like: one may want both. Negative for a column that the table does not have,
/// and when memory runs out.
int32_t cq_table_walker_add(cq_table_walker *_Nonnull walker, uint32_t column, int32_t is_text);

/// Walks over the rows of a window that are whole. The window begins at a row, behind a byte order
/// mark and the names of the columns; `CQ_TABLE_PADDING` bytes after its `length` can be read.
///
/// With `is_last` not 0 nothing follows: then the last row need not be ended.
struct cq_table_walk_result cq_table_walk(
    cq_table_walker *_Nonnull walker, const uint8_t *_Nonnull base, size_t length,
    int32_t is_last);

/// Where the rows of the last window stand; null when there were none.
const struct cq_table_span *_Nullable cq_table_walker_spans(
    const cq_table_walker *_Nonnull walker);

/// The tokens of a wanted column, one for each row of the last window; null when there were none,
/// and for an index out of range.
const struct cq_table_token *_Nullable cq_table_walker_tokens(
    const cq_table_walker *_Nonnull walker, int32_t wanted);

/// How many rows all windows together had.
uint64_t cq_table_walker_rows(const cq_table_walker *_Nonnull walker);

/// Bits of `cq_table_seen` of a column; 0 for one that the table does not have.
uint8_t cq_table_walker_seen(const cq_table_walker *_Nonnull walker, uint32_t column);

/// A number that grows with each new bit of a column.
uint64_t cq_table_walker_known(const cq_table_walker *_Nonnull walker);

#ifdef __cplusplus
}
#endif
