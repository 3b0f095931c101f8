// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// One row for each group, in the order of their first appearance; without keys one row.
struct AggregateStep: PlanStep {
  let aggregateCalls: [AggregateCall]
  let keys: [ColumnID]

  static let traits = StepTraits(effect: .new, dependsOnOrder: true)

  var reads: ColumnSet {
    ColumnSet(keys + aggregateCalls.compactMap(\.input) + aggregateCalls.compactMap(\.key?.column))
  }

  var countOfRows: ColumnID? {
    guard aggregateCalls.count == 1, !keys.isEmpty, aggregateCalls[0].input == nil else {
      return nil
    }
    return aggregateCalls[0].id
  }

  func columns(after _: [ColumnID]) -> [ColumnID] { keys + aggregateCalls.map(\.id) }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    AggregateStep(aggregateCalls: aggregateCalls.filter { needed.contains($0.id) }, keys: keys)
  }

  func addNames(to names: inout ColumnNames) {
    for aggregateCall in aggregateCalls {
      let word = aggregateCall.function.name
      names.add(
        aggregateCall.id,
        names.known(aggregateCall.id) ?? aggregateCall.input.map { "\(word)_\(names[$0])" } ?? word)
    }
  }

  func line(in text: PlanText) -> String {
    let columns = aggregateCalls.map { aggregateCall in
      let input = aggregateCall.input.map { text.names[$0] } ?? ""
      let arguments = aggregateCall.arguments(input)
      return "\(text.names[aggregateCall.id]) = \(aggregateCall.function.name)(\(arguments))"
    }
    return "summarize \(columns.joined(separator: ", "))"
      + (keys.isEmpty ? "" : " by \(text.names.list(keys))")
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let inputs = aggregateCalls.map { $0.input.map(input.place) }
    let slots = input.places(keys)
    let names = aggregateCalls.map { ($0.key?.column).map(input.place) }
    return PhysicalOperator(
      self, Algorithm(name: keys.isEmpty ? nil : .hash, held: held),
      .parted(
        AggregateOperator(
          aggregateCalls: aggregateCalls, inputs: inputs, names: names, keys: slots)))
  }
}

extension AggregateStep {
  /// What is held until the last row has come; nil for nothing that grows with the rows.
  private var held: String? {
    let holdsValues = aggregateCalls.contains(where: \.function.holdsValues)
    let parts = [keys.isEmpty ? nil : "the groups", holdsValues ? "the values" : nil]
      .compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}

/// A column that is an aggregate of a group's rows.
package struct AggregateCall: Sendable {
  let id: ColumnID
  let function: AggregateFunction
  /// Of its results.
  let type: ValueType
  /// The column of which it is the aggregate; nil for a count of rows.
  let input: ColumnID?
  /// Where the amounts are written that have a currency each; nil where it calculates with none.
  var money: ScriptRange?
  /// What names the rows of such amounts; nil where rows are no items.
  var key: RowNames?
  let order: SortKey.Order
  /// How many per cent of the values are meant, where the function takes that.
  var share: Decimal?
  /// Where it is written.
  let range: ScriptRange

  /// What stands in its brackets.
  func arguments(_ value: String) -> String { share.map { "\(value), \($0)" } ?? value }
}
