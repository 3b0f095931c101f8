// SPDX-License-Identifier: MIT

#pragma once

#include "Scalars.h"
#include "ShapeTree.h"

/// The tokens of a field for the records of a window, which cost nothing while no record has it.
struct Column {
  std::vector<cq_json_token> tokens;
  /// Up to which record tokens stand here, and the first of them that is no filling.
  size_t filled = 0;
  size_t first = 0;

  void set(size_t row, const cq_json_token &token) {
    if (filled == 0) first = row;
    if (tokens.size() <= row) tokens.resize(2 * row + 64);
    if (filled < row) fill(row);
    tokens[row] = token;
    filled = row + 1;
  }

  void fill(size_t count) {
    if (tokens.size() < count) tokens.resize(count);
    for (; filled < count; filled += 1) tokens[filled] = cq_json_token{};
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
  RecordWalk(ShapeTree &shape, std::vector<Column> &columns_of_fields)
      : tree(shape), columns(columns_of_fields) {}

  /// The next token.
  const uint32_t *token = nullptr;
  /// The object that the last record is.
  uint64_t record = 0;
  /// How many of the levels that lists and objects may have are taken at the top.
  uint32_t outer = 0;

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
  bool take(size_t row);

 private:
  static constexpr uint32_t depth_limit = 512;
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
  std::vector<Column> &columns;
  const uint8_t *base = nullptr;
  const uint8_t *end = nullptr;
  size_t shift = 0;
  /// The first backslash that was not checked. There are none outside of texts, whose tokens are
  /// met in their order.
  uint32_t backslash = no_backslash;
  uint64_t objects = 0;
  /// Where the list or object in a member of the record begins that is open.
  uint32_t opening = 0;
  Frame frames[depth_limit + 2];

  uint32_t next_backslash(uint32_t from) const {
    const uint8_t *start = base + from;
    if (start >= end) return no_backslash;
    const void *found = std::memchr(start, '\\', static_cast<size_t>(end - start));
    if (found == nullptr) return no_backslash;
    return static_cast<uint32_t>(static_cast<const uint8_t *>(found) - base);
  }

  /// Checks the escapes of the text before the token after it.
  bool check_escapes(uint32_t next) {
    while (backslash < next) {
      const uint8_t *place = base + backslash + 1;
      uint32_t length = 2;
      switch (*place) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
        case 'u':
          for (int digit = 1; digit <= 4; digit += 1) {
            if (!scalars::is_hexadecimal(place[digit])) return false;
          }
          length = 6;
          break;
        default: return false;
      }
      backslash += length;
      if (base[backslash] != '\\') backslash = next_backslash(backslash);
    }
    return true;
  }

  bool is(const Node &node, const uint8_t *name) const {
    const uint64_t first = (scalars::word(name) ^ node.name[0]) & node.mask[0];
    const uint64_t second = (scalars::word(name + 8) ^ node.name[1]) & node.mask[1];
    if ((first | second) != 0) return false;
    return node.name_length < 16 || is_long(node, name);
  }

  bool is_long(const Node &node, const uint8_t *name) const {
    if (node.name_length >= static_cast<size_t>(end - name)) return false;
    const std::string_view whole = tree.names[static_cast<size_t>(&node - tree.nodes.data())];
    return name[whole.size()] == '"' &&
           std::memcmp(name + 16, whole.data() + 16, whole.size() - 16) == 0;
  }

  /// The member whose name stands at the token, which is not the one that was expected; 0 where
  /// there is none. It is the one that is expected next time.
  uint32_t look_up(const Frame &frame, uint32_t expected) {
    const uint8_t *name = base + *token + 1;
    // A member that only some records have is passed over.
    const uint32_t after = tree.nodes[expected].next;
    if (expected != 0 && after != 0 && is(tree.nodes[after], name)) return after;
    const void *quote = std::memchr(name, '"', static_cast<size_t>(end - name));
    if (quote == nullptr) return 0;
    const auto length = static_cast<size_t>(static_cast<const uint8_t *>(quote) - name);
    if (backslash < *token + 1 + length) return 0;
    const std::string_view text(reinterpret_cast<const char *>(name), length);
    const uint32_t found = tree.member(frame.node, text);
    if (frame.last == 0) {
      tree.nodes[frame.node].first = found;
    } else {
      tree.nodes[frame.last].next = found;
    }
    return found;
  }

  /// Keeps a value that ends before a place.
  void keep(int32_t field, size_t row, uint32_t start, uint32_t past, uint8_t kind) {
    while (scalars::is_blank(base[past - 1])) past -= 1;
    columns[static_cast<size_t>(field)].set(
        row, {shift + start, past - start, kind, 0});
  }

  /// Keeps a text, behind which a token stands.
  bool keep_text(int32_t field, size_t row, bool is_escaped) {
    const uint32_t start = token[0] + 1;
    uint32_t past = token[1];
    if (base[past] != ',' && base[past] != '}') return false;
    while (base[past - 1] != '"') past -= 1;
    columns[static_cast<size_t>(field)].set(
        row, {shift + start, past - 1 - start, cq_json_string, is_escaped});
    return true;
  }

  /// What a number, a word or a text is that stands at the token; 0 where it is none.
  uint32_t scalar(uint8_t first) {
    const uint32_t place = token[0];
    const uint32_t next = token[1];
    switch (first) {
      case '"': return backslash >= next || check_escapes(next) ? cq_json_seen_string : 0;
      case 't': return is_word(place, "true", 4) ? cq_json_seen_bool : 0;
      case 'f': return is_word(place, "false", 5) ? cq_json_seen_bool : 0;
      case 'n': return is_word(place, "null", 4) ? cq_json_seen_null : 0;
      default: break;
    }
    const auto number = scalars::number(base + place, size_t{next} - place, end);
    return ends(place + number.length) ? number.kind : 0;
  }

  bool is_word(uint32_t place, const char *word, uint32_t length) const {
    return std::memcmp(base + place, word, length) == 0 && ends(place + length);
  }

  /// Whether what stands at the token can end at a place.
  bool ends(uint32_t place) const {
    return place == token[1] || scalars::is_blank(base[place]);
  }

  bool keep_scalar(int32_t field, size_t row, uint8_t first, bool is_escaped) {
    switch (first) {
      case '"': return keep_text(field, row, is_escaped);
      case 't': keep(field, row, token[0], token[0] + 4, cq_json_true); return true;
      case 'f': keep(field, row, token[0], token[0] + 5, cq_json_false); return true;
      case 'n': keep(field, row, token[0], token[0] + 4, cq_json_null); return true;
      default: break;
    }
    const uint32_t past = token[1];
    if (base[past] != ',' && base[past] != '}') return false;
    keep(field, row, token[0], past, cq_json_number);
    return true;
  }

  /// Opens a list or an object of a node; false where there would be too many levels.
  bool open(Frame *&frame, uint32_t node, bool is_object) {
    if (frame == frames + depth_limit - outer) return false;
    frame += 1;
    if (is_object) objects += 1;
    *frame = {node, 0, is_object ? objects : 0};
    if (frame == frames + 2) opening = *token;
    token += 1;
    return true;
  }

  /// The member at whose name the walk stands, which is then behind the colon; 0 where there is
  /// none that is clean.
  uint32_t member(Frame &frame) {
    if (byte() != '"') return 0;
    const uint32_t before = frame.last;
    uint32_t found = before == 0 ? tree.nodes[frame.node].first : tree.nodes[before].next;
    if (!is(tree.nodes[found], base + *token + 1)) {
      found = look_up(frame, found);
      if (found == 0) return 0;
    }
    token += 1;
    Node &node = tree.nodes[found];
    if (byte() != ':' || node.met_in == frame.object) return 0;
    node.met_in = frame.object;
    node.count += 1;
    frame.last = found;
    token += 1;
    return found;
  }
};

inline bool RecordWalk::take(size_t row) {
  Frame *frame = frames;
  uint32_t current = 0;
  if (byte() != '{') return false;
  record = objects + 1;

value:
  switch (const uint8_t first = byte()) {
    case '{':
      if (!open(frame, current, true)) return false;
      tree.nodes[current].kinds |= cq_json_seen_object;
      if (byte() == '}') goto close;
      goto name;
    case '[':
      if (!open(frame, current, false)) return false;
      tree.nodes[current].kinds |= cq_json_seen_list;
      if (byte() == ']') goto close;
      current = tree.element(current);
      if (current == 0) return false;
      frame->last = current;
      goto value;
    default: {
      const bool is_escaped = backslash < token[1];
      const uint32_t kind = scalar(first);
      if (kind == 0) return false;
      Node &node = tree.nodes[current];
      node.kinds |= kind;
      if (node.field >= 0 && !keep_scalar(node.field, row, first, is_escaped)) return false;
      token += 1;
    }
  }

next:
  if (byte() == ',') {
    token += 1;
    if (frame->object != 0) goto name;
    current = frame->last;
    goto value;
  }
  if (byte() != (frame->object != 0 ? '}' : ']')) return false;

close:
  token += 1;
  frame -= 1;
  if (frame == frames) return true;
  if (frame == frames + 1) {
    const int32_t field = tree.nodes[frame->last].field;
    const uint8_t kind = base[opening] == '{' ? cq_json_object : cq_json_array;
    if (field >= 0) keep(field, row, opening, token[-1] + 1, kind);
  }
  goto next;

name:
  current = member(*frame);
  if (current == 0) return false;
  goto value;
}
