// SPDX-License-Identifier: MIT

#include "CJSONWindows.h"
#include "Library.h"
#include "RecordWalk.h"

#include <algorithm>
#include <memory>
#include <new>

namespace {

using Stage = simdjson::internal::dom_parser_implementation;

static_assert(CQ_JSON_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads past the end");

/// The last of some bytes that is this one; null where there is none.
const uint8_t *last(const uint8_t *start, size_t length, uint8_t wanted) {
  return static_cast<const uint8_t *>(memrchr(start, wanted, length));
}

bool is_blank(const uint8_t *start, const uint8_t *end) {
  while (start < end && scalars::is_blank(*start)) start += 1;
  return start == end;
}

/// How many line breaks there are.
size_t line_breaks(const uint8_t *place, const uint8_t *end) {
  using Block = uint8_t __attribute__((vector_size(32)));
  size_t count = 0;
  while (end - place >= 32) {
    // As many as do not make the sum of a byte overflow.
    const size_t blocks = std::min<size_t>(static_cast<size_t>(end - place) / 32, 255);
    Block sums = {};
    for (size_t i = 0; i < blocks; i += 1, place += 32) {
      Block block;
      std::memcpy(&block, place, 32);
      sums -= reinterpret_cast<Block>(block == '\n');
    }
    for (size_t i = 0; i < 32; i += 1) count += sums[i];
  }
  for (; place < end; place += 1) count += *place == '\n';
  return count;
}

/// Whether no check takes a byte where a token should be.
bool is_no_token(uint8_t byte) {
  switch (byte) {
    case '{': case '}': case '[': case ']': case ',': case ':': case '"': case '-': case 't':
    case 'f': case 'n': return false;
    default: return !scalars::is_digit(byte);
  }
}

/// How many bytes before a window's end it may be cut where that is not needed.
constexpr size_t cut_room = 65536;

/// Where a window of lines is cut: behind the last line break.
size_t cut_of_lines(const uint8_t *base, size_t length) {
  const uint8_t *line = last(base, length, '\n');
  return line == nullptr ? 0 : static_cast<size_t>(line - base) + 1;
}

/// Where a window of a list is cut, so that it ends outside of a text if it can be told: before the
/// last object or after the last line break, which are sought near its end.
size_t cut_of_list(const uint8_t *base, size_t length) {
  const size_t room = length / 2 < cut_room ? length / 2 : cut_room;
  const uint8_t *from = base + length - room;
  const uint8_t *end = base + length;
  // Indented lists have line breaks everywhere.
  const size_t line = room < 1024 ? room : 1024;
  const uint8_t *found = last(end - line, line, '\n');
  if (found != nullptr) return static_cast<size_t>(found - base) + 1;
  for (const uint8_t *past = end - 1; past > from; past = found) {
    found = last(from, static_cast<size_t>(past - from), '{');
    if (found == nullptr) break;
    if (found[1] == '"') return static_cast<size_t>(found - base);
  }
  found = last(from, room, '\n');
  return found == nullptr ? length : static_cast<size_t>(found - base) + 1;
}

/// Where the text begins in which a window ends.
size_t last_quote(const uint8_t *base, size_t length) {
  while (true) {
    const uint8_t *quote = last(base, length, '"');
    if (quote == nullptr) return 0;
    const uint8_t *before = quote;
    while (before > base && before[-1] == '\\') before -= 1;
    length = static_cast<size_t>(quote - base);
    if ((quote - before) % 2 == 0) return length;
  }
}

}  // namespace

struct cq_json_walker {
  ShapeTree tree;
  std::vector<Column> columns;
  std::vector<cq_json_span> spans;
  uint64_t records = 0;
  /// Whether memory ran out, so that not all may be as it should be.
  bool is_broken = false;

  int32_t add_field(std::string_view name) {
    const int32_t field = tree.add_field(name);
    if (field >= 0 && static_cast<size_t>(field) == columns.size()) columns.emplace_back();
    return field;
  }

  cq_json_walk_result walk(
      const uint8_t *bytes, size_t count, uint32_t depth, bool last_window, uint64_t number) {
    window = bytes;
    size = count;
    spans.clear();
    for (Column &column : columns) column.clear();
    walk_of_records.has_odd_values = false;
    consumed = 0;
    is_last = last_window;
    walk_of_records.outer = depth;
    is_list = depth != cq_json_lines;
    if (!has_begun) is_empty_list = number == 0;
    if (number != tree.window) tree.order = 0;
    tree.window = number;
    has_begun = true;
    cq_json_walk_status status = cq_json_refused;
    if (has_ended) {
      consumed = size;
      if (is_blank(window, window + size)) status = cq_json_walked;
    } else if (size <= CQ_JSON_WINDOW_LIMIT) {
      status = walk_window();
    }
    walk_of_records.finish();
    for (Column &column : columns) {
      if (column.filled > 0) column.fill(spans.size());
    }
    records += spans.size();
    return {consumed, spans.size(), static_cast<uint8_t>(status), has_ended,
            walk_of_records.has_odd_values};
  }

  /// The tokens of a field; null where no record has it.
  const cq_json_token *tokens(int32_t field) const {
    if (field < 0 || static_cast<size_t>(field) >= columns.size()) return nullptr;
    const Column &column = columns[static_cast<size_t>(field)];
    return column.filled > 0 && column.first < spans.size() ? column.tokens.data() : nullptr;
  }

 private:
  std::unique_ptr<Stage> stage;
  RecordWalk walk_of_records{tree, columns};
  /// A copy of a window in which no byte can stand behind the last token.
  std::vector<uint8_t> copy;
  uint64_t consumed = 0;
  bool is_last = false;
  bool is_list = false;
  bool has_begun = false;
  bool has_ended = false;
  /// Whether the list was opened, and no element was met so far.
  bool is_empty_list = false;

  /// The window.
  const uint8_t *window = nullptr;
  size_t size = 0;
  /// The part of it that is walked over, and the end of its tokens.
  size_t start = 0;
  const uint8_t *base = nullptr;
  size_t length = 0;
  const uint32_t *tokens_end = nullptr;

  cq_json_walk_status walk_window() {
    if (!is_list) return walk_part(0, is_last ? size : cut_of_lines(window, size));
    const size_t cut = is_last || size == 0 ? size : cut_of_list(window, size);
    const cq_json_walk_status status = walk_part(0, cut);
    // Records may be whole behind the cut.
    if (status != cq_json_walked || has_ended || cut == size) return status;
    return walk_part(consumed, size - consumed);
  }

  cq_json_walk_status walk_part(size_t from, size_t count) {
    start = from;
    base = window + from;
    length = count;
    if (length == 0) return is_last && is_list ? cq_json_refused : waits();
    simdjson::error_code error = find_tokens();
    if (error == simdjson::UNCLOSED_STRING && is_list && !is_last) {
      length = last_quote(base, length);
      if (length == 0) return waits();
      error = find_tokens();
    }
    switch (error) {
      case simdjson::SUCCESS: break;
      // Nothing but space.
      case simdjson::EMPTY:
        consumed = start + length;
        return is_last && is_list ? cq_json_refused : cq_json_walked;
      case simdjson::MEMALLOC:
      case simdjson::CAPACITY: return cq_json_no_memory;
      case simdjson::UNINITIALIZED: return cq_json_no_library;
      default: return cq_json_refused;
    }
    end_tokens();
    walk_of_records.enter(base, length, start, stage->structural_indexes.get());
    return is_list ? walk_list() : walk_lines();
  }

  /// What is said of a window in which something is not whole behind what was consumed: a record
  /// that is surely too large is not waited for.
  cq_json_walk_status waits() const {
    size_t place = consumed;
    while (place < size && scalars::is_blank(window[place])) place += 1;
    const size_t limit = CQ_JSON_RECORD_LIMIT + cut_room;
    return size - place > limit ? cq_json_refused : cq_json_walked;
  }

  simdjson::error_code find_tokens() {
    if (loaded_implementation() == nullptr) return simdjson::UNINITIALIZED;
    if (stage == nullptr || stage->capacity() < length) {
      const size_t capacity = length < 65536 ? 65536 : 2 * length;
      const auto *implementation = static_cast<const simdjson::implementation *>(
          loaded_implementation()());
      const auto error = implementation->create_dom_parser_implementation(capacity, 1, stage);
      if (error) return simdjson::MEMALLOC;
    }
    return stage->stage1(base, length, simdjson::stage1_mode::regular);
  }

  /// Sets tokens behind the last that are none.
  void end_tokens() {
    uint32_t *tokens = stage->structural_indexes.get();
    const size_t count = stage->n_structural_indexes;
    size_t place = length - 1;
    if (!is_no_token(base[place])) {
      place = 0;
      while (place < length && !is_no_token(base[place])) place += 1;
    }
    if (place == length) {
      copy.assign(base, base + length);
      copy.resize(length + CQ_JSON_PADDING);
      base = copy.data();
    }
    for (size_t i = 0; i < 4; i += 1) tokens[count + i] = static_cast<uint32_t>(place);
    tokens_end = tokens + count;
  }

  /// Keeps the record that was taken last; false where it is too large.
  bool keep(uint32_t first) {
    const uint32_t past = walk_of_records.token[-1] + 1;
    if (past - first > CQ_JSON_RECORD_LIMIT) return false;
    spans.push_back({start + first, past - first});
    return true;
  }

  cq_json_walk_status walk_lines() {
    RecordWalk &walk = walk_of_records;
    const uint8_t *past = base;
    size_t outside = 0;
    while (walk.token < tokens_end) {
      const uint32_t first = *walk.token;
      const size_t breaks = line_breaks(past, base + first);
      // Each record has its line for itself.
      if ((breaks == 0 && past > base) || !walk.take(spans.size()) || !keep(first)) {
        return cq_json_refused;
      }
      outside += breaks;
      past = base + walk.token[-1] + 1;
    }
    outside += line_breaks(past, base + length);
    // A record stands on one line.
    if (outside != line_breaks(base, base + length)) return cq_json_refused;
    consumed = start + length;
    return cq_json_walked;
  }

  cq_json_walk_status walk_list() {
    RecordWalk &walk = walk_of_records;
    while (walk.byte() != ']' || !is_empty_list) {
      const uint32_t first = *walk.token;
      const bool is_whole = walk.take(spans.size());
      if (!is_whole || (walk.byte() != ',' && walk.byte() != ']')) return stop();
      const bool is_last_record = walk.byte() == ']';
      if (!keep(first)) return cq_json_refused;
      is_empty_list = false;
      if (is_last_record) break;
      consumed = start + *walk.token + 1;
      walk.token += 1;
    }
    if (walk.outer > cq_json_elements) {
      has_ended = true;
      consumed = start + *walk.token + 1;
      return cq_json_walked;
    }
    // The text ends here.
    const uint8_t *past = window + start + length;
    if (walk.token + 1 != tokens_end || !is_blank(past, window + size)) return cq_json_refused;
    has_ended = true;
    consumed = size;
    return cq_json_walked;
  }

  /// What is said where a walk over a list does not go on. What the window ends with may be the
  /// begin of something.
  cq_json_walk_status stop() {
    if (is_last || walk_of_records.token + 1 < tokens_end) return cq_json_refused;
    return waits();
  }
};

cq_json_walker *cq_json_walker_new(void) {
  try {
    return new cq_json_walker();
  } catch (...) {
    return nullptr;
  }
}

void cq_json_walker_free(cq_json_walker *walker) { delete walker; }

int32_t cq_json_walker_add_field(cq_json_walker *walker, const char *name, size_t length) {
  try {
    return walker->add_field(std::string_view(name, length));
  } catch (...) {
    return -1;
  }
}

cq_json_walk_result cq_json_walk(
    cq_json_walker *walker, const uint8_t *base, size_t length, int32_t depth, int32_t is_last,
    uint64_t number) {
  try {
    const auto outer = static_cast<uint32_t>(depth);
    if (outer >= RecordWalk::depth_limit) return {0, 0, cq_json_refused, 0, 0};
    if (!walker->is_broken) return walker->walk(base, length, outer, is_last != 0, number);
  } catch (...) {
    walker->is_broken = true;
  }
  return {0, 0, cq_json_no_memory, 0, 0};
}

const cq_json_span *cq_json_walker_spans(const cq_json_walker *walker) {
  return walker->spans.empty() ? nullptr : walker->spans.data();
}

const cq_json_token *cq_json_walker_tokens(const cq_json_walker *walker, int32_t field) {
  return walker->tokens(field);
}

uint64_t cq_json_walker_records(const cq_json_walker *walker) { return walker->records; }

uint64_t cq_json_walker_known(const cq_json_walker *walker) {
  uint64_t known = 0;
  for (const Node &node : walker->tree.nodes) known += 1 + node.kinds;
  return known;
}

uint32_t cq_json_walker_node_count(const cq_json_walker *walker) {
  return static_cast<uint32_t>(walker->tree.nodes.size());
}

cq_json_node cq_json_walker_node(const cq_json_walker *walker, uint32_t index) {
  const ShapeTree &tree = walker->tree;
  if (index >= tree.nodes.size()) index = static_cast<uint32_t>(tree.nodes.size()) - 1;
  const Node &node = tree.nodes[index];
  const bool is_element = index != 0 && tree.nodes[node.parent].element == index;
  return {node.window, node.order, node.parent, static_cast<uint8_t>(node.kinds),
          is_element, node.others != 0};
}

const char *cq_json_walker_name(const cq_json_walker *walker, uint32_t index, size_t *length) {
  if (index >= walker->tree.names.size()) return nullptr;
  *length = walker->tree.names[index].size();
  return walker->tree.names[index].data();
}
