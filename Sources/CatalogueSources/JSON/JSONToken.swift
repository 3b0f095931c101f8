// SPDX-License-Identifier: MIT

import CSimdJSON

/// Where one value stands in a payload and of what kind it is.
typealias JSONToken = cq_json_token

/// What stands at a member, in the order of `cq_json_kind`.
enum JSONKind: UInt8 {
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

extension JSONToken {
  /// The token of a well formed value; a text's quotes do not belong to it.
  init(_ range: Range<Int>, in bytes: [UInt8]) {
    let form = JSONKind(firstByte: bytes[range.lowerBound])
    let inner = form == .string ? range.lowerBound + 1..<range.upperBound - 1 : range
    self.init(
      start: UInt64(inner.lowerBound), length: UInt32(clamping: inner.count), kind: form.rawValue,
      escaped: form == .string && bytes[inner].contains(UInt8(ascii: "\\")) ? 1 : 0)
  }

  /// The token of a member that is not there.
  static let absent = JSONToken()

  var form: JSONKind { JSONKind(rawValue: kind) ?? .absent }

  /// Whether it is a text that has to be decoded.
  var hasEscapes: Bool { escaped != 0 }

  var isEmptyText: Bool { form == .string && length == 0 }

  /// Absent or null.
  var isMissing: Bool { kind <= JSONKind.null.rawValue }

  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  /// The value with a text's quotes.
  var whole: Range<Int> {
    form == .string ? range.lowerBound - 1..<range.upperBound + 1 : range
  }
}

extension JSONScanner {
  /// Whether a member's name, given without its quotes, is a certain one.
  func isName(_ key: Range<Int>, _ name: String) -> Bool {
    let text = bytes[key]
    guard text.contains(UInt8(ascii: "\\")) else { return text.elementsEqual(name.utf8) }
    return self.name(key).map { $0.utf8.elementsEqual(name.utf8) } ?? false
  }

  /// A member's name with its escapes resolved; nil when it holds half of a surrogate pair.
  func name(_ key: Range<Int>) -> String? {
    var name: [UInt8] = []
    guard JSONEscape.append(bytes[key], to: &name) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Takes an object and gives each of its members' names and values.
  mutating func members(
    _ body: (Range<Int>, JSONToken) -> Void
  ) throws(JSONFault) {
    try open()
    if closesEmpty() { return }
    repeat {
      let key = try key()
      let start = offset
      try skipValue()
      body(key, JSONToken(start..<offset, in: bytes))
    } while try continues()
  }

  /// Takes a value; `token` is then the value at the path of members inside it, or stays as it was
  /// when there is none. The last of members of one name counts. After a fault, `token` holds what
  /// was found before it.
  mutating func find(_ path: ArraySlice<String>, into token: inout JSONToken) throws(JSONFault) {
    skipSpace()
    guard let name = path.first else {
      let start = offset
      try skipValue()
      token = JSONToken(start..<offset, in: bytes)
      return
    }
    guard byte == UInt8(ascii: "{") else { return try skipValue() }
    try open()
    if closesEmpty() { return }
    var isMet = false
    repeat {
      let key = try key()
      if isName(key, name) {
        if isMet { repeatedName = key }
        isMet = true
        token = .absent
        try find(path.dropFirst(), into: &token)
      } else {
        try skipValue()
      }
    } while try continues()
  }
}

extension Payload {
  /// The value at a path of members inside a well formed value; absent when there is none.
  func token(at path: ArraySlice<String>, inside token: JSONToken) -> JSONToken {
    if path.isEmpty { return token }
    var scanner = JSONScanner(self, token.whole)
    var found = JSONToken.absent
    guard (try? scanner.find(path, into: &found)) != nil else { return .absent }
    return found
  }

  /// A text, or the spelling of a number; nil for anything else.
  func text(of token: JSONToken) -> String? {
    switch token.form {
    case .number: return String(decoding: padded[token.range], as: UTF8.self)
    case .string:
      var text: [UInt8] = []
      guard JSONEscape.append(padded[token.range], to: &text) else { return nil }
      return String(decoding: text, as: UTF8.self)
    default: return nil
    }
  }
}
