// SPDX-License-Identifier: MIT

import Catalogue

/// The lists of servers as one run has read them: what it asked for, as far as it read, held for
/// whoever wants to know what each stage did with it.
struct HeldLists: SourceDirectory {
  private let base: any SourceDirectory
  /// By what the sources are called.
  private var lists: [String: HeldList] = [:]

  /// Reads what a relation asks of servers, from copies where these are fresh.
  init(
    of relation: Relation, as report: RunReport, over base: any SourceDirectory
  ) throws(SourceFault) {
    self.base = base
    let scans = relation.scans
    let reports = ([report.scan] + report.joined).compactMap(\.self)
    for scan in scans where scan.asksServer {
      let name = scan.source.schema.source
      // Of one that is read several times it is not known which report tells of which.
      let found = reports.filter { $0.source == name }
      guard found.count == 1, scans.count(where: { $0.source.schema.source == name }) == 1,
        let list = try HeldList(scan.source, asking: scan.request, as: found[0])
      else {
        isOfRun = false
        continue
      }
      lists[name] = list
      isOfRun = isOfRun && list.isOfRun
    }
  }

  /// Whether all that comes from servers is held, and what the run has read.
  private(set) var isOfRun = true

  /// What the server of a list has done of the work, as a query would say it.
  func server(of source: any CatalogueSource) -> String? {
    guard let answered = lists[source.schema.source]?.report.answered else { return nil }
    let parts = RequestText.parts(answered, of: source)
    return parts.isEmpty ? nil : "server: \(parts.joined(separator: ", "))"
  }

  func source(
    _ reference: SourceReference, within allowance: ReadingLimits
  ) throws(SourceFault) -> (any CatalogueSource)? {
    let found = try base.source(reference, within: allowance)
    return found.flatMap { lists[$0.schema.source] } ?? found
  }

  func source(
    _ reference: SourceReference, at moment: ReadingMoment, begun: Bool
  ) throws(SourceFault) -> (any CatalogueSource)? {
    try base.source(reference, at: moment, begun: begun)
  }

  func history(
    of key: String, in reference: SourceReference
  ) throws(SourceFault) -> (any CatalogueSource)? {
    try base.history(of: key, in: reference)
  }

  func readingTimes(of reference: SourceReference) -> [String] {
    base.readingTimes(of: reference)
  }

  func identity(ofAddress address: String) -> String { base.identity(ofAddress: address) }

  func addresses(beside address: String) -> [String] { base.addresses(beside: address) }

  func isGivenOnce(_ reference: SourceReference) -> Bool { base.isGivenOnce(reference) }

  var names: [String] { base.names }

  func summaries() throws(SourceFault) -> [SourceSummary] { try base.summaries() }
}

/// A list of a server with the rows that a run has got of it, whatever else is asked for.
private struct HeldList: CatalogueSource {
  /// How many bytes of rows are held.
  private static let most = 64 << 20

  private let base: any CatalogueSource
  private let fields: [Int]
  private let batches: [Batch]
  let report: ScanReport
  /// Whether a run has read the same.
  let isOfRun: Bool

  /// Nil for a list that takes too much memory.
  init?(
    _ base: any CatalogueSource, asking hints: ScanRequest, as run: ScanReport
  ) throws(SourceFault) {
    self.base = base
    fields = base.schema.fields.indices.filter { base.schema.fields[$0].origin == .list }
    var request = hints
    request.fields = fields
    request.later = []
    let cursor = try base.scan(request)
    var (batches, bytes) = ([Batch](), 0)
    while cursor.report.records < run.records, let batch = try cursor.next() {
      batches.append(batch)
      bytes += batch.heldBytes()
      if bytes > Self.most { return nil }
    }
    self.batches = batches
    var report = cursor.report
    isOfRun = Self.isSame(report, as: run)
    // An old copy does not tell it.
    if isOfRun, let answered = run.answered { report.answered = answered }
    self.report = report
  }

  private static func isSame(_ found: ScanReport, as run: ScanReport) -> Bool {
    var (first, second) = (found.answered ?? run.answered, run.answered)
    first?.fields = []
    second?.fields = []
    first?.later = []
    second?.later = []
    return found.records == run.records && first == second
      && (found.copy == run.copy || found.copy.isOfServer && run.copy.isOfServer)
  }

  var schema: Schema { base.schema }

  /// What its server could do has been done.
  var capability: SourceCapability {
    var capability = SourceCapability()
    capability.relations = base.capability.relations
    capability.choosesCategories = base.capability.choosesCategories
    capability.searches = base.capability.searches
    return capability
  }

  func scan(_ request: ScanRequest) -> any BatchCursor {
    let slots = request.fields.map { field in
      guard let slot = fields.firstIndex(of: field) else {
        preconditionFailure("a scan asks for fields of lists")
      }
      return slot
    }
    return HeldCursor(batches.map { $0.selecting(slots) }, report)
  }

  var isLocal: Bool { false }
  var chosenRows: RowsChoice? { base.chosenRows }
  var itemRecords: (any ItemRecordFacet)? { base.itemRecords }
  var relations: (any RelationFacet)? { base.relations }
  var pictures: (any PictureFacet)? { base.pictures }
  var categoryList: (any CategoryFacet)? { base.categoryList }
  var description: (any DescriptionFacet)? { base.description }
  var document: (any DocumentFacet)? { base.document }
}

private final class HeldCursor: BatchCursor {
  private var rest: ArraySlice<Batch>
  let report: ScanReport

  init(_ batches: [Batch], _ report: ScanReport) {
    rest = batches[...]
    self.report = report
  }

  func next() -> Batch? { rest.popFirst() }
}

extension Relation {
  /// A list that is read, and what its server is asked to do.
  fileprivate struct Scan {
    let source: any CatalogueSource
    let request: ScanRequest

    /// Whether a server does something; one that is not asked now may have before.
    var asksServer: Bool {
      !source.isLocal || !request.conditions.isEmpty || !request.search.isEmpty
        || !request.categories.isEmpty || !request.order.isEmpty
    }
  }

  /// Whether any of its rows come from a server.
  var asksServers: Bool { scans.contains(where: \.asksServer) }

  fileprivate var scans: [Scan] {
    let below = steps.flatMap(\.withInner).flatMap(\.relations).flatMap(\.scans)
    guard case .scan(let source, _, let request) = origin else { return below }
    return [Scan(source: source, request: request)] + below
  }
}

extension PlanStep {
  /// The step, and those that it runs for each group.
  fileprivate var withInner: [any PlanStep] { [self] + innerSteps.flatMap(\.withInner) }
}
