// SPDX-License-Identifier: MIT

import Catalogue

/// Gives each row the number of its group, which is that of the group's first row, and puts the
/// rows into the order of these.
///
/// Where there is no room for the keys of further groups, rows of groups that are not known yet are
/// put aside by the hashes of their keys, and numbered part by part in the end.
struct GroupNumbering {
  private let slots: [Int]
  private let level: Int
  private let run: GatheringRun
  private var grouper = RowGrouper()
  /// For each known group the number of its first row.
  private var firsts: [Int64] = []
  private var rowCount = 0
  private var spilled: SpilledGroups?

  /// By the values in some columns.
  init(slots: [Int], _ state: RunState, level: Int = 0) {
    self.slots = slots
    self.level = level
    run = GatheringRun(state)
  }

  /// Adds rows, with the numbers of their groups behind their columns, to those that are sorted.
  mutating func add(
    _ batch: Batch, to sorted: inout RowSorter, in sorting: GatheringRun
  ) throws(ExecutionFault) {
    let numbers = Column.numbers(from: rowCount, count: batch.count)
    rowCount += batch.count
    try add(batch.gathered, numbers: numbers, to: &sorted, in: sorting)
  }

  private mutating func add(
    _ batch: Batch, numbers: Column, to sorted: inout RowSorter, in sorting: GatheringRun
  ) throws(ExecutionFault) {
    let keys = slots.map { batch[$0] }
    if let spilled {
      let known = grouper.known(keys, count: batch.count)
      let isKnown = Bitmap(known.map { $0 != nil })
      let others = batch.appending([numbers]).filtered(~isKnown).gathered
      try spilled.add(others, keys: slots.map { others[$0] }, run.state)
      let members = batch.filtered(isKnown).gathered
      return try sorted.add(numbered(members, known.compactMap(\.self)), in: sorting)
    }
    let groups = try grouper.groups(of: keys, count: batch.count) { () throws(ExecutionFault) in
      try run.state.check()
    }
    let rows = numbers.wholeNumbers
    for (row, group) in groups.enumerated() where group == firsts.count { firsts.append(rows[row]) }
    if !run.offer(heldBytes) { try makeRoom(beside: &sorted, in: sorting) }
    try sorted.add(numbered(batch, groups), in: sorting)
  }

  private var heldBytes: Int { grouper.heldBytes + firsts.count * MemoryLayout<Int64>.stride }

  private func numbered(_ rows: Batch, _ groups: [Int]) -> Batch {
    rows.appending([.number(NumberColumn(groups.map { firsts[$0] }))])
  }

  /// The sorted rows make way for the keys; where that does not do, no further keys are held.
  private mutating func makeRoom(
    beside sorted: inout RowSorter, in sorting: GatheringRun
  ) throws(ExecutionFault) {
    if sorted.canSpill(in: sorting) { try sorted.spill(in: sorting) }
    if run.offer(heldBytes) { return }
    guard run.canSpill, level < SpilledGroups.levels(gathering: false) else {
      return try run.hold(heldBytes)
    }
    spilled = SpilledGroups(level: level, in: run)
  }

  /// Adds the rows that were put aside; none comes any more.
  mutating func finish(
    to sorted: inout RowSorter, in sorting: GatheringRun
  ) throws(ExecutionFault) {
    (grouper, firsts) = (RowGrouper(), [])
    run.release()
    for part in try spilled?.finish(run.state) ?? [] where !part.isEmpty {
      try sorted.makeRoom(in: sorting)
      var inner = GroupNumbering(slots: slots, run.state, level: level + 1)
      for block in part.blocks {
        let batch = try part.read(block, run.state)
        let width = batch.columns.count - 1
        try inner.add(
          batch.selecting(Array(0..<width)), numbers: batch[width], to: &sorted, in: sorting)
      }
      try inner.finish(to: &sorted, in: sorting)
    }
  }
}

extension Column {
  /// The values of numbers that are whole and not missing.
  var wholeNumbers: Buffer<Int64> {
    guard case .number(let numbers) = self, case .narrow(let values, _) = numbers.storage else {
      preconditionFailure("the numbers of rows are whole")
    }
    return values
  }
}
