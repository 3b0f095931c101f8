// SPDX-License-Identifier: MIT

#pragma once

#include "CalendarDay.h"
#include "MemberPlan.h"
#include "Scalars.h"
#include "ShapeTree.h"

/// The tokens of a field for the records of a window, which cost nothing while no record has it.
struct Column {
  std::vector<cq_json_token> tokens;
  /// Up to which record tokens stand here, and the first of them that is no filling.
  size_t filled = 0;
  size_t first = 0;

  void clear() { filled = first = 0; }

  [[gnu::always_inline]] void set(size_t row, const cq_json_token &token) {
    if (filled != row || row >= tokens.size()) make_room(row);
    tokens[row] = token;
    filled = row + 1;
  }

  /// Fills up to a record.
  void fill(size_t count) {
    if (tokens.size() < count) tokens.resize(count);
    for (; filled < count; filled += 1) tokens[filled] = cq_json_token{};
  }

 private:
  [[gnu::noinline]] void make_room(size_t row) {
    if (filled == 0) first = row;
    if (tokens.size() <= row) tokens.resize(2 * row + 64);
    fill(row);
  }
};

/// Walks over the structure of a window, as simdjson's first stage has found it, record by record,
/// and checks all that the stage does not.
///
/// A token is a place at which something begins outside of texts: a bracket, a comma, a colon, a
/// text, or anything else up to blank space, one of those or the end. Behind the last stand some
/// that no check takes, so that a walk ends there at the latest.
class RecordWalk {
 public:
  /// How many lists and objects may be open.
  static constexpr uint32_t depth_limit = 512;

  RecordWalk(ShapeTree &shape, std::vector<Column> &columns_of_fields)
      : tree(shape), columns(columns_of_fields) {}

  /// The next token.
  const uint32_t *token = nullptr;
  /// How many of the levels that lists and objects may have are taken at the top.
  uint32_t outer = 0;
  /// Whether a number or a text was met that perhaps cannot be held as it is.
  bool has_odd_values = false;

  uint8_t byte() const { return base[*token]; }

  /// Begins with a part of a window that is at a place of it.
  void enter(const uint8_t *part, size_t length, size_t place, const uint32_t *tokens) {
    base = part;
    shift = place;
    end = part + length;
    token = tokens;
    backslash = next_backslash(0);
  }

  /// Takes the object at which the walk stands; false where it is none that is clean, and then
  /// `token` is at what is wrong.
  bool take(size_t row) {
    if (plan.is_promising()) {
      const uint32_t first_backslash = backslash;
      if (take_planned(row)) {
        plan.note_success();
        return true;
      }
      backslash = first_backslash;
    }
    if (!take_any(row)) return false;
    plan.note_other(tree);
    return true;
  }

  /// Adds to the tree what was not added at once.
  void finish() { plan.finish(tree); }

 private:
  static constexpr uint32_t no_backslash = UINT32_MAX;

  /// A list or an object that is open.
  struct Frame {
    uint32_t node;
    /// The member that was met last, 0 before the first; of a list that of its elements.
    uint32_t last;
    /// Which object it is; 0 for a list.
    uint64_t object;
  };

  ShapeTree &tree;
  MemberPlan plan;
  std::vector<Column> &columns;
  const uint8_t *base = nullptr;
  const uint8_t *end = nullptr;
  size_t shift = 0;
  /// The first backslash that was not checked. There are none outside of texts, whose tokens are
  /// met in their order.
  uint32_t backslash = no_backslash;
  uint64_t objects = 0;
  Frame frames[depth_limit + 2];

  [[gnu::noinline]] bool take_any(size_t row);
  [[gnu::noinline]] bool take_planned(size_t row);
  uint32_t take_elements(const uint32_t *&at);

  uint32_t next_backslash(uint32_t from) const {
    const uint8_t *start = base + from;
    if (start >= end) return no_backslash;
    const void *found = std::memchr(start, '\\', static_cast<size_t>(end - start));
    if (found == nullptr) return no_backslash;
    return static_cast<uint32_t>(static_cast<const uint8_t *>(found) - base);
  }

  /// Checks the escapes of the text before the token after it.
  [[gnu::noinline]] bool check_escapes(uint32_t next) {
    while (backslash < next) {
      const uint8_t *place = base + backslash + 1;
      uint32_t length = 2;
      switch (*place) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
        case 'u':
          for (int digit = 1; digit <= 4; digit += 1) {
            if (!scalars::is_hexadecimal(place[digit])) return false;
          }
          // Half of a surrogate pair, of which the other may be missing.
          if ((place[1] | 0x20) == 'd' && place[2] >= '8') has_odd_values = true;
          length = 6;
          break;
        default: return false;
      }
      backslash += length;
      if (base[backslash] != '\\') backslash = next_backslash(backslash);
    }
    return true;
  }

  /// Whether a name and a colon right behind it stand at a place, which are those of a node.
  [[gnu::always_inline]] bool is(const Node &node, const uint8_t *place) const {
    if (!begins(node, place)) return false;
    return node.name_length < 14 || is_long(node, place);
  }

  /// The same of a member of a plan.
  [[gnu::always_inline]] bool is(const MemberPlan::Step &step, const uint8_t *place) const {
    return begins(step, place) && (!step.is_long || is_long(tree.nodes[step.node], place));
  }

  template <typename Named>
  [[gnu::always_inline]] static bool begins(const Named &named, const uint8_t *place) {
    const uint64_t first = (scalars::word(place) ^ named.name[0]) & named.mask[0];
    const uint64_t second = (scalars::word(place + 8) ^ named.name[1]) & named.mask[1];
    return (first | second) == 0;
  }

  [[gnu::noinline]] bool is_long(const Node &node, const uint8_t *place) const {
    const std::string_view name = tree.names[static_cast<size_t>(&node - tree.nodes.data())];
    return name.size() + 2 < static_cast<size_t>(end - place) &&
           std::memcmp(place + 1, name.data(), name.size()) == 0 &&
           place[name.size() + 1] == '"' && place[name.size() + 2] == ':';
  }

  /// The member of an object that stands at a token and is not plainly the one that was expected; 0
  /// where there is none that is clean. It is the one that is expected next time.
  [[gnu::noinline]] uint32_t look_up(const Frame &object, uint32_t expected, const uint32_t *at) {
    const uint8_t *name = base + *at + 1;
    if (name[-1] != '"' || base[at[1]] != ':') return 0;
    // A member that only some records have is passed over.
    const uint32_t after = expected == 0 ? 0 : tree.nodes[expected].next;
    if (is(tree.nodes[after], name - 1)) return after;
    const void *quote = std::memchr(name, '"', static_cast<size_t>(end - name));
    if (quote == nullptr) return 0;
    const auto length = static_cast<size_t>(static_cast<const uint8_t *>(quote) - name);
    if (backslash < *at + 1 + length) return 0;
    const std::string_view text(reinterpret_cast<const char *>(name), length);
    // There may be space between the name and the colon.
    if (tree.names[expected].data() != nullptr && tree.names[expected] == text) return expected;
    const uint32_t found = tree.member(object.node, text);
    tree.changes += 1;
    if (object.last == 0) {
      tree.nodes[object.node].first = found;
    } else {
      tree.nodes[object.last].next = found;
    }
    return found;
  }

  /// What a number, a word or a text is that stands at a token; 0 where it is none.
  [[gnu::always_inline]] uint32_t scalar(uint8_t first, const uint32_t *at) {
    const uint32_t place = at[0];
    const uint32_t next = at[1];
    if (first == '"') {
      if (backslash < next && !check_escapes(next)) return 0;
      // Few texts have a hyphen there, so that others cost a comparison.
      return base[place + 5] == '-' && is_day(place) ? cq_json_seen_day : cq_json_seen_string;
    }
    switch (first) {
      case 't': return is_word(place, next, "true", 4) ? cq_json_seen_bool : 0;
      case 'f': return is_word(place, next, "false", 5) ? cq_json_seen_bool : 0;
      case 'n': return is_word(place, next, "null", 4) ? cq_json_seen_null : 0;
      default: break;
    }
    const auto number = scalars::number(base + place, size_t{next} - place, end);
    if (number.is_odd) has_odd_values = true;
    return ends(place + number.length, next) ? number.kind : 0;
  }

  /// Whether the text that begins with a quote at a place is a day and nothing else.
  [[gnu::noinline]] bool is_day(uint32_t place) const {
    return base[place + 11] == '"' && cq_is_day(base + place + 1);
  }

  [[gnu::always_inline]] bool is_word(
      uint32_t place, uint32_t next, const char *word, uint32_t length) const {
    return std::memcmp(base + place, word, length) == 0 && ends(place + length, next);
  }

  /// Whether a number or a word can end at a place before the next token.
  [[gnu::always_inline]] bool ends(uint32_t place, uint32_t next) const {
    return place == next || scalars::is_blank(base[place]);
  }

  /// Keeps the token of a value that ends before a place, with a text's quotes.
  void keep(
      int32_t field, size_t row, uint32_t start, uint32_t past, uint8_t kind, bool is_escaped) {
    while (base[past - 1] <= ' ') past -= 1;
    const uint32_t quote = kind == cq_json_string ? 1 : 0;
    columns[static_cast<size_t>(field)].set(
        row, {shift + start + quote, past - start - 2 * quote, kind, is_escaped});
  }

  /// The `cq_json_kind` of a clean value by its first byte.
  static uint8_t kind_of(uint8_t first) {
    switch (first) {
      case '"': return cq_json_string;
      case '{': return cq_json_object;
      case '[': return cq_json_array;
      case 't': return cq_json_true;
      case 'f': return cq_json_false;
      case 'n': return cq_json_null;
      default: return cq_json_number;
    }
  }
};

inline bool RecordWalk::take_any(size_t row) {
  const uint32_t *at = token;
  Node *nodes = tree.nodes.data();
  Frame *outside = frames;
  Frame *const limit = frames + depth_limit - outer;
  // The list or object in which the walk is, and the node of the value at hand.
  Frame inside = {0, 0, 0};
  uint32_t current = 0;
  // Where the list or object in a member of the record begins that is open.
  uint32_t opening = 0;
  if (base[*at] != '{') goto fail;

open: {
  if (outside == limit) goto fail;
  *outside = inside;
  outside += 1;
  if (outside == frames + 2) opening = *at;
  const uint8_t first = base[*at];
  at += 1;
  if (first == '{') {
    objects += 1;
    inside = {current, 0, objects};
    if ((nodes[current].kinds & cq_json_seen_object) == 0) tree.changes += 1;
    nodes[current].kinds |= cq_json_seen_object;
    if (base[*at] == '}') goto close;
    current = nodes[current].first;
    goto member;
  }
  inside = {current, 0, 0};
  nodes[current].kinds |= cq_json_seen_list;
  if (base[*at] == ']') goto close;
  current = tree.element(current);
  if (current == 0) goto fail;
  nodes = tree.nodes.data();
  inside.last = current;
}

element: {
  const uint8_t first = base[*at];
  if ((first | 0x20) == '{') goto open;
  const uint32_t kind = scalar(first, at);
  if (kind == 0) goto fail;
  nodes[current].kinds |= kind;
  at += 1;
}

next_element:
  at += 1;
  if (base[at[-1]] == ',') goto element;
  if (base[at[-1]] == ']') goto closed;
  at -= 1;
  goto fail;

member: {
  if (!is(nodes[current], base + *at)) {
    current = look_up(inside, current, at);
    if (current == 0) goto fail;
    nodes = tree.nodes.data();
  }
  Node &node = nodes[current];
  if (node.met_in == inside.object) goto fail;
  node.met_in = inside.object;
  inside.last = current;
  at += 2;
  const uint8_t first = base[*at];
  if ((first | 0x20) == '{') goto open;
  const bool is_escaped = backslash < at[1];
  const uint32_t kind = scalar(first, at);
  if (kind == 0) goto fail;
  node.kinds |= kind;
  if (node.field >= 0) {
    if (base[at[1]] != ',' && base[at[1]] != '}') goto fail;
    keep(node.field, row, at[0], at[1], kind_of(first), is_escaped);
  }
  at += 1;
}

next_member:
  at += 1;
  if (base[at[-1]] == ',') {
    current = nodes[inside.last].next;
    goto member;
  }
  if (base[at[-1]] == '}') goto closed;
  at -= 1;
  goto fail;

close:
  at += 1;
closed:
  outside -= 1;
  inside = *outside;
  if (outside == frames) {
    token = at;
    return true;
  }
  current = inside.last;
  if (outside == frames + 1 && nodes[current].field >= 0) {
    keep(nodes[current].field, row, opening, at[-1] + 1, kind_of(base[opening]), false);
  }
  if (inside.object != 0) goto next_member;
  goto next_element;

fail:
  token = at;
  return false;
}

/// Takes the list of single values at which a token stands, and goes to its closing bracket. What
/// was seen of the elements; 0 for one that has none, or has something else in it.
[[gnu::always_inline]] inline uint32_t RecordWalk::take_elements(const uint32_t *&at) {
  uint32_t kinds = 0;
  do {
    at += 1;
    const uint32_t kind = scalar(base[*at], at);
    if (kind == 0) return 0;
    kinds |= kind;
    at += 1;
  } while (base[*at] == ',');
  return base[*at] == ']' ? kinds : 0;
}

/// Takes a record whose members come as in the plan; false for any other. What is noted of the
/// members before the one that is not as planned is noted again by whoever takes it otherwise.
inline bool RecordWalk::take_planned(size_t row) {
  const uint32_t *at = token;
  if (base[*at] != '{') return false;
  MemberPlan::Step *step = plan.steps.data();
  MemberPlan::Step *const past = step + plan.steps.size();
  size_t missing = 0;
  do {
    at += 1;
    for (; step < past && !is(*step, base + *at); step += 1) {
      missing += 1;
      if (missing > MemberPlan::most_missing) return false;
    }
    if (step == past) return false;
    at += 2;
    const uint8_t first = base[*at];
    const uint32_t start = *at;
    const bool is_escaped = backslash < at[1];
    uint32_t kind = cq_json_seen_list;
    uint32_t kinds = 0;
    if (first != '[') {
      kind = scalar(first, at);
      if (kind == 0) return false;
    } else if (base[at[1]] == ']') {
      at += 1;
    } else {
      kinds = take_elements(at);
      if (kinds == 0 || step->element == 0) return false;
    }
    at += 1;
    if (base[*at] != ',' && base[*at] != '}') return false;
    step->kinds |= kind;
    step->element_kinds |= kinds;
    if (step->field >= 0) {
      const uint32_t end = first == '[' ? at[-1] + 1 : *at;
      keep(step->field, row, start, end, kind_of(first), first == '"' && is_escaped);
    }
    step += 1;
  } while (base[*at] == ',');
  if (missing + static_cast<size_t>(past - step) > MemberPlan::most_missing) return false;
  token = at + 1;
  return true;
}
