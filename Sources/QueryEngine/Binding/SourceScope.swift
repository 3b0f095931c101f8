// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// The fields of a source at the head of a pipeline.
extension PipelineBinder {
  /// Brings a source's fields into scope; gives the columns that are read from its list.
  mutating func open(_ schema: Schema) -> [ScanColumn] {
    var columns: [ScanColumn] = []
    for (index, field) in schema.fields.enumerated() {
      let id = newColumn()
      var entry = Scope.Field(id: id, names: [field.name] + field.aliases, type: field.type)
      entry.index = index
      switch field.origin {
      case .list: columns.append(ScanColumn(id: id, field: index))
      case .detail: entry.pendingDetail = .field(index)
      case .derived: break
      }
      scope.fields.append(entry)
      if schema.key == index { scope.nameRows(by: id) }
    }
    derive(schema)
    scope.showAll()
    return columns
  }

  /// Computes the derived fields right after the scan; those that nothing reads are pruned.
  private mutating func derive(_ schema: Schema) {
    var known: Scope.Field?
    for index in schema.derived {
      let field = schema.fields[index]
      guard case .derived(let text) = field.origin else { continue }
      let (bound, needs) = derivation(text, of: "\(field.name) of \(schema.source)")
      let id = scope.fields[index].id
      if !needs.isEmpty {
        let record = known ?? knownRecord()
        known = record
        let told = BoundExpression(
          .ofRecord(bound, isKnown: BoundExpression(.column(record.id), .bool, bound.range)),
          bound.type, bound.range)
        scope.fields[index].pendingDerivation = Scope.PendingDerivation(
          projection: Projection(id: id, expression: told, name: field.name),
          needs: needs + [record])
        continue
      }
      let projection = Projection(id: id, expression: bound, name: field.name)
      derived.append(DerivedField(field: index, projection: projection))
      steps.append(ExtendStep([projection]))
    }
  }

  /// A field without a name that tells whether an item's own record could be read.
  private mutating func knownRecord() -> Scope.Field {
    var field = Scope.Field(id: newColumn(), names: [], type: .bool)
    field.pendingDetail = .isKnown
    scope.fields.append(field)
    return field
  }

  /// Binds an expression of a source definition, which its loader has checked; with it the fields
  /// that have to be fetched or computed for it.
  private mutating func derivation(
    _ text: String, of name: String
  ) -> (BoundExpression, needs: [Scope.Field]) {
    let definition = ScriptText(name: "<\(name)>", text)
    let parsed = Parser.parseExpression(definition)
    var binder = PipelineBinder(source: definition, scope: scope, nextColumn: nextColumn)
    let bound = binder.bind(parsed.tree)
    diagnostics += parsed.diagnostics + binder.diagnostics
    return (bound, binder.wantedDetails + binder.wantedDerivations)
  }

  /// The items that each row names in the place of the rows, with the id of that row as `of`.
  mutating func follow(_ name: Name, _ stage: Stage) {
    guard let key = scope.key, let catalogue else {
      return report(.noItems(toFollow: name.text, stage.keyword))
    }
    let schema = catalogue.schema
    guard let relation = catalogue.capability.relation(name.text) else {
      return report(.noRelation(name, of: schema.source, catalogue.capability.relations))
    }
    let before = steps
    steps = []
    scope.keep([], because: stage.keyword, in: source)
    let columns = open(schema)
    let derivations = steps
    let of = newColumn()
    scope.fields.append(Scope.Field(id: of, names: ["of"], type: .id))
    scope.visible.append(Scope.Visible(label: "of", id: of))
    let follow = FollowStep(
      source: catalogue, relation: relation.name, key: key, columns: columns, of: of)
    steps = before + [follow] + derivations
    weight += 1
  }

  /// `in "Bags", "Sneakers"`: a filter on the source's category.
  mutating func keepCategories(_ categories: [TextLiteral], field: String) {
    guard let category = scope.field(field) else { return }
    let terms = categories.map { literal in
      BoundExpression(
        .pattern(
          .literal(TextPattern(literal.value, mode: .equals, exact: false)),
          BoundExpression(.column(category.id), category.type, literal.range)),
        .bool, literal.range)
    }
    steps.append(
      FilterStep(condition: BoundExpression(.or(terms), .bool, categories[0].range)))
  }
}
