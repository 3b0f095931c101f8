// SPDX-License-Identifier: MIT

import Catalogue

/// For each row whether a condition holds, or fails; where neither is so, nobody knows.
private struct Truth {
  let holds: Bitmap
  let fails: Bitmap

  var column: Column { .bool(BoolColumn(holds, validity: holds | fails)) }
}

extension Truth {
  /// A condition of which all is known in certain rows; nil for every row.
  init(_ bits: Bitmap, known: Bitmap?) {
    holds = known.map { bits & $0 } ?? bits
    fails = known.map { ~bits & $0 } ?? ~bits
  }
}

// What a definition says of an item in a condition. A query takes a null for false; a field that is
// computed is null where what decides it is null, as Kleene's logic has it ("Introduction to
// Metamathematics", 1952, § 64): `null or true` is true.
extension Evaluator {
  func threeValued(
    _ condition: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    try truth(of: condition, batch).column
  }

  private func truth(
    of expression: BoundExpression, _ batch: Batch
  ) throws(ExecutionFault) -> Truth {
    switch expression.kind {
    case .and(let terms):
      var all = Truth(Bitmap(repeating: true, count: batch.count), known: nil)
      for term in terms {
        let truth = try truth(of: term, batch)
        all = Truth(holds: all.holds & truth.holds, fails: all.fails | truth.fails)
      }
      return all
    case .or(let terms):
      var any = Truth(Bitmap(repeating: false, count: batch.count), known: nil)
      for term in terms {
        let truth = try truth(of: term, batch)
        any = Truth(holds: any.holds | truth.holds, fails: any.fails & truth.fails)
      }
      return any
    case .not(let inner):
      let truth = try truth(of: inner, batch)
      return Truth(holds: truth.fails, fails: truth.holds)
    case .choose(let test, let yes, let no):
      let (test, yes, no) = (
        try truth(of: test, batch), try truth(of: yes, batch), try truth(of: no, batch)
      )
      return Truth(
        holds: (test.holds & yes.holds) | (test.fails & no.holds),
        fails: (test.holds & yes.fails) | (test.fails & no.fails))
    case .compare(_, let first, let second, _), .textTest(_, let first, let second):
      // Whoever compares with null asks about null itself.
      let known = first.isNull || second.isNull ? nil : try present([first, second], batch)
      return Truth(try self.condition(expression, batch), known: known)
    case .pattern(_, let value):
      return Truth(try self.condition(expression, batch), known: try present([value], batch))
    case .oneOf(let value, _):
      let bits = try self.condition(expression, batch)
      return Truth(bits, known: try present([value], batch).map { $0 | bits })
    case .quantified(let quantification, let list, let test):
      return try truth(of: quantification, list, test, batch)
    case .isNull, .isEmpty: return Truth(try self.condition(expression, batch), known: nil)
    default:
      guard let column = try evaluate(expression, batch).bools else { break }
      return Truth(column.values, known: column.validity)
    }
    let none = Bitmap(repeating: false, count: batch.count)
    return Truth(none, known: none)
  }

  /// In which rows all of some values are there; nil for every row.
  private func present(
    _ values: [BoundExpression], _ batch: Batch
  ) throws(ExecutionFault) -> Bitmap? {
    var known: Bitmap?
    for value in values {
      guard let validity = try evaluate(value, batch).validity else { continue }
      known = known.map { $0 & validity } ?? validity
    }
    return known
  }

  /// Elements that are null decide nothing: others may.
  private func truth(
    of quantification: BoundExpression.Quantification, _ list: BoundExpression,
    _ test: BoundExpression.ElementTest, _ batch: Batch
  ) throws(ExecutionFault) -> Truth {
    guard let shared = try evaluate(list, batch).lists else {
      let none = Bitmap(repeating: false, count: batch.count)
      return Truth(none, known: none)
    }
    let lists = shared.unshared
    let isAny = list.type == .list(.any)
    let held = try elements(of: lists, test, batch, isAny: isAny, at: list.range)
    var known = lists.validity
    var valid = lists.elements.validity
    if case .compare(_, let item, _) = test {
      if item.isNull { valid = nil }
      let present = item.isNull ? nil : try present([item], batch)
      known = present.map { bits in known.map { $0 & bits } ?? bits } ?? known
    }
    func rows(_ isSo: (Range<Int>) -> Bool) -> Bitmap {
      let bits = Bitmap(count: batch.count) { isSo(lists.range(of: $0)) }
      return known.map { bits & $0 } ?? bits
    }
    let isValid = { (element: Int) in valid?[element] ?? true }
    let some = rows { $0.contains { isValid($0) && held[$0] } }
    switch quantification {
    case .any, .none:
      let none = rows { $0.allSatisfy { isValid($0) && !held[$0] } }
      return quantification == .any
        ? Truth(holds: some, fails: none) : Truth(holds: none, fails: some)
    case .all:
      return Truth(
        holds: rows { $0.allSatisfy { isValid($0) && held[$0] } },
        fails: rows { $0.contains { isValid($0) && !held[$0] } })
    }
  }
}

extension BoundExpression {
  /// Whether it is the word `null`.
  fileprivate var isNull: Bool { if case .literal(.null) = kind { true } else { false } }
}
