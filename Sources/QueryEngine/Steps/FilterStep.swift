// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the rows for which a condition holds.
struct FilterStep: PlanStep {
  let condition: BoundExpression
  /// The fields whose nulls are to be counted, because they decide the condition.
  var notes: [NullNote] = []

  static let traits = StepTraits(effect: .subset, isRowwise: true)

  var reads: ColumnSet { notes.reduce(condition.columns) { $0.union($1.columns) } }

  var expressions: [BoundExpression] { [condition] }

  func line(in text: PlanText) -> String { "filter \(text.expression(condition))" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self, .streaming, .rowwise(FilterOperator(condition, notes, input)))
  }
}

/// A field of which a run tells in how many rows it is null, or has no value of a type that it is
/// read as.
struct NullNote: Sendable {
  /// The field as the query writes it.
  let name: String
  let place: FieldPlace?
  /// The field; or what is read from it, each of another type.
  private(set) var readings: [BoundExpression]

  init(of value: BoundExpression, _ name: String) {
    self.name = name
    place = value.read.place
    readings = [value]
  }

  /// A row counts where none of the readings has a value: the field itself has whatever is there.
  mutating func add(_ other: NullNote) {
    let all = readings + other.readings
    if let whole = all.first(where: { !$0.isReading }) {
      readings = [whole]
    } else {
      readings += other.readings.filter { new in !readings.contains { $0.type == new.type } }
    }
  }

  /// What is missing: the field, or such as `number, text, true or false in price`.
  var label: String {
    let types = readings.filter(\.isReading).compactMap { $0.type?.bareNouns }
    let nouns = types.sorted { ($0.count, $0[0]) < ($1.count, $1[0]) }.flatMap(\.self)
    guard let last = nouns.last else { return name }
    let others = nouns.dropLast().joined(separator: ", ")
    return "\(others.isEmpty ? last : "\(others) or \(last)") in \(name)"
  }

  var columns: ColumnSet { readings.reduce(into: ColumnSet()) { $0.formUnion($1.columns) } }
}

extension BoundExpression {
  /// Whether it is a value read as one of some type.
  fileprivate var isReading: Bool { if case .convert = kind { true } else { false } }

  /// What is read as a value of some type, or the value itself.
  fileprivate var read: BoundExpression {
    if case .convert(let inner) = kind { inner } else { self }
  }
}
