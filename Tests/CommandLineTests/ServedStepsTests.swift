// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// What each stage did with a list of which a server filters: that of the run, and nothing more.
@Suite struct ServedStepsTests {
  private static let definition = """
    ## A shop
    source shop {
      noun   "product", "products"
      list   "{place}/list?a=1{filter}"
      items  items
      filter price >= "&min={value}"

      field id    Id key
      field name  Text
      field price Decimal
      field stock Int
    }

    """

  private static func server(
    _ caching: String = "max-age=60", items count: Int = 10
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      let least = request.target.hasSuffix("&min=6") ? 4 : 0
      let items = (least..<count).map { number in
        #"{"id":\#(number),"name":"item \#(number)","price":\#(number * 15)e-1,"#
          + #""stock":\#(number % 3)}"#
      }
      return .reply(
        200, ["Content-Type": "application/json", "Cache-Control": caching],
        text: #"{"items":[\#(items.joined(separator: ","))]}"#)
    }
  }

  private static let steps = """
    from shop                        6  server: price >= 6
    filter price >= 6 and stock > 0  4  -2 stock > 0: item 6, item 9
    sort by price desc               4  item 8 4 to 1, item 7 3 to 2, item 5 2 to 3
                                        and 1 more
    limit 1                          1  left out: item 7, item 5, item 4

    """

  private static let query =
    "from shop | filter price >= 6 and stock > 0 | sort by price desc | limit 1"
  private static let narrowed = "/list?a=1&min=6"

  /// Scripts, how replies may be kept, and what the server was asked for.
  static let scripts: [(script: String, caching: String, asked: [String])] = [
    ("\(query); explain", "max-age=60", [narrowed]),
    ("explain steps \(query)", "max-age=60", [narrowed]),
    // A copy that is never fresh is one of the run all the same.
    ("\(query); explain", "max-age=0", [narrowed]),
    // Nothing is kept: the query runs once more.
    ("\(query); explain", "no-store", [narrowed, narrowed]),
  ]

  @Test(arguments: scripts) func tellOfTheRun(
    script: String, caching: String, asked: [String]
  ) throws {
    let server = try Self.server(caching)
    let definition = Self.definition.replacing("{place}", with: server.address(""))
    let workspace = try Workspace(["shop.cq": definition])
    let run = try workspace.run(
      ["--define", "shop.cq", "-c", script], environment: ["CQ_OFFLINE": ""])
    #expect(run.outputText.hasSuffix(Self.steps), "\(run.outputText)\(run.errorText)")
    #expect(server.requests.map(\.target) == asked)
  }

  /// A list that is read twice with different requests has no one state to tell of.
  @Test func listsThatAreReadTwiceAreReadForEachStage() throws {
    let server = try Self.server()
    let definition = Self.definition.replacing("{place}", with: server.address(""))
    let run = try Workspace(["shop.cq": definition]).run(
      [
        "--define", "shop.cq", "-c",
        "explain steps from shop | filter price >= 6 | join shop on id = shop.id | count",
      ], environment: ["CQ_OFFLINE": ""])
    #expect(
      run.outputText == """
        from shop                  10
        filter price >= 6           6  -4 price >= 6: item 0, item 1, item 2 and 1 more
        join shop on id = shop.id   6  first: id 4, name item 4, price 6
        count                       1  first: count 6

        """)
  }

  /// A list that is joined to its own end is not held as far as the first reading of it came.
  @Test func aListIsNotCutByAnotherReadingOfIt() throws {
    let server = try Self.server(items: 5_000)
    let definition = Self.definition.replacing("{place}", with: server.address(""))
    let query =
      "from shop | limit 5 | extend last = 7498.5 - price | join shop on last = shop.price"
      + " | count"
    let run = try Workspace(["shop.cq": definition]).run(
      ["--define", "shop.cq", "-c", "\(query); explain"], environment: ["CQ_OFFLINE": ""])
    #expect(run.outputText.hasSuffix("  first: count 5\n"), "\(run.outputText)\(run.errorText)")
  }
}
