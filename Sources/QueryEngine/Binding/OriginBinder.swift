// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// The head of a pipeline, bound: where its rows come from, and what its stages can name.
struct BoundHead {
  var binder: PipelineBinder
  let origin: RowSource

  /// What it reads and does, with some columns.
  func relation(_ columns: [ColumnID]) -> Relation {
    Relation(origin: origin, steps: binder.steps, columns: columns)
  }
}

// Where the rows of pipelines come from.
extension Binder {
  mutating func query(_ pipeline: Pipeline) -> BoundQuery? {
    guard var head = head(of: pipeline) else { return nil }
    head.binder.bind(pipeline.stages)
    return finish(head, pipeline.range)
  }

  /// The head of a pipeline; nil after a fault, which has been reported.
  mutating func head(of pipeline: Pipeline) -> BoundHead? {
    switch pipeline.head {
    case .from(let clause): return head(from: clause)
    case .current(let place):
      // A first stage that could not be read may be no stage; the parser has said what it is.
      if case .unreadable = pipeline.stages.first?.kind, context.current == nil { return nil }
      guard let reference = reference(nil, currentPlace(pipeline, place)),
        let found = find(reference, place)
      else { return nil }
      return scan(found, reference, context.categories)
    case .lastResult(let place):
      // A `|` alone is one fault, which the parser has reported.
      let isAlone = pipeline.stages.allSatisfy {
        if case .unreadable = $0.kind { true } else { false }
      }
      return isAlone && context.last == nil ? nil : lastResult(place)
    case .item(let item, let name, let range): return head(item, of: name, range)
    case .relation(let name, let item, let source, let range):
      return head(name, of: item, in: source, range)
    case .categories(let name, let range):
      guard let reference = reference(name, range),
        let found = find(reference, name?.range ?? range)
      else { return nil }
      return categories(nil, of: found, reference, range)
    case .sources: return table(Self.sourceColumns) { .sources(columns: $0) }
    }
  }

  /// Where to point when no source is named: the first stage's word.
  private func currentPlace(_ pipeline: Pipeline, _ place: ScriptRange) -> ScriptRange {
    pipeline.stages.first?.keyword ?? place
  }

  /// The rows of a source, a view or the last result.
  mutating func head(from clause: FromClause) -> BoundHead? {
    switch clause.source.kind {
    case .lastResult: return lastResult(clause.range)
    case .name(let name):
      guard let view = context.declarations.view(name) else { break }
      if let category = clause.categories.first { report(.noCategories(name, category.range)) }
      return head(of: view, clause.source.range)
    case .address: break
    }
    guard let reference = reference(clause.source, clause.range),
      let found = find(reference, clause.source.range)
    else { return nil }
    return scan(found, reference, clause.categories)
  }

  private mutating func lastResult(_ place: ScriptRange) -> BoundHead? {
    guard let last = context.last, !context.isLastLost else {
      if !context.isUncertain {
        report(context.isLastLost ? .lostResult(place) : .noLastResult(place))
      }
      return nil
    }
    var binder = pipelineBinder(last, catalogue: nil)
    binder.scope.isLastResult = true
    binder.scope.forgetLostDerivations()
    if let reference = last.source, last.key != nil {
      binder.catalogue = find(reference, place)
    }
    return BoundHead(binder: binder, origin: .lastResult(columns: last.keptColumns))
  }

  private mutating func scan(
    _ found: any CatalogueSource, _ reference: SourceReference, _ categories: [TextLiteral]
  ) -> BoundHead {
    var (binder, columns) = pipelineBinder(over: found, reference)
    var request = ScanRequest(fields: [])
    let chosen = check(categories, of: found)
    if found.capability.choosesCategories { request.categories = chosen }
    if let category = found.schema.category, !categories.isEmpty {
      binder.keepCategories(categories, field: found.schema.fields[category].name)
    }
    return BoundHead(binder: binder, origin: .scan(found, columns: columns, asking: request))
  }

  private mutating func head(
    _ item: ItemReference, of name: SourceName?, _ range: ScriptRange
  ) -> BoundHead? {
    guard let id = itemID(item), let reference = source(of: item, name, range),
      let found = find(reference, name?.range ?? range)
    else { return nil }
    if let category = category(id, of: found, reference) {
      return categories(category, of: found, reference, item.range)
    }
    guard hasItems(found, reference, item) else { return nil }
    var (binder, columns) = pipelineBinder(over: found, reference)
    for field in binder.scope.fields { binder.want(field) }
    binder.fetchDetails()
    binder.scope.showAll()
    return BoundHead(binder: binder, origin: .item(found, id, columns: columns, item.range))
  }

  /// The items that an item names; without an item those of the one shown last.
  private mutating func head(
    _ relation: Name, of item: ItemReference?, in name: SourceName?, _ range: ScriptRange
  ) -> BoundHead? {
    guard let reference = item == nil ? shownSource(range) : itemSource(of: item, name, range),
      let found = find(reference, name?.range ?? range)
    else { return nil }
    guard let known = found.capability.relation(relation.text) else {
      report(.noRelation(relation, of: found.schema.source, found.capability.relations))
      return nil
    }
    var id = RowSource.ItemID.lastShown
    if let item {
      guard let named = itemID(item), hasItems(found, reference, item) else { return nil }
      id = named
    }
    let (binder, columns) = pipelineBinder(over: found, reference)
    return BoundHead(
      binder: binder,
      origin: .related(found, known.name, id, columns: columns, item?.range ?? range))
  }

  private mutating func shownSource(_ place: ScriptRange) -> SourceReference? {
    if context.shownSource == nil, !context.isUncertain { report(.nothingShown(place)) }
    return context.shownSource
  }

  /// Whether an item of a source can be named so; if not, that is reported.
  private mutating func hasItems(
    _ found: any CatalogueSource, _ reference: SourceReference, _ item: ItemReference
  ) -> Bool {
    guard found.schema.key != nil else {
      report(.noKey(found.schema, item.range))
      return false
    }
    guard case .row = item.kind else { return true }
    guard let last = context.last, last.key != nil else {
      report(.noRows(item.range))
      return false
    }
    if let home = last.source, home != reference, let other = find(home, item.range),
      other.schema.source != found.schema.source
    {
      report(.rowOfAnother(other.schema.source, found.schema.source, item.range))
      return false
    }
    return true
  }

  private mutating func itemID(_ item: ItemReference) -> RowSource.ItemID? {
    switch item.kind {
    case .id(let id): return .id(id)
    case .row(let row): return .row(row)
    case .parameter(let name):
      switch value(of: name)?.value {
      case .text(let id): return .id(id)
      case .number(let number): return .id(number.description)
      case nil: return nil
      default:
        report(.wrongValue("$\(name.text)", "an id", name.range))
        return nil
      }
    }
  }

  /// The source of an item or category that is shown; a row of categories is of their source.
  private mutating func source(
    of item: ItemReference, _ name: SourceName?, _ place: ScriptRange
  ) -> SourceReference? {
    if name == nil, case .row = item.kind, let last = context.last, last.isOfCategories {
      return last.categories?.source
    }
    return itemSource(of: item, name, place)
  }

  /// The source of `show ID`: the one named, that of a row of the last result, the current one, or
  /// the last result's.
  private mutating func itemSource(
    of item: ItemReference?, _ name: SourceName?, _ place: ScriptRange
  ) -> SourceReference? {
    if name == nil, case .row = item?.kind, let home = context.last?.source { return home }
    if name == nil, let source = context.current ?? context.lastSource { return source }
    return reference(name, place)
  }

  private func pipelineBinder(
    _ scope: Scope, catalogue: (any CatalogueSource)?
  ) -> PipelineBinder {
    var outer = self
    outer.diagnostics = []
    return PipelineBinder(
      source: source, scope: scope, nextColumn: nextColumn, catalogue: catalogue, outer: outer)
  }

  /// A binder whose scope holds a source's fields, the derived ones computed.
  private func pipelineBinder(
    over found: any CatalogueSource, _ reference: SourceReference
  ) -> (binder: PipelineBinder, columns: [ScanColumn]) {
    let schema = found.schema
    var binder = pipelineBinder(Scope(noun: schema.source), catalogue: found)
    binder.scope.source = reference
    let columns = binder.open(schema)
    return (binder, columns)
  }

  /// The ids of categories by their names; reports those that the source does not have. No server
  /// is asked for that: where only its list tells the categories, none is wrong.
  @discardableResult
  mutating func check(_ categories: [TextLiteral], of found: any CatalogueSource) -> [String] {
    guard let first = categories.first else { return [] }
    guard found.schema.category != nil else {
      report(.noCategories(found.schema.source, first.range))
      return []
    }
    var ids: [String] = []
    do throws(SourceFault) {
      guard let known = try knownCategories(of: found) else { return [] }
      for category in categories {
        let chosen = known.filter { same($0.name, category.value) }
        ids += chosen.map(\.id)
        if chosen.isEmpty {
          report(
            .unknownCategory(category, of: found.schema.source, known: known.map(\.name)))
        }
      }
    } catch {
      report(Diagnostic(error, at: first.range, in: source))
    }
    return ids
  }

  /// The categories of a source that can be told without a server; nil for none.
  private func knownCategories(
    of found: any CatalogueSource
  ) throws(SourceFault) -> [CatalogueCategory]? {
    if let listed = found.listedCategories { return listed }
    return found.isLocal ? try found.categories().categories : nil
  }

  /// The category of a source that `show` names by its title or its id, or as a row of the last
  /// result; nil where an item is meant.
  private func category(
    _ id: RowSource.ItemID, of found: any CatalogueSource, _ reference: SourceReference
  ) -> RowSource.ItemID? {
    switch id {
    case .id(let text):
      let known = found.listedCategories ?? []
      return known.first { same($0.name, text) || $0.id == text }.map { .id($0.id) }
    case .row:
      guard let last = context.last, last.isOfCategories, last.categories?.source == reference
      else { return nil }
      return id
    case .lastShown: return nil
    }
  }

  private mutating func categories(
    _ id: RowSource.ItemID?, of found: any CatalogueSource, _ reference: SourceReference,
    _ range: ScriptRange
  ) -> BoundHead {
    var head = table(Self.categoryColumns) { .categories(found, id, columns: $0, range) }
    head.binder.scope.categories = head.origin.columns.first.map {
      Scope.Categories(source: reference, id: $0)
    }
    return head
  }

  private func same(_ first: String, _ second: String) -> Bool {
    let column = TextColumn(PackedText([first]))
    return TextPattern(second, mode: .equals, exact: false).matches(column)[0]
  }

  mutating func finish(_ head: BoundHead, _ range: ScriptRange) -> BoundQuery {
    let binder = head.binder
    nextColumn = binder.nextColumn
    viewLevels = max(viewLevels, binder.outer?.viewLevels ?? 0)
    diagnostics += binder.diagnostics
    let columns = binder.scope.shown
    let relation = head.relation(columns.map(\.id))
    let presentation = Presentation(
      columns: columns, form: binder.form, target: binder.target,
      isSilent: binder.endsInExpectation, nouns: RowNouns(of: relation, binder.scope))
    return BoundQuery(
      relation: relation, presentation: presentation, scope: binder.scope,
      readsRows: binder.readsRows, range: range)
  }
}

// Tables that describe the catalogues themselves.
extension Binder {
  static let categoryColumns: [(name: String, type: ValueType)] = [
    ("id", .id), ("name", .text), ("parent", .id), ("items", .int),
    ("picture", .text),
  ]
  static let sourceColumns: [(name: String, type: ValueType)] = [
    ("source", .text), ("what", .text), ("rows", .int), ("updated", .text),
  ]
  static let descriptionColumns: [(name: String, type: ValueType)] = [
    ("field", .text), ("type", .text), ("filled", .text), ("values", .text), ("meaning", .text),
  ]

  mutating func description(
    of found: any CatalogueSource, _ reference: SourceReference, _ range: ScriptRange
  ) -> BoundQuery {
    let (binder, scan) = pipelineBinder(over: found, reference)
    nextColumn = binder.nextColumn
    let head = table(Self.descriptionColumns, noun: "this table") {
      .describe(found, columns: $0, scan: scan, derived: binder.derived)
    }
    return finish(head, range)
  }

  private func table(
    _ columns: [(name: String, type: ValueType)], noun: String = "this table",
    origin: ([ColumnID]) -> RowSource
  ) -> BoundHead {
    var binder = pipelineBinder(Scope(noun: noun), catalogue: nil)
    let ids = columns.map { _ in binder.newColumn() }
    binder.scope.fields = zip(columns, ids).map { column, id in
      Scope.Field(id: id, names: [column.name], type: column.type)
    }
    binder.scope.visible = zip(columns, ids).map { Scope.Visible(label: $0.name, id: $1) }
    return BoundHead(binder: binder, origin: origin(ids))
  }
}
