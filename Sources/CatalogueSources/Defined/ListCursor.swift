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
  private let fetcher: PageFetcher
  private let fields: [Int]
  /// The first pages of the categories, which are asked for side by side; nil before they are.
  private var first: [Result<FetchedPayload, SourceFault>]?
  private var category = -1
  private var page: ListPage?
  private var pagination: Pagination
  /// What reading the pages before has found.
  private var past: ScanReport?
  private var keys = DuplicateKeyCounter()
  /// What the server did; nil where the rows are no answer of it.
  private var answered: ScanRequest?
  private var warnings: [String] = []
  /// What its server did not give of the list, as far as was read.
  private(set) var gaps: [ScanReport.Gap] = []
  /// Where the pages that were given are from.
  private var origins = PageOrigins()
  /// The pages of the category, as long as none of them is missing; else none.
  private var pages: [Pagination.Following] = []
  /// All replies so far, where they are as good as live and the whole list is asked for.
  private var replies: ReadReplies?
  /// When the last of all replies was given, where they were handed over to be kept.
  private(set) var keptReading: Int?
  /// Whether the list of a category before changed while it was read.
  private var hasChanged = false
  /// Whether nothing more is asked for.
  private var isInterrupted = false
  /// Why rows were given without pictures.
  private var withheld: String?

  init(_ source: DefinedSource, _ fetcher: PageFetcher, fields: [Int]) {
    self.source = source
    self.fetcher = fetcher
    self.fields = fields
    pagination = Pagination(most: fetcher.mostRecords)
    replies = source.asking.isService && fetcher.isWholeList ? ReadReplies() : nil
  }

  private var definition: LoadedDefinition { source.definition }

  package var report: ScanReport {
    var report = past ?? page?.reader.report ?? ScanReport(copy: .nothing)
    if past != nil, let page { report.add(page.reader.report, of: page.payload.name) }
    report.answered = answered
    let keys = page?.reader.keys ?? self.keys
    report.sharedKeys = page?.reader.report.sharedKeys ?? past?.sharedKeys
    report.add(warnings: warnings)
    for gap in gaps.dropFirst(report.missingParts) { report.add(gap) }
    report.parts = origins.parts
    report.isInterrupted = isInterrupted
    report.withheld = withheld
    report.hidesPictures = withheld != nil && fields.contains(where: source.isOfPicture)
    report.round = past?.round ?? pagination.round
    // Pages that come again bring their keys again.
    report.hasChanged =
      hasChanged || pagination.hasChanged || keys.hasOverlap && report.round == nil
    return report
  }

  package func next() throws(SourceFault) -> Batch? {
    if first == nil {
      let pages = fetcher.firstPages()
      first = pages
      let faults = pages.compactMap(\.fault)
      if faults.count == pages.count, let fault = faults.first {
        try openOnlyCategory(without: faults.contains(.cancelled) ? .cancelled : fault)
      } else {
        isInterrupted = faults.contains(.cancelled)
        try openNextCategory()
      }
    }
    while let page {
      if let batch = try page.reader.next() { return completed(batch, of: page) }
      past = report
      keys = page.reader.keys
      if try !openNextPage(after: page) { try openNextCategory() }
    }
    return nil
  }

  /// Notes a reply of the list.
  private func note(_ payload: FetchedPayload, at place: Pagination.Following) {
    let isWhole = replies?.add(payload, to: fetcher.request(for: place, of: category)) ?? false
    if !isWhole { replies = nil }
  }

  /// Keeps a list that was read to its end and of which nothing is missing.
  private func keepReading() {
    guard let replies, !replies.pages.isEmpty, !isInterrupted, gaps.isEmpty else { return }
    let report = report
    guard !report.isCut, !report.hasChanged, report.breakage == nil, report.missingParts == 0
    else { return }
    source.store.keep(replies, items: report.records - report.skipped)
    keptReading = replies.taken
  }

  package var isInterruptible: Bool { sparesPages }

  /// Whether a page that a server does not give leaves the others.
  private var sparesPages: Bool {
    source.asking.sparesParts && !source.strict && source.asking.isService && fetcher.byPage
      && definition.service.isPaged
  }

  package func interrupt() { isInterrupted = true }

  private func open(
    _ payload: FetchedPayload, _ place: Pagination.Following = .first
  ) throws(SourceFault) {
    origins.add(payload.copy, page: place.number, of: fetcher.titles[category], at: category)
    warnings += try source.warnings(of: payload)
    isInterrupted = isInterrupted || payload.payload.isPart
    pagination.meet(payload.payload, definition.service.pages)
    keys.beginPage(ofNewList: pagination.isAtStart)
    var list = payload.payload
    let found = try list.find(definition.layout)
    let readings = fields.compactMap { definition.listed.firstIndex(of: $0) }
    let reader = ListReader(
      payload: list, layout: definition.layout, fields: readings, copy: payload.copy,
      strict: source.strict, list: found, keys: keys,
      isPage: definition.service.pages != nil)
    if past == nil, payload.copy.isAnswer { answered = fetcher.request.answered }
    let reason = source.reasonToWithhold(payload)
    withheld = withheld ?? reason
    page = ListPage(
      payload: payload.payload, place: place, reader: reader, isPictured: reason == nil,
      since: payload.given)
  }

  /// Begins to read the first page of the next category that its server gave.
  private func openNextCategory() throws(SourceFault) {
    past?.note(total: pagination.total, isCut: pagination.isCut, round: pagination.round)
    hasChanged = hasChanged || pagination.hasChanged
    page = nil
    while let first, category + 1 < first.count {
      category += 1
      pagination = Pagination(most: fetcher.mostRecords)
      pages = [.first]
      switch first[category] {
      case .success(let payload):
        note(payload, at: .first)
        return try open(payload)
      case .failure(let fault):
        replies = nil
        if try openSecondPage(after: fault) { return }
        try spare(fault)
      }
    }
    keepReading()
  }

  /// Begins to read the one category that is asked for, of which the first page is not there;
  /// throws why it is not where that is so of several categories, or of the second page too.
  private func openOnlyCategory(without fault: SourceFault) throws(SourceFault) {
    category = 0
    if first?.count == 1, try openSecondPage(after: fault) { return }
    throw isInterrupted ? .cancelled : fetcher.whole(fault)
  }

  /// Begins to read the second page of a category whose first the server answers with an error of
  /// its own; whether there is one with records.
  private func openSecondPage(after fault: SourceFault) throws(SourceFault) -> Bool {
    pages = []
    guard case .server(let answer) = fault, answer.mayBeOfPageAlone, sparesPages,
      !source.asking.hasSample, !isInterrupted,
      let wanted = pagination.stepOverFirst(definition.service.pages)
    else { return false }
    switch fetcher.page(wanted, of: category, since: nil) {
    case .success(let payload?):
      var list = payload.payload
      guard try list.find(definition.layout).index.count > 0 else { return false }
      try spare(fault, page: 1)
      try open(payload, wanted)
      return true
    case .failure(.cancelled):
      isInterrupted = true
      return false
    case .success, .failure: return false
    }
  }

  /// Begins to read the page after one that is done, or the one after that where its server did not
  /// give it; whether there is one.
  private func openNextPage(after done: ListPage) throws(SourceFault) -> Bool {
    // Also where nobody can be asked for more, the pagination tells whether there is more.
    var following = try pagination.step(
      after: done.payload, at: fetcher.address(of: done.place, of: category),
      records: done.reader.report.records, definition.service.pages)
    guard fetcher.byPage else { return false }
    if following == nil { noteEnd() }
    while let wanted = following {
      let next =
        isInterrupted
        ? .failure(.cancelled) : fetcher.page(wanted, of: category, since: done.since)
      switch next {
      case .success(let payload?) where !pagination.isRepetition(payload.payload, of: wanted):
        note(payload, at: wanted)
        try open(payload, wanted)
        page?.since = done.since
        if !pages.isEmpty { pages.append(wanted) }
        return true
      case .success:
        // Behind the last page there is none.
        if !pagination.isCut { noteEnd() }
        return false
      case .failure(.server) where isKnownEnd(done, before: wanted): return false
      case .failure(let fault):
        pages = []
        isInterrupted = isInterrupted || fault == .cancelled
        let step = pagination.stepOver(wanted, definition.service.pages)
        let isEnd = step.isEnd || isInterrupted && step.following != nil
        try spare(fault, page: wanted.number, isEnd: isEnd)
        following = isInterrupted ? nil : step.following
      }
    }
    return false
  }

  /// Notes of which pages the list of the category was read.
  private func noteEnd() {
    guard !pages.isEmpty, !isInterrupted else { return }
    fetcher.note(pages, of: category, isCut: pagination.isCut)
  }

  /// Whether a page is a copy behind which there was none when the list was read last: a server
  /// that says nothing of the next one is missed for the copy alone.
  private func isKnownEnd(_ done: ListPage, before wanted: Pagination.Following) -> Bool {
    wanted.doubt != nil && done.reader.report.copy != .live && !pages.isEmpty
      && fetcher.isRead(pages, of: category)
  }

  /// Notes a part that its server did not give; throws a fault that is not of that part alone.
  private func spare(
    _ fault: SourceFault, page: Int? = nil, isEnd: Bool = false
  ) throws(SourceFault) {
    let cause: ScanReport.Gap.Cause
    switch fault {
    case .server(let fault): cause = .server(fault)
    case .cancelled: cause = .interrupted
    case .cannotOpen, .unreachable, .malformed, .damaged, .empty, .wrongShape, .strict, .limit,
      .warned, .tooManyItems, .definition, .noReading, .revised:
      throw fault
    }
    let gap = ScanReport.Gap(
      category: fetcher.titles[category], page: page, isEnd: isEnd, cause)
    guard source.asking.sparesParts, cause != .interrupted || !source.strict else {
      throw gap.fault
    }
    gaps.append(gap)
  }

  /// The batch with the columns that are not read from the payload, in the order of the fields.
  private func completed(_ batch: Batch, of page: ListPage) -> Batch {
    if definition.requested.isEmpty, page.isPictured { return batch }
    var read = batch.columns[...]
    let columns = fields.map { field in
      if definition.requested.contains(field) {
        return Column.repeating(fetcher.titles[category], count: batch.count)
      }
      let column = read.removeFirst()
      return page.isPictured || !source.isOfPicture(field) ? column : .null(count: batch.count)
    }
    return Batch(columns, count: batch.count)
  }
}

/// A page and its reader.
private struct ListPage {
  let payload: Payload
  let place: Pagination.Following
  let reader: ListReader
  /// Whether its rows have pictures.
  let isPictured: Bool
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

extension ServerFault {
  /// Whether the server has met an error of its own, and may give another page: `503` speaks of
  /// all that it gives.
  fileprivate var mayBeOfPageAlone: Bool {
    status.map { (500..<600).contains($0) && $0 != 503 } ?? false
  }
}

extension Provenance.Origin {
  /// Whether the rows are a server's answer to what it was asked.
  fileprivate var isAnswer: Bool {
    switch self {
    case .live, .kept, .packed: true
    case .nothing, .file, .sample, .reading: false
    }
  }
}
