// SPDX-License-Identifier: MIT

import Catalogue

/// Groups of rows by their keys, in the order of their first rows, and what is known of each.
struct GroupTable {
  private let work: AggregateOperator
  private var accumulators: [any Accumulator]
  private var grouper = RowGrouper()
  /// The first row of each group, cut to its keys; and its number, where rows have numbers.
  private var firsts = RowParts()
  private var hasNumbers = false
  /// How many calls were finished before one that has failed.
  private(set) var finishedCalls = 0

  init(_ work: AggregateOperator, ofPart isPart: Bool) {
    self.work = work
    accumulators = work.aggregateCalls.map { $0.makeAccumulator(ofPart: isPart) }
  }

  /// Without keys there is one group, even of no rows.
  var count: Int { work.keys.isEmpty ? 1 : grouper.count }

  var heldBytes: Int {
    accumulators.reduce(firsts.heldBytes + grouper.heldBytes) { $0 + $1.heldBytes }
  }

  /// Takes rows, with their numbers where they have any.
  mutating func add(
    _ batch: Batch, numbers: Column?, _ state: RunState
  ) throws(ExecutionFault) {
    hasNumbers = numbers != nil
    let keys = Batch(
      work.keys.map { batch[$0] } + [numbers].compactMap(\.self), count: batch.count)
    try add(batch, numbers: numbers, groups: groups(of: keys), state)
  }

  /// Takes rows of groups that are known.
  mutating func add(
    _ batch: Batch, numbers: Column?, groups: [Int], _ state: RunState
  ) throws(ExecutionFault) {
    for index in accumulators.indices {
      let column = work.inputs[index].map { batch[$0] } ?? .everyRow(count: batch.count)
      let names = work.aggregateCalls[index].key
      accumulators[index].nameRows(by: work.names[index].flatMap { names?.texts(batch[$0]) })
      accumulators[index].numberRows(by: numbers?.numbers)
      try accumulators[index].add(column, groups: groups, groupCount: count, state)
    }
  }

  /// Holds no more than it has to.
  mutating func shrink(_ state: RunState) throws(ExecutionFault) {
    for index in accumulators.indices {
      try accumulators[index].shrink(groupCount: count, state)
    }
  }

  /// Puts values aside that can be looked at later one by one; whether any are aside.
  mutating func putAside(in run: GatheringRun) throws(ExecutionFault) -> Bool {
    for index in accumulators.indices {
      try accumulators[index].putAside(&run.aside[index], in: run)
    }
    return !run.aside.isEmpty
  }

  /// Looks at the values that were put aside; no row comes any more.
  mutating func takeBack(in run: GatheringRun) throws(ExecutionFault) {
    guard !run.aside.isEmpty else { return }
    for index in accumulators.indices { accumulators[index].endRows() }
    _ = run.offer(heldBytes)
    for (index, aside) in run.aside { try accumulators[index].takeBack(aside, in: run) }
    run.aside = [:]
  }

  mutating func combine(_ later: GroupTable, _ state: RunState) throws(ExecutionFault) {
    var groups: [Int] = []
    for keys in later.firsts.batches { groups += self.groups(of: keys) }
    // Without keys there is one group, of which no row is kept.
    if work.keys.isEmpty { groups = [0] }
    for index in accumulators.indices {
      try accumulators[index].takeOver(
        later.accumulators[index], groups: groups, groupCount: count, state)
    }
  }

  /// The groups of rows, where they are known.
  mutating func known(_ batch: Batch) -> [Int?] {
    grouper.known(work.keys.map { batch[$0] }, count: batch.count)
  }

  /// The group of each row, by its keys, which come first.
  private mutating func groups(of keys: Batch) -> [Int] {
    guard !work.keys.isEmpty else { return Array(repeating: 0, count: keys.count) }
    let found = grouper.groupsAndFirsts(
      of: work.keys.indices.map { keys[$0] }, count: keys.count)
    firsts.add(keys.taking(rows: found.firsts))
    return found.groups
  }

  /// The groups with what the calls give; nil where there are none.
  mutating func finish(_ state: RunState) throws(ExecutionFault) -> Batch? {
    let columns = try results(state)
    if work.keys.isEmpty { return Batch(columns, count: 1) }
    return try firsts.take(state)?.selecting(Array(work.keys.indices)).appending(columns)
  }

  /// The same with a number for each group, by which groups stand in the order of their first rows.
  mutating func finishNumbered(_ state: RunState) throws(ExecutionFault) -> Batch? {
    let columns = try results(state)
    guard let keys = try firsts.take(state) else { return nil }
    // Groups without numbers stand before all rows that have one.
    let numbers =
      hasNumbers && keys.columns.count > work.keys.count
      ? keys[work.keys.count] : .numbers(from: 0, count: keys.count)
    return keys.selecting(Array(work.keys.indices)).appending(columns + [numbers])
  }

  private mutating func results(_ state: RunState) throws(ExecutionFault) -> [Column] {
    var columns: [Column] = []
    for index in accumulators.indices {
      finishedCalls = index
      columns.append(try accumulators[index].finish(groupCount: count, state))
    }
    return columns
  }
}

extension RowGrouper {
  /// The group of each row, and the rows that are the first of theirs.
  mutating func groupsAndFirsts(
    of columns: [Column], count: Int
  ) -> (groups: [Int], firsts: [Int]) {
    var known = self.count
    let groups = groups(of: columns, count: count)
    var firsts: [Int] = []
    if known == self.count { return (groups, firsts) }
    for (row, group) in groups.enumerated() where group == known {
      firsts.append(row)
      known += 1
    }
    return (groups, firsts)
  }
}

extension Column {
  /// A column without nulls, for counting rows.
  fileprivate static func everyRow(count: Int) -> Column {
    .bool(BoolColumn(Bitmap(repeating: true, count: count)))
  }

  /// The whole numbers from one on.
  static func numbers(from first: Int, count: Int) -> Column {
    .number(NumberColumn((first..<first + count).map { Int64($0) }))
  }
}
