// SPDX-License-Identifier: MIT

#include "CSimdJSON.h"
#include "Library.h"

#include <cstring>
#include <deque>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

using simdjson::ondemand::field;
using simdjson::ondemand::object;
using simdjson::ondemand::value;

constexpr int32_t unwanted = -1;
constexpr int32_t unknown = -1;
/// Names that are remembered, wanted or not; past it a name is looked up each time it is met.
constexpr size_t name_limit = 2 * CQ_JSON_FIELD_LIMIT;

/// The tokens of a field for the records of one call; empty while no record has the field, so that
/// fields that few records have cost nothing.
using Column = std::vector<cq_json_token>;

/// A name that was met.
struct Key {
  std::string name;
  int32_t field;
  /// The key that followed it last time: records of one source mostly agree on the order.
  int32_t next;
  /// Whether the name stands in a payload as it is: a name with a quote or a backslash never does,
  /// and what looks like it there is another member, or several.
  bool is_plain;
};

static_assert(CQ_JSON_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads past the end");

bool is_space(char byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

std::string_view without_trailing_space(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Walks over a record that is known to be JSON. Wherever it is none after all, the walk ends
/// within the record.
struct Walk {
  const char *place;
  const char *end;

  char byte() const { return place < end ? *place : 0; }

  void skip_space() {
    while (place < end && is_space(*place)) place += 1;
  }

  bool take(char wanted) {
    skip_space();
    if (byte() != wanted) return false;
    place += 1;
    skip_space();
    return true;
  }

  /// Goes past a text, at whose first quote it stands.
  bool skip_string() {
    for (place += 1; place < end; place += 1) {
      if (*place == '"') {
        place += 1;
        return true;
      }
      if (*place == '\\') place += 1;
    }
    return false;
  }

  /// Goes past a list or an object, at whose first byte it stands.
  bool skip_nested() {
    size_t depth = 0;
    while (place < end) {
      const char found = *place;
      if (found == '"') {
        if (!skip_string()) return false;
        continue;
      }
      place += 1;
      if (found == '[' || found == '{') depth += 1;
      if ((found == ']' || found == '}') && --depth == 0) return true;
    }
    return false;
  }

  /// Goes past a number or a word.
  void skip_word() {
    while (place < end && !is_space(*place) && *place != ',' && *place != '}' && *place != ']') {
      place += 1;
    }
  }

  bool skip_value() {
    switch (byte()) {
      case '"': return skip_string();
      case '[':
      case '{': return skip_nested();
      default: skip_word(); return true;
    }
  }
};

}  // namespace

struct cq_json {
  explicit cq_json(size_t walked) : walked_bytes(walked) {}

  const size_t walked_bytes;
  simdjson::ondemand::parser parser;
  /// Keys do not move when the table grows, so that `by_name` may point into them.
  std::deque<Key> keys;
  std::unordered_map<std::string_view, int32_t> by_name;
  /// The key of each field.
  std::vector<int32_t> fields;
  std::vector<Column> columns;
  std::vector<uint8_t> statuses;
  std::vector<cq_json_loss> losses;
  uint64_t ignored = 0;
  /// The key with which the last record began.
  int32_t first = unknown;

  /// The buffer of the call in progress.
  const char *base = nullptr;
  size_t length = 0;
  size_t count = 0;
  bool discover = false;

  int32_t add_key(std::string_view name, int32_t field_index) {
    const auto index = static_cast<int32_t>(keys.size());
    const bool is_plain = name.find_first_of("\"\\") == std::string_view::npos;
    keys.push_back(Key{std::string(name), field_index, unknown, is_plain});
    by_name.emplace(keys.back().name, index);
    return index;
  }

  int32_t add_field(std::string_view name) {
    const auto found = by_name.find(name);
    if (found != by_name.end() && keys[found->second].field != unwanted) {
      return keys[found->second].field;
    }
    if (fields.size() >= CQ_JSON_FIELD_LIMIT) return -1;
    const auto index = static_cast<int32_t>(fields.size());
    if (found != by_name.end()) {
      keys[found->second].field = index;
      fields.push_back(found->second);
    } else {
      fields.push_back(add_key(name, index));
    }
    columns.emplace_back();
    return index;
  }

  /// The key of a name that was not expected; `unknown` when there is no room to remember it.
  int32_t look_up(std::string_view name) {
    const auto found = by_name.find(name);
    if (found != by_name.end()) return found->second;
    if (discover) {
      if (fields.size() < CQ_JSON_FIELD_LIMIT) return fields[add_field(name)];
      ignored += 1;
      return unknown;
    }
    return keys.size() < name_limit ? add_key(name, unwanted) : unknown;
  }

  /// The key of a member's name without escapes, which begins at `raw`, first by the guess that it
  /// is `expected`; nothing where the name has escapes.
  std::optional<int32_t> plain_key(const char *raw, int32_t expected) {
    if (expected != unknown && keys[expected].is_plain) {
      const std::string &name = keys[expected].name;
      if (raw + name.size() < base + length && raw[name.size()] == '"' &&
          std::memcmp(raw, name.data(), name.size()) == 0) {
        return expected;
      }
    }
    const auto *quote = static_cast<const char *>(std::memchr(raw, '"', base + length - raw));
    if (quote == nullptr) return unknown;
    const std::string_view name(raw, quote - raw);
    if (name.find('\\') != std::string_view::npos) return std::nullopt;
    return look_up(name);
  }

  /// The key of a member of a record.
  int32_t key_of(field &member, int32_t expected, size_t row) {
    const auto plain = plain_key(member.key().raw(), expected);
    if (plain) return *plain;
    std::string_view unescaped;
    if (member.unescaped_key().get(unescaped)) {
      note_loss(row, unknown);
      return unknown;
    }
    return look_up(unescaped);
  }

  bool read_scalar(std::string_view text, cq_json_token &token) const {
    text = without_trailing_space(text);
    if (text.empty()) return false;
    switch (text.front()) {
      case '"':
        if (text.size() < 2 || text.back() != '"') return false;
        text = text.substr(1, text.size() - 2);
        token.kind = cq_json_string;
        token.escaped = std::memchr(text.data(), '\\', text.size()) != nullptr;
        break;
      case 't': token.kind = cq_json_true; if (text != "true") return false; break;
      case 'f': token.kind = cq_json_false; if (text != "false") return false; break;
      case 'n': token.kind = cq_json_null; if (text != "null") return false; break;
      default:
        if (text.front() != '-' && (text.front() < '0' || text.front() > '9')) return false;
        token.kind = cq_json_number;
    }
    token.start = text.data() - base;
    token.length = static_cast<uint32_t>(text.size());
    return true;
  }

  bool read_value(value item, cq_json_token &token) const {
    const std::string_view start = item.raw_json_token();
    if (start.empty()) return false;
    token = {};
    if (start.front() != '[' && start.front() != '{') return read_scalar(start, token);
    std::string_view text;
    if (start.front() == '[') {
      token.kind = cq_json_array;
      simdjson::ondemand::array list;
      if (item.get_array().get(list) || list.raw_json().get(text)) return false;
    } else {
      token.kind = cq_json_object;
      object record;
      if (item.get_object().get(record) || record.raw_json().get(text)) return false;
    }
    text = without_trailing_space(text);
    token.start = text.data() - base;
    token.length = static_cast<uint32_t>(text.size());
    return true;
  }

  void note_loss(size_t row, int32_t field) {
    if (!losses.empty() && losses.back().row == row) return;
    losses.push_back({static_cast<uint32_t>(row), field});
  }

  /// The order of the members of a record, by which the next name is guessed.
  struct Order {
    int32_t expected;
    int32_t last = unknown;
  };

  void note_order(Order &order, int32_t key) {
    if (order.last == unknown) {
      first = key;
    } else {
      keys[order.last].next = key;
    }
    order.last = key;
    order.expected = key == unknown ? unknown : keys[key].next;
  }

  /// Where the value of a member goes; null where nobody wants it.
  cq_json_token *token_of(int32_t key, size_t row) {
    if (key == unknown || keys[key].field == unwanted) return nullptr;
    Column &column = columns[keys[key].field];
    if (column.empty()) column.assign(count, cq_json_token{});
    if (column[row].kind != cq_json_absent) note_loss(row, keys[key].field);
    return &column[row];
  }

  bool read_members(object record, size_t row) {
    Order order{first};
    for (auto result : record) {
      field member;
      if (std::move(result).get(member)) return false;
      const int32_t key = key_of(member, order.expected, row);
      note_order(order, key);
      cq_json_token *token = token_of(key, row);
      if (token != nullptr && !read_value(member.value(), *token)) return false;
    }
    return true;
  }

  /// Reads a record that the scanner has found to be JSON, without simdjson. `has_escapes` is set
  /// where the name of a member has escapes, which are left to simdjson.
  bool walk_members(const char *start, size_t size, size_t row, bool &has_escapes) {
    Walk walk{start, start + size};
    Order order{first};
    if (!walk.take('{')) return false;
    if (walk.take('}')) return true;
    do {
      if (walk.byte() != '"') return false;
      const auto key = plain_key(walk.place + 1, order.expected);
      has_escapes = !key.has_value();
      if (has_escapes || !walk.skip_string() || !walk.take(':')) return false;
      note_order(order, *key);
      const char *value = walk.place;
      if (!walk.skip_value()) return false;
      cq_json_token *token = token_of(*key, row);
      const std::string_view text(value, walk.place - value);
      if (token != nullptr && !walk_value(text, *token)) return false;
    } while (walk.take(','));
    return walk.take('}');
  }

  bool walk_value(std::string_view text, cq_json_token &token) const {
    token = {};
    if (text.empty()) return false;
    if (text.front() != '[' && text.front() != '{') return read_scalar(text, token);
    token.kind = text.front() == '[' ? cq_json_array : cq_json_object;
    token.start = text.data() - base;
    token.length = static_cast<uint32_t>(text.size());
    return true;
  }

  cq_json_status read_record(const cq_json_span &span, size_t row) {
    const char *start = base + span.start;
    if (span.length > CQ_JSON_RECORD_LIMIT) return cq_json_too_large;
    if (span.length == 0) return cq_json_malformed;
    if (*start != '{') return cq_json_not_an_object;
    if (length <= walked_bytes || loaded_implementation() == nullptr) {
      bool has_escapes = false;
      if (walk_members(start, span.length, row, has_escapes)) return cq_json_ok;
      if (!has_escapes || loaded_implementation() == nullptr) return cq_json_malformed;
      // What the walk has read is read again.
      for (Column &column : columns) {
        if (!column.empty()) column[row] = cq_json_token{};
      }
      if (!losses.empty() && losses.back().row == row) losses.pop_back();
    }
    if (parser.capacity() < span.length &&
        parser.allocate(span.length < 32768 ? 65536 : 2 * span.length)) {
      throw std::bad_alloc();
    }
    simdjson::ondemand::document document;
    const simdjson::padded_string_view view(start, span.length, length - span.start);
    if (parser.iterate(view).get(document)) return cq_json_malformed;
    object record;
    if (document.get_object().get(record)) return cq_json_malformed;
    return read_members(record, row) ? cq_json_ok : cq_json_malformed;
  }

  void parse(const cq_json_span *spans) {
    statuses.assign(count, cq_json_ok);
    for (Column &column : columns) column.clear();
    losses.clear();
    for (size_t row = 0; row < count; row += 1) {
      const bool inside = spans[row].start <= length && spans[row].length <= length &&
                          spans[row].start + spans[row].length + CQ_JSON_PADDING <= length;
      const cq_json_status status = inside ? read_record(spans[row], row) : cq_json_malformed;
      statuses[row] = status;
      if (status != cq_json_malformed) continue;
      for (Column &column : columns) {
        if (!column.empty()) column[row] = cq_json_token{};
      }
    }
  }
};

cq_json *cq_json_new(size_t walked_bytes) {
  try {
    return new cq_json(walked_bytes);
  } catch (...) {
    return nullptr;
  }
}

void cq_json_free(cq_json *reader) { delete reader; }

int32_t cq_json_add_field(cq_json *reader, const char *name, size_t length) {
  try {
    return reader->add_field(std::string_view(name, length));
  } catch (...) {
    return -1;
  }
}

int32_t cq_json_parse(
    cq_json *reader, const uint8_t *base, size_t length, const cq_json_span *spans, size_t count,
    int32_t discover) {
  reader->base = reinterpret_cast<const char *>(base);
  reader->length = length;
  reader->count = count;
  reader->discover = discover != 0;
  try {
    reader->parse(spans);
    return 0;
  } catch (...) {
    reader->statuses.clear();
    return -1;
  }
}

const cq_json_token *cq_json_tokens(const cq_json *reader, int32_t field) {
  if (field < 0 || static_cast<size_t>(field) >= reader->columns.size()) return nullptr;
  const Column &column = reader->columns[field];
  return column.empty() ? nullptr : column.data();
}

const uint8_t *cq_json_statuses(const cq_json *reader) { return reader->statuses.data(); }

size_t cq_json_loss_count(const cq_json *reader) { return reader->losses.size(); }

const cq_json_loss *cq_json_losses(const cq_json *reader) {
  return reader->losses.data();
}

int32_t cq_json_field_count(const cq_json *reader) {
  return static_cast<int32_t>(reader->fields.size());
}

const char *cq_json_field_name(const cq_json *reader, int32_t field, size_t *length) {
  if (field < 0 || static_cast<size_t>(field) >= reader->fields.size()) return nullptr;
  const std::string &name = reader->keys[reader->fields[field]].name;
  *length = name.size();
  return name.data();
}

uint64_t cq_json_ignored(const cq_json *reader) { return reader->ignored; }
