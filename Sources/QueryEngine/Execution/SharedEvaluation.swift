// SPDX-License-Identifier: MIT

import Catalogue

/// What came of lists that the rows of the last batch shared: the rows of the next often share
/// them too.
final class RememberedLists {
  fileprivate struct Entry {
    let lists: [Column]
    let values: Column
  }

  fileprivate var entries: [String: Entry] = [:]
}

// One list may stand behind many rows, after `expand` or `join`. What is computed of it is computed
// once for all of them: else n rows that share a list of n elements would cost n * n.
extension Evaluator {
  /// The values of an expression that reads shared lists; nil where it is evaluated row by row.
  func onDistinctLists(
    _ expression: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column? {
    guard batch.count > 1, expression.readsLists, !expression.countsRows else { return nil }
    let slots = layout.slots(of: [expression])
    guard let shared = batch.sharedRows(in: slots) else { return nil }
    let columns = layout.columns.indices.map { slot in
      slots.contains(slot)
        ? batch[slot].taking(rows: shared.rows) : .null(count: shared.rows.count)
    }
    let distinct = Batch(columns, count: shared.rows.count)
    let lists = slots.map { columns[$0] }
    let structure = expression.structure
    if let structure, let known = remembered.entries[structure],
      zip(known.lists, lists).allSatisfy({ $0.isSameShared(as: $1) })
    {
      return known.values.taking(rows: shared.places)
    }
    let values = try computed(expression, distinct)
    if let structure {
      remembered.entries[structure] = RememberedLists.Entry(lists: lists, values: values)
    }
    return values.taking(rows: shared.places)
  }
}

extension BoundExpression {
  /// Whether it looks into lists, which may be long.
  fileprivate var readsLists: Bool {
    switch kind {
    case .column, .literal, .member: false
    default: children.contains { $0.type?.holdsElements ?? false }
    }
  }

  /// Whether something is counted for each row.
  fileprivate var countsRows: Bool {
    switch kind {
    case .arithmetic, .amounts, .priced, .cell: true
    default: children.contains(where: \.countsRows)
    }
  }

  /// A text that only expressions share that compute the same of the same columns; nil where that
  /// cannot be told.
  fileprivate var structure: String? {
    let head: String
    switch kind {
    case .column(let id): head = "column \(id.number)"
    case .literal(let value): head = "literal \(value)"
    case .call(let name, _, _): head = "call \(name)"
    case .quantified(let quantification, _, .compare(let comparison, _, let order)):
      head = "quantified \(quantification) \(comparison) \(order)"
    case .member(_, let position): head = "member \(position)"
    case .index: head = "index"
    case .convert: head = "convert"
    case .spelling: head = "spelling"
    case .folded: head = "folded"
    case .widen: head = "widen"
    case .isEmpty: head = "isEmpty"
    default: return nil
    }
    let inner = children.map(\.structure)
    let known = inner.compactMap(\.self)
    guard known.count == inner.count else { return nil }
    return "\(head) \(type.map { "\($0)" } ?? "?") (\(known.joined(separator: ", ")))"
  }
}

extension ValueType {
  fileprivate var holdsElements: Bool {
    switch self {
    case .list, .record, .any: true
    default: false
    }
  }
}
