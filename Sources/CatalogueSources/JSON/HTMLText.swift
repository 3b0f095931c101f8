// SPDX-License-Identifier: MIT

/// The text of a piece of HTML: tags are left out, what breaks lines becomes a line break, and
/// references to characters become the characters.
enum HTMLText {
  static func plain(_ html: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = html
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let tag = tag(rest) {
        if tag.breaksLine { text.append(UInt8(ascii: "\n")) }
        rest = rest[tag.end...]
      } else if byte == UInt8(ascii: "&"), let reference = reference(rest) {
        text += reference.text
        rest = rest[reference.end...]
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Tags after which a browser begins a new line.
  private static let breaking: Set<String> = [
    "br", "/p", "/li", "/div", "/tr", "/h1", "/h2", "/h3",
  ]
  private static let longestTag = 1_000

  /// The tag that begins here; nil for a `<` of the text, as in `a < b`.
  private static func tag(
    _ html: ArraySlice<UInt8>
  ) -> (breaksLine: Bool, end: Int)? {
    let inner = html.dropFirst()
    guard let first = inner.first, isLetter(first) || [0x2F, 0x21].contains(first),
      let close = inner.prefix(longestTag).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let name = inner[..<close].prefix { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "/") }
    var word = String(decoding: name, as: UTF8.self).lowercased()
    if word.count > 1, word.hasSuffix("/") { word.removeLast() }
    return (breaking.contains(word), close + 1)
  }

  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "reg": "®",
    "trade": "™", "copy": "©", "deg": "°", "ndash": "–", "mdash": "—", "hellip": "…",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "middot": "·",
    "frac12": "½", "frac14": "¼", "times": "×", "euro": "€", "pound": "£", "agrave": "à",
    "aacute": "á", "auml": "ä", "ccedil": "ç", "egrave": "è", "eacute": "é", "igrave": "ì",
    "ntilde": "ñ", "ograve": "ò", "ouml": "ö", "ugrave": "ù", "uuml": "ü", "szlig": "ß",
  ]
  private static let longestName = 8

  /// The character that a reference such as `&amp;` or `&#174;` stands for; nil for none of these.
  private static func reference(_ html: ArraySlice<UInt8>) -> (text: [UInt8], end: Int)? {
    let inner = html.dropFirst()
    guard let close = inner.prefix(longestName + 1).firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let name = String(decoding: inner[..<close], as: UTF8.self)
    guard name.hasPrefix("#") else { return named[name].map { (Array($0.utf8), close + 1) } }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = code.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return nil }
    return (Array(String(Character(scalar)).utf8), close + 1)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
