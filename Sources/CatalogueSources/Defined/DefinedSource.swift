package import Catalogue

/// A catalogue that a source definition describes, over the payloads of one store.
package struct DefinedSource: CatalogueSource {
  let definition: LoadedDefinition
  let store: any PayloadStore
  private let strict: Bool

  package init(_ definition: LoadedDefinition, in store: any PayloadStore, strict: Bool) {
    self.definition = definition
    self.store = store
    self.strict = strict
  }

  package var schema: Schema { definition.schema }

  package var isAtHand: Bool { store.isAtHand }

  package func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    let readings = request.fields.compactMap { definition.listed.firstIndex(of: $0) }
    let first = PayloadRequest(.list(category: nil, page: 1), at: definition.list) { _ in }
    guard let list = try store.payload(first) else {
      throw .unreachable(
        source: schema.source, address: definition.list, reason: "there is no list")
    }
    return JSONListReader(
      payload: list.payload, layout: definition.layout, fields: readings, copy: list.copy,
      strict: strict)
  }

  package func details(of keys: [String], fields: [Int]) throws(SourceFault) -> ItemDetails {
    let readings = fields.compactMap { definition.details[$0] }
    let types = readings.map(\.type)
    var rows: [Batch] = []
    var missing: [String] = []
    for (key, fetched) in zip(keys, try records(of: keys)) {
      if let fetched {
        let record = try JSONRecordReader.read(
          fetched.payload, readings: readings, copy: fetched.copy, strict: strict)
        rows.append(record.batch)
      } else {
        missing.append(key)
        rows.append(Batch(types.map { Column($0, [.null]) }, count: 1))
      }
    }
    return ItemDetails(Batch.concatenated(rows, columnCount: readings.count), missing: missing)
  }

  /// The items' own records, asked for side by side; nil for those that are not there.
  private func records(of keys: [String]) throws(SourceFault) -> [FetchedPayload?] {
    guard let detail = definition.detail else { return keys.map { _ in nil } }
    let requests = keys.map { key in
      let address = detail.split(separator: "{id}", omittingEmptySubsequences: false)
        .joined(separator: Percent.encoded(key))
      return PayloadRequest(.detail(id: key), at: address) { _ in }
    }
    var records: [FetchedPayload?] = []
    for result in store.payloads(requests) { records.append(try result.get()) }
    return records
  }

  package func categories() throws(SourceFault) -> [CatalogueCategory] {
    guard let category = schema.category else { return [] }
    let cursor = try scan(fields: [category])
    var order: [String] = []
    var counts: [String: Int] = [:]
    while let batch = try cursor.next() {
      guard case .text(let column) = batch.columns[0] else { continue }
      for name in (0..<column.count).compactMap({ column.string(at: $0) }) {
        if counts[name] == nil { order.append(name) }
        counts[name, default: 0] += 1
      }
    }
    return order.map { CatalogueCategory(id: $0, name: $0, items: counts[$0]) }
  }
}

extension PayloadStore {
  /// The payload of one request.
  func payload(_ request: PayloadRequest) throws(SourceFault) -> FetchedPayload? {
    try payloads([request]).first?.get() ?? nil
  }
}
