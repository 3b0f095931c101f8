// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// The fields of a source where its rows come in: those of its list, those that are computed from
/// them, and those that have to be fetched or computed first.
struct SourceFields {
  /// The fields in the order of the schema, and what else can be brought in; those are shown that
  /// are there.
  private(set) var scope: Scope
  /// The columns that are read from the list.
  private(set) var columns: [ScanColumn] = []
  /// The fields that are computed from these; those that nothing reads are pruned.
  private(set) var derived: [DerivedField] = []
  private let session: BindingSession

  init(_ schema: Schema, in session: BindingSession) {
    self.session = session
    scope = Scope(noun: schema.source)
    for (index, field) in schema.fields.enumerated() {
      let id = session.newColumn()
      var entry = Scope.Field(id: id, names: [field.name] + field.aliases, type: field.type)
      entry.index = index
      entry.mayHaveValues = field.mayHaveValues
      switch field.origin {
      case .list: columns.append(ScanColumn(id: id, field: index))
      case .detail: entry.pendingDetail = .field(index)
      case .derived: break
      }
      scope.fields.append(entry)
      if schema.key == index { scope.nameRows(by: RowNames(column: id, type: field.type)) }
    }
    derive(schema)
    scope.showAll()
  }

  /// The steps that compute the derived fields, right after the rows have come in.
  var steps: [any PlanStep] { derived.map { ExtendStep([$0.projection]) } }

  private mutating func derive(_ schema: Schema) {
    var known: Scope.Field?
    var entries = scope.fields.filter { $0.pendingDetail != nil }
      .map { PendingFields.Entry(field: $0) }
    for index in schema.derived {
      if session.isCancelled() { return }
      let field = schema.fields[index]
      guard case .derived(let text) = field.origin else { continue }
      let (bound, needs) = derivation(text, of: "\(field.name) of \(schema.source)")
      let id = scope.fields[index].id
      if needs.isEmpty {
        derived.append(
          DerivedField(
            field: index, projection: Projection(id: id, expression: bound, name: field.name)))
        continue
      }
      let record = known ?? knownRecord()
      if known == nil { entries.append(PendingFields.Entry(field: record)) }
      known = record
      let told = BoundExpression(
        .ofRecord(bound, isKnown: BoundExpression(.column(record.id), .bool, bound.range)),
        bound.type, bound.range)
      let projection = Projection(id: id, expression: told, name: field.name)
      entries.append(
        PendingFields.Entry(
          field: scope.fields[index], derivation: (projection, needs + [record.id])))
      scope.derive(
        at: index,
        Scope.PendingDerivation(projection: projection, needs: needs + [record.id], among: .none))
    }
    guard known != nil else { return }
    let among = PendingFields(entries)
    for (index, field) in scope.fields.enumerated() {
      guard let pending = field.pendingDerivation else { continue }
      scope.derive(
        at: index,
        Scope.PendingDerivation(
          projection: pending.projection, needs: pending.needs, among: among))
    }
  }

  /// A field without a name that tells whether an item's own record could be read.
  private mutating func knownRecord() -> Scope.Field {
    var field = Scope.Field(id: session.newColumn(), names: [], type: .bool)
    field.pendingDetail = .isKnown
    scope.fields.append(field)
    return field
  }

  /// Binds an expression of a source definition, which its loader has checked; with it the fields
  /// that have to be fetched or computed before it.
  private func derivation(
    _ text: String, of name: String
  ) -> (BoundExpression, needs: [ColumnID]) {
    let definition = ScriptText(name: "<\(name)>", text)
    let parsed = Parser.parseExpression(definition)
    for fault in parsed.diagnostics { session.report(fault) }
    let environment = BindingEnvironment(
      session: session, source: definition, known: Binder.Context(), firstFault: session.reported)
    let bound = ExpressionBinder.bind(parsed.tree, in: .ofRow(scope, environment))
    var expression = bound.expression
    if expression.type == .bool {
      expression = BoundExpression(.threeValued(expression), .bool, expression.range)
    }
    return (expression, bound.needs.fields.columns)
  }
}

extension ExpressionContext {
  /// That of an expression that is computed of one row alone, for which no columns are added.
  static func ofRow(_ scope: Scope, _ environment: BindingEnvironment) -> ExpressionContext {
    var context = ExpressionContext(environment, scope)
    context.hasHelpers = false
    return context
  }
}
