// SPDX-License-Identifier: MIT

package import Catalogue

/// A pattern that was typed, to try on the values of a column.
package enum TextMatcher: Sendable {
  case literal(TextPattern)
  case wildcard(WildcardPattern)
  case regular(RegularExpression)

  /// A bit for each row, false for nulls.
  package func matches(_ column: TextColumn) throws(PatternFault) -> Bitmap {
    switch self {
    case .literal(let pattern): pattern.matches(column)
    case .wildcard(let pattern): pattern.matches(column)
    case .regular(let pattern): try pattern.matches(column)
    }
  }

  /// The test in words, as it is made: `contains "dream"`, `like "a*"`, `matches /^a/`.
  package var text: String {
    switch self {
    case .literal(let pattern): pattern.text
    case .wildcard(let pattern): pattern.text
    case .regular(let pattern): pattern.text
    }
  }

  /// The longest pattern that is taken, in bytes of UTF-8.
  package static let maximumLength = 1_024
}

/// Why a pattern cannot be used.
package struct BadPattern: Error, Equatable {
  package let message: String
  /// At which byte of the pattern; nil when it is a matter of the whole.
  package let offset: Int?

  package init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }

  /// Throws when a pattern is too long to be tried on millions of values.
  static func check(lengthOf pattern: String) throws(BadPattern) {
    guard pattern.utf8.count <= TextMatcher.maximumLength else {
      throw BadPattern("a pattern has at most \(TextMatcher.maximumLength) bytes")
    }
  }
}

/// A search that was given up: its pattern tries too many ways on a value.
package struct PatternFault: Error, Equatable {
  /// The beginning of the value.
  package let value: String

  init(_ bytes: ArraySlice<UInt8>) {
    let limit = 40
    let start = String(decoding: bytes.prefix(8 * limit), as: UTF8.self)
    let shown = start.prefix(limit)
    value = shown.utf8.count < bytes.count ? shown + "…" : start
  }
}
