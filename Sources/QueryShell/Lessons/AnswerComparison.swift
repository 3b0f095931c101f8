// SPDX-License-Identifier: MIT

import Catalogue

/// How the rows of an answer differ from those of the solution. Texts do not matter: rows are the
/// same by the ids of the items that they are made of, else by their values, in any order.
struct AnswerComparison {
  enum Finding: Equatable {
    case same
    /// One number is asked for, or items are, and something else has come.
    case shape
    /// So many items stand side by side in a row of the solution, and fewer in one of the answer.
    case sides(Int, found: Int)
    /// The places of rows of the solution that are missing, and of rows that are too many.
    case rows(missing: [Int], extra: [Int])
    /// A column of the solution, and the one that has its values; nil where none has.
    case noColumn(String, likely: String?)
    case columnsTooMany([String])
    /// The same row here and there, whose values in a column differ.
    case value(column: String, wanted: Value, got: Value, row: Int)
    /// At this place another row should stand.
    case order(row: Int)
    /// It is asked for a form such as `bars`.
    case form(String)
  }

  let solution: LessonAnswer
  let answer: LessonAnswer
  let exercise: Exercise
  /// The fields by which the solution orders its rows.
  let order: [String]?
  /// Whether the solution cuts rows off by their place.
  let cuts: Bool

  private typealias Key = [Value]

  var finding: Finding {
    if solution.isOneNumber, !answer.isOneNumber, answer.rows.count != 1 { return .shape }
    guard let wanted = solution.identities, let got = answer.identities else { return ofValues }
    guard let sides = wanted.first?.count, let found = got.first?.count, found < sides else {
      return ofItems
    }
    let finding = ofValues
    if case .noColumn = finding, exercise.columns == .any { return .sides(sides, found: found) }
    return finding
  }

  private var ofItems: Finding {
    let wanted = solution.identities ?? []
    // What an answer has joined besides does not matter.
    let sides = wanted.first?.count ?? .max
    let got = (answer.identities ?? []).map { Array($0.prefix(sides)) }
    let pairs = paired(needed: neededColumns)
    let isParted = Set(wanted).count < wanted.count
    // Several rows of one item differ in their values.
    let known = pairs.filter { $0.there != nil }
    let first = isParted ? keys(wanted, solution, known.map(\.here)) : wanted.map(Self.key)
    let second = isParted ? keys(got, answer, known.compactMap(\.there)) : got.map(Self.key)
    if let difference = difference(first, second) { return difference }
    if let column = missingColumn(pairs) { return column }
    let places = Dictionary(zip(second, second.indices)) { first, _ in first }
    for pair in pairs {
      for (row, key) in first.enumerated() {
        guard let there = pair.there, let other = places[key] else { continue }
        let (wanted, got) = (solution.rows[row][pair.here], answer.rows[other][there])
        if Self.rounded(wanted) != Self.rounded(got) {
          return .value(
            column: solution.columns[pair.here].label, wanted: wanted, got: got, row: row)
        }
      }
    }
    return misplaced(first, second) ?? formFault ?? .same
  }

  private func keys(
    _ ids: [[Value]], _ answer: LessonAnswer, _ columns: [Int]
  ) -> [Key] {
    ids.indices.map { row in
      Self.key(ids[row]) + columns.map { Self.rounded(answer.rows[row][$0]) }
    }
  }

  private var ofValues: Finding {
    let pairs = paired(needed: Array(solution.columns.indices))
    if solution.identities != nil, answer.identities == nil, !answer.rows.isEmpty,
      pairs.contains(where: { $0.there == nil })
    {
      return .shape
    }
    if !answer.rows.isEmpty, let column = missingColumn(pairs) { return column }
    let first = solution.rows.map { row in pairs.map { Self.rounded(row[$0.here]) } }
    let second = answer.rows.map { row in
      pairs.map { pair in pair.there.map { Self.rounded(row[$0]) } ?? .null }
    }
    return difference(first, second) ?? misplaced(first, second) ?? formFault ?? .same
  }

  /// The columns of the solution that an answer must have.
  private var neededColumns: [Int] {
    solution.columns.indices.filter { exercise.columns == .exact || solution.columns[$0].isMade }
  }

  /// Columns that are the same by their names, else by their values, else the last that is left on
  /// either side.
  private func paired(needed: [Int]) -> [(here: Int, there: Int?)] {
    var free = Array(answer.columns.indices)
    var pairs: [(here: Int, there: Int?)] = needed.map { here in
      let name = solution.columns[here].label.lowercased()
      let there = free.first { answer.columns[$0].label.lowercased() == name }
      free.removeAll { $0 == there }
      return (here, there)
    }
    let isExact = exercise.columns == .exact && solution.columns.count > 1
    for place in pairs.indices where pairs[place].there == nil && !isExact {
      let values = Self.counted(solution.rows.map { Self.rounded($0[pairs[place].here]) })
      let there = free.first { column in
        Self.counted(answer.rows.map { Self.rounded($0[column]) }) == values
      }
      pairs[place].there = there
      free.removeAll { $0 == there }
    }
    let open = pairs.indices.filter { pairs[$0].there == nil }
    if open.count == 1, !isExact, solution.columns[pairs[open[0]].here].isMade {
      let made = free.filter { answer.columns[$0].isMade }
      if made.count == 1 { pairs[open[0]].there = made[0] }
    }
    return pairs
  }

  private func missingColumn(_ pairs: [(here: Int, there: Int?)]) -> Finding? {
    if let lost = pairs.first(where: { $0.there == nil }) {
      let values = Self.counted(solution.rows.map { Self.rounded($0[lost.here]) })
      let likely = answer.columns.indices.first { column in
        Self.counted(answer.rows.map { Self.rounded($0[column]) }) == values
      }
      return .noColumn(
        solution.columns[lost.here].label, likely: likely.map { answer.columns[$0].label })
    }
    guard exercise.columns == .exact else { return nil }
    let used = pairs.compactMap(\.there)
    let surplus = answer.columns.indices.filter { !used.contains($0) }
    return surplus.isEmpty ? nil : .columnsTooMany(surplus.map { answer.columns[$0].label })
  }

  private func difference(_ first: [Key], _ second: [Key]) -> Finding? {
    var left = Self.counted(second)
    var missing: [Int] = []
    for (row, key) in first.enumerated() {
      if let count = left[key], count > 0 { left[key] = count - 1 } else { missing.append(row) }
    }
    var wanted = Self.counted(first)
    var extra: [Int] = []
    for (row, key) in second.enumerated() {
      if let count = wanted[key], count > 0 { wanted[key] = count - 1 } else { extra.append(row) }
    }
    if missing.isEmpty, extra.isEmpty { return nil }
    if cuts, areEquals(missing, extra) { return nil }
    return .rows(missing: missing, extra: extra)
  }

  /// Whether rows are as good as others where rows were cut off: they have the same sort keys.
  private func areEquals(_ missing: [Int], _ extra: [Int]) -> Bool {
    guard missing.count == extra.count, let order, !order.isEmpty else { return false }
    guard let wanted = sortKeys(solution, order), let got = sortKeys(answer, order) else {
      return false
    }
    return Self.counted(missing.map { wanted[$0] }) == Self.counted(extra.map { got[$0] })
  }

  private func sortKeys(_ answer: LessonAnswer, _ order: [String]) -> [Key]? {
    let columns = order.compactMap { answer.values(of: $0) }
    guard columns.count == order.count else { return nil }
    return answer.rows.indices.map { row in columns.map { Self.rounded($0[row]) } }
  }

  /// The first row that stands where another should; equals may stand in any order.
  private func misplaced(_ first: [Key], _ second: [Key]) -> Finding? {
    guard exercise.order == .exact, first.count == second.count else { return nil }
    let ranks = order.flatMap { sortKeys(solution, $0) } ?? first
    var rank: [Key: Key] = [:]
    for (key, value) in zip(first, ranks) { rank[key] = value }
    for (row, key) in second.enumerated() where key != first[row] {
      guard let known = rank[key], known == ranks[row] else { return .order(row: row) }
    }
    return nil
  }

  private var formFault: Finding? {
    guard let form = solution.format, form != answer.format else { return nil }
    return .form(form)
  }

  private static func counted<Element: Hashable>(_ all: [Element]) -> [Element: Int] {
    all.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static func key(_ values: [Value]) -> Key { values.map(rounded) }

  /// A value as it is compared: of numbers six digits matter.
  static func rounded(_ value: Value) -> Value {
    guard case .number(let number) = value, number.scale > 0 else { return value }
    let digits = String(number.coefficient.magnitude).count
    guard digits > 6, number.scale >= digits - 6 else { return value }
    let power = (0..<(digits - 6)).reduce(Int128(1)) { power, _ in power * 10 }
    let half = number.coefficient < 0 ? -power / 2 : power / 2
    let rounded = Decimal(
      (number.coefficient + half) / power, scale: number.scale - (digits - 6))
    return rounded.map(Value.number) ?? value
  }
}
