// SPDX-License-Identifier: MIT

import Catalogue

/// What stands above the rows of separated values: lines that are no part of the table, and the
/// names of its columns.
struct TableHead: Sendable, Hashable {
  /// The names of the columns; where none is written, `column1` and so on.
  private(set) var names: [String]
  /// Whether the first line has them.
  let isNamed: Bool
  /// Where the first row begins.
  let start: Int
  /// How many lines before it are left out.
  let skippedLines: Int
  /// How many columns have no name, where others have.
  let unnamed: Int
  /// Names that stand more than once, which got a number.
  private(set) var repeated: [String] = []

  /// Finds out what the first of some rows are; `hasHeader` says whether the first of the table has
  /// the names.
  init(_ reading: DialectDetection.Reading, hasHeader: Bool? = nil) {
    let skipped = reading.width > 1 ? Self.linesAbove(reading) : 0
    let rows = reading.rows.dropFirst(skipped)
    isNamed = hasHeader ?? Self.hasNames(rows, reading.dialect)
    skippedLines = skipped
    let first = skipped + (isNamed ? 1 : 0)
    start = reading.starts[first]
    let written = isNamed ? rows.first ?? [] : []
    let width = max(reading.width, written.count)
    unnamed = isNamed ? width - written.count { !CellKind.trimmed($0[...]).isEmpty } : 0
    names = (0..<width).map { column in
      let name = column < written.count ? CellKind.trimmed(written[column][...]) : []
      return name.isEmpty ? "column\(column + 1)" : String(decoding: name, as: UTF8.self)
    }
    number()
  }

  /// Gives each later one of equal names the first number that makes it new. Names of other bytes
  /// are others, as those of members are.
  private mutating func number() {
    var taken = Set(names.map(SpelledName.init))
    var met: [SpelledName: Int] = [:]
    for column in names.indices {
      let name = names[column]
      let spelled = SpelledName(name)
      guard var number = met[spelled] else {
        met[spelled] = 1
        continue
      }
      if number == 1 { repeated.append(name) }
      repeat { number += 1 } while taken.contains(SpelledName("\(name)_\(number)"))
      met[spelled] = number
      names[column] = "\(name)_\(number)"
      taken.insert(SpelledName(names[column]))
    }
  }

  /// How many of the first rows have at most one cell with something in it, or under half of the
  /// usual cells.
  private static func linesAbove(_ reading: DialectDetection.Reading) -> Int {
    let above = reading.rows.prefix { row in
      row.count < reading.width
        && (row.count { !$0.isEmpty } <= 1 || row.count * 2 < reading.width)
    }
    return above.count == reading.rows.count ? 0 : above.count
  }

  /// Whether the first of some rows looks like names of columns: one of them is a text above
  /// numbers, dates or bools; or all is text, and little of it comes again below.
  private static func hasNames(
    _ rows: ArraySlice<[[UInt8]]>, _ dialect: SeparatedDialect
  ) -> Bool {
    guard let first = rows.first else { return true }
    let kinds = first.map { dialect.kind($0[...]) }
    let below = rows.dropFirst()
    guard !below.isEmpty else { return !kinds.contains { $0 != .text && $0 != .empty } }
    var isLikeRest = false
    var again = 0
    for column in first.indices {
      let cells = below.lazy.filter { column < $0.count }.map { $0[column] }
      let rest = Set(cells.map { dialect.kind($0[...]) }).subtracting([.empty])
      if let kind = commonKind(rest), kind != .text {
        if kinds[column] == .text { return true }
        isLikeRest = isLikeRest || kinds[column] == kind || kinds[column] == .int
      } else if cells.contains(first[column]), !first[column].isEmpty {
        again += 1
      }
    }
    if isLikeRest { return hasYears(first, dialect) }
    return again * 4 < first.count
  }

  /// Whether the first of some rows has a text above a column of numbers, dates or bools.
  static func hasTypes(
    below rows: ArraySlice<[[UInt8]]>, _ dialect: SeparatedDialect
  ) -> Bool {
    guard let first = rows.first else { return false }
    return first.indices.contains { column in
      let cells = rows.dropFirst().filter { column < $0.count }
        .map { dialect.kind($0[column][...]) }
      let kind = commonKind(Set(cells).subtracting([.empty]))
      return dialect.kind(first[column][...]) == .text && kind != nil && kind != .text
    }
  }

  /// What all cells of a column are; nil where they are of several kinds, or there are none.
  private static func commonKind(_ kinds: Set<CellKind>) -> CellKind? {
    if kinds == [.int, .decimal] { return .decimal }
    return kinds.count == 1 ? kinds.first : nil
  }

  /// Whether the numbers of a row are years, each another, as in the head of a table by years.
  private static func hasYears(_ row: [[UInt8]], _ dialect: SeparatedDialect) -> Bool {
    let numbers = row.filter { [.int, .decimal].contains(dialect.kind($0[...])) }
    let years = numbers.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      .filter { 1500...2200 ~= $0 }
    return years.count == numbers.count && Set(years).count == years.count && years.count > 1
  }
}
