// SPDX-License-Identifier: MIT

import Catalogue

/// Counts the different values of each group.
///
/// Where there is no room for further values, those that are not known yet are put aside with their
/// groups by the hashes of both, and counted part by part in the end.
struct DistinctAccumulator: Accumulator {
  /// Of a group and a value.
  private var grouper = RowGrouper()
  private var counts: [Int64] = []
  /// The values that were new, with their groups, where a part is going to be combined.
  private var fresh: [(column: Column, groups: [Int])]?
  /// Whether no further values are remembered; then those with their groups that are to be put
  /// aside.
  private var isFull = false
  private var unknown = RowParts()

  init(ofPart isPart: Bool) { fresh = isPart ? [] : nil }

  var heldBytes: Int {
    grouper.heldBytes + unknown.heldBytes + counts.count * MemoryLayout<Int64>.stride
  }

  mutating func add(_ column: Column, groups: [Int], groupCount: Int, _ state: RunState) {
    while counts.count < groupCount { counts.append(0) }
    let owners = Column.number(NumberColumn(groups.map { Int64($0) }))
    if isFull {
      let known = grouper.known([owners, column], count: groups.count)
      let rows = known.indices.filter { known[$0] == nil && !column.isNull(at: $0) }
      unknown.add(Batch([owners, column], count: groups.count).taking(rows: rows))
      return
    }
    let rows = grouper.groupsAndFirsts(of: [owners, column], count: groups.count).firsts
    for row in rows where !column.isNull(at: row) { counts[groups[row]] += 1 }
    fresh?.append((column.taking(rows: rows), rows.map { groups[$0] }))
  }

  mutating func combine(
    _ later: DistinctAccumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) {
    for (column, owners) in later.fresh ?? [] {
      add(column, groups: owners.map { groups[$0] }, groupCount: groupCount, state)
    }
  }

  mutating func putAside(
    _ aside: inout AsideValues?, in run: GatheringRun
  ) throws(ExecutionFault) {
    guard isFull || grouper.count > 0 else { return }
    isFull = true
    let parts: SpilledGroups
    if case .parted(let known) = aside {
      parts = known
    } else {
      parts = SpilledGroups(level: 0, in: run)
      aside = .parted(parts)
    }
    for batch in unknown.batches { try parts.add(batch, keys: batch.columns, run.state) }
    unknown = RowParts()
  }

  mutating func endRows() { grouper = RowGrouper() }

  mutating func takeBack(
    _ aside: AsideValues, in run: GatheringRun
  ) throws(ExecutionFault) {
    var all: AsideValues? = aside
    try putAside(&all, in: run)
    if case .parted(let parts) = all { try count(parts, run.state) }
  }

  /// Counts values that stand with their groups; those that are equal are in one part.
  private mutating func count(
    _ parts: SpilledGroups, _ state: RunState
  ) throws(ExecutionFault) {
    for part in try parts.finish(state) where !part.isEmpty {
      let run = GatheringRun(state)
      var known = RowGrouper()
      var rest: SpilledGroups?
      for block in part.blocks {
        let batch = try part.read(block, state)
        if let rest {
          let groups = known.known(batch.columns, count: batch.count)
          let others = batch.filtered(Bitmap(groups.map { $0 == nil })).gathered
          try rest.add(others, keys: others.columns, state)
          continue
        }
        let owners = batch[0].wholeNumbers
        for row in known.groupsAndFirsts(of: batch.columns, count: batch.count).firsts {
          counts[Int(owners[row])] += 1
        }
        let bytes = known.heldBytes
        if run.offer(bytes + SpilledGroups.neededBytes(beside: bytes, in: run)) { continue }
        if parts.level + 1 < SpilledGroups.levels(gathering: false) {
          rest = SpilledGroups(level: parts.level + 1, in: run)
        } else {
          try run.hold(bytes)
        }
      }
      known = RowGrouper()
      run.release()
      if let rest { try count(rest, state) }
    }
  }

  mutating func finish(groupCount: Int, _ state: RunState) -> Column {
    while counts.count < groupCount { counts.append(0) }
    return .number(NumberColumn(counts))
  }
}
