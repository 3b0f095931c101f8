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

extension Payload {
  /// The value at the end of some steps; absent when there is none. Steps that lead to several
  /// values are left to `elements`.
  func token(along steps: ArraySlice<ValuePath.Step>, inside token: ValueToken) -> ValueToken {
    var token = token
    for step in steps {
      switch step {
      case .member(let name):
        guard token.form == .object else { return .absent }
        token = self.token(at: [name], inside: token)
      case .first: token = elements(of: token).first ?? .absent
      case .last: token = elements(of: token).last ?? .absent
      case .matching(let path, let value):
        token =
          elements(of: token).first {
            text(of: self.token(at: path[...], inside: $0)) == value
          } ?? .absent
      case .each: return .absent
      }
    }
    return token
  }

  /// The elements of a list; none of anything else.
  func elements(of token: ValueToken) -> [ValueToken] {
    guard token.form == .array else { return [] }
    var scanner = JSONScanner(self, token.whole)
    var elements: [ValueToken] = []
    // The list is known to be well formed; should it not be, the walk ends.
    _ = try? scanner.elements { elements.append($0) }
    return elements
  }
}

extension Payload {
  /// Whether a member is missing on the way to a value: null and an empty list are there.
  func lacks(_ path: ValuePath, inside record: ValueToken) -> Bool {
    var token = record
    for step in path.steps {
      guard case .member(let name) = step, token.form == .object else { return false }
      token = self.token(at: [name], inside: token)
      if token.form == .absent { return true }
    }
    return false
  }
}

extension JSONScanner {
  /// Takes a list and gives each of its elements.
  mutating func elements(_ body: (ValueToken) -> Void) throws(JSONFault) {
    try open()
    if closesEmpty() { return }
    repeat {
      skipSpace()
      let start = offset
      try skipValue()
      body(ValueToken(start..<offset, in: bytes))
    } while try continues()
  }
}
