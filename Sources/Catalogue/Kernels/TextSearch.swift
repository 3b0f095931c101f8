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

  /// Whether the text stands in another.
  package func isFound(in text: [UInt8]) -> Bool { isFound(in: text.span) }

  func isFound(in text: Span<UInt8>) -> Bool {
    var matched = 0
    advance(&matched, over: text)
    return matched == sought.count
  }

  /// Takes the next byte of a text of which `matched` bytes of the sought one end it, not all.
  @inline(__always)
  func advance(_ matched: inout Int, over byte: UInt8) {
    let (sought, borders) = (sought.span, borders.span)
    while matched > 0, byte != sought[matched] { matched = borders[matched - 1] }
    if byte == sought[matched] { matched += 1 }
  }

  /// Takes the next bytes, as far as the end of the sought text where that is there.
  func advance(_ matched: inout Int, over bytes: Span<UInt8>) {
    for index in bytes.indices {
      if matched == sought.count { return }
      advance(&matched, over: bytes[index])
    }
  }

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

  /// Gives what stands before, between and after the places of the text, which do not overlap; all
  /// where it is empty.
  @inline(__always)
  func eachPart(of text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    var start = 0
    if sought.count == 1 {
      var place = ByteScan.first(sought[0], in: text, from: 0)
      while place < text.count {
        body(start..<place)
        start = place + 1
        place = ByteScan.first(sought[0], in: text, from: start)
      }
    } else if !sought.isEmpty {
      var matched = 0
      for index in text.indices {
        advance(&matched, over: text[index])
        guard matched == sought.count else { continue }
        body(start..<index + 1 - matched)
        (start, matched) = (index + 1, 0)
      }
    }
    body(start..<text.count)
  }
}
