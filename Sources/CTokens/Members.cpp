// SPDX-License-Identifier: MIT

#include "CTokens.h"

#include <cstring>

namespace {

/// The names of members, as `cq_token_members` takes them.
class MemberNames {
 public:
  MemberNames(const uint8_t *bytes, const size_t *all_ends, size_t number)
      : count(number), names(bytes), ends(all_ends) {}

  const size_t count;

  /// The number of a name, which is sought first where it is expected; the count where it is none
  /// of them.
  size_t find(const uint8_t *name, size_t length, size_t expected) const {
    if (expected < count && is(expected, name, length)) return expected;
    size_t member = 0;
    while (member < count && !is(member, name, length)) member += 1;
    return member;
  }

 private:
  const uint8_t *names;
  const size_t *ends;

  bool is(size_t member, const uint8_t *name, size_t length) const {
    const size_t start = member == 0 ? 0 : ends[member - 1];
    return ends[member] - start == length && std::memcmp(names + start, name, length) == 0;
  }
};

/// Goes through an object that is known to be JSON. Wherever it is none after all, the walk ends
/// within it.
class ObjectWalk {
 public:
  ObjectWalk(const uint8_t *whole, const cq_token &object)
      : text(whole), place(whole + object.start), end(place + object.length) {}

  /// Takes a mark, and the blanks around it; false where another byte stands.
  bool take(uint8_t mark) {
    pass_blanks();
    if (place == end || *place != mark) return false;
    place += 1;
    pass_blanks();
    return true;
  }

  /// Takes a text, whose bytes between the quotes are then from `start` to before `past`.
  bool take_text(const uint8_t *&start, const uint8_t *&past, bool &is_escaped) {
    if (place == end || *place != '"') return false;
    start = place + 1;
    is_escaped = false;
    for (const uint8_t *from = start; from < end; from = past + 1) {
      const void *quote = std::memchr(from, '"', static_cast<size_t>(end - from));
      if (quote == nullptr) return false;
      past = static_cast<const uint8_t *>(quote);
      const auto length = static_cast<size_t>(past - from);
      is_escaped = is_escaped || std::memchr(from, '\\', length) != nullptr;
      const uint8_t *before = past;
      while (before > start && before[-1] == '\\') before -= 1;
      if ((past - before) % 2 == 0) {
        place = past + 1;
        return true;
      }
    }
    return false;
  }

  /// Takes a value of any kind.
  bool take_value(cq_token &token) {
    if (place == end) return false;
    const uint8_t *start = place;
    const uint8_t *past = nullptr;
    bool is_escaped = false;
    token.kind = kind_of(*start);
    if (token.kind == cq_token_string) {
      if (!take_text(start, past, is_escaped)) return false;
    } else {
      if (token.kind < cq_token_array) {
        pass_word();
      } else if (!pass_nested()) {
        return false;
      }
      past = place;
    }
    token.start = static_cast<uint64_t>(start - text);
    token.length = static_cast<uint32_t>(past - start);
    token.spelling = is_escaped ? cq_token_escaped : cq_token_plain;
    return true;
  }

 private:
  const uint8_t *text;
  const uint8_t *place;
  const uint8_t *const end;

  static bool is_blank(uint8_t byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
  }

  static uint8_t kind_of(uint8_t first) {
    switch (first) {
      case '"': return cq_token_string;
      case '{': return cq_token_object;
      case '[': return cq_token_array;
      case 't': return cq_token_true;
      case 'f': return cq_token_false;
      case 'n': return cq_token_null;
      default: return cq_token_number;
    }
  }

  void pass_blanks() {
    while (place < end && is_blank(*place)) place += 1;
  }

  void pass_word() {
    while (place < end && !is_blank(*place) && *place != ',' && *place != '}') place += 1;
  }

  bool pass_nested() {
    size_t depth = 0;
    while (place < end) {
      const uint8_t found = *place;
      if (found == '"') {
        const uint8_t *start = nullptr;
        const uint8_t *past = nullptr;
        bool is_escaped = false;
        if (!take_text(start, past, is_escaped)) return false;
        continue;
      }
      place += 1;
      depth += found == '{' || found == '[';
      if ((found == '}' || found == ']') && --depth == 0) return true;
    }
    return false;
  }
};

/// Takes the members of one object to a row; false at anything unusual.
bool take_members(
    ObjectWalk walk, const MemberNames &names, cq_token *found, size_t row, size_t rows) {
  if (!walk.take('{')) return false;
  if (walk.take('}')) return true;
  size_t expected = 0;
  do {
    const uint8_t *name = nullptr;
    const uint8_t *past = nullptr;
    bool is_escaped = false;
    if (!walk.take_text(name, past, is_escaped) || is_escaped || !walk.take(':')) return false;
    const size_t member = names.find(name, static_cast<size_t>(past - name), expected);
    cq_token value = {};
    if (!walk.take_value(value)) return false;
    if (member == names.count) continue;
    cq_token &place = found[member * rows + row];
    if (place.kind != cq_token_absent) return false;
    place = value;
    expected = member + 1;
  } while (walk.take(','));
  return walk.take('}');
}

}  // namespace

int64_t cq_token_members(
    const uint8_t *text, size_t length, const cq_token *tokens, size_t count,
    const uint8_t *names, const size_t *ends, size_t members, cq_token *found) {
  const MemberNames wanted(names, ends, members);
  for (size_t place = 0; place < members * count; place += 1) found[place] = {};
  int64_t missing = 0;
  for (size_t row = 0; row < count; row += 1) {
    const cq_token &token = tokens[row];
    if (token.kind <= cq_token_null) {
      missing += 1;
      continue;
    }
    if (token.kind != cq_token_object || token.start > length ||
        token.length > length - token.start ||
        !take_members(ObjectWalk(text, token), wanted, found, row, count)) {
      return -1;
    }
  }
  return missing;
}
