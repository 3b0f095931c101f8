// SPDX-License-Identifier: MIT

/// What libedit's `bind` prints: which key is bound to what, in a map for each mode.
package struct BindingListing: Equatable {
  /// What a key stands for: a command by its name, or text that is typed in its place.
  package enum Target: Equatable {
    case command(String)
    case text([UInt8])
  }

  /// By the bytes of the key; the map in which characters are typed.
  package private(set) var standard: [[UInt8]: Target] = [:]
  /// The map of vi's command mode; emacs has none.
  package private(set) var alternative: [[UInt8]: Target] = [:]

  package init() {}

  /// Reads the listing. Lines of another form, and keys that are not ASCII, are passed over.
  package init(_ text: String) {
    var section = ""
    for line in text.split(separator: "\n") {
      guard line.hasPrefix("\"") else {
        section = String(line)
        continue
      }
      add(line, isAlternative: section.hasPrefix("Alternative"), isBoth: section.hasPrefix("Multi"))
    }
  }

  private mutating func add(_ line: Substring, isAlternative: Bool, isBoth: Bool) {
    guard let arrow = Self.arrow(in: line) else { return }
    let keys = Self.keys(line[..<arrow.lowerBound])
    let words = line[arrow.upperBound...]
    let target: Target
    if words.hasPrefix("is undefined") {
      return
    } else if words.hasPrefix("\"") {
      target = .text(Self.decoded(words.dropFirst().dropLast()))
    } else {
      target = .command(String(words))
    }
    for key in keys {
      if !isAlternative || isBoth { standard[key] = target }
      if isAlternative || isBoth { alternative[key] = target }
    }
  }

  /// Where `->` stands between the keys and what they do; the keys themselves may hold it.
  private static func arrow(in line: Substring) -> Range<Substring.Index>? {
    line.ranges(of: "->  ").last { line[..<$0.lowerBound].hasSuffix(" ") }
  }

  /// The key, or all from one to another.
  private static func keys(_ text: Substring) -> [[UInt8]] {
    var text = text
    while text.last == " " { text.removeLast() }
    let bounds = text.ranges(of: "to \"").last.flatMap { range -> (Substring, Substring)? in
      var first = text[..<range.lowerBound]
      while first.last == " " { first.removeLast() }
      guard first.hasPrefix("\""), first.count > 2, first.hasSuffix("\"") else { return nil }
      return (first, text[text.index(before: range.upperBound)...])
    }
    guard let (first, last) = bounds else {
      let key = decoded(text.dropFirst().dropLast())
      return key.allSatisfy { $0 < 0x80 } && !key.isEmpty ? [key] : []
    }
    let start = decoded(first.dropFirst().dropLast())
    let end = decoded(last.dropFirst().dropLast())
    guard start.count == 1, let low = start.first, low < 0x80 else { return [] }
    // A range may end beyond ASCII.
    let high = end.count == 1 ? min(end.first ?? 0x7f, 0x7f) : 0x7f
    return low <= high ? (low...high).map { [$0] } : []
  }

  /// Takes `^X` for a control character; everything else stands for itself.
  private static func decoded(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var isControl = false
    for byte in text.utf8 {
      if isControl, byte == UInt8(ascii: "?") || (0x40..<0x60).contains(byte) {
        bytes[bytes.count - 1] = byte ^ 0x40
        isControl = false
      } else {
        bytes.append(byte)
        isControl = byte == UInt8(ascii: "^")
      }
    }
    return bytes
  }
}
