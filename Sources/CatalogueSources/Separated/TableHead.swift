// SPDX-License-Identifier: MIT

import Catalogue

/// What stands above the rows of separated values: lines that are no part of the table, and the
/// names of its columns.
struct TableHead: Sendable, Equatable {
  /// The names of the columns; where none is written, `column1` and so on.
  private(set) var names: [String]
  /// Whether the first line has them.
  let isNamed: Bool
  /// Where the first row begins.
  let start: Int
  /// How many lines before it are left out.
  let skippedLines: Int
  /// Names that stand more than once, which got a number.
  private(set) var repeated: [String] = []

  /// Finds out what the first of some rows are, unless it is said whether the first one has the
  /// names.
  init(_ reading: DialectDetection.Reading, isNamed: Bool?, end: Int) {
    let skipped = reading.width > 1 ? Self.linesAbove(reading) : 0
    let rows = reading.rows.dropFirst(skipped)
    self.isNamed = isNamed ?? Self.hasNames(rows)
    skippedLines = skipped
    let first = skipped + (self.isNamed ? 1 : 0)
    start = first < reading.starts.count ? reading.starts[first] : end
    let written = self.isNamed ? rows.first ?? [] : []
    let width = max(reading.width, written.count)
    names = (0..<width).map { column in
      let name = column < written.count ? CellKind.trimmed(written[column][...]) : []
      return name.isEmpty ? "column\(column + 1)" : String(decoding: name, as: UTF8.self)
    }
    number()
  }

  /// Gives each later one of equal names the first number that makes it new.
  private mutating func number() {
    var taken = Set(names)
    var met: Set<String> = []
    for column in names.indices where !met.insert(names[column]).inserted {
      let name = names[column]
      repeated.append(name)
      let free = (2...).lazy.map { "\(name)_\($0)" }.first { !taken.contains($0) }
      names[column] = free ?? name
      taken.insert(names[column])
      met.insert(names[column])
    }
  }

  /// How many of the first rows have at most one cell with something in it, or under half of the
  /// usual cells.
  private static func linesAbove(_ reading: DialectDetection.Reading) -> Int {
    let above = reading.rows.prefix { row in
      row.count { !$0.isEmpty } <= 1 || row.count * 2 < reading.width
    }
    return above.count == reading.rows.count ? 0 : above.count
  }

  /// Whether the first of some rows looks like names of columns: one of them is a text above
  /// numbers, dates or bools; or all is text, and little of it comes again below.
  private static func hasNames(_ rows: ArraySlice<[[UInt8]]>) -> Bool {
    guard let first = rows.first else { return true }
    let kinds = first.map { CellKind($0[...]) }
    let below = rows.dropFirst()
    guard !below.isEmpty else { return !kinds.contains { $0 != .text && $0 != .empty } }
    var isLikeRest = false
    var again = 0
    for column in first.indices {
      let cells = below.lazy.filter { column < $0.count }.map { $0[column] }
      let rest = Set(cells.map { CellKind($0[...]) }).subtracting([.empty])
      if let kind = commonKind(rest), kind != .text {
        if kinds[column] == .text { return true }
        isLikeRest = isLikeRest || kinds[column] == kind || kinds[column] == .int
      } else if cells.contains(first[column]), !first[column].isEmpty {
        again += 1
      }
    }
    if isLikeRest { return hasYears(first) }
    return again * 4 < first.count
  }

  /// What all cells of a column are; nil where they are of several kinds, or there are none.
  private static func commonKind(_ kinds: Set<CellKind>) -> CellKind? {
    if kinds == [.int, .decimal] { return .decimal }
    return kinds.count == 1 ? kinds.first : nil
  }

  /// Whether the numbers of a row are years, each another, as in the head of a table by years.
  private static func hasYears(_ row: [[UInt8]]) -> Bool {
    let numbers = row.filter { [.int, .decimal].contains(CellKind($0[...])) }
    let years = numbers.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      .filter { 1500...2200 ~= $0 }
    return years.count == numbers.count && Set(years).count == years.count && years.count > 1
  }
}
