// SPDX-License-Identifier: MIT

import Foundation

/// Plays servers that keep to the conventions of other people's catalogues: each gives the same
/// seven things in its own envelope, with its own pages, totals, conditions and orders.
package enum PlayedShop {
  package struct Thing: Sendable {
    let id: Int
    let name: String
    /// In cents; nil where there is none.
    let price: Int?
    let brand: String
    let city: String
    let rooms: [String]
  }

  package static let things = [
    Thing(id: 1, name: "Kite", price: 1250, brand: "Wind", city: "Graz", rooms: ["Red", "Blue"]),
    Thing(id: 2, name: "Top", price: 300, brand: "Spin", city: "Linz", rooms: []),
    Thing(id: 3, name: "Marbles", price: nil, brand: "Spin", city: "Graz", rooms: ["Clear"]),
    Thing(
      id: 4, name: "Drum", price: 4999, brand: "Beat", city: "Wels", rooms: ["Large", "Small"]),
    Thing(id: 5, name: "Puzzle", price: 1250, brand: "Café", city: "Linz", rooms: ["Hard"]),
    Thing(id: 6, name: "Bear", price: 2500, brand: "Wind", city: "Graz", rooms: []),
    Thing(id: 7, name: "Cards", price: 799, brand: "Café", city: "Wels", rooms: ["Old"]),
  ]

  /// The key that its servers want where they want one.
  package static let key = "tok3n-4711/x"
  /// Name and password of Basic authentication, and what is sent for them.
  package static let login = "ck_4711:cs_s3cret/x"
  package static let basic = "Basic Y2tfNDcxMTpjc19zM2NyZXQveA=="

  /// How a request is answered by the server of a convention; `origin` is its address.
  package static func answer(
    _ convention: String, _ request: LoopbackRequest, origin: String
  ) -> LoopbackAnswer {
    switch convention {
    case "odata": OData.answer(request, origin)
    case "linked": Linked.answer(request, origin)
    case "basic": Basic.answer(request)
    case "jsonapi": JSONAPI.answer(request, origin)
    case "plain": Plain.answer(request)
    default: .status(404)
    }
  }

  static func price(_ cents: Int) -> String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }

  /// The things by their prices; those without one come last.
  static func ordered(_ things: [Thing], descending: Bool) -> [Thing] {
    let priced = things.filter { $0.price != nil }.enumerated().sorted { one, other in
      let (left, right) = (one.element.price ?? 0, other.element.price ?? 0)
      if left == right { return one.offset < other.offset }
      return descending ? left > right : left < right
    }
    return priced.map(\.element) + things.filter { $0.price == nil }
  }

  static func page(_ things: [Thing], from start: Int, of size: Int) -> [Thing] {
    Array(things.dropFirst(start).prefix(size))
  }

  static func cents(_ text: String) -> Int? {
    let parts = text.split(separator: ".")
    guard let whole = parts.first.flatMap({ Int($0) }) else { return nil }
    let digits = parts.count > 1 ? "\(parts[1])00".prefix(2) : "00"
    return whole * 100 + (Int(digits) ?? 0)
  }
}

/// `value`, `@odata.nextLink`, `@odata.count`, `$filter`, `$orderby` by several keys.
private enum OData {
  static func answer(_ request: LoopbackRequest, _ origin: String) -> LoopbackAnswer {
    guard request.value(of: "Authorization") == "Bearer \(PlayedShop.key)" else {
      return .json(#"{"error":{"code":"401","message":"no token"}}"#, status: 401)
    }
    if request.path.hasPrefix("/v4/Products(") {
      let id = Int(request.path.dropFirst(13).dropLast())
      guard let thing = PlayedShop.things.first(where: { $0.id == id }) else { return .status(404) }
      return .json(json(thing, isWhole: true))
    }
    var found = PlayedShop.things
    for term in (request.parameter("$filter") ?? "").components(" and ") {
      if let text = term.wholeMatch(of: #/contains\(Name,'(.*)'\)/#)?.1 {
        found = found.filter { $0.name.contains(text.replacing("''", with: "'")) }
      }
      let words = term.split(separator: " ")
      if words.count == 3, words[0] == "Made" {
        found = found.filter { words[1] == "ge" ? made($0) >= words[2] : made($0) < words[2] }
      }
      guard words.count == 3, words[0] == "Price" else { continue }
      let limit = PlayedShop.cents(String(words[2])) ?? 0
      found = found.filter { thing in
        guard let price = thing.price else { return false }
        switch words[1] {
        case "le": return price <= limit
        case "ge": return price >= limit
        default: return price == limit
        }
      }
    }
    if let order = request.parameter("$orderby") {
      // The first key decides here; the second is the id, which is the order of the list.
      found = PlayedShop.ordered(found, descending: order.hasPrefix("Price desc"))
    }
    let start = Int(request.parameter("$skiptoken") ?? "0") ?? 0
    let page = PlayedShop.page(found, from: start, of: 3)
    let rest = request.query.split(separator: "&").filter { !$0.hasPrefix("$skiptoken") }
      .joined(separator: "&")
    let next =
      start + 3 < found.count
      ? ",\"@odata.nextLink\":\"Products?\(rest)&$skiptoken=\(start + 3)\"" : ""
    return .json(
      """
      {"@odata.count":\(found.count),\
      "value":[\(page.map { json($0, isWhole: false) }.joined(separator: ","))]\(next)}
      """)
  }

  private static func made(_ thing: PlayedShop.Thing) -> String { "2024-01-0\(thing.id)" }

  private static func json(_ thing: PlayedShop.Thing, isWhole: Bool) -> String {
    let rooms = thing.rooms.map { #"{"Label":"\#($0)","Beds":\#($0.count)}"# }
    let detail = isWhole ? #","Notes":"about \#(thing.name)""# : ""
    return """
      {"ID":\(thing.id),"Name":"\(thing.name)",\
      "Price":\(thing.price.map(PlayedShop.price) ?? "null"),"Made":"\(made(thing))",\
      "Address":{"City":"\(thing.city)","Zip":"\(thing.id)000"},\
      "Rooms":[\(rooms.joined(separator: ","))]\(detail)}
      """
  }
}

/// `products`, the next page in the field `Link`, a token in a field of its own.
private enum Linked {
  static func answer(_ request: LoopbackRequest, _ origin: String) -> LoopbackAnswer {
    guard request.value(of: "X-Shopify-Access-Token") == PlayedShop.key else {
      return .json(#"{"errors":"[API] Invalid API key or access token"}"#, status: 401)
    }
    if request.path.hasPrefix("/products/") {
      let id = Int(request.path.dropFirst(10).prefix { $0 != "." })
      guard let thing = PlayedShop.things.first(where: { $0.id == id }) else { return .status(404) }
      return .json("{\"product\":\(json(thing))}")
    }
    let size = Int(request.parameter("limit") ?? "50") ?? 50
    let start = request.parameter("page_info").flatMap { Int($0.dropFirst()) } ?? 0
    // A page that the link names takes no other parameters.
    if start > 0, request.query.contains("status") { return .status(400) }
    let page = PlayedShop.page(PlayedShop.things, from: start, of: size)
    let body = "{\"products\":[\(page.map(json).joined(separator: ","))]}"
    let last = #"<\#(origin)/products.json?limit=\#(size)&page_info=p0>; rel="previous""#
    let next = #"<\#(origin)/products.json?limit=\#(size)&page_info=p\#(start + size)>; rel="next""#
    let isLast = start + size >= PlayedShop.things.count
    let links = [start > 0 ? last : nil, isLast ? nil : next].compactMap(\.self)
    return .reply(
      200, ["Content-Type": "application/json", "Link": links.joined(separator: ", ")], text: body)
  }

  private static func json(_ thing: PlayedShop.Thing) -> String {
    let variants = thing.rooms.map {
      #"{"title":"\#($0)","price":"\#(PlayedShop.price(thing.price ?? 0))"}"#
    }
    return """
      {"id":\(thing.id),"title":"\(thing.name)","vendor":"\(thing.brand)",\
      "variants":[\(variants.joined(separator: ","))]}
      """
  }
}

/// The root is the list; totals stand in the header, the login is Basic.
private enum Basic {
  static func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
    guard request.value(of: "Authorization") == PlayedShop.basic,
      request.value(of: "Accept-Language") == "de"
    else {
      let echo = request.value(of: "Authorization") ?? "nothing"
      return .json(#"{"code":"no","message":"\#(echo) is no login"}"#, status: 401)
    }
    var found = PlayedShop.things
    if let least = request.parameter("min_price").flatMap(PlayedShop.cents) {
      found = found.filter { $0.price ?? -1 >= least }
    }
    if let most = request.parameter("max_price").flatMap(PlayedShop.cents) {
      found = found.filter { $0.price ?? .max <= most }
    }
    if request.parameter("orderby") == "price" {
      found = PlayedShop.ordered(found, descending: request.parameter("order") == "desc")
    }
    let size = Int(request.parameter("per_page") ?? "10") ?? 10
    let number = Int(request.parameter("page") ?? "1") ?? 1
    let page = PlayedShop.page(found, from: (number - 1) * size, of: size)
    let items = page.map {
      #"{"id":\#($0.id),"name":"\#($0.name)","price":"\#($0.price.map(PlayedShop.price) ?? "")"}"#
    }
    return .reply(
      200,
      [
        "Content-Type": "application/json", "X-WP-Total": "\(found.count)",
        "X-WP-TotalPages": "\((found.count + size - 1) / size)",
      ], text: "[\(items.joined(separator: ","))]")
  }
}

/// `data` with the fields beneath `attributes`, the next page as an object with `href`.
private enum JSONAPI {
  static func answer(_ request: LoopbackRequest, _ origin: String) -> LoopbackAnswer {
    var found = PlayedShop.things.filter { fits($0, request) }
    let keys = (request.parameter("sort") ?? "").split(separator: ",")
    if let key = keys.first { found = PlayedShop.ordered(found, descending: key.hasPrefix("-")) }
    let start = Int(request.parameter("page[offset]") ?? "0") ?? 0
    let size = Int(request.parameter("page[size]") ?? "10") ?? 10
    let page = PlayedShop.page(found, from: start, of: size)
    let rest = request.query.split(separator: "&").filter { !$0.hasPrefix("page%5Boffset") }
    let query = (rest + ["page%5Boffset%5D=\(start + size)"]).joined(separator: "&")
    let next =
      start + size < found.count ? #"{"href":"\#(origin)/things?\#(query)"}"# : "null"
    let items = page.map { thing in
      """
      {"type":"things","id":"\(thing.id)","attributes":{"name":"\(thing.name)",\
      "price":\(thing.price.map(PlayedShop.price) ?? "null"),"brand":"\(thing.brand)"}}
      """
    }
    return .json(
      """
      {"data":[\(items.joined(separator: ","))],"links":{"next":\(next)},\
      "meta":{"total":\(found.count)},"included":[{"type":"people","id":"9"}]}
      """)
  }
}

extension JSONAPI {
  /// Whether a thing is what the parameters `filter[FIELD][TEST]` say. Texts are compared as they
  /// are, but for the test `folded`.
  private static func fits(_ thing: PlayedShop.Thing, _ request: LoopbackRequest) -> Bool {
    let tests: [(String, (String) -> Bool)] = [
      ("filter[name][contains]", { thing.name.contains($0) }),
      ("filter[name][starts]", { thing.name.hasPrefix($0) }),
      ("filter[brand][folded]", { folded(thing.brand) == folded($0) }),
      ("filter[brand][in]", { $0.split(separator: ",").contains(Substring(thing.brand)) }),
      ("filter[price][null]", { _ in thing.price == nil }),
    ]
    return tests.allSatisfy { name, test in request.parameter(name).map(test) ?? true }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}

/// Pages from 0, pages by offset, and a cursor that the first page is asked for without.
private enum Plain {
  static func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
    let start: Int
    switch request.path {
    case "/zero": start = 3 * (request.parameter("p").flatMap { Int($0) } ?? 9)
    // Of a page it gives three things at most, however many are asked for.
    case "/offset", "/capped": start = request.parameter("o").flatMap { Int($0) } ?? 99
    // It has one page.
    case "/short":
      guard request.parameter("p") == "1" else { return .status(404) }
      start = 0
    // It knows no cursor that is not its own.
    case "/cursor":
      start =
        request.query.contains("after") ? request.parameter("after").flatMap { Int($0) } ?? 99 : 0
    case "/elsewhere":
      return .json(#"{"ok":true,"next":"http://127.0.0.2:9/more","rows":[{"id":1,"name":"Kite"}]}"#)
    case "/round": start = 0
    default: return .json(#"{"ok":false,"rows":[{"id":1,"name":"Kite"}]}"#)
    }
    let page = PlayedShop.page(PlayedShop.things, from: start, of: 3)
    let rows = page.map { #"{"id":\#($0.id),"name":"\#($0.name)"}"# }.joined(separator: ",")
    let more = start + 3 < PlayedShop.things.count
    let next = request.path == "/round" ? "\"/round\"" : more ? "\(start + 3)" : "null"
    let total = PlayedShop.things.count
    return .json(#"{"ok":true,"total":\#(total),"next":\#(next),"rows":[\#(rows)]}"#)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
