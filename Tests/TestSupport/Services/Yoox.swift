// SPDX-License-Identifier: MIT

/// The service of the fashion house: a list for each department, and a record for each item.
///
/// It tells in the body what went wrong, and gives at most four items at a time.
enum Yoox {
  private static let pageSize = 4

  static func answer(_ path: String, _ request: LoopbackRequest) -> LoopbackAnswer {
    if path == "Search.API/1.3/CHLOE_GB/search/results.json" { return list(request) }
    let name = path.split(separator: "/").last ?? ""
    guard path == "Item.API/1.0/CHLOE_GB/item/\(name)",
      let body = Sample.bytes("chloe_\(name)")
    else { return .reply(404, ["Content-Type": "application/json"], text: notFound) }
    return .reply(200, ["Content-Type": "application/json"], body: body)
  }

  private static let notFound = #"{"Header":{"StatusCode":404,"Description":"404 Not Found"}}"#

  private static func list(_ request: LoopbackRequest) -> LoopbackAnswer {
    let department = request.parameter("department") ?? ""
    let items = Sample.records("chloe_\(department).json", indentation: 3)
    guard !items.isEmpty, let page = request.parameter("page").flatMap({ Int($0) }) else {
      return .json(notFound)
    }
    let shown = items.dropFirst((page - 1) * pageSize).prefix(pageSize)
    return .json(
      """
      {"Header":{"StatusCode":200,"Description":"200 OK"},
       "ResultsLite":{"TotalResults":\(items.count),"Items":[\(shown.joined(separator: ","))]}}
      """)
  }

  /// The first items have pictures: one with a shot in small letters, one in capitals, and one that
  /// is there in a small size only.
  static func picture(_ path: String) -> LoopbackAnswer {
    ["90/90410001AK_20_f.jpg", "90/90410002BK_20_F.jpg", "90/90410004DX_12_f.jpg"].contains(path)
      ? .picture : .html("<h1>404</h1>", status: 404)
  }
}
