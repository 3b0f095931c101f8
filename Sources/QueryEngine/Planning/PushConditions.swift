import Catalogue

/// Conditions that a server understands go to it, so that fewer rows come.
///
/// The filters stay: what the server gives may be more than what is wanted.
enum PushConditions {
  @Sendable static func apply(_ plan: PhysicalPlan) -> PhysicalPlan {
    guard case .scan(let source, let columns, var request) = plan.origin,
      !source.capability.fields.isEmpty
    else { return plan }
    let reader = ConditionReader(source, columns)
    for step in plan.steps.prefix(while: \.judgesRowsAlone) {
      guard case .filter(let condition, _) = step else { continue }
      request.conditions += condition.conjuncts.compactMap { reader.read($0)?.condition }
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

/// Finds in bound conditions what a source's server understands.
struct ConditionReader {
  private let schema: Schema
  private let fields: [Int: FieldCapability]
  private let columns: [ScanColumn]

  init(_ source: any CatalogueSource, _ columns: [ScanColumn]) {
    schema = source.schema
    fields = source.capability.fields
    self.columns = columns
  }

  /// The condition as the server is asked, and whether it then gives nothing else; nil where it
  /// does not understand.
  func read(_ expression: BoundExpression) -> (condition: PushedCondition, isExact: Bool)? {
    guard let condition = condition(expression), let known = fields[condition.field],
      known.tests.contains(condition.test)
    else { return nil }
    if condition.equality == .folded, known.equality == .codePoints { return nil }
    let isEqual = condition.values.isEmpty || condition.equality == known.equality
    return (condition, known.agreement == .same && (isEqual || !isText(condition.field)))
  }

  /// Whether the server gives just the items for which a condition holds.
  func isExact(_ condition: BoundExpression) -> Bool {
    condition.conjuncts.allSatisfy { read($0)?.isExact ?? false }
  }

  private func isText(_ field: Int) -> Bool { schema.fields[field].type.isTextual }

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
      return PushedCondition(field: field, .compare(.equal), [.bool(true)])
    case .compare(let mark, let first, let second, _):
      return comparison(mark, first, second) ?? comparison(mark.mirrored, second, first)
    case .pattern(.literal(let pattern), let value):
      guard let field = field(value), let sought = pattern.equalText else { return nil }
      return PushedCondition(
        field: field, .compare(.equal), [.text(sought.text)], equality: sought.equality)
    case .isNull(let value): return field(value).map { PushedCondition(field: $0, .isNull) }
    case .not(let inner): return condition(inner).flatMap(Self.negated)
    case .or(let terms): return alternatives(terms.map(condition))
    default: return nil
    }
  }

  private func comparison(
    _ mark: Comparison, _ value: BoundExpression, _ constant: BoundExpression
  ) -> PushedCondition? {
    guard let field = field(value), case .literal(let literal) = constant.kind else { return nil }
    let type = schema.fields[field].type
    switch (mark, literal) {
    case (.equal, .null): return PushedCondition(field: field, .isNull)
    case (.notEqual, .null): return PushedCondition(field: field, .isNotNull)
    case (_, .null): return nil
    case (.equal, _), (.notEqual, _):
      guard type.isStoredAsNumber || type == .bool || type == .id else { return nil }
    default:
      // The order of texts and ids is a matter of the locale and of the language.
      guard type.isStoredAsNumber else { return nil }
    }
    return PushedCondition(field: field, .compare(mark), [literal])
  }

  private static func negated(_ condition: PushedCondition) -> PushedCondition? {
    switch condition.test {
    case .compare(.equal):
      PushedCondition(
        field: condition.field, .compare(.notEqual), condition.values,
        equality: condition.equality)
    case .isNull: PushedCondition(field: condition.field, .isNotNull)
    // The contrary of `<` holds for items without a value too.
    case .compare, .oneOf, .isNotNull: nil
    }
  }

  /// `in`: one field that equals one of several values.
  private func alternatives(_ terms: [PushedCondition?]) -> PushedCondition? {
    let known = terms.compactMap(\.self)
    guard let first = known.first, known.count == terms.count,
      known.allSatisfy({
        $0.test == .compare(.equal) && $0.field == first.field && $0.equality == first.equality
      })
    else { return nil }
    if known.count == 1 { return first }
    return PushedCondition(
      field: first.field, .oneOf, known.flatMap(\.values), equality: first.equality)
  }
}
