// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the members of many JSON objects into columns of tokens: those of small buffers in a walk
/// over their bytes, those of others by simdjson's on-demand parser, which is loaded for the first
/// of them. Records must be known to be JSON. Where simdjson cannot be loaded all are walked over.
///
/// A reader has a table of fields (names of members). Each call of `cq_json_parse` takes the places
/// of some records in one buffer and gives, for each field, one token for each record. Tokens point
/// into the buffer; nothing is copied or converted. No C++ exception leaves these functions.

/// What stands at a member.
enum cq_json_kind {
  cq_json_absent,
  cq_json_null,
  cq_json_true,
  cq_json_false,
  cq_json_number,
  cq_json_string,
  cq_json_array,
  cq_json_object,
};

/// Where the value of one member of one record stands.
struct cq_json_token {
  /// Offset of the first byte from the start of the buffer; for a string the one after its quote.
  uint64_t start;
  /// Length in bytes; a string's without its quotes.
  uint32_t length;
  /// A `cq_json_kind`.
  uint8_t kind;
  /// How the value is found in what is written: 0 for one as it stands, 1 for a string that holds a
  /// backslash. `ValueToken.Spelling` names greater numbers, of which none is made here.
  uint8_t escaped;
};

/// A record of a call of which a member was not read: `field` stands more than once, and its last
/// value is read, or `field` is negative and a name holds half of a surrogate pair.
struct cq_json_loss {
  uint32_t row;
  int32_t field;
};

/// Where a record stands in the buffer, in bytes.
struct cq_json_span {
  uint64_t start;
  uint64_t length;
};

/// How reading one record ended.
enum cq_json_status {
  cq_json_ok,
  /// The value is well formed as far as was looked, but no object; all its tokens are absent.
  cq_json_not_an_object,
  /// simdjson refuses the record; all its tokens are absent.
  cq_json_malformed,
  /// The record is larger than `CQ_JSON_RECORD_LIMIT`; all its tokens are absent.
  cq_json_too_large,
};

/// The largest record that is read, in bytes.
#define CQ_JSON_RECORD_LIMIT 16777216
/// How many members a source may have; further ones are ignored and counted.
#define CQ_JSON_FIELD_LIMIT 4096
/// How many bytes have to be readable after the last record.
#define CQ_JSON_PADDING 64

typedef struct cq_json cq_json;

/// Buffers of no more bytes are walked over: loading simdjson takes as long as that.
#define CQ_JSON_WALKED_BYTES 262144

/// A reader with no fields, which walks over buffers of at most so many bytes; null when memory
/// runs out. Owned by the caller.
cq_json *_Nullable cq_json_new(size_t walked_bytes);

/// Frees a reader and all tokens that it gave.
void cq_json_free(cq_json *_Nullable reader);

/// Adds a member's name (UTF-8, without escapes) and returns its index; a name that is there
/// already gets its index again. Negative when the table is full or memory runs out.
int32_t cq_json_add_field(cq_json *_Nonnull reader, const char *_Nonnull name, size_t length);

/// Reads `count` records of a buffer of `length` bytes, which include `CQ_JSON_PADDING` bytes after
/// the last record. With `discover` not 0, members with new names become fields.
///
/// Returns 0, or -1 when memory runs out; then no token is valid. Tokens and statuses stay valid
/// until the next call.
int32_t cq_json_parse(
    cq_json *_Nonnull reader, const uint8_t *_Nonnull base, size_t length,
    const struct cq_json_span *_Nonnull spans, size_t count, int32_t discover);

/// The tokens of a field, one for each record of the last call; null when none of them has the
/// field, and for an index out of range.
const struct cq_json_token *_Nullable cq_json_tokens(const cq_json *_Nonnull reader, int32_t field);

/// A `cq_json_status` for each record of the last call; may be null when there were none.
const uint8_t *_Nullable cq_json_statuses(const cq_json *_Nonnull reader);

/// How many fields the table has.
int32_t cq_json_field_count(const cq_json *_Nonnull reader);

/// The name of a field, not terminated; null for an index out of range.
const char *_Nullable cq_json_field_name(
    const cq_json *_Nonnull reader, int32_t field, size_t *_Nonnull length);

/// The records of the last call of which a member was not read, each with the first such.
size_t cq_json_loss_count(const cq_json *_Nonnull reader);
const struct cq_json_loss *_Nullable cq_json_losses(const cq_json *_Nonnull reader);

/// How many members were ignored while discovering because the table was full.
uint64_t cq_json_ignored(const cq_json *_Nonnull reader);

#ifdef __cplusplus
}
#endif

#include "CJSONWindows.h"
