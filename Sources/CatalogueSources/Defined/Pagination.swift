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
    /// Why there may be no such page; nil where the page before it, or a total, says that there is.
    var doubt: PageDoubt?

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
  /// How many the page holds that has most.
  private var mostOfPage = 0
  /// Pages in a row that were not given.
  private var misses = 0
  /// How many items there are, as the server says.
  private(set) var total: Int?
  /// The pages by the cursors or addresses with which they were asked for; the first cursor, which
  /// is always the same, is not among them.
  private var marks: [String: Int] = [:]
  /// The page that was read first, and the one that was read last, with hashes of their bytes.
  private var first: (page: Int, hash: UInt64)?
  private var previous: (page: Int, hash: UInt64)?
  /// Whether not all of the list was read.
  private(set) var isCut = false
  /// Whether one page tells of another number of items than the page before it, or the pages hold
  /// more than that, so that items may be missing, or stand twice.
  private(set) var hasChanged = false
  /// How its pages lead back to one that was read; nil where they do not.
  private(set) var round: PageRound?
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
    if isAtStart {
      firstCount = count
      // A first page that was not given is as large as the second, unless that is the last.
      if misses > 0 { missing = total == rule.size + count ? rule.size : count }
    }
    pages += 1
    misses = 0
    let page = (pages, ByteHash.hash(payload.bytes))
    first = first ?? page
    previous = page
    records += count
    mostOfPage = max(mostOfPage, count)
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
    guard let next = rule.next else { return following(count, rule) }
    guard let told = try next.text(in: payload) else { return nil }
    let mark = rule.isLinked ? HTTPAddress.resolve(told, at: address) ?? told : told
    if rule.isLinked { marks[address] = pages }
    let isFirst = !rule.isLinked && mark == Self.firstCursor
    if let page = isFirst ? 1 : marks[mark] {
      isCut = true
      round = .named(page, by: pages)
      return nil
    }
    marks[mark] = pages + 1
    return rule.isLinked
      ? Following(number: pages + 1, cursor: nil, link: mark)
      : Following(number: pages + 1, cursor: mark)
  }

  /// The page after one with so many items, where pages have numbers.
  ///
  /// Without a total a page is the last that has fewer items than one before it. The first may have
  /// as many as its server gives at most, though more were asked for.
  private func following(_ count: Int, _ rule: PageRule) -> Following? {
    if total == nil && count < min(rule.size, mostOfPage) { return nil }
    var following = Following(number: pages + 1, cursor: nil, offset: records + missing)
    if total == nil {
      following.doubt = pages == 1 && count < rule.size ? .shortPage : .unknownTotal
    }
    return following
  }

  /// Whether a page says what the one before it said or, where it was found by a link or nobody
  /// tells how many there are, what the first one said. Behind a page that is not full that is all
  /// there is; else its server does not know of pages, or begins anew, and nobody knows what there
  /// is.
  mutating func isRepetition(_ payload: Payload, of wanted: Following) -> Bool {
    let hash = ByteHash.hash(payload.bytes)
    let beginsAnew = wanted.doubt != nil || wanted.link != nil
    let known = [previous, beginsAnew ? first : nil].compactMap(\.self)
    guard let page = known.first(where: { $0.hash == hash })?.page else { return false }
    if wanted.doubt != .shortPage {
      isCut = true
      round = .given(page, again: wanted.number)
    }
    return true
  }
}

/// Why a list may have no such page as is asked for: where nobody tells how many items there are,
/// asking is the only way to know.
package enum PageDoubt: Sendable {
  /// The pages before it were as full as they can be.
  case unknownTotal
  /// The first page has fewer items than were asked for.
  case shortPage

  /// Whether a server says by a status that there is no such page. What a server refuses behind
  /// full pages may be more than it gives of a list.
  package func isSettled(by status: Int) -> Bool {
    switch status {
    case 404, 410, 416: true
    case 400, 422: self == .shortPage
    default: false
    }
  }
}
