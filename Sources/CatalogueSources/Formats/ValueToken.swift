// SPDX-License-Identifier: MIT

import CSimdJSON

/// Where one value stands in a payload and of what kind it is.
typealias ValueToken = cq_json_token

/// What stands at a member, in the order of `cq_json_kind`.
enum ValueKind: UInt8 {
  case absent, null, `true`, `false`, number, string, array, object

  /// The kind of a well formed value by its first byte.
  init(firstByte: UInt8) {
    switch firstByte {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "t"): self = .true
    case UInt8(ascii: "f"): self = .false
    case UInt8(ascii: "n"): self = .null
    default: self = .number
    }
  }

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

extension ValueToken {
  /// The token of a well formed value; a text's quotes do not belong to it.
  init(_ range: Range<Int>, in bytes: [UInt8]) {
    let form = ValueKind(firstByte: bytes[range.lowerBound])
    let inner = form == .string ? range.lowerBound + 1..<range.upperBound - 1 : range
    self.init(
      start: UInt64(inner.lowerBound), length: UInt32(clamping: inner.count), kind: form.rawValue,
      escaped: form == .string && bytes[inner].contains(UInt8(ascii: "\\")) ? 1 : 0)
  }

  /// How the value is found in what is written.
  enum Escape: UInt8 {
    /// A value of JSON without escapes.
    case none
    /// A text of JSON with escapes.
    case json
    /// A cell without quotes.
    case bare
    /// A cell within quotes, which do not belong to the token.
    case quoted
    /// A cell with its quotes, in which two stand for one; text may follow the closing one.
    case quotedDouble
    /// The same, where a backslash too takes the meaning from a quote.
    case quotedBackslash
  }

  /// The token of a cell.
  init(_ range: Range<Int>, _ form: ValueKind, _ escape: Escape) {
    self.init(
      start: UInt64(range.lowerBound), length: UInt32(clamping: range.count), kind: form.rawValue,
      escaped: escape.rawValue)
  }

  /// The token of a member that is not there.
  static let absent = ValueToken()

  /// The token of a cell with nothing in it.
  static let null = ValueToken(0..<0, .null, .bare)

  var escape: Escape { Escape(rawValue: escaped) ?? .none }

  /// Whether it is a cell of a table.
  var isCell: Bool { escaped >= Escape.bare.rawValue }

  var form: ValueKind { ValueKind(rawValue: kind) ?? .absent }

  /// Whether it is a text that has to be decoded.
  var hasEscapes: Bool {
    switch escape {
    case .none, .bare, .quoted: false
    case .json, .quotedDouble, .quotedBackslash: true
    }
  }

  var isEmptyText: Bool { form == .string && length == 0 }

  /// Absent or null.
  var isMissing: Bool { kind <= ValueKind.null.rawValue }

  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  /// The value with a text's quotes.
  var whole: Range<Int> {
    guard form == .string else { return range }
    switch escape {
    case .none, .json, .quoted: return range.lowerBound - 1..<range.upperBound + 1
    case .bare, .quotedDouble, .quotedBackslash: return range
    }
  }

  /// The text that is written, which has escapes; nil where it has half of a surrogate pair.
  func resolved(_ written: ArraySlice<UInt8>) -> [UInt8]? {
    switch escape {
    case .quotedDouble: return SeparatedDialect.resolved(written)
    case .quotedBackslash: return SeparatedDialect.resolved(written, backslash: true)
    case .none, .json, .bare, .quoted:
      var text: [UInt8] = []
      return JSONEscape.append(written, to: &text) ? text : nil
    }
  }
}

extension Payload {
  /// A text, or the spelling of a number; nil for anything else.
  func text(of token: ValueToken) -> String? {
    switch token.form {
    case .number: return String(decoding: padded[token.range], as: UTF8.self)
    case .string:
      let written = padded[token.range]
      let text = token.hasEscapes ? token.resolved(written)?[...] : written
      return text.map { String(decoding: $0, as: UTF8.self) }
    default: return nil
    }
  }
}
