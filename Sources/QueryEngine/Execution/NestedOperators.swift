import Catalogue

/// Runs a pipeline of its own over the rows of each group, in the order of first appearance.
final class GroupOperator: Operator {
  private let keys: [Int]
  /// Keys that the inner pipeline leaves out, to be added to its rows.
  private let adding: [Int]
  /// Whether every group is run through, also those that no one wants, because it is checked.
  private let isChecking: Bool
  private let state: RunState
  private let next: any Operator
  private let pipeline: (any Operator) -> any Operator
  private var rows = HeldRows()

  init(
    keys: [Int], adding: [Int], isChecking: Bool, _ state: RunState, next: any Operator,
    pipeline: @escaping (any Operator) -> any Operator
  ) {
    self.keys = keys
    self.adding = adding
    self.isChecking = isChecking
    self.state = state
    self.next = next
    self.pipeline = pipeline
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    rows.add(batch)
    return .more
  }

  func finish() throws(ExecutionFault) {
    if let all = rows.take() { try run(all) }
    try next.finish()
  }

  private func run(_ all: Batch) throws(ExecutionFault) {
    var grouper = RowGrouper()
    let groups = grouper.groups(of: keys.map { all.columns[$0] }, count: all.count)
    var rows = [[Int]](repeating: [], count: grouper.count)
    for (row, group) in groups.enumerated() { rows[group].append(row) }
    var demand = Demand.more
    for members in rows where demand == .more || isChecking {
      try state.checkCancelled()
      let collector = CollectingOperator()
      let first = pipeline(collector)
      _ = try first.consume(all.gathered(members))
      try first.finish()
      for batch in collector.batches where batch.count > 0 && demand == .more {
        let kept = adding.map { slot in
          all.columns[slot].gathered(Array(repeating: members[0], count: batch.count))
        }
        demand = try next.consume(batch.appending(kept))
      }
    }
  }
}

/// Keeps the rows that it is given.
private final class CollectingOperator: Operator {
  private(set) var batches: [Batch] = []

  func consume(_ batch: Batch) -> Demand {
    batches.append(batch)
    return .more
  }

  func finish() {}
}

/// Gives a row for each element of a list; rows with an empty list or none give none.
final class ExpandOperator: Operator {
  private let slot: Int
  private let next: any Operator

  init(slot: Int, next: any Operator) {
    self.slot = slot
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard case .list(let lists) = batch.columns[slot] else { return .more }
    let present = (0..<batch.count).filter { lists.validity?[$0] ?? true }
    let rows = present.flatMap { Array(repeating: $0, count: lists.range(of: $0).count) }
    let elements = lists.elements.gathered(present.flatMap { Array(lists.range(of: $0)) })
    return try next.consume(batch.gathered(rows).appending([elements]))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
