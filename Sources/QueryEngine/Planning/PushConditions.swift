// SPDX-License-Identifier: MIT

import Catalogue
import TextPatterns

/// Conditions that a server understands go to it, so that fewer rows come.
///
/// The filters stay: what comes may be more than what is wanted.
enum PushConditions {
  @Sendable static func apply(_ plan: Relation) -> Relation {
    guard case .scan(let source, let columns, let known) = plan.origin,
      !source.capability.fields.isEmpty
    else { return plan }
    var request = known
    let reader = ConditionReader(source, columns)
    for case let step as FilterStep in plan.steps.prefix(while: \.judgesRowsAlone) {
      request.conditions += step.condition.conjuncts.compactMap(reader.read)
    }
    var pushed = plan
    pushed.origin = .scan(source, columns: columns, asking: request)
    return pushed
  }
}

extension BoundExpression {
  /// The conditions that all have to hold.
  var conjuncts: [BoundExpression] {
    if case .and(let terms) = kind { terms.flatMap(\.conjuncts) } else { [self] }
  }
}

/// Finds in bound conditions what a source's server understands, or a file knows.
struct ConditionReader {
  private let schema: Schema
  private let fields: [Int: FieldCapability]
  private let knownFields: Set<Int>
  private let soughtFields: Set<Int>
  private let filledFields: Set<Int>
  private let columns: [ScanColumn]

  init(_ source: any CatalogueSource, _ columns: [ScanColumn]) {
    schema = source.schema
    fields = source.capability.fields
    knownFields = source.capability.knownFields
    soughtFields = source.capability.soughtFields
    filledFields = source.capability.filledFields
    self.columns = columns
  }

  /// The condition as the server is asked; nil where it does not understand.
  func read(_ expression: BoundExpression) -> PushedCondition? {
    guard let condition = condition(expression) ?? choice(expression),
      fields[condition.field]?.makes(condition) ?? false
    else { return nil }
    return condition
  }

  /// No more values are looked for in what is known of parts.
  private static let mostValues = 1_000

  /// The condition as a file knows of parts of it whether they can meet it; nil where it does not.
  func partCondition(_ expression: BoundExpression) -> PartCondition? {
    if case .pattern(.literal(let pattern), let value) = expression.kind,
      let field = soughtField(value)
    {
      return .holds(field: field, pattern.sought)
    }
    switch expression.kind {
    case .isNull(let value): return knownField(value).map { .isNull(field: $0) }
    case .or(let terms):
      let conditions = terms.compactMap(partCondition)
      return conditions.count == terms.count ? .any(conditions) : nil
    case .oneOf(let value, let set):
      if let field = soughtField(value), set.count <= Self.mostValues, let texts = set.foldedTexts {
        return .any(
          texts.map { .holds(field: field, SoughtText(Array($0.utf8), .equals, exact: false)) })
      }
      guard let field = knownField(value), set.count <= Self.mostValues, let values = set.values
      else { return nil }
      return .any(values.map { .compares(field: field, .equal, $0) })
    default:
      guard let condition = condition(expression), knownFields.contains(condition.field),
        let comparison = condition.comparison, !condition.isFolded
      else { return nil }
      return .compares(field: condition.field, comparison, condition.value)
    }
  }

  /// The same of a search: each of its words stands in a row. Nil where not all fields are sought
  /// in.
  func holds(_ search: SearchStep) -> [PartCondition]? {
    guard search.columns.allSatisfy({ field($0).map(soughtFields.contains) ?? false }) else {
      return nil
    }
    return search.patterns.map { .holds(field: nil, $0.sought) }
  }

  /// What is counted of the rows that come to a filter; nil where a file does not know all of it.
  func counts(_ notes: [NullNote]) -> [PartFilter.Count]? {
    var counts: [PartFilter.Count] = []
    for note in notes {
      let isFilled = note.readings.allSatisfy { field($0).map(filledFields.contains) ?? false }
      if isFilled { continue }
      guard note.readings.count == 1, let field = knownField(note.readings[0]) else { return nil }
      counts.append(PartFilter.Count(field: field, label: note.label))
    }
    return counts
  }

  private func knownField(_ expression: BoundExpression) -> Int? {
    field(expression).flatMap { knownFields.contains($0) ? $0 : nil }
  }

  private func soughtField(_ expression: BoundExpression) -> Int? {
    field(expression).flatMap { soughtFields.contains($0) ? $0 : nil }
  }

  /// The field of a column that is read from the list.
  func field(_ column: ColumnID) -> Int? { columns.first { $0.id == column }?.field }

  private func field(_ expression: BoundExpression) -> Int? {
    guard case .column(let id) = expression.kind else { return nil }
    return field(id)
  }

  private func condition(_ expression: BoundExpression) -> PushedCondition? {
    switch expression.kind {
    case .column:
      guard let field = field(expression), schema.fields[field].type == .bool else { return nil }
      return PushedCondition(field: field, .equal, .bool(true))
    case .compare(let mark, let first, let second, _):
      return comparison(mark, first, second) ?? comparison(mark.mirrored, second, first)
    case .pattern(.literal(let pattern), let value):
      guard let field = field(value), let test = pattern.mode.test else { return nil }
      // What equals without regard to case and accents is not the same everywhere.
      return PushedCondition(
        field: field, test, .text(String(decoding: pattern.literal, as: UTF8.self)),
        isFolded: !pattern.exact)
    default: return nil
    }
  }

  /// The same of what a file knows otherwise: one of several values, or none.
  private func choice(_ expression: BoundExpression) -> PushedCondition? {
    switch expression.kind {
    case .isNull(let value): return field(value).map { PushedCondition(field: $0, .isNull, .null) }
    case .oneOf(let value, let set):
      guard let field = field(value) else { return nil }
      let texts = set.foldedTexts
      guard let values = texts.map({ $0.map(Value.text) }) ?? set.values else { return nil }
      return choice(values, of: field, isFolded: texts != nil)
    case .or(let terms):
      let equals = terms.compactMap(condition).filter { $0.comparison == .equal }
      guard let first = equals.first, equals.count == terms.count,
        equals.allSatisfy({ $0.field == first.field && $0.isFolded == first.isFolded })
      else { return nil }
      return choice(equals.map(\.value), of: first.field, isFolded: first.isFolded)
    default: return nil
    }
  }

  /// One of values, in an order of their own, so that the same is asked for the same query.
  private func choice(_ values: [Value], of field: Int, isFolded: Bool) -> PushedCondition? {
    let ordered = values.sorted { first, second in
      switch (first, second) {
      case (.number(let first), .number(let second)): first < second
      default: JSONText.string(first) < JSONText.string(second)
      }
    }
    return PushedCondition(field: field, .isOneOf, .list(ordered), isFolded: isFolded)
  }

  private func comparison(
    _ mark: Comparison, _ value: BoundExpression, _ constant: BoundExpression
  ) -> PushedCondition? {
    guard let field = field(value), case .literal(let literal) = constant.kind else { return nil }
    let type = schema.fields[field].type
    switch (mark, literal) {
    // `!=` also holds for items without a value.
    case (_, .null), (.notEqual, _): return nil
    case (.equal, _):
      guard type.isStoredAsNumber || type == .bool || type == .id else { return nil }
    default:
      // The order of texts and ids is a matter of the locale and of the language.
      guard type.isStoredAsNumber else { return nil }
    }
    return PushedCondition(field: field, mark, literal)
  }
}

extension TextPattern.Mode {
  /// Nil for what no server is asked.
  fileprivate var test: FieldTest? {
    switch self {
    case .equals: .compares(.equal)
    case .contains: .contains
    case .startsWith: .startsWith
    case .endsWith: nil
    }
  }
}
