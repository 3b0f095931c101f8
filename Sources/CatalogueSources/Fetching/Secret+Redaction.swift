// SPDX-License-Identifier: MIT

extension Secret {
  private static let mark = Array("***".utf8)

  /// The bytes with every echo of the key replaced, also of one that is written with the escapes
  /// of an address or of JSON, and of what it is sent as.
  package func redacted(_ bytes: [UInt8]) -> [UInt8] {
    spellings.reduce(bytes) { Self.redacted($0, of: Array($1.utf8)) }
  }

  /// The key, what is sent for it, and a password in it that is long enough to be told from words.
  private var spellings: [String] {
    guard case .header(_, let form) = carrier, form.contains("{base64}") else { return [value] }
    let password = value.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
    let isLong = (password?.utf8.count ?? 0) >= KeyRing.shortest
    let texts = [value] + (isLong ? [password ?? ""] : [])
    return [Base64.encoded(Array(value.utf8))]
      + texts.flatMap { [$0] + ($0.utf8.allSatisfy { $0 < 0x80 } ? [] : Self.escaped($0)) }
  }

  /// A text with letters beyond ASCII as JSON may escape them.
  private static func escaped(_ text: String) -> [String] {
    [false, true].map { isUpper in
      text.utf16.reduce(into: "") { escaped, unit in
        if unit < 0x80 {
          escaped.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
        } else {
          let digits = String(unit, radix: 16, uppercase: isUpper)
          escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
  }

  private static func redacted(_ bytes: [UInt8], of key: [UInt8]) -> [UInt8] {
    if key.isEmpty { return bytes }
    var result: [UInt8] = []
    var copied = 0
    var place = 0
    while place < bytes.count {
      if let end = Self.end(of: key, in: bytes, from: place) {
        result += bytes[copied..<place]
        result += Self.mark
        copied = end
        place = end
      } else {
        place += 1
      }
    }
    return copied == 0 ? bytes : result + bytes[copied...]
  }

  package func redacted(_ text: String) -> String {
    String(decoding: redacted(Array(text.utf8)), as: UTF8.self)
  }

  /// The reply as everything reads it: what is taken from its body later, and cut, holds no part of
  /// the key. Its header stays, because a field with the key in it is not kept at all.
  func redacted(_ reply: HTTPReply) -> HTTPReply {
    var clean = HTTPReply(
      status: reply.status, headers: reply.headers, body: redacted(reply.body)
    ).after(tries: reply.tries)
    clean.isPart = reply.isPart
    return clean
  }

  private static func end(of key: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var place = start
    for byte in key {
      guard let length = length(of: byte, in: bytes, at: place) else { return nil }
      place += length
    }
    return place
  }

  /// How many bytes write a byte at a place: itself, `%2B`, `%252B`, `\+` or `\u002b`, and of a
  /// blank `+`; nil when something else stands there.
  private static func length(of byte: UInt8, in bytes: [UInt8], at place: Int) -> Int? {
    guard place < bytes.count else { return nil }
    let rest = bytes[place...]
    switch bytes[place] {
    case UInt8(ascii: "%"):
      if hexadecimal(rest.dropFirst().prefix(2)) == byte { return 3 }
      if rest.starts(with: "%25".utf8), hexadecimal(rest.dropFirst(3).prefix(2)) == byte {
        return 5
      }
    case UInt8(ascii: "\\"):
      if rest.starts(with: "\\u00".utf8), hexadecimal(rest.dropFirst(4).prefix(2)) == byte {
        return 6
      }
      if rest.dropFirst().first == byte { return 2 }
    case UInt8(ascii: "+") where byte == UInt8(ascii: " "): return 1
    default: break
    }
    return bytes[place] == byte ? 1 : nil
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    digits.count == 2 ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }
}
