// SPDX-License-Identifier: MIT

package import Catalogue

/// A pattern for whole values: `*` stands for any text, `?` for one character.
///
/// `\*`, `\?` and `\\` stand for the characters themselves; any other `\` does too. A character is
/// what a person counts as one, as in `len`: `ß`, `é` and a flag are one each, however they are
/// encoded. Case and accents are folded as in `TextPattern`, unless the pattern is exact.
///
/// The pattern is a nondeterministic automaton, of which all states are followed at once, a bit
/// for each: the time is that of the text's length times that of the pattern's, whatever they hold.
package struct WildcardPattern: Sendable {
  /// A bit for each element of the pattern that has been matched, and words for all of the bits.
  private let width: Int
  private let lastState: Int
  /// For each byte `width` words: the states that the byte leads to.
  private var successors: [UInt64]
  /// The states that a `?` leads to.
  private var characters: [UInt64]
  /// The states at which a `*` takes what comes.
  private var loops: [UInt64]
  private let exact: Bool
  /// The test in words.
  let text: String

  package init(_ pattern: String, exact: Bool) throws(BadPattern) {
    try BadPattern.check(lengthOf: pattern)
    text = "like \(exact ? "exact " : "")\(JSONText.string(.text(pattern)))"
    let elements = Self.elements(of: pattern, exact: exact)
    let steps = elements.filter { $0 != .anything }
    lastState = steps.count
    width = lastState / 64 + 1
    successors = Array(repeating: 0, count: 256 * width)
    characters = Array(repeating: 0, count: width)
    loops = Array(repeating: 0, count: width)
    self.exact = exact
    var state = 0
    for element in elements {
      if element != .anything { state += 1 }
      add(element, leadingTo: state)
    }
  }

  private mutating func add(_ element: Element, leadingTo state: Int) {
    let (word, bit) = (state / 64, UInt64(1) << UInt64(state % 64))
    switch element {
    case .anything: loops[word] |= bit
    case .character:
      characters[word] |= bit
      for byte in 0..<256 { successors[byte * width + word] |= bit }
    case .byte(let byte):
      successors[Int(byte) * width + word] |= bit
      // Capitals of ASCII need no folding: they lead where the small letters do.
      if !exact, byte &- UInt8(ascii: "a") < 26 {
        successors[Int(byte & 0xDF) * width + word] |= bit
      }
    }
  }

  /// A bit for each row, false for nulls; a value of a dictionary is looked at once.
  package func matches(_ column: TextColumn) -> Bitmap {
    let countsCharacters = characters.contains { $0 != 0 }
    var text = CharacterText(folded: !exact, countsCharacters: countsCharacters)
    var states = [UInt64](repeating: 0, count: width)
    return column.bits { value in
      text.take(value)
      return text.isPlain
        ? accepts(value.span, [], &states) : accepts(text.bytes.span, text.isStart, &states)
    }
  }

  /// Follows the states over a text; without `isStart` each byte begins a character.
  private func accepts(
    _ bytes: Span<UInt8>, _ isStart: [Bool], _ states: inout [UInt64]
  ) -> Bool {
    if width == 1 { return accepts(bytes, isStart) }
    for word in 0..<width { states[word] = word == 0 ? 1 : 0 }
    for index in bytes.indices {
      let start = isStart.isEmpty || isStart[index]
      var (carry, alive): (UInt64, UInt64) = (0, 0)
      for word in 0..<width {
        let next = successors[Int(bytes[index]) * width + word]
        states[word] = step(states[word], to: next, start, word, &carry)
        alive |= states[word]
      }
      guard alive != 0 else { return false }
    }
    return states[lastState / 64] >> UInt64(lastState % 64) & 1 == 1
  }

  /// The same for states that fit one word, as nearly all do.
  private func accepts(_ bytes: Span<UInt8>, _ isStart: [Bool]) -> Bool {
    let successors = successors.span
    var (state, carry): (UInt64, UInt64) = (1, 0)
    for index in bytes.indices {
      let start = isStart.isEmpty || isStart[index]
      state = step(state, to: successors[Int(bytes[index])], start, 0, &carry)
      guard state != 0 else { return false }
      carry = 0
    }
    return state >> UInt64(lastState) & 1 == 1
  }

  /// The states of a word after a byte that begins a character or, as a `?` takes whole characters,
  /// one that goes on with it.
  @inline(__always)
  private func step(
    _ old: UInt64, to next: UInt64, _ isStart: Bool, _ word: Int, _ carry: inout UInt64
  ) -> UInt64 {
    let inside = isStart ? 0 : old & characters[word] & ~loops[word]
    let moving = old & ~inside
    let moved = (moving << 1 | carry) & (isStart ? next : next & ~characters[word])
    carry = moving >> 63
    return moved | old & loops[word] | inside
  }
}

extension WildcardPattern {
  private enum Element: Equatable { case byte(UInt8), character, anything }

  private static func elements(of pattern: String, exact: Bool) -> [Element] {
    var elements: [Element] = []
    var literal = ""
    func flush() {
      let bytes = exact ? Array(literal.utf8) : Folding.folded(literal.utf8)
      elements += bytes.map(Element.byte)
      literal = ""
    }
    var rest = Substring(pattern).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*", "?":
        flush()
        elements.append(scalar == "*" ? .anything : .character)
      case "\\":
        let isEscape = rest.first.map { "*?\\".unicodeScalars.contains($0) } ?? false
        literal.unicodeScalars.append(isEscape ? rest.removeFirst() : scalar)
      default: literal.unicodeScalars.append(scalar)
      }
    }
    flush()
    return elements
  }
}

/// A value as the automaton reads it: its bytes, and which of them begin a character.
private struct CharacterText {
  private let folded: Bool
  private let countsCharacters: Bool
  /// Whether the value itself can be read, because each byte is a character or none are counted.
  private(set) var isPlain = true
  private(set) var bytes: [UInt8] = []
  /// Empty where nothing depends on it.
  private(set) var isStart: [Bool] = []

  init(folded: Bool, countsCharacters: Bool) {
    self.folded = folded
    self.countsCharacters = countsCharacters
  }

  mutating func take(_ value: ArraySlice<UInt8>) {
    let (highest, hasReturn) = Self.survey(value.span)
    // CR and LF together are one character.
    isPlain = highest < 0x80 && !(countsCharacters && hasReturn) || !folded && !countsCharacters
    if isPlain { return }
    bytes.removeAll(keepingCapacity: true)
    isStart.removeAll(keepingCapacity: true)
    if !countsCharacters {
      Folding.append(value.span, to: &bytes)
    } else if highest < 0xCC, !hasReturn {
      takeScalars(value)
    } else {
      for character in String(decoding: value, as: UTF8.self) { append(character.utf8) }
    }
  }

  private static func survey(_ bytes: Span<UInt8>) -> (highest: UInt8, hasReturn: Bool) {
    var (highest, returns): (UInt8, UInt8) = (0, 0)
    for index in bytes.indices {
      highest = max(highest, bytes[index])
      returns |= bytes[index] == UInt8(ascii: "\r") ? 1 : 0
    }
    return (highest, returns != 0)
  }

  /// Takes a text in which each scalar is a character: none below U+0300 joins another.
  private mutating func takeScalars(_ value: ArraySlice<UInt8>) {
    var offset = value.startIndex
    while offset < value.endIndex {
      if value[offset] < 0x80 {
        bytes.append(value[offset])
        isStart.append(true)
        offset += 1
      } else {
        let start = offset - value.startIndex
        let length = UTF8Reading.scalar(in: value.span, at: start).length
        append(value[offset..<offset + length])
        offset += length
      }
    }
  }

  private mutating func append(_ character: some Collection<UInt8>) {
    let start = bytes.count
    if folded { Folding.append(character, to: &bytes) } else { bytes += character }
    for index in start..<bytes.count { isStart.append(index == start) }
  }
}
