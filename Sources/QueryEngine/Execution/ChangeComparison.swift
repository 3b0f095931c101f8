// SPDX-License-Identifier: MIT

import Catalogue

/// How many rows two sides differ in.
package struct ChangeCounts: Sendable {
  package fileprivate(set) var new = 0
  package fileprivate(set) var gone = 0
  package fileprivate(set) var changed = 0
  /// The fields that differ, in how many rows.
  package fileprivate(set) var fields: [(name: String, count: Int)] = []
}

extension ChangeCounts {
  /// How many fields are told by their names.
  private static let namedFields = 8

  /// Such as `3 new · 1 gone · 12 changed: price 9, stock 4`, with a mark between the parts; the
  /// fields that differ most often first.
  package func words(between mark: String) -> String {
    let rows = [(new, "new"), (gone, "gone"), (changed, "changed")].filter { $0.0 > 0 }
    guard !rows.isEmpty else { return "no changes" }
    let ordered = fields.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    let told = ordered.prefix(Self.namedFields).map { "\($0.element.name) \($0.element.count)" }
    let rest = fields.count - told.count
    let all = told + (rest > 0 ? ["\(rest) more fields"] : [])
    let list = all.isEmpty ? "" : ": \(all.joined(separator: ", "))"
    return rows.map { "\($0.0) \($0.1)" }.joined(separator: mark) + list
  }
}

/// What differs between the rows of two sides that were compared so far.
struct ChangeComparison {
  private let step: ChangesStep
  private let likeness: [Alikeness]
  private let oldCount: Int
  private let state: RunState
  private var results: GroupResults
  private var counts = ChangeCounts()
  /// For each field in how many rows it differs.
  private var differing: [Int]
  private var repeated: (old: RepeatedKeys, new: RepeatedKeys)

  init(_ step: ChangesStep, oldCount: Int, _ state: RunState) {
    self.step = step
    self.oldCount = oldCount
    self.state = state
    likeness = step.fields.map { Alikeness($0.column.type, within: step.tolerance) }
    results = GroupResults(width: step.keys.count + 1 + step.fields.count, state)
    differing = step.fields.map { _ in 0 }
    repeated = (RepeatedKeys(), RepeatedKeys())
  }

  /// Leaves most of the room to what is compared next.
  mutating func makeRoom() throws(ExecutionFault) { try results.makeRoom() }

  /// Compares rows of which no others have the same keys. Behind their columns stand their numbers.
  mutating func compare(_ old: Batch?, _ new: Batch?) throws(ExecutionFault) {
    let none = Batch(step.columns.map { _ in .null(count: 0) } + [.null(count: 0)], count: 0)
    let (old, new) = (old ?? none, new ?? none)
    var grouper = RowGrouper()
    let oldGroups = try groups(of: old, &grouper)
    let newGroups = try groups(of: new, &grouper)
    let oldRows = firsts(oldGroups, grouper.count)
    let newRows = firsts(newGroups, grouper.count)
    repeated.old.add(oldGroups, oldRows, keys: keys(of: old), step.keys.map(\.type), old)
    repeated.new.add(newGroups, newRows, keys: keys(of: new), step.keys.map(\.type), new)
    guard repeated.old.isEmpty, repeated.new.isEmpty else { return }
    var pairs: [(old: Int, new: Int)] = []
    var gone: [Int] = []
    for (row, group) in oldGroups.enumerated() {
      if newRows[group] < 0 { gone.append(row) } else { pairs.append((row, newRows[group])) }
    }
    let added = newGroups.indices.filter { oldRows[newGroups[$0]] < 0 }
    try addChanged(pairs, old, new)
    for rows in gone.portions { try add(gone: old.taking(rows: rows)) }
    for rows in added.portions { try add(new: new.taking(rows: rows)) }
  }

  private func keys(of rows: Batch) -> [Column] { step.keys.indices.map { rows[$0] } }

  private func groups(
    of rows: Batch, _ grouper: inout RowGrouper
  ) throws(ExecutionFault) -> [Int] {
    try grouper.groups(of: keys(of: rows), count: rows.count) { () throws(ExecutionFault) in
      try state.check()
    }
  }

  /// For each group its first row, or -1.
  private func firsts(_ groups: [Int], _ count: Int) -> [Int] {
    var firsts = Array(repeating: -1, count: count)
    for (row, group) in groups.enumerated() where firsts[group] < 0 { firsts[group] = row }
    return firsts
  }
}

// The rows that come of it.
extension ChangeComparison {
  private var fieldSlots: [Int] { step.fields.indices.map { step.keys.count + $0 } }

  /// The column of a side that holds the numbers of its rows.
  private var numberSlot: Int { step.columns.count }

  private mutating func addChanged(
    _ pairs: [(old: Int, new: Int)], _ old: Batch, _ new: Batch
  ) throws(ExecutionFault) {
    var start = 0
    while start < pairs.count {
      try state.check()
      let some = pairs[start..<min(start + Batch.usualCount, pairs.count)]
      start += some.count
      let one = old.taking(rows: some.map(\.old))
      let other = new.taking(rows: some.map(\.new))
      var differs = Bitmap(repeating: false, count: some.count)
      for (index, slot) in fieldSlots.enumerated() where step.fields[index].isCompared {
        let bits = ~likeness[index].bits(one[slot], other[slot])
        differing[index] += bits.setCount
        differs = differs | bits
      }
      guard differs.setCount > 0 else { continue }
      counts.changed += differs.setCount
      let (before, after) = (one.filtered(differs).gathered, other.filtered(differs).gathered)
      let records = fieldSlots.map { Column.change(old: before[$0], new: after[$0]) }
      try add(before, .changed, records, numbers: before[numberSlot])
    }
  }

  private mutating func add(gone rows: Batch) throws(ExecutionFault) {
    counts.gone += rows.count
    let records = fieldSlots.map { Column.change(old: rows[$0], new: nil) }
    try add(rows, .gone, records, numbers: rows[numberSlot])
  }

  private mutating func add(new rows: Batch) throws(ExecutionFault) {
    counts.new += rows.count
    let records = fieldSlots.map { Column.change(old: nil, new: rows[$0]) }
    // Behind those of the old rows.
    let numbers = rows[numberSlot].wholeNumbers.map { $0 + Int64(oldCount) }
    try add(rows, .new, records, numbers: .number(NumberColumn(numbers)))
  }

  private mutating func add(
    _ rows: Batch, _ change: Change, _ records: [Column], numbers: Column
  ) throws(ExecutionFault) {
    let word = TextColumn(
      Change.words, codes: Array(repeating: change.rawValue, count: rows.count))
    try results.add(
      Batch(keys(of: rows) + [.text(word)] + records + [numbers], count: rows.count))
  }

  /// Hands all rows on in their order, after it is told which fields differ in none of them.
  mutating func finish(
    _ tell: ([ColumnID]) -> Void, to next: any Operator
  ) throws(ExecutionFault) {
    for (keys, name) in [(repeated.old, step.names.old), (repeated.new, step.names.new)]
    where !keys.isEmpty {
      state.report.isNewSideRefused = repeated.old.isEmpty
      throw .repeatedKeys(keys, of: name, step.range)
    }
    let differing = zip(step.fields, self.differing).filter { $0.1 > 0 }
    counts.fields = differing.map { ($0.0.name, $0.1) }
    state.report.changes = counts
    // Where rows are new or gone and none has changed, all fields are to be told.
    if counts.changed > 0 || counts.new + counts.gone == 0 {
      let shown = ColumnSet(differing.map(\.0.id))
      tell(step.fields.map(\.id).filter { !shown.contains($0) })
    }
    try results.finish(to: next)
  }
}

/// What has happened to a row.
private enum Change: UInt32, CaseIterable {
  case new, gone, changed

  static let words = PackedText(allCases.map { "\($0)" })
}

extension [Int] {
  /// Their elements, as many at once as a batch has.
  fileprivate var portions: [[Int]] {
    stride(from: 0, to: count, by: Batch.usualCount).map {
      Array(self[$0..<Swift.min($0 + Batch.usualCount, count)])
    }
  }
}

extension Column {
  /// Records of what values were and what they are; a side that is nil is absent.
  fileprivate static func change(old: Column?, new: Column?) -> Column {
    let count = old?.count ?? new?.count ?? 0
    let absent = Bitmap(repeating: false, count: count)
    return .record(
      RecordColumn(
        names: ["old", "new"],
        members: [old ?? .null(count: count), new ?? .null(count: count)],
        presence: [old == nil ? absent : nil, new == nil ? absent : nil], count: count))
  }
}
