// SPDX-License-Identifier: MIT

#pragma once

#include "CalendarDay.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Makes the values of columns of the tokens of a text: numbers, days, texts, which texts repeat,
/// and the members of objects.
///
/// Each function does what is usual and gives up at anything else, which its caller then does value
/// by value. `length` is that of the text, behind which `CQ_TOKEN_PADDING` bytes can be read; a
/// token outside of it is unusual too. Nothing is left to be freed, and no C++ exception leaves.

/// Where a value stands in a text: the layout of `ValueToken`, `cq_json_token`, `cq_table_token`.
struct cq_token {
  /// Offset of the first byte; of a text between quotes that behind the first of them.
  uint64_t start;
  /// In bytes; that of a text between quotes without these.
  uint32_t length;
  /// A `cq_token_kind`.
  uint8_t kind;
  /// A `cq_token_spelling`.
  uint8_t spelling;
};

enum cq_token_kind {
  cq_token_absent,
  cq_token_null,
  cq_token_true,
  cq_token_false,
  cq_token_number,
  cq_token_string,
  cq_token_array,
  cq_token_object,
};

enum cq_token_spelling {
  cq_token_plain,
  /// A text with the escapes of JSON.
  cq_token_escaped,
  cq_token_bare,
  /// A text with the quotes around it, within which they are doubled.
  cq_token_whole,
};

/// How many bytes can be read behind the last token.
#define CQ_TOKEN_PADDING 64

/// Writes the coefficients of numbers at one scale, the smallest that serves all, 0 for a value
/// that is missing, and a bit for each that is there, the lowest first, in whole words.
/// `decimal_mark` stands before the decimals.
///
/// Returns how many are missing; -1 where a value is no number or one of more than 18 bytes or with
/// an exponent, or where 64 bits do not hold it at that scale: then nothing written means anything.
int64_t cq_token_numbers(
    const uint8_t *_Nonnull text, size_t length, const struct cq_token *_Nonnull tokens,
    size_t count, uint8_t decimal_mark, int64_t *_Nonnull coefficients,
    uint64_t *_Nonnull present, int32_t *_Nonnull scale);

/// Writes for each text that is a day, as `cq_take_day` has it, the seconds from the start of 1970,
/// 0 for a value that is missing, and bits as above.
///
/// Returns how many are missing; -1 at anything else.
int64_t cq_token_days(
    const uint8_t *_Nonnull text, size_t length, const struct cq_token *_Nonnull tokens,
    size_t count, int64_t *_Nonnull seconds, uint64_t *_Nonnull present);

/// Writes texts end to end, their escapes resolved, after how many bytes each begins and the last
/// ends, and a bit for each that is there as above. There has to be room for the bytes of all
/// tokens, and for one offset more than there are tokens.
///
/// `quote` is the one that is doubled in a text with the spelling `cq_token_whole`; 0 where such a
/// text is not read. With `takes_numbers` not 0 a number is a text as it is written.
///
/// Returns how many are missing; -1 at a value that is no text, and at half of a surrogate pair.
int64_t cq_token_texts(
    const uint8_t *_Nonnull text, size_t length, const struct cq_token *_Nonnull tokens,
    size_t count, uint8_t quote, int32_t takes_numbers, uint8_t *_Nonnull bytes,
    int64_t *_Nonnull offsets, uint64_t *_Nonnull present);

/// Numbers the different texts in the order in which they first come: writes the number of each,
/// anything for one that is missing, the token of each different one, and bits as above. There has
/// to be room for `most + 1` tokens of different ones, also where it gives up.
///
/// Returns how many different ones there are; -1 where there are more than `most` or than 1023,
/// which need not be looked for to the end; at an escape, by which equal texts may be written in
/// two ways; and at a value that is no text.
int64_t cq_token_codes(
    const uint8_t *_Nonnull text, size_t length, const struct cq_token *_Nonnull tokens,
    size_t count, size_t most, uint32_t *_Nonnull codes,
    struct cq_token *_Nonnull distinct, uint64_t *_Nonnull present);

/// Finds the members of objects that are known to be JSON: writes for each name the tokens of its
/// values in all objects, those of the first name before those of the second, absent where an
/// object does not have it or is missing itself. The names stand end to end, and end at `ends`.
/// There has to be room for the tokens of all names.
///
/// Returns how many objects are missing; -1 at a value that is no object, at a name with an escape,
/// by which it may be one of these, and at one of these names that comes twice.
int64_t cq_token_members(
    const uint8_t *_Nonnull text, size_t length, const struct cq_token *_Nonnull tokens,
    size_t count, const uint8_t *_Nonnull names, const size_t *_Nonnull ends, size_t members,
    struct cq_token *_Nonnull found);

#ifdef __cplusplus
}
#endif
