// SPDX-License-Identifier: MIT

/// Ctrl-R: an incremental search backwards through past statements, without regard to case.
package struct HistorySearch {
  private let entries: [String]
  private let draft: String
  private let failed: Set<String>
  private let mark: String
  package private(set) var pattern = ""
  package private(set) var isFailing = false
  private var index: Int
  package private(set) var shown: String

  /// A search in entries from a line; `mark` tells of those that have failed.
  package init(
    entries: [String], draft: String, failed: Set<String> = [], mark: String = "✗"
  ) {
    self.entries = entries
    self.draft = draft
    self.failed = failed
    self.mark = mark
    index = entries.count
    shown = draft
  }

  /// Stands in the place of the prompt while searching.
  package var prompt: String {
    let words = isFailing ? "nothing with" : "search"
    let ending = index < entries.count && failed.contains(shown) ? "\(mark) " : ""
    return "(\(words) '\(ScreenLayout.fit(pattern, columns: 24))') \(ending)"
  }

  package mutating func type(_ scalar: Unicode.Scalar) {
    pattern.unicodeScalars.append(scalar)
    // What is shown may hold the longer pattern as well.
    search(upTo: min(index + 1, entries.count))
  }

  /// Takes back the last character; what is shown holds the shorter pattern, too.
  package mutating func erase() {
    pattern = String(pattern.dropLast())
    isFailing = false
    if pattern.isEmpty { cancel() } else { search(upTo: min(index + 1, entries.count)) }
  }

  package mutating func older() {
    search(upTo: index)
  }

  /// Gives the line back as it was before the search.
  package mutating func cancel() {
    index = entries.count
    shown = draft
  }

  /// UTF-8 offset of the found text in ``shown``; nil where there is none.
  package var matchOffset: Int? {
    match(in: shown)?.lowerBound
  }

  /// Where what is searched for stands in a text, as UTF-8 offsets; nil where it does not.
  package func match(in text: String) -> Range<Int>? {
    let folded = Self.fold(pattern)
    return Self.offset(of: folded, in: text).map { $0..<$0 + folded.count }
  }

  private mutating func search(upTo end: Int) {
    guard !pattern.isEmpty else { return }
    let folded = Self.fold(pattern)
    let current = index < entries.count ? shown : nil
    let found = entries[..<end].indices.last { candidate in
      (entries[candidate] != current || end > index)
        && Self.offset(of: folded, in: entries[candidate]) != nil
    }
    isFailing = found == nil
    guard let found else { return }
    index = found
    shown = entries[found]
  }

  private static func fold(_ text: String) -> [UInt8] { text.utf8.map(fold) }

  private static func fold(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  private static func offset(of folded: [UInt8], in text: String) -> Int? {
    guard let first = folded.first else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      var start = 0
      while start + folded.count <= bytes.count {
        if unsafe fold(bytes[start]) == first,
          folded.indices.allSatisfy({ unsafe fold(bytes[start + $0]) == folded[$0] })
        {
          return start
        }
        start += 1
      }
      return nil
    }
  }
}
