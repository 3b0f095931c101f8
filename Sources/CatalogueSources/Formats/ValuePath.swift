// SPDX-License-Identifier: MIT

import Catalogue

/// The way from a record to a value, such as `Price.FullPrice`, `categoryPath[last].name`,
/// `ModelColors[].Rgb` or `Descriptions[Key = "Title"].Value`.
package struct ValuePath: Sendable, Equatable {
  package enum Step: Sendable, Equatable {
    case member(String)
    /// Each element of a list, which makes the value a list.
    case each
    /// One element of a list.
    case first, last
    /// The first element of a list whose member is that text.
    case matching([String], String)
  }

  package let steps: [Step]

  package init(_ steps: [Step]) { self.steps = steps }

  package init(members: [String]) { self.init(members.map { .member($0) }) }

  /// The member of the record at which the way begins.
  var firstMember: String? {
    guard case .member(let name) = steps.first else { return nil }
    return name
  }

  /// The names of the members when there are only such.
  var members: [String]? {
    var names: [String] = []
    for step in steps {
      guard case .member(let name) = step else { return nil }
      names.append(name)
    }
    return names
  }

  /// The last member that it names.
  var lastMember: String? {
    for case .member(let name) in steps.reversed() { return name }
    return nil
  }

  /// Whether it leads to several values.
  var isList: Bool { steps.contains(.each) }
}

extension ValuePath: CustomStringConvertible {
  package var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .member(let name): text += text.isEmpty ? name : "." + name
      case .each: text += "[]"
      case .first: text += "[first]"
      case .last: text += "[last]"
      case .matching(let path, let value):
        text += "[\(path.joined(separator: ".")) = \"\(value)\"]"
      }
    }
  }
}
