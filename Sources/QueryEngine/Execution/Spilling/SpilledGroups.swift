// SPDX-License-Identifier: MIT

import Catalogue

/// Rows that were put aside in parts, by the hashes of their keys: those with equal keys are in one
/// part, in their order.
final class SpilledGroups {
  private static let bits = 4
  private static let partCount = 1 << bits
  /// How often the rows were parted before.
  let level: Int
  private let store: SpillStore
  private var parts = [RowParts](repeating: RowParts(), count: partCount)
  private var blocks = [[Range<Int>]](repeating: [], count: partCount)

  /// How often parts are parted again: by all bits of the hashes, or where nothing is left of rows
  /// when they are, so often that only the rows of one key can be too many.
  static func levels(gathering: Bool) -> Int { gathering ? 5 : UInt64.bitWidth / bits }

  /// About how many bytes are needed for the blocks that are not written yet, beside so many that
  /// are held; few are held without asking how much room there is.
  static func neededBytes(beside held: Int, in run: GatheringRun) -> Int {
    held > 1 << 18 && run.canSpill ? run.room / 4 : 0
  }

  /// Where rows may be put aside.
  init(level: Int, in run: GatheringRun) {
    self.level = level
    store = run.makeStore()
  }

  /// Adds rows by some columns that are made of them.
  func add(_ rows: Batch, keys: [Column], _ state: RunState) throws(ExecutionFault) {
    guard rows.count > 0 else { return }
    try state.check()
    let shift = UInt64(UInt64.bitWidth - Self.bits * (level + 1))
    var places = [[Int]](repeating: [], count: Self.partCount)
    for (row, hash) in RowHash.hashes(of: keys, count: rows.count).enumerated() {
      places[Int(truncatingIfNeeded: hash >> shift) & (Self.partCount - 1)].append(row)
    }
    for part in places.indices where !places[part].isEmpty {
      parts[part].add(rows.taking(rows: places[part]))
      if parts[part].heldBytes >= store.blockBytes { try write(part, state) }
    }
  }

  private func write(_ part: Int, _ state: RunState) throws(ExecutionFault) {
    let bytes = parts[part].heldBytes
    guard let rows = try parts[part].take(state) else { return }
    blocks[part] += try store.write(rows, bytes: bytes, state)
  }

  /// The parts, also those without rows; no row comes any more.
  func finish(_ state: RunState) throws(ExecutionFault) -> [SpilledPart] {
    for part in parts.indices { try write(part, state) }
    return blocks.map { SpilledPart(blocks: $0, store: store) }
  }
}

/// A part of rows that were put aside.
struct SpilledPart {
  let blocks: [Range<Int>]
  fileprivate let store: SpillStore

  var isEmpty: Bool { blocks.isEmpty }

  func read(_ block: Range<Int>, _ state: RunState) throws(ExecutionFault) -> Batch {
    try state.check()
    return try store.read(block)
  }
}

/// What comes of rows that were parted, each with a number by which it stands where it would
/// without that.
struct GroupResults {
  private let width: Int
  private let run: GatheringRun
  private var sorter: RowSorter
  private var fault: (order: [Int], fault: ExecutionFault)?

  /// The numbers stand behind so many columns.
  init(width: Int, _ state: RunState) {
    self.width = width
    run = GatheringRun(state)
    sorter = RowSorter(RowOrdering(slots: [width]))
  }

  mutating func add(_ rows: Batch) throws(ExecutionFault) {
    if fault == nil { try sorter.add(rows, in: run) }
  }

  /// Leaves most of the room to what comes next.
  mutating func makeRoom() throws(ExecutionFault) { try sorter.makeRoom(in: run) }

  /// Notes the fault of a part, by the aggregate call that has it: that of the first call is told,
  /// and the first conflict of currencies there.
  mutating func note(_ found: ExecutionFault, ofCall call: Int) throws(ExecutionFault) {
    let order: [Int]
    switch found {
    case .mixedCurrencies(let conflict, _): order = [call, 0, conflict.otherRow]
    case .overflow, .dateOverflow: order = [call, 1, 0]
    default: throw found
    }
    guard let known = fault, !order.lexicographicallyPrecedes(known.order) else {
      fault = (order, found)
      return
    }
  }

  /// Hands all rows on without their numbers, while more are wanted, or throws the fault.
  @discardableResult
  mutating func finish(to next: any Operator) throws(ExecutionFault) -> Demand {
    if let fault { throw fault.fault }
    let columns = Array(0..<width)
    var demand = Demand.more
    try sorter.finish(in: run) { rows throws(ExecutionFault) in
      demand = try next.consume(rows.selecting(columns))
      return demand
    }
    run.release()
    return demand
  }
}
