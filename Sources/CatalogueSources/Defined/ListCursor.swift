// SPDX-License-Identifier: MIT

package import Catalogue

/// Reads the list of a defined source: its categories one after another, each page by page.
package final class ListCursor: BatchCursor {
  /// How much of one list is read at most.
  package static let maximumPages = 100
  package static let maximumRecords = ScanRequest.maximumRecords
  /// How much of it is read of a server that nobody was told to read more of.
  package static let usualRecords = 500

  private let source: DefinedSource
  private let asking: ListAsking
  private let fields: [Int]
  /// The first pages of the categories, which are asked for side by side; nil before they are.
  private var first: [Result<FetchedPayload, SourceFault>]?
  private var category = -1
  private var page: ListPage?
  private var walk: PageWalk
  /// What reading the pages before has found.
  private var past: ScanReport?
  private var keys = KeyTally()
  /// What the server did; nil where the rows are no answer of it.
  private var answered: ScanRequest?
  private var warnings: [String] = []
  /// What its server did not give of the list, as far as was read.
  private(set) var gaps: [ScanReport.Gap] = []

  init(_ source: DefinedSource, _ asking: ListAsking, fields: [Int]) {
    self.source = source
    self.asking = asking
    self.fields = fields
    walk = PageWalk(most: asking.mostRecords)
  }

  private var definition: LoadedDefinition { source.definition }

  package var report: ScanReport {
    var report = past ?? page?.reader.report ?? ScanReport(copy: .file)
    if past != nil, let page { report.add(page.reader.report, of: page.payload.name) }
    report.answered = answered
    report.sharedKeys = (page?.reader.keys ?? keys).shared
    report.add(warnings: warnings)
    for gap in gaps.dropFirst(report.missingParts) { report.add(gap) }
    report.hasChanged = (past?.hasChanged ?? false) || walk.hasChanged
    return report
  }

  package func next() throws(SourceFault) -> Batch? {
    if first == nil {
      first = try asking.firstPages()
      try openNextCategory()
    }
    while let page {
      if let batch = try page.reader.next() { return completed(batch) }
      past = report
      keys = page.reader.keys
      if try !openNextPage(after: page) { try openNextCategory() }
    }
    return nil
  }

  private func open(_ payload: FetchedPayload) throws(SourceFault) {
    warnings += try source.warnings(of: payload)
    walk.meet(payload.payload, definition.service.pages)
    let readings = fields.compactMap { definition.listed.firstIndex(of: $0) }
    let reader = JSONListReader(
      payload: payload.payload, layout: definition.layout, fields: readings, copy: payload.copy,
      strict: source.strict, keys: keys)
    if past == nil, payload.copy.isAnswer { answered = asking.request.answered }
    page = ListPage(payload: payload.payload, reader: reader, since: payload.given)
  }

  /// Begins to read the first page of the next category that its server gave.
  private func openNextCategory() throws(SourceFault) {
    past?.note(total: walk.total, isCut: walk.isCut)
    page = nil
    while let first, category + 1 < first.count {
      category += 1
      walk = PageWalk(most: asking.mostRecords)
      switch first[category] {
      case .success(let payload): return try open(payload)
      case .failure(let fault): try spare(fault)
      }
    }
  }

  /// Begins to read the page after one that is done, or the one after that where its server did not
  /// give it; whether there is one.
  private func openNextPage(after done: ListPage) throws(SourceFault) -> Bool {
    guard asking.byPage else { return false }
    var following = try walk.step(
      after: done.payload, records: done.reader.report.records, definition.service.pages)
    while let wanted = following {
      switch asking.page(wanted, of: category, since: done.since) {
      case .success(let payload?) where !walk.isRepetition(payload.payload):
        try open(payload)
        page?.since = done.since
        return true
      case .success: return false
      case .failure(let fault):
        let step = walk.stepOver(wanted, definition.service.pages)
        try spare(fault, page: wanted.number, isEnd: step.isEnd)
        following = step.following
      }
    }
    return false
  }

  /// Notes a part that its server did not give; throws a fault that is not of that part alone.
  private func spare(
    _ fault: SourceFault, page: Int? = nil, isEnd: Bool = false
  ) throws(SourceFault) {
    guard case .server(var cause) = fault else { throw fault }
    let gap = ScanReport.Gap(
      category: asking.titles[category], page: page, isEnd: isEnd, .server(cause))
    guard source.sparesParts else {
      cause.part = gap.part
      throw .server(cause)
    }
    gaps.append(gap)
  }

  /// The batch with the columns that are not read from the payload, in the order of the fields.
  private func completed(_ batch: Batch) -> Batch {
    if definition.requested.isEmpty { return batch }
    var read = batch.columns[...]
    let columns = fields.map { field in
      guard definition.requested.contains(field) else { return read.removeFirst() }
      return Column.repeating(asking.titles[category], count: batch.count)
    }
    return Batch(columns, count: batch.count)
  }
}

/// A page and its reader.
private struct ListPage {
  let payload: Payload
  let reader: JSONListReader
  /// When the first page of its list was given; nil where no server gave it.
  var since: Int?
}

extension Column {
  /// One text for every row; null for nil.
  fileprivate static func repeating(_ text: String?, count: Int) -> Column {
    guard let text else { return .null(count: count) }
    return .text(
      TextColumn(PackedText([text]), codes: Array(repeating: 0, count: count), validity: nil))
  }
}

extension ScanReport.Copy {
  /// Whether the rows are a server's answer to what it was asked.
  fileprivate var isAnswer: Bool {
    switch self {
    case .live, .kept: true
    case .file, .sample: false
    }
  }
}
