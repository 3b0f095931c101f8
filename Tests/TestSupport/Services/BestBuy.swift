// SPDX-License-Identifier: MIT

import Foundation

/// The service of the electronics shop: one list that is searched, filtered and ordered, by pages
/// of two products behind cursors.
package enum BestBuy {
  private static let pageSize = 2
  private static let products = Sample.records("bestbuy.json", indentation: 2)

  static func answer(_ path: String, _ request: LoopbackRequest) -> LoopbackAnswer {
    guard request.parameter("apiKey") == FiveServices.key else {
      return fault(403, "The provided API Key is invalid or unknown.")
    }
    let parts = path.split(separator: "/")
    if parts.first == "beta", parts.count == 4 { return relation(parts[2], parts[3]) }
    if parts.count == 3, let body = Sample.bytes("bestbuy_\(parts[2])") {
      return .reply(200, ["Content-Type": "application/json"], body: body)
    }
    guard path.hasPrefix("v1/products(") else {
      return .reply(404, text: #"{"error":{"code":404,"message":"Couldn't find it."}}"#)
    }
    return list(request)
  }

  /// Its own form of errors; a key that asks too often is refused with 403 too.
  package static func fault(_ status: Int, _ words: String) -> LoopbackAnswer {
    .reply(
      status, ["Content-Type": "application/json"],
      text: #"{"errorCode":"\#(status)","errorMessage":"\#(words)","help":"https://x"}"#)
  }

  private static func relation(_ sku: Substring, _ name: Substring) -> LoopbackAnswer {
    guard let body = Sample.bytes("bestbuy_\(sku)_\(name).json") else {
      return .json(#"{"metadata":{"resultSet":{"count":0}},"results":[]}"#)
    }
    return .reply(200, ["Content-Type": "application/json"], body: body)
  }

  /// A page of the list. A service that does not obey gives all products in its own order;
  /// `total` is what it says of their number, nil where it says nothing.
  package static func list(
    _ request: LoopbackRequest, obeying: Bool = true, warning: String? = nil,
    total: (Int) -> Int? = { $0 }
  ) -> LoopbackAnswer {
    let found = obeying ? ordered(matching(request), request) : products
    let cursor = request.parameter("cursorMark") ?? ""
    let start = cursor == "*" ? 0 : Int(cursor.filter(\.isNumber)) ?? found.count
    let page = found.dropFirst(start).prefix(pageSize)
    let next = page.isEmpty ? cursor : "AoE+\(start + page.count)/=="
    let count = total(found.count).map { #""total":\#($0),"# } ?? ""
    return .json(
      """
      {"nextCursorMark":"\(next)",\(count)"partial":\(warning != nil),
       "warnings":\(warning.map { "\"\($0)\"" } ?? "null"),
       "canonicalUrl":"/v1/products?format=json&apiKey=\(FiveServices.key)",
       "products":[\(page.joined(separator: ","))]}
      """)
  }

  private static func matching(_ request: LoopbackRequest) -> [String] {
    let terms = request.path.drop { $0 != "(" }.dropFirst().dropLast().split(separator: "&")
      .map { String($0).removingPercentEncoding ?? "" }
    return products.filter { product in
      let members = Sample.members(product)
      return terms.allSatisfy { matches(members, $0) }
    }
  }

  private static func matches(_ product: [String: Any], _ term: String) -> Bool {
    let name = String(term.prefix { !"<>=".contains($0) })
    let sign = String(term.dropFirst(name.count).prefix { "<>=".contains($0) })
    let wanted = String(term.dropFirst(name.count + sign.count))
    if wanted == "*" { return true }
    if name == "search" {
      let text = "\(product["name"] ?? "") \(product["shortDescription"] ?? "")"
      return text.lowercased().contains(wanted.lowercased())
    }
    if wanted == "true" || wanted == "false" { return product[name] as? Bool == (wanted == "true") }
    guard let value = number(product[name]), let other = Double(wanted) else { return false }
    switch sign {
    case "<": return value < other
    case "<=": return value <= other
    case ">": return value > other
    case ">=": return value >= other
    default: return value == other
    }
  }

  private static func ordered(_ products: [String], _ request: LoopbackRequest) -> [String] {
    guard let sort = request.parameter("sort")?.split(separator: "."), sort.count == 2 else {
      return products
    }
    let keyed = products.map { (product: $0, key: Sample.members($0)[String(sort[0])]) }
    let upwards = keyed.sorted { left, right in
      guard let one = number(left.key), let other = number(right.key) else {
        return "\(left.key ?? "")" < "\(right.key ?? "")"
      }
      return one < other
    }
    return (sort[1] == "asc" ? upwards : upwards.reversed()).map(\.product)
  }

  /// The service writes some numbers as texts.
  private static func number(_ value: Any?) -> Double? {
    if let text = value as? String { return Double(text) }
    return (value as? NSNumber)?.doubleValue
  }
}
