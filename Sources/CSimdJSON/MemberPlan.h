// SPDX-License-Identifier: MIT

#pragma once

#include "ShapeTree.h"

/// In which order the members of records came last, for those that keep to it: some of them may be
/// missing, and none is an object or a list of more than single values.
///
/// What is seen of the members is added to the tree when somebody wants to know it, not for each.
class MemberPlan {
 public:
  /// A member.
  struct Step {
    uint64_t name[2];
    uint64_t mask[2];
    uint32_t node;
    /// The node of the elements of lists; 0 where there was none.
    uint32_t element;
    int32_t field;
    bool is_long;
    /// What was seen of its values, and of the elements of its lists.
    uint32_t kinds;
    uint32_t element_kinds;
  };

  /// A record that has more of them missing is another one.
  static constexpr size_t most_missing = 32;

  std::vector<Step> steps;

  /// Whether it is of use for the next record.
  bool is_promising() const { return credit >= 0 && !steps.empty(); }

  void note_success() {
    if (credit < most_credit) credit += 1;
  }

  /// A record was taken without it, after which the tree tells the order.
  void note_other(ShapeTree &tree) {
    if (credit < 0) {
      credit += 1;
    } else {
      credit = credit < price ? -most_credit : credit - price;
    }
    if (is_known != tree.changes && credit >= 0) follow(tree);
  }

  /// Adds what was seen to the tree.
  void finish(ShapeTree &tree) {
    for (const Step &step : steps) {
      tree.nodes[step.node].kinds |= step.kinds;
      tree.nodes[step.element].kinds |= step.element_kinds;
    }
  }

 private:
  static constexpr int32_t most_credit = 64;
  static constexpr int32_t price = 8;

  /// Falls where records keep to no order, and then none is tried for a while.
  int32_t credit = price;
  /// Up to which change of the tree it follows it.
  uint64_t is_known = UINT64_MAX;

  void follow(ShapeTree &tree) {
    finish(tree);
    is_known = tree.changes;
    steps.clear();
    for (uint32_t place = tree.nodes[0].first; place != 0; place = tree.nodes[place].next) {
      const Node &node = tree.nodes[place];
      const uint32_t kinds = node.element == 0 ? 0 : tree.nodes[node.element].kinds;
      const bool is_deep = (node.kinds & cq_json_seen_object) != 0 ||
                           (kinds & (cq_json_seen_object | cq_json_seen_list)) != 0;
      if (is_deep || steps.size() == tree.nodes[0].members) return steps.clear();
      steps.push_back({{node.name[0], node.name[1]}, {node.mask[0], node.mask[1]}, place,
                       node.element, node.field, node.name_length >= 14, 0, 0});
    }
  }
};
