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
  /// The first pages of the categories, which are asked for side by side.
  private var first: [FetchedPayload] = []
  private var category = 0
  private var page: ListPage?
  private var walk: PageWalk
  private var past: ScanReport?
  /// What the server did; nil where the rows are no answer of it.
  private var answered: ScanRequest?
  private var warnings: [String] = []

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
    report.sharedKeys = page?.reader.keys.shared ?? past?.sharedKeys
    report.add(warnings: warnings)
    report.hasChanged = (past?.hasChanged ?? false) || walk.hasChanged
    return report
  }

  package func next() throws(SourceFault) -> Batch? {
    if page == nil, past == nil {
      first = try asking.firstPages()
      try open(first.first)
    }
    while let page {
      if let batch = try page.reader.next() { return completed(batch) }
      try goOn(after: page)
    }
    return nil
  }

  private func open(_ payload: FetchedPayload?) throws(SourceFault) {
    guard let payload else {
      page = nil
      return
    }
    warnings += try source.warnings(of: payload)
    walk.meet(payload.payload, definition.service.pages)
    let readings = fields.compactMap { definition.listed.firstIndex(of: $0) }
    let reader = JSONListReader(
      payload: payload.payload, layout: definition.layout, fields: readings, copy: payload.copy,
      strict: source.strict, keys: page?.reader.keys ?? KeyTally())
    if past == nil, payload.copy.isAnswer { answered = asking.request.answered }
    page = ListPage(payload: payload.payload, reader: reader)
  }

  /// Takes the next page, or the first of the next category.
  private func goOn(after done: ListPage) throws(SourceFault) {
    let following = try walk.step(
      after: done.payload, records: done.reader.report.records, definition.service.pages)
    past = report
    var next: FetchedPayload?
    if asking.byPage, let following {
      next = try asking.page(following, of: category, since: first[category].given)
      if let payload = next?.payload, walk.isRepetition(payload) { next = nil }
    }
    if next == nil {
      past?.note(total: walk.total, isCut: walk.isCut)
      walk = PageWalk(most: asking.mostRecords)
      category += 1
      next = category < first.count ? first[category] : nil
    }
    try open(next)
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
}

/// The walk over the pages of one list.
struct PageWalk {
  /// What is asked for next.
  struct Following: Equatable {
    /// From 1.
    let number: Int
    /// The cursor to send; nil where pages have numbers.
    let cursor: String?
    /// How far the list has been read; nil for its first page.
    var progress: ListProgress?
  }

  /// What stands for the first page where pages have cursors.
  static let firstCursor = "*"

  /// After how many records no further page is read.
  private let most: Int
  private var pages = 0
  private var records = 0
  /// How many items there are, as the server says.
  private(set) var total: Int?
  /// The cursors that were sent: that of the first page is always the same.
  private var cursors: Set = [PageWalk.firstCursor]
  /// The page that was read last.
  private var previous: Payload?
  /// Whether not all of the list was read.
  private(set) var isCut = false
  /// Whether one page tells of another number of items than the page before it, so that items may
  /// be missing, or stand twice.
  private(set) var hasChanged = false

  init(most: Int) { self.most = most }

  /// Takes notice of a page that is about to be read.
  mutating func meet(_ payload: Payload, _ rule: PageRule?) {
    // What cannot be read is a fault that the reading itself meets.
    guard let path = rule?.total,
      case .number(let number) = try? JSONRecordReader.value(payload, at: path),
      let found = number.int
    else { return }
    hasChanged = hasChanged || (total ?? found) != found
    total = found
  }

  /// The page after one that has been read; nil when that was the last.
  mutating func step(
    after payload: Payload, records count: Int, _ rule: PageRule?
  ) throws(SourceFault) -> Following? {
    guard let rule else { return nil }
    previous = payload
    pages += 1
    records += count
    isCut = total.map { $0 > records } ?? false
    if count == 0 || total.map({ records >= $0 }) ?? false { return nil }
    if pages == ListCursor.maximumPages || records >= most {
      isCut = true
      return nil
    }
    var following = try following(payload, count, rule)
    following?.progress = ListProgress(pages: total.map { pages(of: $0, rule) }, records: records)
    return following
  }

  /// How many pages will be read of a list with so many items.
  private func pages(of total: Int, _ rule: PageRule) -> Int {
    let wanted = min(total, most)
    return max(wanted / rule.size + (wanted % rule.size > 0 ? 1 : 0), pages + 1)
  }

  private mutating func following(
    _ payload: Payload, _ count: Int, _ rule: PageRule
  ) throws(SourceFault) -> Following? {
    guard let path = rule.next else {
      // A page that is not full is the last, unless the server speaks of more items.
      return total == nil && count < rule.size ? nil : Following(number: pages + 1, cursor: nil)
    }
    guard case .text(let cursor) = try JSONRecordReader.value(payload, at: path), !cursor.isEmpty
    else { return nil }
    guard cursors.insert(cursor).inserted else {
      isCut = true
      return nil
    }
    return Following(number: pages + 1, cursor: cursor)
  }

  /// Whether a page says what the one before it said, as that of a server that does not know of
  /// pages; nobody knows then what else there is.
  mutating func isRepetition(_ payload: Payload) -> Bool {
    guard let previous, payload.bytes.elementsEqual(previous.bytes) else { return false }
    isCut = true
    return true
  }
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
