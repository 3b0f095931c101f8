// SPDX-License-Identifier: MIT

#pragma once

#include "CJSONWindows.h"

#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// The values at one place in the records. What a walk looks at for each value is in the first
/// line of the processor's cache.
struct alignas(64) Node {
  /// The first bytes of the name with its quotes and a colon, and which of them count. Nothing has
  /// the name of a node without one: texts in UTF-8 have no such byte.
  uint64_t name[2] = {0xFF, 0};
  uint64_t mask[2] = {0xFF, 0};
  /// The object in which it was last met.
  uint64_t met_in = 0;
  /// The member that followed it last time; 0, the record itself, for none.
  uint32_t next = 0;
  uint32_t name_length = 0;
  /// The member with which an object here began last time.
  uint32_t first = 0;
  /// The node of the elements of lists; 0 where there was none.
  uint32_t element = 0;
  /// The column of its tokens; negative where nobody wants them.
  int32_t field = -1;
  uint32_t kinds = 0;

  uint64_t window = 0;
  uint32_t order = 0;
  uint32_t parent = 0;
  /// How many members with names it has.
  uint32_t members = 0;
  /// The node of the members beyond those; 0 where there are none.
  uint32_t others = 0;
};

static_assert(sizeof(Node) == 128, "a node has two lines of the cache");

/// What was seen at each place of all records.
class ShapeTree {
 public:
  ShapeTree() {
    nodes.emplace_back();
    names.emplace_back();
    slots.resize(64);
  }

  std::vector<Node> nodes;
  std::vector<std::string_view> names;
  /// The window that is walked over, and how many nodes it has brought.
  uint64_t window = 0;
  uint32_t order = 0;
  /// Grows whenever there is something new, and when members come in another order.
  uint64_t changes = 0;

  /// The column for the tokens of a member of the records.
  int32_t add_field(std::string_view name) {
    const auto known = fields.find(name);
    if (known != fields.end()) return known->second;
    if (fields.size() >= CQ_JSON_FIELD_LIMIT) return -1;
    texts.emplace_back(name);
    fields.emplace(texts.back(), static_cast<int32_t>(fields.size()));
    return static_cast<int32_t>(fields.size()) - 1;
  }

  /// The member of that name of the objects of a node; 0 where there would be too many.
  [[gnu::noinline]] uint32_t member(uint32_t parent, std::string_view name) {
    const size_t mask = slots.size() - 1;
    size_t slot = hash(parent, name) & mask;
    for (; slots[slot] != 0; slot = (slot + 1) & mask) {
      const uint32_t node = slots[slot];
      if (nodes[node].parent == parent && names[node] == name) return node;
    }
    if (parent != 0 && nodes[parent].members == CQ_JSON_MEMBER_LIMIT) return other(parent);
    if (parent == 0 && nodes[0].members == CQ_JSON_FIELD_LIMIT) return 0;
    const uint32_t added = add(parent);
    if (added == 0) return 0;
    set_name(added, name);
    slots[slot] = added;
    if (2 * nodes.size() > slots.size()) grow();
    return added;
  }

  /// The node of the elements of the lists of a node; 0 where there would be too many nodes.
  [[gnu::noinline]] uint32_t element(uint32_t parent) {
    if (nodes[parent].element != 0) return nodes[parent].element;
    const uint32_t added = add(parent);
    nodes[parent].element = added;
    return added;
  }

 private:
  std::deque<std::string> texts;
  std::unordered_map<std::string_view, int32_t> fields;
  std::vector<uint32_t> slots;

  static size_t hash(uint32_t parent, std::string_view name) {
    uint64_t value = (parent + 1) * 0x9E3779B97F4A7C15u;
    for (const char byte : name) {
      value = (value ^ static_cast<uint8_t>(byte)) * 0x100000001B3u;
    }
    return value ^ value >> 29;
  }

  uint32_t add(uint32_t parent) {
    if (nodes.size() >= CQ_JSON_NODE_LIMIT) return 0;
    Node node;
    node.parent = parent;
    node.window = window;
    node.order = order;
    order += 1;
    changes += 1;
    nodes.push_back(node);
    names.emplace_back();
    return static_cast<uint32_t>(nodes.size()) - 1;
  }

  /// The one node for all members of a map that have no own. A name that stands twice in a map is
  /// not noticed, for nothing depends on it.
  uint32_t other(uint32_t parent) {
    if (nodes[parent].others == 0) {
      const uint32_t added = add(parent);
      nodes[parent].others = added;
      if (added == 0) return 0;
    }
    nodes[nodes[parent].others].met_in = 0;
    return nodes[parent].others;
  }

  void set_name(uint32_t index, std::string_view name) {
    texts.emplace_back(name);
    names[index] = texts.back();
    Node &node = nodes[index];
    node.name_length = static_cast<uint32_t>(name.size());
    std::string whole = "\"" + texts.back() + "\":";
    const size_t counted = whole.size() < 16 ? whole.size() : 16;
    whole.resize(16);
    std::memcpy(node.name, whole.data(), 16);
    node.mask[0] = 0;
    std::memset(node.mask, 0xFF, counted);
    nodes[node.parent].members += 1;
    if (node.parent != 0) return;
    const auto wanted = fields.find(name);
    if (wanted != fields.end()) node.field = wanted->second;
  }

  void grow() {
    slots.assign(2 * slots.size(), 0);
    const size_t mask = slots.size() - 1;
    for (uint32_t node = 1; node < nodes.size(); node += 1) {
      if (names[node].data() == nullptr) continue;
      size_t slot = hash(nodes[node].parent, names[node]) & mask;
      while (slots[slot] != 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
  }
};
