// SPDX-License-Identifier: MIT

import CUTF8Proc
import Catalogue

/// How many cells of a terminal text takes, and what fits into a number of cells.
///
/// Cells are counted by grapheme cluster: an emoji, however many scalars it is made of, takes two;
/// any other cluster takes what its scalars take by East Asian width (UAX #11), marks none.
package enum DisplayWidth {
  /// The cells of a text without control characters.
  package static func of(_ text: some StringProtocol) -> Int {
    if isPlain(text.utf8) { return text.utf8.count }
    return simpleWidth(of: Array(text.utf8).span) ?? text.reduce(0) { $0 + of($1) }
  }

  /// The cells of a text in UTF-8.
  package static func of(_ bytes: ArraySlice<UInt8>) -> Int {
    if isPlain(bytes) { return bytes.count }
    return simpleWidth(of: bytes.span) ?? of(String(decoding: bytes, as: UTF8.self))
  }

  /// The cells of a text of letters that never form clusters, which is most text; nil for others.
  private static func simpleWidth(of bytes: Span<UInt8>) -> Int? {
    var width = 0
    var offset = 0
    while offset < bytes.count {
      let (scalar, length) = UTF8Reading.scalar(in: bytes, at: offset)
      // An invalid byte is as little simple as a control character.
      switch scalar?.value ?? 0 {
      case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x377, 0x391...0x3A1, 0x3A3...0x482,
        0x2010...0x2027:
        width += 1
      case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: width += 2
      default: return nil
      }
      offset += length
    }
    return width
  }

  /// The cells of one grapheme cluster.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x7F, scalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
    if isEmoji(first, of: scalars) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  private static func isEmoji(
    _ first: Unicode.Scalar, of scalars: Character.UnicodeScalarView
  ) -> Bool {
    guard first.properties.isEmoji else { return false }
    let isRegional = regionalIndicators.contains(first.value)
    if first.properties.isEmojiPresentation, !isRegional { return true }
    return scalars.dropFirst().contains {
      $0.value == 0xFE0F || (isRegional && regionalIndicators.contains($0.value))
    }
  }

  /// The letters that make a flag in pairs.
  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = Int32(bitPattern: scalar.value)
    guard utf8proc_category(value) == UTF8PROC_CATEGORY_CN else {
      return Int(utf8proc_charwidth(value))
    }
    // Newer than the tables: the planes of ideographs are wide throughout (UAX #11).
    return (0x2_0000...0x3_FFFD).contains(scalar.value) ? 2 : 1
  }

  /// Whether every byte is a printable ASCII character.
  private static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 &- 0x20 < 0x5F }
  }
}

extension DisplayWidth {
  /// The text, cut to a width with an ellipsis where it is wider.
  package static func truncated(
    _ text: String, to width: Int, ellipsis: String = "…"
  ) -> String {
    if of(text) <= width { return text }
    let mark = of(ellipsis) <= width ? ellipsis : ""
    return String(prefix(of: text[...], width: width - of(mark))) + mark
  }

  /// The text, cut at its beginning with an ellipsis where it is wider.
  package static func ending(
    of text: String, in width: Int, ellipsis: String = "…"
  ) -> String {
    if of(text) <= width { return text }
    let mark = of(ellipsis) <= width ? ellipsis : ""
    var used = of(mark)
    let kept = text.reversed().prefix {
      used += of($0)
      return used <= width
    }
    return mark + String(kept.reversed())
  }

  /// The text in lines of at most `width` cells, broken at spaces, a longer word within it; with
  /// `keepingWords` such a word stays whole.
  ///
  /// A line break of the text stays one; a cluster wider than `width` stands on its own line.
  package static func wrapped(
    _ text: String, to width: Int, keepingWords: Bool = false
  ) -> [String] {
    if text.utf8.count <= width, isPlain(text.utf8) { return [text] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { wrappedLine($0, to: width, keepingWords) }
  }

  private static func wrappedLine(
    _ text: Substring, to width: Int, _ keepsWords: Bool
  ) -> [String] {
    if of(text) <= width { return [String(text)] }
    var lines: [String] = []
    var rest = text
    while true {
      var line = prefix(of: rest, width: width)
      if line.endIndex == rest.endIndex { break }
      if line.isEmpty { line = rest.prefix(1) }
      var next = rest[line.endIndex...]
      if next.first != " ", let space = line.lastIndex(of: " "),
        line[..<space].contains(where: { $0 != " " })
      {
        next = rest[rest.index(after: space)...]
        line = line[..<space]
      } else if keepsWords {
        let end = next.firstIndex(of: " ") ?? rest.endIndex
        (line, next) = (rest[..<end], rest[end...])
      }
      lines.append(withoutTrailingSpaces(line))
      rest = next.drop { $0 == " " }
    }
    if lines.isEmpty || !rest.isEmpty { lines.append(String(rest)) }
    return lines
  }

  /// The longest beginning of a text that takes at most `width` cells.
  private static func prefix(of text: Substring, width: Int) -> Substring {
    var used = 0
    return text.prefix {
      used += of($0)
      return used <= width
    }
  }

  private static func withoutTrailingSpaces(_ text: Substring) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension DisplayWidth {
  /// The cells of a line of ours, without the sequences that set its colours.
  static func ofStyled(_ line: ArraySlice<UInt8>) -> Int {
    var shown: [UInt8] = []
    var rest = line
    while let start = rest.firstIndex(of: 0x1B) {
      shown += rest[..<start]
      rest = rest[start...].drop { $0 != UInt8(ascii: "m") }.dropFirst()
    }
    return of(String(decoding: shown + rest, as: UTF8.self))
  }
}
