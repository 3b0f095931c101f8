// SPDX-License-Identifier: MIT

import Catalogue

/// What a server is asked for, of all that a query would like it to do.
struct ServiceRequest: Sendable {
  /// The categories whose lists are read; one nil where there is only one list.
  let categories: [ListedCategory?]
  /// The texts for the holes `search`, `filter` and `sort` of the list's address.
  private(set) var parts: [String: String] = [:]
  /// What the server does of the query's work.
  private(set) var answered: ScanRequest

  /// Without `isService` nobody but the reader does anything.
  init(_ wanted: ScanRequest, _ service: ServiceRules, isService: Bool, byCategory: Bool) {
    answered = ScanRequest(fields: wanted.fields)
    let chosen = service.categories.filter {
      wanted.categories.isEmpty || wanted.categories.contains($0.id)
    }
    let isDivided = byCategory && !service.categories.isEmpty
    categories = isDivided ? chosen.map(Optional.some) : [nil]
    if isDivided { answered.categories = wanted.categories }
    guard isService else { return }
    search(wanted.search, service)
    for condition in wanted.conditions { add(condition, service) }
    order(wanted.order, service)
  }

  private mutating func search(_ words: [String], _ service: ServiceRules) {
    guard !words.isEmpty, let template = service.search else { return }
    let values = template.has("word") ? words : [words.joined(separator: " ")]
    let all = values.compactMap { value in
      template.written { hole in Percent.encoded(hole.part(of: value)) }
    }
    parts["search"] = all.joined()
    answered.search = words
  }

  private mutating func add(_ condition: PushedCondition, _ service: ServiceRules) {
    guard let filter = service.filters.first(where: { $0.finds(condition) }),
      let part = filter.address.written({ filter.text(in: $0, for: condition) })
    else { return }
    parts["filter", default: ""] += part
    answered.conditions.append(condition)
  }

  /// A server orders by one key, if it does not say how it takes several: by the second of two it
  /// could not order within the first.
  private mutating func order(_ order: [PushedOrder], _ service: ServiceRules) {
    guard order.count == 1 || service.sortKeys != nil && !order.isEmpty else { return }
    let keys = order.compactMap { key -> String? in
      let sort = service.sorts.first { $0.field == key.field && $0.address(of: key) != nil }
      return sort?.address(of: key)?.filled { _ in key.descending ? "desc" : "asc" }
    }
    guard keys.count == order.count else { return }
    let joined = keys.joined(separator: ",")
    parts["sort"] = service.sortKeys.map { $0.written { _ in joined } } ?? joined
    answered.order = order
  }
}

extension ServerSort {
  fileprivate func address(of key: PushedOrder) -> AddressTemplate? {
    key.descending ? descending : ascending
  }
}

extension ServerFilter {
  /// What is written into a hole for a condition; nil for what no address can say.
  fileprivate func text(
    in hole: AddressTemplate.Hole, for condition: PushedCondition
  ) -> String? {
    switch hole.name {
    case "operator": return condition.comparison?.inAddress
    case "values":
      guard case .list(let values) = condition.value else { return nil }
      return values.map { Percent.encoded(text(of: $0)) }.joined(separator: ",")
    case "day": return Percent.encoded(String(text(of: condition.value).prefix(10)))
    case "time":
      let time = text(of: condition.value).dropFirst(11)
      return time.isEmpty ? "00:00:00" : Percent.encoded(String(time))
    default: return Percent.encoded(hole.part(of: text(of: condition.value)))
    }
  }

  /// A value as data has it: a length in the field's unit, a date as a day with a time behind it
  /// where that is not midnight.
  private func text(of value: Value) -> String {
    let cells = CellText.cells(Column(type, [value]), type: type)
    return String(decoding: cells[0], as: UTF8.self)
  }
}

extension Comparison {
  /// As it is written into an address, where only the `=` may stand as it is.
  fileprivate var inAddress: String {
    rawValue.map { $0 == "=" ? "=" : Percent.encoded(String($0)) }.joined()
  }
}
