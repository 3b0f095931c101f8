// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Binds the heads of pipelines: where their rows come from, and what their stages can name.
struct HeadBinder {
  let environment: BindingEnvironment

  var sources: SourceFinder { SourceFinder(environment: environment) }
  var known: Binder.Context { environment.known }

  /// A pipeline from its head to its last stage; nil after a fault of its head, which has been
  /// reported.
  func query(_ pipeline: Pipeline) -> BoundQuery? {
    // Those of a pipeline that was given up are nobody's.
    _ = environment.session.takeDoubts()
    guard var binder = head(of: pipeline) else { return nil }
    binder.bind(pipeline.stages)
    return binder.query(at: pipeline.range)
  }

  /// The head of a pipeline; nil after a fault, which has been reported.
  func head(of pipeline: Pipeline) -> PipelineBinder? {
    switch pipeline.head {
    case .from(let clause): return head(from: clause)
    case .current(let place):
      // A first stage that could not be read may be no stage; the parser has said what it is.
      if case .unreadable = pipeline.stages.first?.kind, known.current == nil { return nil }
      if known.current == nil, let fault = shownSource(pipeline) {
        environment.report(fault)
        return nil
      }
      // Where no source is named, that is told of the first stage's word.
      guard let reference = sources.reference(nil, pipeline.stages.first?.keyword ?? place),
        let found = sources.find(reference, place)
      else { return nil }
      let binder = scan(found, reference, known.categories.map(CategoryReference.init))
      guard let fault = shownSource(pipeline, besides: binder.scope) else { return binder }
      environment.report(fault)
      return nil
    case .lastResult(let place):
      // A `|` alone is one fault, which the parser has reported.
      let isAlone = pipeline.stages.allSatisfy {
        if case .unreadable = $0.kind { true } else { false }
      }
      return isAlone && known.last == nil ? nil : lastResult(place)
    case .item(let item, let name, let size, let range):
      var binder = head(item, of: name, range)
      if let size { binder?.show(pictureOf: size) }
      return binder
    case .relation(let name, let item, let source, let range):
      return head(name, of: item, in: source, range)
    case .categories(let name, let range):
      guard let (reference, found) = source(name, range) else { return nil }
      return categories(nil, of: found, reference, range)
    case .changes(let clause): return head(clause)
    case .history(let item, let name, let range): return history(of: item, in: name, range)
    case .sources: return table(Self.sourceColumns, "sources") { .sources(columns: $0) }
    }
  }

  /// `show hotels`, where a source or a view is named and no field is called so; nil elsewhere.
  private func shownSource(_ pipeline: Pipeline, besides scope: Scope? = nil) -> Diagnostic? {
    guard let stage = pipeline.stages.first, case .show(.columns(let columns)) = stage.kind,
      columns.count == 1, case .field(let column) = columns[0], case .name(let name) = column.kind,
      scope?.field(name.text) == nil
    else { return nil }
    let isKnown =
      known.declarations.view(name.text) != nil
      || environment.session.directory.names.contains { $0.lowercased() == name.text.lowercased() }
    return isKnown ? .shownSource(name, stage.range) : nil
  }

  /// The rows of a source, a view or the last result.
  func head(from clause: FromClause) -> PipelineBinder? {
    if let moment = clause.moment { return head(from: clause, at: moment) }
    switch clause.source.kind {
    case .lastResult: return lastResult(clause.range)
    case .name(let name):
      guard let view = known.declarations.view(name) else { break }
      if let category = clause.categories.first {
        environment.report(.noCategories(name, category.range))
      }
      return head(of: view, clause.source.range)
    case .address: break
    }
    guard let reference = sources.reference(clause.source, clause.range),
      let found = sources.find(reference, clause.source.range)
    else { return nil }
    return scan(found, reference, clause.categories)
  }

  /// The source that a name stands for, or the current one.
  private func source(
    _ name: SourceName?, _ range: ScriptRange
  ) -> (reference: SourceReference, found: any CatalogueSource)? {
    guard let reference = sources.reference(name, range),
      let found = sources.find(reference, name?.range ?? range)
    else { return nil }
    return (reference, found)
  }

  private func lastResult(_ place: ScriptRange) -> PipelineBinder? {
    guard let last = known.last, !known.isLastLost else {
      if !known.isUncertain {
        environment.report(known.isLastLost ? .lostResult(place) : .noLastResult(place))
      }
      return nil
    }
    var scope = last
    scope.isLastResult = true
    scope.forgetLostDerivations()
    var catalogue: (any CatalogueSource)?
    // What stands at an address or a path has nothing but its list, which would be read again.
    if let reference = last.source, last.key != nil, !reference.isAddress {
      catalogue = sources.find(reference, place)
    }
    return PipelineBinder(
      environment, scope, of: catalogue, from: .lastResult(columns: last.keptColumns))
  }

  func scan(
    _ found: any CatalogueSource, _ reference: SourceReference,
    _ categories: [CategoryReference]
  ) -> PipelineBinder {
    var request = ScanRequest(fields: [])
    var chosen = ChosenCategories()
    var binder = pipeline(over: found, reference) { columns in
      chosen = sources.check(categories, of: found, reference)
      if found.capability.choosesCategories { request.categories = chosen.ids }
      return .scan(found, columns: columns, asking: request)
    }
    if let category = found.schema.category, !chosen.titles.isEmpty {
      binder.keepCategories(chosen.titles, field: found.schema.fields[category].name)
    }
    return binder
  }

  /// A pipeline whose scope holds a source's fields, the derived ones computed.
  private func pipeline(
    over found: any CatalogueSource, _ reference: SourceReference,
    from origin: ([ScanColumn]) -> RowSource
  ) -> PipelineBinder {
    let fields = SourceFields(found.schema, in: environment.session)
    var scope = fields.scope
    scope.source = reference
    var binder = PipelineBinder(environment, scope, of: found, from: origin(fields.columns))
    binder.steps = fields.steps
    return binder
  }
}

// Items, and those that they name.
extension HeadBinder {
  private func head(
    _ item: ItemReference, of name: SourceName?, _ range: ScriptRange
  ) -> PipelineBinder? {
    guard let id = itemID(item), let reference = source(of: item, name, range),
      let found = sources.find(reference, name?.range ?? range)
    else { return nil }
    if let category = sources.category(id, of: found, reference, item.range) {
      return categories(category, of: found, reference, item.range)
    }
    guard hasItems(found, reference, item) else { return nil }
    var binder = pipeline(over: found, reference) { .item(found, id, columns: $0, item.range) }
    binder.fetchAll()
    if case .row(let row) = item.kind, let last = known.last {
      binder.takeOver(from: last, row: row, item.range)
    }
    return binder
  }

  /// The items that an item names; without an item those of the one shown last.
  private func head(
    _ relation: Name, of item: ItemReference?, in name: SourceName?, _ range: ScriptRange
  ) -> PipelineBinder? {
    guard let reference = item == nil ? shownSource(range) : itemSource(of: item, name, range),
      let found = sources.find(reference, name?.range ?? range)
    else { return nil }
    guard let declared = found.capability.relation(relation.text) else {
      environment.report(
        .noRelation(relation, of: found.schema.source, found.capability.relations))
      return nil
    }
    var id = RowSource.ItemID.lastShown
    if let item {
      guard let named = itemID(item), hasItems(found, reference, item) else { return nil }
      id = named
    }
    return pipeline(over: found, reference) {
      .related(found, declared.name, id, columns: $0, item?.range ?? range)
    }
  }

  private func shownSource(_ place: ScriptRange) -> SourceReference? {
    if known.shownSource == nil, !known.isUncertain { environment.report(.nothingShown(place)) }
    return known.shownSource
  }

  /// Whether an item of a source can be named so; if not, that is reported.
  private func hasItems(
    _ found: any CatalogueSource, _ reference: SourceReference, _ item: ItemReference
  ) -> Bool {
    guard found.schema.key != nil else {
      environment.report(.noKey(found.schema, item.range))
      return false
    }
    guard case .row = item.kind else { return true }
    guard let last = known.last, last.key != nil else {
      environment.report(.noRows(item.range))
      return false
    }
    if let home = last.source, home != reference, let other = sources.find(home, item.range),
      other.schema.source != found.schema.source
    {
      environment.report(.rowOfAnother(other.schema.source, found.schema.source, item.range))
      return false
    }
    return true
  }

  func itemID(_ item: ItemReference) -> RowSource.ItemID? {
    switch item.kind {
    case .id(let id): return .id(id)
    case .row(let row): return .row(row)
    case .parameter(let name):
      switch ConstantBinder(environment: environment).value(of: name)?.value {
      case .text(let id): return .id(id)
      case .number(let number): return .id(number.description)
      case nil: return nil
      default:
        environment.report(.wrongValue("$\(name.text)", "an id", name.range))
        return nil
      }
    }
  }

  /// The source of an item or category that is shown; a row of categories is of their source.
  func source(
    of item: ItemReference, _ name: SourceName?, _ place: ScriptRange
  ) -> SourceReference? {
    if name == nil, case .row = item.kind, let last = known.last, last.isOfCategories {
      return last.categories?.source
    }
    return itemSource(of: item, name, place)
  }

  /// The source of `show ID`: the one named, that of a row of the last result, the current one, or
  /// the last result's.
  private func itemSource(
    of item: ItemReference?, _ name: SourceName?, _ place: ScriptRange
  ) -> SourceReference? {
    if name == nil, case .row = item?.kind, let home = known.last?.source { return home }
    if name == nil, let source = known.current ?? known.lastSource { return source }
    return sources.reference(name, place)
  }
}

// Views.
extension HeadBinder {
  /// The pipeline that a view stands for, with its stages bound.
  private func head(of view: Declarations.View, _ place: ScriptRange) -> PipelineBinder? {
    if view.isBroken { return nil }
    guard view.levels <= BindingLimit.expansionDepth else {
      environment.report(.viewTooDeep(view.name, place))
      return nil
    }
    environment.session.viewLevels = max(environment.session.viewLevels, view.levels)
    // A view from another script has no place in this one.
    let isHere = view.source == environment.source
    let pipeline =
      isHere ? view.pipeline : Expansion(place: place).pipeline(view.pipeline)
    var inner = environment
    inner.known.declarations = known.declarations.first(view.known)
    inner.known.last = nil
    guard var binder = HeadBinder(environment: inner).head(of: pipeline) else { return nil }
    binder.bind(pipeline.stages)
    guard binder.weight <= BindingLimit.viewSteps else {
      environment.report(.viewTooLarge(view.name, place))
      return nil
    }
    binder.goOn(as: view.name, in: known)
    return binder
  }
}

// Tables that describe the catalogues themselves.
extension HeadBinder {
  static let categoryColumns: [(name: String, type: ValueType)] = [
    ("id", .id), ("name", .text), ("parent", .id), ("items", .int),
    ("picture", .text),
  ]
  static let sourceColumns: [(name: String, type: ValueType)] = [
    ("source", .text), ("what", .text), ("rows", .int), ("updated", .text),
  ]

  /// What is told of the fields of a source, or of the columns that a view or the last result
  /// shows; nil after a fault, which has been reported.
  func description(of name: SourceName?, _ range: ScriptRange) -> BoundQuery? {
    if let name, let rows = rows(of: name) {
      return rows.flatMap { $0.described().query(at: range) }
    }
    guard let (_, found) = source(name, range) else { return nil }
    let fields = SourceFields(found.schema, in: environment.session)
    let head = table(DescriptionRows.columns, "fields of \(found.schema.source)") {
      .describe(found, columns: $0, scan: fields.columns, derived: fields.derived)
    }
    return head.query(at: range)
  }

  /// The rows of a view or of the last result, nil after a fault; nil for a source.
  private func rows(of name: SourceName) -> PipelineBinder?? {
    switch name.kind {
    case .lastResult: break
    case .name(let view): if known.declarations.view(view) == nil { return nil }
    case .address: return nil
    }
    return .some(head(from: FromClause(source: name, categories: [], range: name.range)))
  }

  private func categories(
    _ id: RowSource.ItemID?, of found: any CatalogueSource, _ reference: SourceReference,
    _ range: ScriptRange
  ) -> PipelineBinder {
    var binder = table(Self.categoryColumns, "categories of \(found.schema.source)") {
      .categories(found, id, columns: $0, range)
    }
    binder.scope.categories = binder.scope.fields.first.map {
      Scope.Categories(source: reference, id: $0.id)
    }
    return binder
  }

  private func table(
    _ columns: [(name: String, type: ValueType)], _ title: String,
    origin: ([ColumnID]) -> RowSource
  ) -> PipelineBinder {
    let scope = Scope(ofTable: columns, title) { environment.session.newColumn() }
    return PipelineBinder(environment, scope, from: origin(scope.fields.map(\.id)))
  }
}

extension SourceReference {
  /// Whether it is a file, or an address that a server is asked for.
  fileprivate var isAddress: Bool {
    if case .address = self { true } else { false }
  }
}
