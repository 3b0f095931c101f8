// SPDX-License-Identifier: MIT

/// A word or a sign of a file's code layer.
///
/// Words are runs of letters, digits and `_`; everything else is one sign a token. That is coarser
/// than Swift's own lexer and enough for rules that look for words in a row.
struct Token: Sendable {
  let text: String
  let line: Int
  /// Whether nothing stands between this token and the one before: `try!` differs from `try !done`.
  let touchesPrevious: Bool

  static func all(in lines: [String]) -> [Token] {
    RepositoryFile.numbered(lines).flatMap { tokens(in: $0.text, line: $0.number) }
  }

  private static func tokens(in text: String, line: Int) -> [Token] {
    let bytes = Array(text.utf8)
    var tokens: [Token] = []
    var position = 0
    var previousEnd = -1
    while position < bytes.count {
      let start = position
      position += 1
      guard bytes[start] != UInt8(ascii: " ") else { continue }
      if isWord(bytes[start]) {
        while position < bytes.count, isWord(bytes[position]) {
          position += 1
        }
      }
      tokens.append(
        Token(
          text: String(decoding: bytes[start..<position], as: UTF8.self), line: line,
          touchesPrevious: start == previousEnd))
      previousEnd = position
    }
    return tokens
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default:
      false
    }
  }
}

extension [Token] {
  /// The text of the token at an index, or nothing beyond either end.
  func text(at index: Int) -> String {
    indices.contains(index) ? self[index].text : ""
  }

  /// The tokens between the parenthesis or bracket at an index and the one that closes it.
  func inside(openingAt opening: Int) -> ArraySlice<Token> {
    var depth = 0
    for index in opening..<endIndex {
      switch self[index].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      if depth == 0 {
        return self[Swift.min(opening + 1, index)..<index]
      }
    }
    return self[(opening + 1)...]
  }

  /// The indices at which the given texts stand in a row, all but the first touching their left
  /// neighbour.
  func indices(of texts: [String]) -> [Int] {
    indices.filter { start in
      texts.indices.allSatisfy { offset in
        text(at: start + offset) == texts[offset]
          && (offset == 0 || self[start + offset].touchesPrevious)
      }
    }
  }
}
