// SPDX-License-Identifier: MIT

/// Looks for one text in others, byte for byte.
///
/// The search of Knuth, Morris and Pratt: linear whatever the texts are, which come from data.
package struct TextSearch: Sendable {
  let sought: [UInt8]
  /// For each beginning of the text the length of its longest border: a beginning that is also its
  /// end.
  private let borders: [Int]

  package init(_ sought: some Collection<UInt8>) {
    self.sought = Array(sought)
    var borders = [Int](repeating: 0, count: sought.count)
    var length = 0
    for index in self.sought.indices.dropFirst() {
      while length > 0, self.sought[index] != self.sought[length] { length = borders[length - 1] }
      if self.sought[index] == self.sought[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Whether the text stands in another, of which with `ignoringCase` letters of ASCII may be of
  /// any case; the text that is sought has only small ones then.
  func isFound(in text: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
    guard !sought.isEmpty else { return true }
    guard let start = quickly(in: text, ignoringCase: ignoringCase) else { return true }
    return isFound(in: text, from: start, ignoringCase: ignoringCase)
  }

  /// The place before which the text begins nowhere in another; nil where it was found.
  ///
  /// A place is looked at where the first byte stands and, as far behind it, the last one, of
  /// sixteen places at a time. Where that leads to much in vain, and at the end, it stops.
  @inline(__always)
  private func quickly(in text: Span<UInt8>, ignoringCase: Bool) -> Int? {
    let sought = sought.span
    let last = sought.count - 1
    let (head, tail) = (SIMD16(repeating: sought[0]), SIMD16(repeating: sought[last]))
    let headCase = SIMD16(repeating: ignoringCase ? Folding.caseBit(of: sought[0]) : 0)
    let tailCase = SIMD16(repeating: ignoringCase ? Folding.caseBit(of: sought[last]) : 0)
    let bytes = unsafe text.bytes
    // The last sixteen places are looked at together, some of them twice.
    let lastSixteen = text.count - last - 16
    guard lastSixteen >= 0 else { return 0 }
    var (next, inVain) = (0, 0)
    while next < lastSixteen + 16, inVain <= 4 * (next + 16) {
      let place = min(next, lastSixteen)
      let heads = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
      let tails = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: place + last, as: SIMD16<UInt8>.self)
      let both = ((heads | headCase) .== head) .& ((tails | tailCase) .== tail)
      let found = unsafe unsafeBitCast(both, to: SIMD2<UInt64>.self)
      if found[0] | found[1] != 0 {
        for half in 0..<2 {
          var marks = UInt64(littleEndian: found[half])
          while marks != 0 {
            let byte = marks.trailingZeroBitCount >> 3
            let common = common(in: text, at: place + half * 8 + byte, ignoringCase)
            if common == sought.count { return nil }
            inVain += common
            marks &= ~(0xFF << UInt64(byte * 8))
          }
        }
      }
      next = place + 16
    }
    return next
  }

  /// How many bytes of the text stand at a place of another.
  private func common(in text: Span<UInt8>, at place: Int, _ ignoringCase: Bool) -> Int {
    let sought = sought.span
    for index in sought.indices {
      let byte = text[place + index]
      if (ignoringCase ? Folding.lowercased(byte) : byte) != sought[index] { return index }
    }
    return sought.count
  }

  private func isFound(in text: Span<UInt8>, from start: Int, ignoringCase: Bool) -> Bool {
    let (sought, borders) = (sought.span, borders.span)
    let first = sought[0]
    let capital = ignoringCase ? Folding.uppercased(first) : first
    let lastPlace = text.count - sought.count
    var (index, matched) = (start, 0)
    while index - matched <= lastPlace {
      if matched == 0 {
        // Nearly all bytes of nearly all texts.
        index = ByteScan.first(first, or: capital, in: text, from: index)
        if index > lastPlace { return false }
      }
      let byte = ignoringCase ? Folding.lowercased(text[index]) : text[index]
      index += 1
      while matched > 0, byte != sought[matched] { matched = borders[matched - 1] }
      if byte == sought[matched] { matched += 1 }
      if matched == sought.count { return true }
    }
    return false
  }

  /// Whether the text stands in another.
  package func isFound(in text: [UInt8]) -> Bool { isFound(in: text.span) }

  /// The first place of the text in another.
  func first(in text: ArraySlice<UInt8>) -> Range<Int>? {
    guard !sought.isEmpty else { return text.startIndex..<text.startIndex }
    guard sought.count <= text.count else { return nil }
    var matched = 0
    for index in text.indices {
      let byte = text[index]
      while matched > 0, byte != sought[matched] { matched = borders[matched - 1] }
      if byte == sought[matched] { matched += 1 }
      if matched == sought.count { return index + 1 - matched..<index + 1 }
    }
    return nil
  }

  /// What stands before, between and after the places of the text; all where it is empty.
  func parts(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = text
    while !sought.isEmpty, let place = first(in: rest) {
      parts.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    return parts + [rest]
  }
}
