// SPDX-License-Identifier: MIT

internal import CTextSearch

/// Finds which of many texts hold another one, as they stand or as `Folding` leaves them.
///
/// A text folds run by run: bytes of ASCII byte by byte, and each run beyond ASCII by itself. So
/// what is sought stands in the folded text where it stands in bytes of ASCII, in any case, or
/// where it touches such a run. The first is searched in wide registers, in all texts at once;
/// around runs alone is anything folded.
package struct TextFinder: Sendable {
  private let search: TextSearch
  /// Nil where nothing is sought, which every text holds.
  private let needle: TextNeedle?

  /// What is looked for is folded already where texts are folded. What is found does not depend on
  /// the registers.
  package init(_ sought: [UInt8], folding: Bool, inWideRegisters: Bool = true) {
    search = TextSearch(sought)
    needle =
      sought.isEmpty
      ? nil : TextNeedle(sought, folds: folding, inWideRegisters: inWideRegisters)
  }

  /// A bit for each text.
  func holders(among texts: PackedText) -> Bitmap {
    let bytes = texts.bytes
    return holders(in: bytes.span, between: texts.ends)
  }

  /// A bit for each of texts that stand end to end: those between one place and the next, of which
  /// the first is 0. What stands behind the last place is not looked at.
  package func holders(in bytes: Span<UInt8>, between places: [Int]) -> Bitmap {
    guard let needle else { return Bitmap(repeating: true, count: places.count - 1) }
    var walk = TextWalk(search, places, folds: needle.folds)
    let texts = bytes.extracting(..<(places.last ?? 0))
    needle.withSearch { next in walk.go(through: texts, next) }
    return walk.found.finish()
  }
}

/// The way through texts that stand end to end.
private struct TextWalk {
  private let search: TextSearch
  private let folds: Bool
  /// Where the texts begin, and where the last one ends.
  private let places: [Int]
  private(set) var found: BitmapBuilder
  /// What a run folds to.
  private var folded: [UInt8] = []
  /// The text at hand.
  private var row = 0
  /// What stands before is done, but for texts that have to be gone through as a whole.
  private var place = 0

  init(_ search: TextSearch, _ places: [Int], folds: Bool) {
    self.search = search
    self.places = places
    self.folds = folds
    found = BitmapBuilder(repeating: false, count: places.count - 1)
  }

  mutating func go(
    through bytes: Span<UInt8>,
    _ next: (Span<UInt8>, _ from: Int, _ inVain: inout Int) -> (TextNeedle.Event, place: Int)
  ) {
    var inVain = 0
    while true {
      let (event, here) = next(bytes, place, &inVain)
      if event == cq_text_end { return }
      while places[row + 1] <= here { row += 1 }
      let end = places[row + 1]
      switch event {
      case cq_text_found where here + search.sought.count <= end: note()
      case cq_text_found:
        // It goes on in the next text.
        inVain += search.sought.count
        place = here + 1
      case cq_text_run: if isFound(in: bytes, aroundRunAt: here) { note() }
      default: return goSlowly(through: bytes)
      }
      if inVain > 4 * here + 1024 { return goSlowly(through: bytes) }
    }
  }

  /// The text at hand holds what is sought.
  private mutating func note() {
    found[row] = true
    place = places[row + 1]
  }

  /// Goes through the texts from the one at hand on byte by byte.
  private mutating func goSlowly(through bytes: Span<UInt8>) {
    for row in row..<places.count - 1 where !found[row] {
      found[row] = isFound(in: bytes, places[row]..<places[row + 1])
    }
  }

  private mutating func isFound(in bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var (place, matched) = (text.lowerBound, 0)
    while place < text.upperBound, matched < search.sought.count {
      if folds, bytes[place] >= 0x80 {
        place = fold(bytes, place, text.upperBound)
        search.advance(&matched, over: folded.span)
      } else {
        search.advance(&matched, over: folds ? Folding.lowercased(bytes[place]) : bytes[place])
        place += 1
      }
    }
    return matched == search.sought.count
  }

  /// Whether what is sought touches a run beyond ASCII or those behind it; goes on behind them.
  private mutating func isFound(in bytes: Span<UInt8>, aroundRunAt start: Int) -> Bool {
    let (count, end) = (search.sought.count, places[row + 1])
    // No run before this one is touched that is not known to be.
    let first = max(place, places[row], start - (count - 1))
    var (before, matched) = (start, 0)
    while before > first, bytes[before - 1] < 0x80 { before -= 1 }
    while before < start {
      search.advance(&matched, over: Folding.lowercased(bytes[before]))
      before += 1
    }
    var next = start
    repeat {
      next = fold(bytes, next, end)
      place = next
      search.advance(&matched, over: folded.span)
      // As long as what was matched goes back to the run.
      while matched < count, matched > next - place, next < end, bytes[next] < 0x80 {
        search.advance(&matched, over: Folding.lowercased(bytes[next]))
        next += 1
      }
      if matched == count { return true }
    } while matched > next - place && next < end
    return false
  }

  /// Folds the run that begins at a place, and gives its end.
  private mutating func fold(_ bytes: Span<UInt8>, _ start: Int, _ limit: Int) -> Int {
    var end = start + 1
    while end < limit, bytes[end] >= 0x80 { end += 1 }
    folded.removeAll(keepingCapacity: true)
    Folding.append(bytes.extracting(start..<end), to: &folded)
    return end
  }
}
