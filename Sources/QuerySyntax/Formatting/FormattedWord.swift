// SPDX-License-Identifier: MIT

/// A word or mark as it will be written.
struct FormattedWord {
  /// What it means for the layout.
  enum Role: Equatable {
    case other
    case pipe, comma, or, and, coalesce, additive, multiplicative, by
    /// An opening bracket with the index of its partner; stages stand in some of them.
    case opening(partner: Int, holdsStages: Bool)
    case closing
  }

  let text: [UInt8]
  /// How many columns it takes.
  let width: Int
  var role: Role
  /// Whether it follows the word before it without a space.
  let isTight: Bool
  /// Whether a line that begins with it would be read as a statement.
  let beginsStatement: Bool
  /// Those between it and the next word.
  var comments: [WordComment]
}

extension FormattedWord {
  /// A whole statement as it is written.
  init(verbatim text: ArraySlice<UInt8>) {
    self.init(
      text: Array(text), width: 0, role: .other, isTight: false, beginsStatement: false,
      comments: [])
  }
}

/// A comment inside or behind a statement.
struct WordComment {
  let text: [UInt8]
  /// Whether it stands on the line of the word, not on a line of its own.
  var isTrailing: Bool
}
