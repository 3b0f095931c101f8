// SPDX-License-Identifier: MIT

internal import CTextCheck
internal import CTextSearch

/// A text as the vector search looks for it: by two of its bytes that are seldom met.
struct TextNeedle: Sendable {
  let bytes: [UInt8]
  /// Whether texts are searched as `Folding` leaves them, and `bytes` are folded.
  let folds: Bool
  private let rare: (first: Int, second: Int)
  /// For each byte the places at which it is sought, and for each letter of Latin those at which
  /// what it folds to may stand; empty unless texts are folded.
  private let places: [UInt64]
  private let letters: [UInt64]
  private let hasWideRegisters: Bool

  /// A text of at least one byte. What is found does not depend on the registers.
  init(_ bytes: [UInt8], folds: Bool, inWideRegisters: Bool = true) {
    precondition(!bytes.isEmpty, "what is looked for has a byte")
    self.bytes = bytes
    self.folds = folds
    rare = Self.rare(in: bytes)
    places = folds ? Self.places(in: bytes) : []
    letters = folds ? Folding.latin.map { Self.places(of: $0, in: bytes) } : []
    hasWideRegisters = inWideRegisters && cq_has_wide_registers() != 0
  }

  /// What is at a place of a text: what is sought, or a run beyond ASCII that it may touch.
  typealias Event = cq_text_event

  /// Gives the search for the next place of a text at which something is, or at which too much was
  /// compared in vain, which `inVain` counts.
  func withSearch(
    _ body: (_ next: (Span<UInt8>, _ from: Int, _ inVain: inout Int) -> (Event, place: Int)) -> Void
  ) {
    let isSought = !folds || bytes.allSatisfy { $0 < 0x80 }
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe places.withUnsafeBufferPointer { places in
        unsafe letters.withUnsafeBufferPointer { letters in
          guard let start = bytes.baseAddress else { return }
          var needle = unsafe cq_text_needle(
            bytes: start, count: bytes.count, first: rare.first, second: rare.second,
            ignores_case: folds ? 1 : 0, is_sought: isSought ? 1 : 0, tells_runs: folds ? 1 : 0,
            places: places.baseAddress, letters: letters.baseAddress,
            has_wide_registers: hasWideRegisters ? 1 : 0)
          body { text, from, inVain in
            var event = cq_text_end
            let place = unsafe text.withUnsafeBufferPointer { text in
              unsafe cq_text_next(&needle, text.baseAddress, text.count, from, &inVain, &event)
            }
            return (event, place)
          }
        }
      }
    }
  }

  /// The bytes of texts from the most to the least common, as far as letters go. Blanks are the
  /// most common ones, and quotes, since texts of JSON are searched too; all others less so than
  /// letters.
  private static let common = Array("\" etaoinsrhldcumfpgwybvkxjqz".utf8)

  private static func rank(_ byte: UInt8) -> Int {
    common.firstIndex(of: Folding.lowercased(byte)) ?? common.count
  }

  /// The places of the two rarest of the first bytes, far from each other where that leaves a
  /// choice.
  private static func rare(in all: [UInt8]) -> (first: Int, second: Int) {
    let bytes = all.prefix(most)
    let first = bytes.indices.max { rank(bytes[$0]) < rank(bytes[$1]) } ?? 0
    let others = bytes.indices.filter { $0 != first }
    let second = others.max {
      (rank(bytes[$0]), abs($0 - first)) < (rank(bytes[$1]), abs($1 - first))
    }
    return (first, second ?? first)
  }

  /// Places that have a bit; the highest bit is that of texts of which nothing more is known.
  private static let most = 63
  private static let unknown = UInt64(1) << 63

  private static func places(in bytes: [UInt8]) -> [UInt64] {
    var places = [UInt64](repeating: 0, count: 256)
    for (place, byte) in bytes.prefix(most).enumerated() where byte < 0x80 {
      places[Int(byte)] |= 1 << UInt64(place)
      if Folding.caseBit(of: byte) != 0 { places[Int(byte ^ 0x20)] |= 1 << UInt64(place) }
    }
    return places
  }

  /// Where a folded letter may stand so that all that is sought stands around it.
  private static func places(of letter: [UInt8], in bytes: [UInt8]) -> UInt64 {
    if letter.isEmpty || bytes.count > most { return unknown }
    var places: UInt64 = 0
    for place in bytes.indices where agree(letter[...], bytes[place...]) {
      // Nothing need stand before the letter where the text begins with it, or within it.
      places |= place == 0 ? unknown : 1 << UInt64(place)
    }
    let begins = letter.indices.dropFirst().contains { agree(letter[$0...], bytes[...]) }
    return begins ? places | unknown : places
  }

  /// Whether two runs of bytes are equal as far as both go.
  private static func agree(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
    zip(first, second).allSatisfy { $0 == $1 }
  }
}
