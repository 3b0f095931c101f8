// SPDX-License-Identifier: MIT

import Catalogue
import TextPatterns

// Expressions that decide something for some of the rows only. The others are spared them, so that
// `if stars = 0 then 0 else rooms / stars` divides by no zero.
extension Evaluator {
  /// Which of some rows meet a condition.
  func condition(
    _ expression: BoundExpression, _ batch: Batch, where rows: Bitmap
  ) throws(ExecutionFault) -> Bitmap {
    if expression.maySeeEveryRow { return try condition(expression, batch) & rows }
    guard let part = Part(rows) else { return try condition(expression, batch) }
    guard part.count > 0 else { return rows }
    let held = try condition(expression, self.batch(batch, part, for: expression))
    return rows & held.taking(rows: part.places)
  }

  /// A column in which some rows have their values; what the others have means nothing.
  func evaluate(
    _ expression: BoundExpression, _ batch: Batch, where rows: Bitmap
  ) throws(ExecutionFault) -> Column {
    guard !expression.maySeeEveryRow, let part = Part(rows) else {
      return try evaluate(expression, batch)
    }
    guard part.count > 0 else { return .null(count: batch.count) }
    return try evaluate(expression, self.batch(batch, part, for: expression)).taking(
      rows: part.places)
  }

  /// Row by row the first value that is not null; a further one is looked at where all before it
  /// are.
  func coalesced(
    _ terms: [BoundExpression], _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    guard let first = terms.first else { return .null(count: batch.count) }
    var result = try evaluate(first, batch)
    for term in terms.dropFirst() {
      guard let known = result.validity else { break }
      result = Column.coalesced([result, try evaluate(term, batch, where: ~known)])
    }
    return result
  }

  /// Some rows, with the columns that an expression reads.
  private func batch(_ batch: Batch, _ part: Part, for expression: BoundExpression) -> Batch {
    let read = expression.columns
    let columns = layout.columns.enumerated().map { slot, id in
      read.contains(id) ? batch[slot].taking(rows: part.rows) : .null(count: part.count)
    }
    return Batch(columns, count: part.count)
  }

  /// Some of a batch's rows, but not all.
  private struct Part {
    let rows: [Int]
    /// For each row of the batch its place among these; for others any.
    let places: [Int]
    var count: Int { rows.count }

    /// Nil for all rows.
    init?(_ bits: Bitmap) {
      guard bits.setCount < bits.count else { return nil }
      rows = bits.indices
      var places = [Int](repeating: 0, count: bits.count)
      for (place, row) in rows.enumerated() { places[row] = place }
      self.places = places
    }
  }
}

extension BoundExpression {
  /// Whether rows that do not need it may have it too: nothing comes of that, and it costs little.
  fileprivate var maySeeEveryRow: Bool { !mayReport && costsLittle }

  private var costsLittle: Bool {
    switch kind {
    case .coalesce, .call, .ofList, .choose, .ofRecord, .threeValued: false
    default: children.allSatisfy(\.costsLittle)
    }
  }
}
