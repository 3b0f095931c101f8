// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Ends the run with a fault unless a condition holds for every row.
struct AssertStep: PlanStep {
  let condition: BoundExpression
  let message: String?
  /// What names the rows for which it does not hold; nil where rows are no items.
  let key: ColumnID?
  let keyType: ValueType?

  static let traits = StepTraits(effect: .same, isCheck: true)

  var reads: ColumnSet { condition.columns.union(ColumnSet([key].compactMap(\.self))) }

  var expressions: [BoundExpression] { [condition] }

  func line(in text: PlanText) -> String {
    "assert \(text.expression(condition))" + (message.map { ", \(PlanText.quoted($0))" } ?? "")
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self, .streaming, .rowwise(AssertOperator(self, input)))
  }
}

/// Ends the run with a fault unless there are so many rows.
struct ExpectRowsStep: PlanStep {
  let expected: ExpectedRows

  static let traits = StepTraits(effect: .same, isCheck: true)

  var reads: ColumnSet { ColumnSet(expected.names.map(\.id)) }

  func line(in text: PlanText) -> String {
    "expect rows \(expected.comparison.rawValue) \(expected.count)"
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let slots = input.places(expected.names.map(\.id))
    return PhysicalOperator(
      self, .streaming, .sequential(ExpectRowsOperator(expected: expected, slots: slots)))
  }
}

/// How many rows there must be, and how a message names those that there are.
package struct ExpectedRows: Sendable {
  let comparison: Comparison
  let count: Int
  /// The stage before and the values of its parameters; empty where there are none.
  let context: String
  /// The columns by which rows are named: their key and the first text that is shown.
  let names: [OutputColumn]
  /// Where it is written.
  let range: ScriptRange
  /// The keys of the groups, one within the other, whose rows are counted.
  var groups: [String] = []

  func inGroup(_ name: String) -> ExpectedRows {
    var inner = self
    inner.groups.insert(name, at: 0)
    return inner
  }
}

/// Ends the run with a fault because of the columns, which are known before any row.
struct FailColumnsStep: PlanStep {
  let expected: [String]
  let found: [String]
  let range: ScriptRange

  static let traits = StepTraits(effect: .same, isCheck: true)

  func line(in text: PlanText) -> String {
    "fail: columns \(found.joined(separator: ", ")), not \(expected.joined(separator: ", "))"
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let fault = ExecutionFault.unexpectedColumns(expected: expected, found: found, range)
    return PhysicalOperator(self, .streaming, .sequential(FailOperator(fault: fault)))
  }
}

/// Ends the run with a fault unless certain columns are seen, in any case of their letters, where
/// which these are is a matter of the rows.
struct ExpectColumnsStep: PlanStep {
  let expected: [String]
  let columns: [OutputColumn]
  let range: ScriptRange

  static let traits = StepTraits(effect: .same, isCheck: true)

  func line(in text: PlanText) -> String { "expect columns \(expected.joined(separator: ", "))" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self, .streaming, .sequential(ExpectColumnsOperator(step: self)))
  }
}

/// Ends the run with a fault unless the rows have the cells of those of another relation.
struct ExpectSameStep: PlanStep {
  var wanted: Relation
  /// The columns that are compared, in these rows and in those of the other relation.
  let columns: [OutputColumn]
  let expected: [OutputColumn]
  let range: ScriptRange

  static let traits = StepTraits(effect: .same, dependsOnOrder: true, isCheck: true)

  var relations: [Relation] {
    get { [wanted] }
    set { wanted = newValue[0] }
  }

  var reads: ColumnSet { ColumnSet(columns.map(\.id)) }

  func addNames(to names: inout ColumnNames) { names.add(wanted) }

  func line(in text: PlanText) -> String { "expect same as\(text.inner(wanted))" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: nil, held: "all rows of both"),
      .sequential(SameOperator(self, input)))
  }
}

/// Ends the run with a fault unless the rows are neither a sample's nor an old copy's.
struct ExpectLiveStep: PlanStep {
  let range: ScriptRange

  static let traits = StepTraits(effect: .same, isCheck: true)

  func line(in text: PlanText) -> String { "expect live" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self, .streaming, .sequential(ExpectLiveOperator(range: range)))
  }
}
