// SPDX-License-Identifier: MIT

/// A literal text to look for, with or without regard to case and accents.
public struct TextPattern: Sendable {
  /// Where in a value the literal has to stand.
  public enum Mode: Sendable { case equals, contains, startsWith, endsWith }

  /// What is looked for; without case and accents unless it is `exact`.
  package let literal: [UInt8]
  package let mode: Mode
  package let exact: Bool
  /// Where texts are searched.
  private let finder: TextFinder?

  /// With `exact` code points are compared, otherwise what `Folding` leaves of both sides.
  public init(_ literal: String, mode: Mode, exact: Bool) {
    self.literal = exact ? Array(literal.utf8) : Folding.folded(literal.utf8)
    self.mode = mode
    self.exact = exact
    finder = mode == .contains ? TextFinder(self.literal, folding: !exact) : nil
  }

  /// A bit for each row, false for nulls; a value of a dictionary is looked at once.
  public func matches(_ column: TextColumn) -> Bitmap {
    if let finder { return column.bits(ofTexts: finder.holders) }
    var room: [UInt8] = []
    let (literal, mode, folds) = (literal, mode, !exact)
    return column.bits(ofBytes: { bytes in
      let text = FoldedText(bytes, folds: folds)
      return mode == .endsWith
        ? text.ends(with: literal.span, &room)
        : text.equals(literal.span, orMore: mode == .startsWith, &room)
    })
  }
}

extension TextPattern {
  /// The test in words, as it is made.
  package var text: String { sought.text }
}
