// SPDX-License-Identifier: MIT

package import Catalogue

/// A catalogue that a source definition describes, over the payloads of one store.
package struct DefinedSource: CatalogueSource {
  /// How the store of a source is asked for its list.
  package struct Asking: Sendable {
    /// Whether each category, and each page, is asked for by itself; else all is in one payload.
    package var byCategory = true
    package var byPage = true
    /// Whether a server may use what a query asks of it, and its replies are kept.
    package var isService = false
    /// Whether a sample stands for a list whose first page is not there.
    package var hasSample = false
    /// Whether a part of the list that the server does not give leaves the others.
    package var sparesParts = true
    /// After how many records of a list no further page is asked for, as it is when the list is
    /// read.
    package var mostRecords: @Sendable () -> Int = { ListCursor.maximumRecords }

    package init() {}
  }

  let definition: LoadedDefinition
  let store: any PayloadStore
  var asking: Asking
  let strict: Bool

  package init(
    _ definition: LoadedDefinition, in store: any PayloadStore, asking: Asking = Asking(),
    strict: Bool
  ) {
    self.definition = definition
    self.store = store
    self.asking = asking
    self.strict = strict
  }

  package var schema: Schema { definition.schema }

  package var isLocal: Bool {
    store.isLocal || isWhole
  }

  /// Whether all of its list, of which nothing is asked in particular, is there.
  var isWhole: Bool { list(for: ScanRequest(fields: [])).wanted.allSatisfy(store.has) }

  var service: ServiceRules { definition.service }

  package var itemRecords: (any ItemRecordFacet)? { self }

  package var relations: (any RelationFacet)? { self }

  package var pictures: (any PictureFacet)? { self }

  package var categoryList: (any CategoryFacet)? { self }

  package var description: (any DescriptionFacet)? { self }

  package func definitionText() throws(SourceFault) -> [UInt8]? { definition.text }

  package var capability: SourceCapability {
    var capability = SourceCapability()
    capability.findsItems = findsItems
    capability.relations = definition.relations.map { SourceRelation($0.name) }
    capability.choosesCategories = asking.byCategory && !service.categories.isEmpty
    guard asking.isService else { return capability }
    capability.searches = service.search != nil
    for filter in service.filters {
      capability.fields[filter.field, default: FieldCapability()].tests.formUnion(filter.tests)
    }
    for sort in service.sorts {
      var field = capability.fields[sort.field] ?? FieldCapability()
      let ordering = FieldCapability.Ordering(keepsTies: sort.keepsTies)
      if sort.ascending != nil { field.ascending = ordering }
      if sort.descending != nil { field.descending = ordering }
      capability.fields[sort.field] = field
    }
    capability.sortsByOneField = service.sortKeys == nil
    return capability
  }

  package func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    cursor(request)
  }

  func cursor(_ request: ScanRequest) -> ListCursor {
    ListCursor(self, list(for: request), fields: request.fields)
  }

  func list(for request: ScanRequest) -> PageFetcher {
    PageFetcher(
      definition: definition, store: store,
      request: ServiceRequest(
        request, service, isService: asking.isService, byCategory: asking.byCategory),
      byPage: asking.byPage, mostRecords: asking.mostRecords(), checksWhole: asking.isService)
  }

  package func details(of keys: [String], fields: [Int]) throws(SourceFault) -> ItemDetails {
    let readings = fields.compactMap { definition.details[$0] }
    let none = Batch(readings.map { Column($0.type, [.null]) }, count: 1)
    var records = ItemRecords(self, readings, of: fields)
    let rows = try records.rows(of: keys).map { $0 ?? none }
    return ItemDetails(
      Batch.concatenated(rows, columnCount: readings.count), records.report,
      fault: records.fault, pending: records.pending)
  }

  /// The items' own records, asked for side by side; nil for those that are not there. Nothing is
  /// asked of an item without an id: its address would be that of something else.
  func records(of keys: [String]) -> [Result<FetchedPayload?, SourceFault>] {
    guard let detail = service.detail else { return keys.map { _ in .success(nil) } }
    let named = keys.filter { !$0.isEmpty }
    var replies =
      named.isEmpty
      ? []
      : store.payloads(
        named.map { key in
          PayloadRequest(.detail(id: key), at: detail.filled { _ in key } ?? detail.text) {
            (payload) throws(SourceFault) in
            try definition.check(payload, isRecordOf: key)
          }
        })[...]
    return keys.map { key in
      let reply = key.isEmpty ? nil : replies.popFirst()
      return reply?.mapError { $0.ofItem(key) } ?? .failure(withoutID)
    }
  }

  /// What is said of an item that has nothing by which a server could be asked for it.
  var withoutID: SourceFault {
    .wrongShape(name: schema.source, message: "an item with an empty id has no record to ask for")
  }

  /// What a reply warns of; with `strict` that is a fault.
  func warnings(of fetched: FetchedPayload) throws(SourceFault) -> [String] {
    let warnings = service.reply.warnings(of: fetched.payload)
    guard strict, let first = warnings.first else { return warnings }
    throw .warned(name: schema.source, message: first)
  }
}

extension SourceFault {
  /// The same, with the item whose record or relation was asked for.
  func ofItem(_ key: String) -> SourceFault {
    guard case .server(var fault) = self else { return self }
    fault.part = .item(key)
    return .server(fault)
  }
}

extension PayloadStore {
  /// The payload of one request.
  func payload(_ request: PayloadRequest) throws(SourceFault) -> FetchedPayload? {
    try payloads([request]).first?.get() ?? nil
  }
}

extension DefinedSource: ItemRecordFacet, RelationFacet, PictureFacet, CategoryFacet,
  DescriptionFacet
{}
