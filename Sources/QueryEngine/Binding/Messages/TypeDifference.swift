// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// The first place at which two types part: the fields themselves, or members within records.
struct TypeDifference {
  /// The field and the members that lead there, such as `place.lat`.
  let path: String
  /// The type on either side; nil where a record has no such member.
  let first: ValueType?
  let second: ValueType?

  init(of field: String, _ first: ValueType, _ second: ValueType) {
    var (path, one, other) = (field, first as ValueType?, second as ValueType?)
    while let step = Self.step(one, other) {
      if let member = step.member { path += ".\(member)" }
      (one, other) = (step.first, step.second)
    }
    (self.path, self.first, self.second) = (path, one, other)
  }

  /// One level down, to the first member that differs; nil where both have no members.
  private static func step(
    _ first: ValueType?, _ second: ValueType?
  ) -> (member: String?, first: ValueType?, second: ValueType?)? {
    switch (first, second) {
    // A list of plain values is named as a whole.
    case (.list(let one), .list(let other)) where step(one, other) != nil:
      return (nil, one, other)
    case (.record(let members), .record(let others)):
      for member in members {
        let other = others.first { $0.name.isSpelled(as: member.name) }
        if other?.type != member.type { return (member.name, member.type, other?.type) }
      }
      let added = others.first { other in !members.contains { $0.name.isSpelled(as: other.name) } }
      return added.map { ($0.name, nil, $0.type) }
    default: return nil
    }
  }
}

extension Diagnostic {
  /// A field of two sources that are put one below the other.
  static func differentTypes(
    _ field: String, _ first: ValueType, _ source: String, _ second: ValueType, _ other: String,
    _ range: ScriptRange
  ) -> Diagnostic {
    let difference = TypeDifference(of: field, first, second)
    let message =
      switch (difference.first, difference.second) {
      case (let one?, let two?) where one.description == two.description:
        "the members of `\(difference.path)` are in another order in \(other) than in \(source)"
      case (let one?, let two?):
        "`\(difference.path)` is \(one) in \(source) and \(two) in \(other)"
      case (_?, nil): "`\(difference.path)` is in \(source) and not in \(other)"
      case (nil, _): "`\(difference.path)` is in \(other) and not in \(source)"
      }
    let whole = difference.path == field ? "it" : "`\(field)`"
    return Diagnostic(
      .typeMismatch, message, at: Label(range),
      remarks: [.help("`drop` or `rename` \(whole) on one side, through a `let`")])
  }
}
