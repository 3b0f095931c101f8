// SPDX-License-Identifier: MIT

/// A text that stands in each row that is asked for: what a `TextPattern` looks for, to be found
/// before anybody knows where the fields of a row are.
public struct SoughtText: Sendable, Equatable {
  /// Without case and accents unless it is `exact`.
  package let literal: [UInt8]
  package let mode: TextPattern.Mode
  package let exact: Bool

  package init(_ literal: [UInt8], _ mode: TextPattern.Mode, exact: Bool) {
    self.literal = literal
    self.mode = mode
    self.exact = exact
  }
}

extension TextPattern {
  package var sought: SoughtText { SoughtText(literal, mode, exact: exact) }
}

extension SoughtText {
  /// The test in words, as it is made: `contains "dream"`, without accents and in lower case
  /// unless it is `exact`.
  package var text: String {
    let word =
      switch mode {
      case .equals: "="
      case .contains: "contains"
      case .startsWith: "starts with"
      case .endsWith: "ends with"
      }
    let sought = JSONText.string(.text(String(decoding: literal, as: UTF8.self)))
    return exact ? "\(word) exact \(sought)" : "\(word) \(sought)"
  }
}
