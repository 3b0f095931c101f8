// SPDX-License-Identifier: MIT

#pragma once

#include "CSimdJSON.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the records of a text window by window: checks all of it, gives where the records and the
/// wanted members stand, and gathers the shape of everything. simdjson's first stage finds the
/// structure; it is loaded for the first window.
///
/// A walker is used for windows in ascending order, by one thread at a time. What is not plainly
/// clean is refused without a reason: who wants one reads the text the exact way. No C++ exception
/// leaves these functions.
typedef struct cq_json_walker cq_json_walker;

/// How the records follow each other, by how many lists and objects are open around each. Where
/// these are more than one the list stands within others, and whatever is behind its closing
/// bracket is not looked at.
enum cq_json_depth {
  /// One on each line; a window begins between two lines.
  cq_json_lines = 0,
  /// In a list at the root; a window begins after its bracket or after a comma between two
  /// elements. The list's end belongs to the text.
  cq_json_elements = 1,
};

/// How the walk over a window ended.
enum cq_json_walk_status {
  cq_json_walked,
  /// The window is not clean JSON, its records are no objects, two stand on one line, the name of a
  /// member has escapes or stands twice in one object, or there is too much of something: bytes of
  /// a record, depth, different names.
  cq_json_refused,
  /// simdjson cannot be loaded.
  cq_json_no_library,
  cq_json_no_memory,
};

/// What a window gave.
struct cq_json_walk_result {
  /// The next window begins behind so many bytes; 0 where a longer window is needed.
  uint64_t consumed;
  /// How many records were found.
  uint64_t records;
  /// A `cq_json_walk_status`; what else is here means nothing unless it is `cq_json_walked`.
  uint8_t status;
  /// Not 0 once the list's closing bracket was met; nothing but space may follow, which is checked.
  uint8_t ended;
  /// Not 0 where a value perhaps cannot be held as it is: a number with an exponent or many digits,
  /// a text in which half of a surrogate pair is escaped.
  uint8_t has_odd_values;
};

/// What was seen of the values at one place, each a bit.
enum cq_json_seen {
  cq_json_seen_null = 1,
  cq_json_seen_bool = 2,
  /// A number without fraction and exponent that fits 64 bits.
  cq_json_seen_int = 4,
  cq_json_seen_decimal = 8,
  cq_json_seen_string = 16,
  cq_json_seen_list = 32,
  cq_json_seen_object = 64,
  /// A text that is a day of the calendar, as `2024-01-31`.
  cq_json_seen_day = 128,
};

/// The values at one place in the records: node 0 is the record itself, others are members of the
/// objects or elements of the lists of another node. Those of one parent stand in the order in
/// which they were first seen, after their parent.
struct cq_json_node {
  /// The window in which it was first seen, and its rank among the nodes new there.
  uint64_t window;
  uint32_t order;
  /// The node in whose objects or lists it is.
  uint32_t parent;
  /// Bits of `cq_json_seen`.
  uint8_t kinds;
  /// Not 0 for the elements of lists, which have no name.
  uint8_t is_element;
  /// Not 0 where objects have more different names than `CQ_JSON_MEMBER_LIMIT`. What is below it
  /// is of no account, and names that stand twice in one such object are not told.
  uint8_t is_map;
};

/// The largest window, in bytes; longer ones are refused.
#define CQ_JSON_WINDOW_LIMIT 1073741824
/// An object inside of a record with more different names is a map.
#define CQ_JSON_MEMBER_LIMIT 256
/// How many different places there may be in all records.
#define CQ_JSON_NODE_LIMIT 262144

/// A walker without fields; null when memory runs out. Owned by the caller.
cq_json_walker *_Nullable cq_json_walker_new(void);

/// Frees a walker and all that it gave.
void cq_json_walker_free(cq_json_walker *_Nullable walker);

/// Adds the name of a member of the records whose tokens are wanted, before the first window, and
/// returns its index; a name that is there already gets its index again. Negative when there are
/// too many or memory runs out.
int32_t cq_json_walker_add_field(
    cq_json_walker *_Nonnull walker, const char *_Nonnull name, size_t length);

/// Walks over the records of a window that are whole. `CQ_JSON_PADDING` bytes after its `length`
/// can be read. A byte order mark is no part of a window. `depth` is a `cq_json_depth` or more.
///
/// With `is_last` not 0 nothing follows: then all has to be whole, and a line need not be ended.
/// `number` says which window of the text it is; 0 is the one after the list's opening bracket.
struct cq_json_walk_result cq_json_walk(
    cq_json_walker *_Nonnull walker, const uint8_t *_Nonnull base, size_t length, int32_t depth,
    int32_t is_last, uint64_t number);

/// Where the records of the last window stand; null when there were none.
const struct cq_json_span *_Nullable cq_json_walker_spans(const cq_json_walker *_Nonnull walker);

/// The tokens of a field, one for each record of the last window; null when none of them has the
/// field, and for an index out of range.
const struct cq_json_token *_Nullable cq_json_walker_tokens(
    const cq_json_walker *_Nonnull walker, int32_t field);

/// How many records all windows together had.
uint64_t cq_json_walker_records(const cq_json_walker *_Nonnull walker);

/// A number that grows with each node and with each new bit of one.
uint64_t cq_json_walker_known(const cq_json_walker *_Nonnull walker);

/// How many nodes there are, at least one.
uint32_t cq_json_walker_node_count(const cq_json_walker *_Nonnull walker);

/// A node; the last one for an index out of range.
struct cq_json_node cq_json_walker_node(const cq_json_walker *_Nonnull walker, uint32_t index);

/// The name of a node that is a member, not terminated; null for others.
const char *_Nullable cq_json_walker_name(
    const cq_json_walker *_Nonnull walker, uint32_t index, size_t *_Nonnull length);

#ifdef __cplusplus
}
#endif
