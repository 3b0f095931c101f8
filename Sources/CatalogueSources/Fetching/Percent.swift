// SPDX-License-Identifier: MIT

/// Text as it stands in an address.
enum Percent {
  /// With `%` and two digits for every byte but letters, digits and `-._~`. So are the dots of a
  /// text of nothing else, which as a step of a path would lead out of its folder.
  static func encoded(_ text: String) -> String {
    let isStep = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
    var result = ""
    for byte in text.utf8 { append(byte, to: &result, encoded: isStep || !isUnreserved(byte)) }
    return result
  }

  /// A whole address with codes for what none may hold: blanks, letters beyond ASCII, `<`, `"` and
  /// so on, and a `%` that begins no code.
  static func completed(_ address: String) -> String {
    // Most addresses are written as they are asked.
    if address.utf8.allSatisfy({ isUnreserved($0) || isReserved($0) }) { return address }
    let bytes = Array(address.utf8)
    var result = ""
    for (index, byte) in bytes.enumerated() {
      let isCode = byte == UInt8(ascii: "%") && code(bytes[(index + 1)...].prefix(2)) != nil
      let isFit = isCode || isUnreserved(byte) || isReserved(byte)
      append(byte, to: &result, encoded: !isFit)
    }
    return result
  }

  /// Nil for what is no encoded text, or is none in UTF-8.
  static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let code = code(rest.prefix(2)) else { return nil }
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether a byte may stand in an encoded text.
  static func isOfValue(_ byte: UInt8) -> Bool { isUnreserved(byte) || byte == UInt8(ascii: "%") }

  private static func isReserved(_ byte: UInt8) -> Bool {
    ":/?#[]@!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
  }

  private static func append(_ byte: UInt8, to text: inout String, encoded: Bool) {
    guard encoded else {
      text.unicodeScalars.append(Unicode.Scalar(byte))
      return
    }
    let digits = String(byte, radix: 16, uppercase: true)
    text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
  }

  private static func code(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
