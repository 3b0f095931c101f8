import Catalogue

/// Keeps the first of the rows that are equal in some columns.
final class DistinctOperator: Operator {
  private let slots: [Int]
  private let next: any Operator
  private var grouper = RowGrouper()

  init(slots: [Int], next: any Operator) {
    self.slots = slots
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var known = grouper.count
    let groups = grouper.groups(of: slots.map { batch.columns[$0] }, count: batch.count)
    var fresh: [Int] = []
    for (row, group) in groups.enumerated() where group == known {
      fresh.append(row)
      known += 1
    }
    return try next.consume(batch.gathered(fresh))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}

/// Counts the rows of each group, or with no columns all rows.
final class CountOperator: Operator {
  private let slots: [Int]
  private let next: any Operator
  private var grouper = RowGrouper()
  private var counts: [Int]
  /// The first row of each group, cut to the columns that make it.
  private var firsts: [Batch] = []

  init(slots: [Int], next: any Operator) {
    self.slots = slots
    self.next = next
    counts = slots.isEmpty ? [0] : []
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard !slots.isEmpty else {
      counts[0] += batch.count
      return .more
    }
    let keys = slots.map { batch.columns[$0] }
    let groups = grouper.groups(of: keys, count: batch.count)
    var fresh: [Int] = []
    for (row, group) in groups.enumerated() {
      if group == counts.count {
        counts.append(0)
        fresh.append(row)
      }
      counts[group] += 1
    }
    if !fresh.isEmpty { firsts.append(Batch(keys, count: batch.count).gathered(fresh)) }
    return .more
  }

  func finish() throws(ExecutionFault) {
    let totals = Column.number(NumberColumn(.narrow(counts.map { Int64($0) }, scale: 0)))
    if slots.isEmpty {
      _ = try next.consume(Batch([totals], count: 1))
    } else if !firsts.isEmpty {
      let groups = Batch.concatenated(firsts, columnCount: slots.count)
      _ = try next.consume(groups.appending([totals]))
    }
    try next.finish()
  }
}
