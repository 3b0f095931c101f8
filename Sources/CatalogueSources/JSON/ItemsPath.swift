// SPDX-License-Identifier: MIT

/// Where the list of items stands in a document: `ResultsLite.Items`, `categories[].products[]`, or
/// nothing for a list that is the whole document.
package struct ItemsPath: Sendable, Equatable, CustomStringConvertible {
  package enum Step: Sendable, Equatable {
    /// The member of that name of an object.
    case member(String)
    /// Each element of a list.
    case each
  }

  /// The last step is always `each`: its elements are the items.
  package let steps: [Step]

  /// The document itself is the list.
  package static let root = ItemsPath([])

  /// A path that does not end in `each` is taken to name the list of items.
  package init(_ steps: [Step]) {
    self.steps = steps.last == .each ? steps : steps + [.each]
  }

  /// Reads the form in which source definitions write it, such as `categories[].products[]`.
  package init(_ text: String) {
    var steps: [Step] = []
    for part in text.split(separator: ".") {
      var name = part
      var lists = 0
      while name.hasSuffix("[]") {
        name = name.dropLast(2)
        lists += 1
      }
      if !name.isEmpty { steps.append(.member(String(name))) }
      steps += Array(repeating: .each, count: lists)
    }
    self.init(steps)
  }

  package var description: String {
    var text = ""
    for step in steps.dropLast() {
      switch step {
      case .member(let name): text += text.isEmpty ? name : "." + name
      case .each: text += "[]"
      }
    }
    return text
  }
}

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
