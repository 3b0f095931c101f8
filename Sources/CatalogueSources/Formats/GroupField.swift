// SPDX-License-Identifier: MIT

/// A member of the groups that hold the items, such as the `title` of a category.
package struct GroupField: Sendable, Equatable {
  /// The index of the reading that is given the member's text in place of a member of the record.
  package var field: Int
  /// Which list of the path holds the groups, from 0: in `a[].b[].c[]` the `a` are 0, the `b` 1.
  package var level: Int
  /// Members from the group's root.
  package var path: [String]

  package init(field: Int, level: Int = 0, path: [String]) {
    self.field = field
    self.level = level
    self.path = path
  }
}
