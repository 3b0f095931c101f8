// SPDX-License-Identifier: MIT

import Catalogue
import Glibc

/// Finds the lines of a text of JSON that may hold what is asked for, so that no other is parsed.
///
/// A line that holds it has its bytes, unless escapes stand for some. Those of `\u` may stand for
/// any letter, and lines with one are taken; what else is escaped is not looked for. A line that is
/// found may have the bytes in another field: whoever asks looks again.
struct LineSearch: RecordSearch {
  /// Of each line one is found, or it is none that is asked for.
  private let finders: [TextFinder]

  /// Nil where nothing of what is asked for is a text that is worth to be looked for.
  init?(_ filters: [PartFilter]) {
    let needles = filters.flatMap(\.conditions).compactMap(Self.needles)
    let best = needles.max { Self.length($0) < Self.length($1) }
    guard let best, Self.length(best) >= Self.leastLength else { return nil }
    finders =
      best.map { TextFinder($0.bytes, folding: $0.folds) }
      + [TextFinder(Array(#"\u"#.utf8), folding: false)]
  }

  /// The lines of a text that may hold it; nil where these are so many that all may as well be
  /// parsed.
  func records(of text: Payload) -> FoundText? {
    let places = Self.lineStarts(text)
    if places.count < 2 { return nil }
    var found = Bitmap(repeating: false, count: places.count - 1)
    for finder in finders {
      found = found | finder.holders(in: text.padded.span, between: places)
    }
    let rows = found.indices
    let size = rows.reduce(0) { $0 + places[$1 + 1] - places[$1] }
    if size > text.count / 2 { return nil }
    var lines: [UInt8] = []
    lines.reserveCapacity(size + Payload.padding)
    for row in rows { lines += text.padded[places[row]..<places[row + 1]] }
    lines.append(contentsOf: repeatElement(0, count: Payload.padding))
    return FoundText(
      text: Payload(part: lines, of: text.name, watch: text.watch), count: rows.count)
  }

  /// Where the lines begin, and where the last one ends.
  private static func lineStarts(_ text: Payload) -> [Int] {
    var places = [0]
    unsafe text.padded.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var place = 0
      while place < text.count,
        let found = unsafe memchr(base + place, Int32(UInt8(ascii: "\n")), text.count - place)
      {
        place = unsafe base.distance(to: UnsafeRawPointer(found)) + 1
        places.append(place)
      }
      if place < text.count { places.append(text.count) }
    }
    return places
  }

  // What is looked for.

  private struct Needle {
    let bytes: [UInt8]
    let folds: Bool
  }

  /// More texts than these, of which one stands in a row, are not looked for.
  private static let mostNeedles = 8
  /// Shorter texts stand everywhere.
  private static let leastLength = 3

  /// How long the shortest is.
  private static func length(_ needles: [Needle]) -> Int { needles.map(\.bytes.count).min() ?? 0 }

  /// Texts of which one stands in each line that meets a condition; nil where that is not known.
  private static func needles(_ condition: PartCondition) -> [Needle]? {
    switch condition {
    case .holds(_, let sought): return [needle(sought)]
    case .any(let conditions):
      var all: [Needle] = []
      for condition in conditions {
        guard let found = needles(condition), all.count + found.count <= mostNeedles else {
          return nil
        }
        all += found
      }
      return all
    case .compares, .isNull: return nil
    }
  }

  /// The longest part of a text that stands in a line as it is, with the quotes where all of it
  /// does.
  private static func needle(_ sought: SoughtText) -> Needle {
    let parts = sought.literal.split(whereSeparator: mayBeEscaped)
    let longest = parts.max { $0.count < $1.count } ?? []
    var bytes = Array(longest)
    if bytes.count == sought.literal.count {
      let quote = UInt8(ascii: "\"")
      let (before, behind) =
        switch sought.mode {
        case .equals: (true, true)
        case .startsWith: (true, false)
        case .endsWith: (false, true)
        case .contains: (false, false)
        }
      if before { bytes.insert(quote, at: 0) }
      if behind { bytes.append(quote) }
    }
    return Needle(bytes: bytes, folds: !sought.exact)
  }

  /// Whether JSON has an escape for a byte but `\u`.
  private static func mayBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || byte == UInt8(ascii: "/")
  }
}
