// SPDX-License-Identifier: MIT

/// A literal text to look for, with or without regard to case and accents.
public struct TextPattern: Sendable {
  /// Where in a value the literal has to stand.
  public enum Mode: Sendable { case equals, contains, startsWith, endsWith }

  /// What is looked for; without case and accents unless it is `exact`.
  package var literal: [UInt8] { search.sought }
  private let search: TextSearch
  package let mode: Mode
  package let exact: Bool
  private let isASCII: Bool

  /// With `exact` code points are compared, otherwise what `Folding` leaves of both sides.
  public init(_ literal: String, mode: Mode, exact: Bool) {
    search = TextSearch(exact ? Array(literal.utf8) : Folding.folded(literal.utf8))
    self.mode = mode
    self.exact = exact
    isASCII = search.sought.allSatisfy { $0 < 0x80 }
  }

  /// A bit for each row, false for nulls; a value of a dictionary is looked at once.
  public func matches(_ column: TextColumn) -> Bitmap {
    var (latin, folded): ([UInt8], [UInt8]) = ([], [])
    return column.bits(ofBytes: { bytes in
      if exact { return matches(bytes) }
      if ByteScan.isASCII(bytes) { return isASCII && matches(bytes, ignoringCase: true) }
      if let length = Folding.foldLatin(bytes, into: &latin) {
        return matches(latin.span.extracting(0..<length))
      }
      folded.removeAll(keepingCapacity: true)
      Folding.append(bytes, to: &folded)
      return matches(folded.span)
    })
  }

  @inline(__always)
  private func matches(_ bytes: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
    let literal = search.sought.span
    let rest = bytes.count - literal.count
    guard rest >= 0 else { return false }
    return switch mode {
    case .equals: rest == 0 && Self.stands(literal, in: bytes, at: 0, ignoringCase)
    case .startsWith: Self.stands(literal, in: bytes, at: 0, ignoringCase)
    case .endsWith: Self.stands(literal, in: bytes, at: rest, ignoringCase)
    case .contains: search.isFound(in: bytes, ignoringCase: ignoringCase)
    }
  }

  @inline(__always)
  private static func stands(
    _ literal: Span<UInt8>, in bytes: Span<UInt8>, at start: Int, _ ignoringCase: Bool
  ) -> Bool {
    for index in literal.indices {
      let byte = bytes[start + index]
      if (ignoringCase ? Folding.lowercased(byte) : byte) != literal[index] { return false }
    }
    return true
  }
}

extension TextPattern {
  /// The text that a whole value has to equal by its code points; nil where others match too.
  package var onlyText: String? {
    mode == .equals && exact ? String(decoding: literal, as: UTF8.self) : nil
  }

  /// The test in words, as it is made: `contains "dream"`, without accents and in lower case
  /// unless it is `exact`.
  package var text: String {
    let word =
      switch mode {
      case .equals: "="
      case .contains: "contains"
      case .startsWith: "starts with"
      case .endsWith: "ends with"
      }
    let sought = JSONText.string(.text(String(decoding: literal, as: UTF8.self)))
    return exact ? "\(word) exact \(sought)" : "\(word) \(sought)"
  }
}
