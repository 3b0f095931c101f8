// SPDX-License-Identifier: MIT

import Catalogue
import ValueDisplay

/// What the values of a column are like: how many there are, how many different ones and which come
/// most often, the smallest and the largest number, and of records the same of their members.
struct ColumnSummary: Sendable {
  /// So many different values are counted; of a column that has more it is not told how many.
  private static let mostValues = 10_000
  /// Records of more members are told of as a whole, since their names are data.
  private static let mostMembers = 12
  /// So many of the values that come most often are named.
  private static let namedValues = 3
  private static let bars = Array("▁▂▃▄▅▆▇█")

  let name: String
  let type: ValueType
  private(set) var filled = 0
  private(set) var members: [ColumnSummary] = []
  private var range: (least: Decimal, most: Decimal)?
  private var firstValue: String?
  private var counts = ValueCounts(most: mostValues)

  init(name: String, type: ValueType) {
    self.name = name
    self.type = type
    guard case .record(let all) = type, all.count <= Self.mostMembers else { return }
    members = all.map {
      ColumnSummary(name: "\(name).\($0.name)", type: $0.type)
    }
  }

  mutating func add(_ column: Column) {
    filled += column.count - column.nullCount
    if firstValue == nil, let row = (0..<column.count).first(where: { !column.isNull(at: $0) }) {
      firstValue = Self.cell(column.taking(rows: [row]), type)
    }
    counts.add(column, type)
    switch column {
    case .number(let numbers): add(numbers)
    case .list(let lists): if case .number(let numbers) = lists.elements { add(numbers) }
    case .record(let record): add(record)
    case .text, .bool, .null: break
    }
  }

  private mutating func add(_ numbers: NumberColumn) {
    for row in 0..<numbers.count {
      guard let value = numbers.decimal(at: row) else { continue }
      range = (min(range?.least ?? value, value), max(range?.most ?? value, value))
    }
  }

  private mutating func add(_ record: RecordColumn) {
    guard case .record(let types) = type, !members.isEmpty else { return }
    for (place, member) in types.enumerated() {
      guard let index = record.names.firstIndex(of: member.name) else { continue }
      members[place].add(record.members[index])
    }
  }

  /// How many different values there are; nil where they are too many to be counted.
  var distinct: Int? { counts.distinct }

  /// About how many bytes the different values take.
  var heldBytes: Int { members.reduce(counts.heldBytes) { $0 + $1.heldBytes } }

  /// Counts the different values no longer, for which there is no room.
  mutating func stopCounting() {
    counts.stop()
    for place in members.indices { members[place].stopCounting() }
  }

  /// The range of numbers with how many lie where, else the values that come most often.
  var text: String {
    if let range {
      let ends = "\(number(range.least)) – \(number(range.most))"
      return histogram(from: range.least, to: range.most).map { "\(ends) \($0)" } ?? ends
    }
    if !members.isEmpty { return "" }
    let often = counts.mostFrequent(Self.namedValues)
    if let first = often.first, first.count > 1 {
      let named = often.map { "\($0.cell) \($0.count)" }.joined(separator: ", ")
      return (distinct ?? .max) > often.count ? "\(named) …" : named
    }
    guard let firstValue else { return "" }
    return filled > 1 ? "\(firstValue) …" : firstValue
  }

  /// A bar for each eighth of the range, as high as the most values of one are many.
  private func histogram(from least: Decimal, to most: Decimal) -> String? {
    if case .list = type { return nil }
    guard let distinct, distinct > 2, let span = Decimal.sum(most, -least) else { return nil }
    var heights = [Int](repeating: 0, count: Self.bars.count)
    for (number, count) in counts.numbers {
      guard let above = Decimal.sum(number, -least),
        let scaled = Decimal.product(above, Decimal(heights.count)),
        let place = Decimal.quotient(scaled, span)?.floor.int
      else { return nil }
      heights[min(place, heights.count - 1)] += count
    }
    let highest = heights.max() ?? 1
    return String(
      heights.map { height in
        Self.bars[height == 0 ? 0 : max(1, height * (Self.bars.count - 1) / highest)]
      })
  }

  private func number(_ number: Decimal) -> String {
    let type = if case .list(let element) = type { element } else { type }
    // The bounds of bare numbers are told with all of their digits.
    return type.isNumber ? "\(number)" : Self.cell(Column(type, [.number(number)]), type)
  }

  private static func cell(_ column: Column, _ type: ValueType) -> String {
    shown(DisplayText.shortCells(column, type: type)[0], type)
  }

  /// The text of a value, which is there also where a list has no elements.
  fileprivate static func shown(_ cell: some Collection<UInt8>, _ type: ValueType) -> String {
    if cell.isEmpty, case .list = type { return "[]" }
    return String(decoding: cell, as: UTF8.self)
  }
}

/// How often each value of a column comes, while they are not too many.
private struct ValueCounts: Sendable {
  private struct Value {
    let cell: String
    let number: Decimal?
    var count: Int
  }

  private let most: Int
  /// Nil once there were too many.
  private var grouper: RowGrouper? = RowGrouper()
  /// By the numbers of their groups; nil for that of the nulls.
  private var values: [Value?] = []
  /// About how many bytes they take, in the grouper and as they are shown.
  private(set) var heldBytes = 0

  init(most: Int) { self.most = most }

  mutating func add(_ column: Column, _ type: ValueType) {
    guard var grouper else { return }
    self.grouper = nil
    let (groups, firsts) = grouper.groupsAndFirsts(of: [column], count: column.count)
    guard grouper.count <= most else { return stop() }
    self.grouper = grouper
    let new = column.taking(rows: firsts)
    let cells = DisplayText.shortCells(new, type: type)
    let shown = firsts.indices.reduce(0) { $0 + cells[$1].count + MemoryLayout<Value?>.stride }
    heldBytes += new.heldBytes() + shown
    for (place, row) in firsts.enumerated() {
      let number: Decimal? =
        if case .number(let numbers) = column { numbers.decimal(at: row) } else { nil }
      values.append(
        column.isNull(at: row)
          ? nil
          : Value(cell: ColumnSummary.shown(cells[place], type), number: number, count: 0))
    }
    for group in groups { values[group]?.count += 1 }
  }

  mutating func stop() {
    (grouper, values, heldBytes) = (nil, [], 0)
  }

  var distinct: Int? { grouper == nil ? nil : values.count { $0 != nil } }

  /// The numbers with how often each comes.
  var numbers: [(number: Decimal, count: Int)] {
    values.compactMap { value in value?.number.map { ($0, value?.count ?? 0) } }
  }

  /// Those that come most often, of equally many those that came first.
  func mostFrequent(_ count: Int) -> [(cell: String, count: Int)] {
    let ordered = values.compactMap(\.self).enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    return ordered.prefix(count).map { ($0.element.cell, $0.element.count) }
  }
}
