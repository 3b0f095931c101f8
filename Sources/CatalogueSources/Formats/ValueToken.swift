// SPDX-License-Identifier: MIT

/// Where one value stands in a payload and of what kind it is.
///
/// Its layout is that of the tokens that the C library fills, so that arrays of these are taken as
/// they are.
struct ValueToken: Sendable, Equatable {
  /// Offset of the first byte; for a text between quotes the one after the first of them.
  private let start: UInt64
  /// In bytes; that of a text between quotes without these.
  private let length: UInt32
  /// A `ValueKind`.
  private let kind: UInt8
  /// A `Spelling`.
  private let spelled: UInt8

  /// How the value is found in what is written.
  enum Spelling: UInt8 {
    /// As it stands; a text is between quotes, which do not belong to the token.
    case plain
    /// A text between quotes, which do not belong to the token, with escapes.
    case escaped
    /// As it stands; a text is not between quotes.
    case bare
    /// A text with escapes and whatever else it is written with.
    case escapedWhole
  }

  init(_ range: Range<Int>, _ form: ValueKind, _ spelling: Spelling) {
    start = UInt64(range.lowerBound)
    length = UInt32(clamping: range.count)
    kind = form.rawValue
    spelled = spelling.rawValue
  }

  /// The token of a member that is not there.
  static let absent = ValueToken(0..<0, .absent, .plain)

  /// The token of a value of which nothing is written.
  static let null = ValueToken(0..<0, .null, .bare)

  var spelling: Spelling { Spelling(rawValue: spelled) ?? .plain }

  var form: ValueKind { ValueKind(rawValue: kind) ?? .absent }

  /// Whether it is a text that has to be decoded.
  var hasEscapes: Bool { spelled & 1 != 0 }

  var isEmptyText: Bool { form == .string && length == 0 }

  /// Absent or null.
  var isMissing: Bool { kind <= ValueKind.null.rawValue }

  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  /// The value with a text's quotes.
  var whole: Range<Int> {
    guard form == .string else { return range }
    switch spelling {
    case .plain, .escaped: return range.lowerBound - 1..<range.upperBound + 1
    case .bare, .escapedWhole: return range
    }
  }
}

/// What stands at a member, in the order in which the C library numbers it.
enum ValueKind: UInt8 {
  case absent, null, `true`, `false`, number, string, array, object

  /// The kind as a part of a sentence.
  var words: String {
    switch self {
    case .absent: "nothing"
    case .null: "null"
    case .true: "true"
    case .false: "false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
