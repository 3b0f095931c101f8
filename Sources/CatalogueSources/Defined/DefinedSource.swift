package import Catalogue

/// A catalogue that a source definition describes, over the list at one place.
package struct DefinedSource: CatalogueSource {
  /// Where the list and the items' records are read.
  package enum Place: Sendable, Equatable {
    /// The sample that is part of the program.
    case sample
    case file(String)
    case address(String)
  }

  private let definition: LoadedDefinition
  private let place: Place
  private let strict: Bool

  package init(_ definition: LoadedDefinition, at place: Place, strict: Bool) {
    self.definition = definition
    self.place = place
    self.strict = strict
  }

  package var schema: Schema { definition.schema }

  var name: String { definition.schema.source }

  package var isAtHand: Bool { if case .address = place { false } else { true } }

  package func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    let readings = request.fields.compactMap { definition.listed.firstIndex(of: $0) }
    return JSONListReader(
      payload: try listPayload(), layout: definition.layout, fields: readings, copy: copy,
      strict: strict)
  }

  private var copy: ScanReport.Copy { place == .sample ? .sample(reason: nil) : .file }

  private func listPayload() throws(SourceFault) -> Payload {
    switch place {
    case .sample:
      guard let bytes = BundledSamples.list(of: name) else { throw unreachable(definition.list) }
      return Payload(name: "\(name) (sample)", bytes: bytes)
    case .file(let path): return try Payload.read(path: path)
    case .address(let address): throw unreachable(address)
    }
  }

  private func unreachable(_ address: String) -> SourceFault {
    .unreachable(source: name, address: address, reason: "cq reads no network addresses yet")
  }

  package func details(of keys: [String], fields: [Int]) throws(SourceFault) -> ItemDetails {
    let readings = fields.compactMap { definition.details[$0] }
    let types = readings.map(\.type)
    var rows: [Batch] = []
    var missing: [String] = []
    for key in keys {
      if let payload = try itemPayload(key) {
        let record = try JSONRecordReader.read(
          payload, readings: readings, copy: copy, strict: strict)
        rows.append(record.batch)
      } else {
        missing.append(key)
        rows.append(Batch(types.map { Column($0, [.null]) }, count: 1))
      }
    }
    return ItemDetails(Batch.concatenated(rows, columnCount: readings.count), missing: missing)
  }

  /// The record of one item; nil when it is not there.
  private func itemPayload(_ key: String) throws(SourceFault) -> Payload? {
    guard let detail = definition.detail, Self.isFileName(key) else { return nil }
    let relative = detail.split(separator: "{id}", omittingEmptySubsequences: false)
      .joined(separator: key)
    switch place {
    case .sample:
      return BundledSamples.item(key, of: name).map {
        Payload(name: "\(name) \(key) (sample)", bytes: $0)
      }
    case .file(let path):
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      do throws(SourceFault) {
        return try Payload.read(path: folder + relative)
      } catch {
        guard case .cannotOpen(_, reason: "no such file") = error else { throw error }
        return nil
      }
    case .address(let address): throw unreachable(address)
    }
  }

  /// Keys come from data: one that would lead out of the list's folder names no file.
  private static func isFileName(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= 120 && key.utf8.first != UInt8(ascii: ".")
      && key.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
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
