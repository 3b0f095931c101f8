// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Asks a store for the pages of a definition's lists.
struct PageFetcher: Sendable {
  let definition: LoadedDefinition
  let store: any PayloadStore
  let request: ServiceRequest
  let byPage: Bool
  /// After how many records of a list no further page is asked for.
  let mostRecords: Int
  /// Whether a payload is read whole before it is given, because it may be kept.
  let checksWhole: Bool

  private var service: ServiceRules { definition.service }

  /// What the categories that are asked for are called.
  var titles: [String?] { request.categories.map { $0?.title } }

  /// The list of each category, of which only the first page is known.
  var wanted: [WantedList] { request.categories.map { list([firstPage(of: $0)]) } }

  /// Tells the store from which pages the list of a category was read, as far as it may be.
  func note(_ pages: [Pagination.Following], of category: Int, isCut: Bool) {
    let requests = pages.map { payload(of: request.categories[category], $0) }
    store.note(list(requests), isCut: isCut)
  }

  /// Whether the list of a category was read to its end before, and had these pages.
  func isRead(_ pages: [Pagination.Following], of category: Int) -> Bool {
    store.isRead(list(pages.map { payload(of: request.categories[category], $0) }))
  }

  /// The request for the first reply of all; nil where there are no categories.
  var firstRequest: PayloadRequest? { request.categories.first.map(firstPage) }

  /// The request for a page of a category.
  func request(for place: Pagination.Following, of category: Int) -> PayloadRequest {
    payload(of: request.categories[category], place)
  }

  /// Whether all of the list is asked for, and nothing of the server's work besides.
  var isWholeList: Bool {
    request.parts.isEmpty && request.answered.categories.isEmpty
      && request.answered.search.isEmpty && request.answered.conditions.isEmpty
      && request.answered.order.isEmpty
  }

  private func list(_ pages: [PayloadRequest]) -> WantedList {
    WantedList(
      pages: pages, isPaged: byPage && service.pages != nil, mostRecords: mostRecords)
  }

  /// The first page of each category, or why it is not there.
  func firstPages() -> [Result<FetchedPayload, SourceFault>] {
    let requests = request.categories.map(firstPage)
    return zip(store.payloads(requests), requests).map { result, request in
      result.flatMap { page -> Result<FetchedPayload, SourceFault> in
        page.map { .success($0) } ?? .failure(noList(at: request.address))
      }
    }
  }

  /// A fault of all that was asked for, with queries that what is kept answers.
  func whole(_ fault: SourceFault) -> SourceFault { fault.naming(keptQueries(of: fault)) }

  /// Queries, at most three, whose answers are kept: of the list, of its categories, and searches
  /// of them.
  private func keptQueries(of fault: SourceFault) -> [String] {
    guard case .server(let fault) = fault, fault.otherCopies > 0, let kept = store.kept else {
      return []
    }
    let categories = titles == [nil] ? [nil] : service.categories.map(Optional.some)
    let searches = KeptSearches(service)?.found(in: store.keptAddresses) ?? []
    let queries = ([[]] + searches).lazy.flatMap { words in
      let fetcher = searching(words)
      return categories.lazy.filter { category in
        (try? kept.payload(fetcher.firstPage(of: category))) != nil
      }.map { query(of: $0, searching: words) }
    }
    return Array(queries.prefix(3))
  }

  private func query(of category: ListedCategory?, searching words: [String]) -> String {
    let texts = [category?.title, words.isEmpty ? nil : words.joined(separator: " ")].map {
      $0.map { JSONText.string(.text($0)) }
    }
    return "from \(definition.schema.source)" + (texts[0].map { " in \($0)" } ?? "")
      + (texts[1].map { " | search \($0)" } ?? "")
  }

  /// The same list as it is where nothing but words is asked of the server.
  private func searching(_ words: [String]) -> PageFetcher {
    var wanted = ScanRequest(fields: [])
    wanted.search = words
    let request = ServiceRequest(
      wanted, service, isService: true, byCategory: titles != [nil])
    return PageFetcher(
      definition: definition, store: store, request: request, byPage: byPage,
      mostRecords: mostRecords, checksWhole: false)
  }

  private func noList(at address: String) -> SourceFault {
    .unreachable(
      source: definition.schema.source, address: AddressSecrets.masked(address),
      reason: "there is no list")
  }

  /// A further page of a list of which the first was given at some time; nil where there is none.
  func page(
    _ following: Pagination.Following, of category: Int, since: Int?
  ) -> Result<FetchedPayload?, SourceFault> {
    var wanted = payload(of: request.categories[category], following)
    wanted.since = since
    return store.payloads([wanted]).first ?? .success(nil)
  }

  private func firstPage(of category: ListedCategory?) -> PayloadRequest {
    payload(of: category, .first)
  }

  /// Where a page of the list of a category is.
  func address(of place: Pagination.Following, of category: Int) -> String {
    address(of: request.categories[category], place)
  }

  private func address(of category: ListedCategory?, _ place: Pagination.Following) -> String {
    if let link = place.link { return link }
    let rule = service.pages
    let address = service.list.written { hole in
      switch hole.name {
      case "category": Percent.encoded(category?.id ?? "")
      case "page": "\(place.number - 1 + (rule?.first ?? 1))"
      case "offset": "\(place.offset)"
      case "size": "\(rule?.size ?? 0)"
      case "cursor": cursor(of: place)
      default: request.parts[hole.name] ?? ""
      }
    }
    return address ?? service.list.text
  }

  private func cursor(of place: Pagination.Following) -> String {
    let cursor = place.cursor ?? ""
    guard let template = service.pages?.cursor else { return Percent.encoded(cursor) }
    return place == .first ? "" : template.filled { _ in cursor } ?? ""
  }

  private func payload(
    of category: ListedCategory?, _ place: Pagination.Following
  ) -> PayloadRequest {
    var wanted = PayloadRequest(
      .list(category: category?.id, page: place.number), at: address(of: category, place),
      check: check)
    wanted.progress = place.progress
    wanted.fields = service.pages?.fields ?? []
    wanted.isLinked = place.link != nil
    wanted.doubt = place.doubt
    return wanted
  }

  private func check(_ payload: inout Payload) throws(SourceFault) {
    if checksWhole {
      try definition.checkList(&payload)
    } else {
      try service.reply.check(payload)
    }
  }
}

extension Result where Failure == SourceFault {
  var fault: SourceFault? { if case .failure(let fault) = self { fault } else { nil } }
}

extension SourceFault {
  /// A server's fault with queries that what is kept answers.
  fileprivate func naming(_ queries: [String]) -> SourceFault {
    guard case .server(var fault) = self else { return self }
    fault.keptQueries = queries
    return .server(fault)
  }
}
