// SPDX-License-Identifier: MIT

import Catalogue

/// What came of lists that the rows of the last batch shared: the rows of the next often share
/// them too.
final class RememberedLists {
  fileprivate struct Entry {
    let lists: [Column]
    let values: Column
  }

  fileprivate var entries: [Computation: Entry] = [:]
}

// One list may stand behind many rows, after `expand` or `join`. What is computed of it is computed
// once for all of them: else n rows that share a list of n elements would cost n * n.
extension Evaluator {
  /// The values of an expression that reads shared lists; nil where it is evaluated row by row.
  func onDistinctLists(
    _ expression: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column? {
    guard batch.count > 1, expression.readsLists, !expression.notesRows else { return nil }
    let slots = layout.slots(of: [expression])
    guard let shared = batch.sharedRows(in: slots) else { return nil }
    let columns = layout.columns.indices.map { slot in
      slots.contains(slot)
        ? batch[slot].taking(rows: shared.rows) : .null(count: shared.rows.count)
    }
    let distinct = Batch(columns, count: shared.rows.count)
    let lists = slots.map { columns[$0] }
    let computation = Computation(expression)
    if let computation, let known = remembered.entries[computation],
      zip(known.lists, lists).allSatisfy({ $0.isSameShared(as: $1) })
    {
      return known.values.taking(rows: shared.places)
    }
    let values = try computed(expression, distinct)
    if let computation {
      remembered.entries[computation] = RememberedLists.Entry(lists: lists, values: values)
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

  /// Whether something is noted of each row, such as a division by zero.
  fileprivate var notesRows: Bool {
    switch kind {
    case .arithmetic, .amounts, .priced, .cell: true
    case .call(_, let kernel, _) where kernel.isPartial: true
    default: children.contains(where: \.notesRows)
    }
  }
}

/// What an expression computes, wherever it stands: the same of the same columns for all that are
/// equal.
private struct Computation: Hashable {
  private enum Head: Hashable {
    case column(ColumnID), call(String), member(Int)
    case quantified(BoundExpression.Quantification, Comparison, TextOrder)
    case index, convert, spelling, folded, widen, isEmpty
    case null, bool(Bool), number(Decimal), list
    /// By its bytes: texts that are equal to Swift are not the same.
    case text(SpelledName)
  }

  private let head: Head
  private let type: ValueType?
  private let parts: [Computation]

  /// Nil where that cannot be told.
  init?(_ expression: BoundExpression) {
    let head: Head
    switch expression.kind {
    case .column(let id): head = .column(id)
    case .literal(let value):
      self.init(value, expression.type)
      return
    case .call(let name, _, _): head = .call(name)
    case .quantified(let quantification, _, .compare(let comparison, _, let order)):
      head = .quantified(quantification, comparison, order)
    case .member(_, let position): head = .member(position)
    case .index: head = .index
    case .convert: head = .convert
    case .spelling: head = .spelling
    case .folded: head = .folded
    case .widen: head = .widen
    case .isEmpty: head = .isEmpty
    default: return nil
    }
    self.init(head, expression.type, expression.children.map { Self($0) })
  }

  private init?(_ value: Value, _ type: ValueType?) {
    switch value {
    case .null: self.init(.null, type, [])
    case .bool(let bool): self.init(.bool(bool), type, [])
    case .number(let number): self.init(.number(number), type, [])
    case .text(let text): self.init(.text(SpelledName(text)), type, [])
    case .list(let elements): self.init(.list, type, elements.map { Self($0, nil) })
    case .record: return nil
    }
  }

  private init?(_ head: Head, _ type: ValueType?, _ parts: [Computation?]) {
    self.head = head
    self.type = type
    self.parts = parts.compactMap(\.self)
    guard self.parts.count == parts.count else { return nil }
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
