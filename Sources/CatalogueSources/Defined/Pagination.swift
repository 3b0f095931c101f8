// SPDX-License-Identifier: MIT

import Catalogue

/// The walk over the pages of one list.
struct Pagination {
  /// What is asked for next.
  struct Following: Equatable {
    /// From 1.
    let number: Int
    /// The cursor to send; nil where pages have numbers or addresses.
    let cursor: String?
    /// The address, where the page before tells it.
    var link: String?
    /// How many items the pages before it hold, which a server may make smaller than it was asked
    /// to.
    var offset = 0
    /// How far the list has been read; nil for its first page.
    var progress: ListProgress?

    static let first = Following(number: 1, cursor: Pagination.firstCursor)
  }

  /// What stands for the first page where pages have cursors.
  static let firstCursor = "*"

  private static let mostMisses = 2

  /// After how many records no further page is read.
  private let most: Int
  private var pages = 0
  /// How many were read.
  private var records = 0
  /// How many the pages hold that were not given, as far as can be told by the first.
  private var missing = 0
  private var firstCount = 0
  /// Pages in a row that were not given.
  private var misses = 0
  /// How many items there are, as the server says.
  private(set) var total: Int?
  /// The cursors that were sent: that of the first page is always the same.
  private var cursors: Set = [Pagination.firstCursor]
  /// The page that was read last.
  private var previous: Payload?
  /// Whether not all of the list was read.
  private(set) var isCut = false
  /// Whether one page tells of another number of items than the page before it, or the pages hold
  /// more than that, so that items may be missing, or stand twice.
  private(set) var hasChanged = false
  /// Whether no page has been read.
  var isAtStart: Bool { pages == misses }

  init(most: Int) { self.most = most }

  /// Takes notice of a page that is about to be read.
  mutating func meet(_ payload: Payload, _ rule: PageRule?) {
    // What cannot be read is a fault that the reading itself meets.
    guard let total = rule?.total, let found = try? total.count(in: payload) else { return }
    hasChanged = hasChanged || (self.total ?? found) != found
    self.total = found
  }

  /// The page after one that has been read at an address; nil when that was the last.
  mutating func step(
    after payload: Payload, at address: String, records count: Int, _ rule: PageRule?
  ) throws(SourceFault) -> Following? {
    guard let rule else { return nil }
    previous = payload
    if isAtStart {
      firstCount = count
      // A first page that was not given is as large as the second, unless that is the last.
      if misses > 0 { missing = total == rule.size + count ? rule.size : count }
    }
    pages += 1
    misses = 0
    records += count
    isCut = isBeforeEnd
    if let total, records > total { hasChanged = true }
    if count == 0 || total != nil && !isBeforeEnd { return nil }
    if pages == ListCursor.maximumPages || records >= most {
      isCut = true
      return nil
    }
    var following = try following(payload, at: address, count, rule)
    following?.progress = progress(rule)
    return following
  }

  /// The second page where its server did not give the first; nil where only that tells a cursor.
  mutating func stepOverFirst(_ rule: PageRule?) -> Following? {
    guard let rule, rule.next == nil else { return nil }
    pages = 1
    misses = 1
    return Following(number: 2, cursor: nil, offset: rule.size)
  }

  /// The page after one that its server did not give, and whether the list is not read beyond it
  /// though there may be more: nobody knows a cursor that such a page would have told, and a server
  /// that fails twice in a row is asked no more.
  mutating func stepOver(
    _ wanted: Following, _ rule: PageRule?
  ) -> (following: Following?, isEnd: Bool) {
    pages += 1
    misses += 1
    missing += firstCount
    isCut = false
    if total != nil && !isBeforeEnd { return (nil, false) }
    guard let rule, total != nil, rule.next == nil, misses < Self.mostMisses,
      pages < ListCursor.maximumPages, records < most
    else { return (nil, true) }
    let next = Following(
      number: pages + 1, cursor: nil, offset: records + missing, progress: progress(rule))
    return (next, false)
  }

  /// Whether the server speaks of more items than the pages so far hold.
  private var isBeforeEnd: Bool { total.map { $0 > records + missing } ?? false }

  private func progress(_ rule: PageRule) -> ListProgress {
    ListProgress(pages: total.map { pages(of: $0, rule) }, records: records)
  }

  /// How many pages will be read of a list with so many items.
  private func pages(of total: Int, _ rule: PageRule) -> Int {
    let wanted = min(total, most)
    return max(wanted / rule.size + (wanted % rule.size > 0 ? 1 : 0), pages + 1)
  }

  private mutating func following(
    _ payload: Payload, at address: String, _ count: Int, _ rule: PageRule
  ) throws(SourceFault) -> Following? {
    guard let next = rule.next else {
      // A page that is not full is the last, unless the server speaks of more items.
      if total == nil && count < rule.size { return nil }
      return Following(number: pages + 1, cursor: nil, offset: records + missing)
    }
    guard let told = try next.text(in: payload) else { return nil }
    let mark = rule.isLinked ? HTTPAddress.resolve(told, at: address) ?? told : told
    guard mark != address, cursors.insert(mark).inserted else {
      isCut = true
      return nil
    }
    return rule.isLinked
      ? Following(number: pages + 1, cursor: nil, link: mark)
      : Following(number: pages + 1, cursor: mark)
  }

  /// Whether a page says what the one before it said, as that of a server that does not know of
  /// pages; nobody knows then what else there is.
  mutating func isRepetition(_ payload: Payload) -> Bool {
    guard let previous, payload.bytes.elementsEqual(previous.bytes) else { return false }
    isCut = true
    return true
  }
}
