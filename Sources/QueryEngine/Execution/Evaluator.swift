// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import TextPatterns

/// Computes expressions over a batch, a column at a time.
struct Evaluator {
  /// Where each column of the plan is in the batch.
  let layout: ColumnLayout
  let state: RunState
  /// The currencies of the rows so far; nil where rows are not counted.
  var amountsSeen: AmountsSeen? = AmountsSeen()
  let remembered = RememberedLists()
  let compared = ComparedTexts()

  /// The rows for which a condition holds; a null condition does not.
  func condition(
    _ expression: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Bitmap {
    if case .bool(let column)? = try onDistinctLists(expression, batch) {
      return column.validity.map { column.values & $0 } ?? column.values
    }
    switch expression.kind {
    case .and(let terms):
      var bits = Bitmap(repeating: true, count: batch.count)
      for term in terms { bits = try condition(term, batch, where: bits) }
      return bits
    case .or(let terms):
      var bits = Bitmap(repeating: false, count: batch.count)
      for term in terms { bits = bits | (try condition(term, batch, where: ~bits)) }
      return bits
    case .not(let inner): return ~(try condition(inner, batch))
    case .compare(let comparison, let first, let second, let order):
      if let bits = try comparedWithNumber(first, comparison, second, batch) { return bits }
      return Column.compare(
        try operand(first, batch), comparison, try operand(second, batch), order: order,
        locale: state.locale, remembering: compared)
    case .pattern(let pattern, let value):
      guard let column = try evaluate(value, batch).texts else { break }
      return try matches(pattern, column, at: expression.range)
    case .oneOf(let value, let set): return set.contains(try evaluate(value, batch))
    case .textTest(let mode, let value, let other):
      guard let column = try evaluate(value, batch).texts,
        let sought = try evaluate(other, batch).texts
      else { break }
      return TextPattern.matches(column, mode: mode, sought)
    case .quantified(let quantification, let list, let test):
      return try quantified(quantification, list, test, batch)
    case .isNull(let inner):
      let validity = try evaluate(inner, batch).validity
      return validity.map { ~$0 } ?? Bitmap(repeating: false, count: batch.count)
    case .isEmpty(let inner): return try evaluate(inner, batch).emptyRows
    default:
      guard let column = try evaluate(expression, batch).bools else { break }
      return column.validity.map { column.values & $0 } ?? column.values
    }
    return Bitmap(repeating: false, count: batch.count)
  }

  func evaluate(
    _ expression: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    let column =
      if let values = try onDistinctLists(expression, batch) { values } else {
        try computed(expression, batch)
      }
    guard expression.type?.canShow(column) ?? true else { throw .overflow(expression.range) }
    return column
  }

  /// Where one side is a number that stands in the query; nil where none is.
  private func comparedWithNumber(
    _ first: BoundExpression, _ comparison: Comparison, _ second: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Bitmap? {
    if case .literal(.number(let number)) = second.kind, !first.isConverted {
      return try evaluate(first, batch).compare(comparison, with: number)
    }
    if case .literal(.number(let number)) = first.kind, !second.isConverted {
      return try evaluate(second, batch).compare(comparison.mirrored, with: number)
    }
    return nil
  }

  /// What is read as a value of some type is null only where there is no value at all.
  private func operand(
    _ side: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> OperandValues {
    guard case .convert(let inner) = side.kind else {
      return OperandValues(try evaluate(side, batch))
    }
    let values = try evaluate(inner, batch)
    return OperandValues(values.read(from: inner.type, as: side.type), presence: values.validity)
  }

  func computed(
    _ expression: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    switch expression.kind {
    case .column(let id): return batch[layout.place(id)]
    case .literal(let value):
      return .constant(value, type: expression.type ?? .any, count: batch.count)
    case .negative(let inner):
      guard let column = try evaluate(inner, batch).numbers else { break }
      return .number(column.negated)
    case .arithmetic(let operation, let first, let second):
      return try arithmetic(operation, first, second, batch)
    case .coalesce(let terms): return try coalesced(terms, batch)
    case .choose(let test, let yes, let no):
      let bits = try condition(test, batch)
      return Column.chosen(
        bits, try evaluate(yes, batch, where: bits), try evaluate(no, batch, where: ~bits))
    case .ofRecord(let inner, let isKnown):
      return try known(inner, where: isKnown, expression.type ?? .any, batch)
    case .threeValued(let inner): return try threeValued(inner, batch)
    case .call(let function, let kernel, let arguments):
      return try call(function, kernel, arguments, batch, expression.range)
    case .ofList(let aggregate, let list): return try aggregated(aggregate, list, batch)
    case .index(let list, let position):
      return Column.elements(of: try evaluate(list, batch), at: try evaluate(position, batch))
    case .member(let record, let position):
      guard let column = try evaluate(record, batch).records else { break }
      return column.member(position)
    case .convert(let inner):
      return try evaluate(inner, batch).read(from: inner.type, as: expression.type)
    case .wholeDate(let inner):
      if let column = try wholeDate(inner, batch, expression.range) { return column }
    case .folded(let inner):
      guard let column = try evaluate(inner, batch).texts else { break }
      return .text(column.folded)
    case .amounts(let inner, let wanted, let key, let place):
      return try amounts(inner, wanted, key, place, batch)
    case .priced(let inner, let other):
      if let column = try priced(inner, other, batch) { return column }
    case .cell(let row, let id): return try cell(id, ofRow: row, batch, expression.range)
    case .template(let parts): return try template(parts, batch, expression.range)
    case .spelling(let inner): return try spelling(inner, batch)
    case .widen(let inner):
      let (type, wide) = (inner.type ?? .any, expression.type ?? .any)
      return try evaluate(inner, batch).fitted(from: type, to: wide)
    case .compare, .pattern, .oneOf, .textTest, .quantified, .and, .or, .not, .isNull, .isEmpty:
      return .bool(BoolColumn(try condition(expression, batch)))
    }
    return .null(count: batch.count)
  }

  /// A value that a record tells, null where no record is known.
  private func known(
    _ inner: BoundExpression, where isKnown: BoundExpression, _ type: ValueType, _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    let bits = try condition(isKnown, batch)
    let none = Column.constant(.null, type: type, count: batch.count)
    return Column.chosen(bits, try evaluate(inner, batch, where: bits), none)
  }

  private func wholeDate(
    _ inner: BoundExpression, _ batch: Batch, _ range: ScriptRange
  ) throws(ExecutionFault) -> Column? {
    guard let column = try evaluate(inner, batch).numbers else { return nil }
    guard let dates = column.wholeDates else { throw .dateOverflow(range) }
    return .number(dates)
  }

  /// Numbers as money in the currencies of another column.
  private func priced(
    _ inner: BoundExpression, _ other: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column? {
    guard let numbers = try evaluate(inner, batch).numbers,
      let money = try evaluate(other, batch).money
    else { return nil }
    return MoneyColumn.column(numbers, money.currencies)
  }

  private func call(
    _ function: String, _ kernel: FunctionKernel, _ arguments: [BoundExpression], _ batch: Batch,
    _ range: ScriptRange
  ) throws(ExecutionFault) -> Column {
    var columns: [Column] = []
    for argument in arguments { columns.append(try evaluate(argument, batch)) }
    let result: Column
    do { result = try kernel.apply(columns, count: batch.count, state.locale) } catch {
      throw ExecutionFault(error, at: range)
    }
    if kernel.isPartial {
      state.countMissing(function, FunctionKernel.gaps(result, columns))
    }
    return result
  }

  /// What an aggregate makes of the elements of each list.
  private func aggregated(
    _ aggregate: AggregateCall, _ list: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    guard let lists = try evaluate(list, batch).lists?.unshared else {
      return .null(count: batch.count)
    }
    var accumulator = aggregate.makeAccumulator(ofPart: false)
    try accumulator.add(lists.elements, groups: lists.parents, groupCount: lists.count, state)
    let result = try accumulator.finish(groupCount: lists.count, state)
    return lists.validity.map { result.masked(by: $0) } ?? result
  }

  /// A value of the last result, for each row.
  private func cell(
    _ id: ColumnID, ofRow row: Int, _ batch: Batch, _ range: ScriptRange
  ) throws(ExecutionFault) -> Column {
    let kept = state.lastResult
    guard let cell = kept?.cell(id, ofRow: row) else {
      throw .noSuchRow(row, rows: kept?.rows ?? 0, range)
    }
    if let kept { state.report.inherited.add(kept.provenance) }
    return cell.taking(rows: Array(repeating: 0, count: batch.count))
  }

  /// The texts of some values, joined for each row; a null adds nothing.
  private func template(
    _ parts: [BoundExpression], _ batch: Batch, _ range: ScriptRange
  ) throws(ExecutionFault) -> Column {
    var texts: [PackedText] = []
    for part in parts {
      var (column, type) = (try evaluate(part, batch), part.type ?? .any)
      // Outside of a column of its own an amount needs its currency.
      if case .money(.fixed(let currency)) = type {
        (column, type) = (MoneyColumn.column(column, in: currency), .money(.varying))
      }
      texts.append(CellText.cells(column, type: type))
    }
    var joined = PackedTextBuilder()
    var total = 0
    for row in 0..<batch.count {
      let length = texts.reduce(0) { $0 + $1[row].count }
      total += length
      guard length <= TextLimit.standard.value, total <= TextLimit.standard.column else {
        throw .textLimit(range)
      }
      joined.append { bytes in
        for text in texts { bytes += text[row] }
      }
    }
    return .text(TextColumn(joined.finish()))
  }

  private func spelling(
    _ inner: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    let column = try evaluate(inner, batch)
    let texts = CellText.cells(column, type: inner.type ?? .any)
    return .text(TextColumn(texts, validity: column.validity))
  }

  private func arithmetic(
    _ operation: Arithmetic, _ first: BoundExpression, _ second: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    guard let left = try evaluate(first, batch).numbers,
      let right = try evaluate(second, batch).numbers
    else { return .null(count: batch.count) }
    let outcome = operation.apply(left, right)
    state.report.zeroDivisions += outcome.zeroDivisions
    if outcome.overflow != nil {
      throw .overflow(
        .init(first.range.start, max(first.range.end, second.range.end)))
    }
    return .number(outcome.column)
  }

  /// Compares all elements of all lists at once, then asks for each row how many held.
  private func quantified(
    _ quantification: BoundExpression.Quantification, _ list: BoundExpression,
    _ test: BoundExpression.ElementTest, _ batch: Batch
  ) throws(ExecutionFault) -> Bitmap {
    guard let shared = try evaluate(list, batch).lists else {
      return Bitmap(repeating: false, count: batch.count)
    }
    let lists = shared.unshared
    let isAny = list.type == .list(.any)
    let held = try elements(of: lists, test, batch, isAny: isAny, at: list.range)
    let result = Bitmap(count: batch.count) { row in
      let range = lists.range(of: row)
      return switch quantification {
      case .any: range.contains { held[$0] }
      case .all: range.allSatisfy { held[$0] }
      case .none: !range.contains { held[$0] }
      }
    }
    return lists.validity.map { result & $0 } ?? result
  }

  /// For each element of all lists whether the test holds.
  func elements(
    of lists: ListColumn, _ test: BoundExpression.ElementTest, _ batch: Batch, isAny: Bool,
    at range: ScriptRange
  ) throws(ExecutionFault) -> Bitmap {
    switch test {
    case .compare(let comparison, let item, let order):
      let items = try operand(item, batch).taking(rows: lists.parents)
      var elements = OperandValues(lists.elements)
      if isAny, let type = item.type, type != .any {
        elements = OperandValues(
          lists.elements.converted(to: type), presence: lists.elements.validity)
      }
      return Column.compare(
        elements, comparison, items, order: order, locale: state.locale, remembering: compared)
    case .pattern(let pattern, let negated):
      let elements = isAny ? lists.elements.converted(to: .text) : lists.elements
      guard let column = elements.texts else {
        return Bitmap(repeating: negated, count: lists.elements.count)
      }
      let matching = try matches(pattern, column, at: range)
      return negated ? ~matching : matching
    }
  }

  private func matches(
    _ pattern: TextMatcher, _ column: TextColumn, at range: ScriptRange
  ) throws(ExecutionFault) -> Bitmap {
    do { return try pattern.matches(column) } catch { throw .patternLimit(error, range) }
  }
}

extension ColumnLayout {
  /// The slots of the columns that some expressions read.
  func slots(of expressions: [BoundExpression]) -> [Int] {
    let read = expressions.reduce(into: ColumnSet()) { $0.formUnion($1.columns) }
    return columns.indices.filter { read.contains(columns[$0]) }
  }
}

extension Column {
  /// Values of no certain type as those of one, or texts as dates.
  func read(from source: ValueType?, as type: ValueType?) -> Column {
    source == .text ? dates : converted(to: type ?? .any)
  }
}

extension BoundExpression {
  /// Whether its value may be there and yet none of the type that is wanted.
  fileprivate var isConverted: Bool { if case .convert = kind { true } else { false } }
}

extension OperandValues {
  fileprivate func taking(rows: [Int]) -> OperandValues {
    OperandValues(values.taking(rows: rows), presence: presence?.taking(rows: rows))
  }
}
