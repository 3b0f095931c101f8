// SPDX-License-Identifier: MIT

import Catalogue

/// Aggregates the rows of each group, or with no keys all rows.
struct AggregateOperator: PartedOperator {
  let aggregateCalls: [AggregateCall]
  /// For each call the slot of its input; nil for a count of rows.
  let inputs: [Int?]
  /// For each call the slot of what names its rows, where a fault tells them.
  let names: [Int?]
  let keys: [Int]

  /// What the groups of a part are is found out once for all calls.
  var isShared: Bool { aggregateCalls.contains(where: \.function.gainsByParts) }

  /// Rows find their groups by the hashes of their keys.
  var cost: RowCost {
    RowCost(nanoseconds: 10 * keys.count) + .sum(aggregateCalls.lazy.map(\.cost))
  }

  /// Whether all values of groups are given, so that rows are held instead: those of a group can be
  /// put aside as long as nothing is known of it.
  var gathersRows: Bool {
    !keys.isEmpty && aggregateCalls.contains(where: \.function.givesValues)
  }

  /// Whether values are held until the last one has come.
  var holdsValues: Bool { aggregateCalls.contains(where: \.function.holdsValues) }

  /// The columns of its rows that matter.
  var slots: [Int] {
    var slots: [Int] = []
    for slot in keys + (inputs + names).compactMap(\.self) where !slots.contains(slot) {
      slots.append(slot)
    }
    return slots
  }

  /// The same over rows that have no other columns than those.
  var packed: AggregateOperator {
    let slots = slots
    func place(_ slot: Int?) -> Int? { slot.flatMap { slots.firstIndex(of: $0) } }
    return AggregateOperator(
      aggregateCalls: aggregateCalls, inputs: inputs.map(place), names: names.map(place),
      keys: keys.compactMap(place))
  }

  func makeState(ofPart isPart: Bool) -> AggregateState { AggregateState(self, ofPart: isPart) }
}

/// The groups of the rows that came, and what is known of each.
///
/// Where there is no room for further groups, rows of groups that are not known yet are put aside
/// by the hashes of their keys, and aggregated part by part in the end.
struct AggregateState: PartState {
  private let slots: [Int]
  /// Over the columns of these slots.
  private let work: AggregateOperator
  private let isPart: Bool
  /// How often the rows have been parted that come.
  private let level: Int
  private var table: GroupTable
  /// The rows of a part, and those that are gathered.
  private var rows = NumberedRows()
  private var rowCount = 0
  /// How much was held when there was no room any more.
  private var fullBytes = 0

  init(_ work: AggregateOperator, ofPart isPart: Bool) {
    self.init(work.packed, work.slots, ofPart: isPart, level: 0)
  }

  private init(_ work: AggregateOperator, _ slots: [Int], ofPart isPart: Bool, level: Int) {
    self.work = work
    self.slots = slots
    self.isPart = isPart
    self.level = level
    table = GroupTable(work, ofPart: isPart)
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    guard batch.count > 0 else { return }
    try take(batch.selecting(slots).gathered, in: run)
  }

  mutating func combine(_ later: AggregateState, in run: GatheringRun) throws(ExecutionFault) {
    guard run.spilled == nil, !gathers(in: run) else {
      for batch in later.rows.batches { try take(batch, in: run) }
      return
    }
    if isPart { rows.add(later.rows) }
    rowCount += later.rowCount
    try table.combine(later.table, run.state)
    try hold(in: run)
  }

  /// Whether rows are gathered, of which groups are made in the end.
  private func gathers(in run: GatheringRun) -> Bool {
    work.gathersRows && !isPart && run.canSpill
  }

  private mutating func take(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    // Numbers matter to rows that are put aside.
    let numbers = run.spilled == nil ? nil : Column.numbers(from: rowCount, count: batch.count)
    try take(batch, numbers: numbers, in: run)
  }

  /// Takes rows with their numbers among all rows, where these are known.
  private mutating func take(
    _ batch: Batch, numbers: Column?, in run: GatheringRun
  ) throws(ExecutionFault) {
    defer { rowCount += batch.count }
    if isPart { rows.add(batch, numbers) }
    if let spilled = run.spilled {
      return try take(batch, numbers, besideThose: spilled, in: run)
    }
    if gathers(in: run) {
      rows.add(batch, numbers)
    } else {
      try table.add(batch, numbers: numbers, run.state)
    }
    try hold(in: run)
  }

  /// Takes rows when there is no room for further groups.
  private mutating func take(
    _ batch: Batch, _ numbers: Column?, besideThose spilled: SpilledGroups, in run: GatheringRun
  ) throws(ExecutionFault) {
    let numbers = numbers ?? .numbers(from: rowCount, count: batch.count)
    let groups = table.known(batch)
    let isKnown = Bitmap(groups.map { $0 != nil })
    let all = batch.appending([numbers])
    let others = all.filtered(~isKnown).gathered
    try spilled.add(others, keys: work.keys.map { others[$0] }, run.state)
    guard isKnown.setCount > 0 else { return }
    let known = all.filtered(isKnown).gathered
    try table.add(
      known.selecting(Array(slots.indices)), numbers: known[slots.count],
      groups: groups.compactMap(\.self), run.state)
    try hold(in: run)
  }

  private var heldBytes: Int { table.heldBytes + rows.heldBytes }

  /// Notes how much is held, and begins to put rows aside where that is too much.
  private mutating func hold(in run: GatheringRun) throws(ExecutionFault) {
    if run.spilled != nil { return try holdBeside(in: run) }
    let bytes = heldBytes
    let canPart = !work.keys.isEmpty
    let needed =
      canPart || work.holdsValues ? SpilledGroups.neededBytes(beside: bytes, in: run) : 0
    if run.offer(bytes + needed) { return }
    // Values go first, which leaves the groups as they are, and then rows of further groups.
    if !isPart, run.canSpill, try table.putAside(in: run),
      run.offer(heldBytes + (canPart ? needed / 2 : 0))
    {
      return
    }
    let levels = SpilledGroups.levels(gathering: work.gathersRows)
    guard !isPart, canPart, level < levels, run.canSpill else { return try run.hold(heldBytes) }
    let spilled = SpilledGroups(level: level, in: run)
    run.spilled = spilled
    try table.shrink(run.state)
    fullBytes = heldBytes
    try spillRows(to: spilled, in: run)
  }

  /// What is known of groups may grow a little beyond the room that there was.
  private mutating func holdBeside(in run: GatheringRun) throws(ExecutionFault) {
    func isHeld(_ bytes: Int) -> Bool {
      run.offer(bytes) || bytes <= fullBytes + fullBytes / 4
    }
    if isHeld(heldBytes) { return }
    try table.shrink(run.state)
    _ = try table.putAside(in: run)
    if !isHeld(heldBytes) { try run.hold(heldBytes) }
  }

  /// Puts aside the rows that were gathered.
  private mutating func spillRows(
    to spilled: SpilledGroups, in run: GatheringRun
  ) throws(ExecutionFault) {
    for batch in rows.numbered(columns: slots.count) {
      try spilled.add(batch, keys: work.keys.map { batch[$0] }, run.state)
    }
    rows = NumberedRows()
    run.release()
  }

  /// Makes the groups of the rows that were gathered, unless there is no room for both.
  private mutating func groupRows(in run: GatheringRun) throws(ExecutionFault) {
    guard rows.count > 0, !isPart else { return }
    for (batch, numbers) in rows.parts {
      try run.state.check()
      try table.add(batch, numbers: numbers, run.state)
      try hold(in: run)
      guard run.spilled == nil else {
        table = GroupTable(work, ofPart: false)
        run.aside = [:]
        return
      }
    }
  }

  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    try groupRows(in: run)
    guard run.spilled != nil else {
      run.state.begin(.grouping, rows: table.count)
      return try finishInMemory(in: run, to: next)
    }
    let width = work.keys.count + work.aggregateCalls.count
    var results = GroupResults(width: width, run.state)
    try finishParts(in: run, into: &results)
    try results.finish(to: next)
  }

  private mutating func finishInMemory(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    try table.takeBack(in: run)
    let groups = try table.finish(run.state)
    table = GroupTable(work, ofPart: false)
    guard let groups else { return }
    try run.handOn(
      groups, at: Array(0..<groups.count)[...], bytes: groups.heldBytes()
    ) { rows throws(ExecutionFault) in try next.consume(rows) }
  }

  /// Adds the groups to results, with the numbers of their first rows.
  private mutating func finish(
    in run: GatheringRun, into results: inout GroupResults
  ) throws(ExecutionFault) {
    try groupRows(in: run)
    try finishParts(in: run, into: &results)
  }

  private mutating func finishParts(
    in run: GatheringRun, into results: inout GroupResults
  ) throws(ExecutionFault) {
    try table.takeBack(in: run)
    do throws(ExecutionFault) {
      if let groups = try table.finishNumbered(run.state) { try results.add(groups) }
    } catch {
      try results.note(error, ofCall: table.finishedCalls)
    }
    table = GroupTable(work, ofPart: false)
    run.release()
    for part in try run.spilled?.finish(run.state) ?? [] where !part.isEmpty {
      try results.makeRoom()
      let inner = GatheringRun(run.state)
      var state = AggregateState(work, slots, ofPart: false, level: level + 1)
      for block in part.blocks {
        let batch = try part.read(block, run.state)
        try state.take(
          batch.selecting(Array(slots.indices)), numbers: batch[slots.count], in: inner)
      }
      try state.finish(in: inner, into: &results)
      inner.release()
    }
  }
}
