// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Lists in pages of which something is known to be missing, through the whole program.
@Suite struct PagedListTests {
  private static let live = ["CQ_OFFLINE": ""]

  /// A server of things in pages, a workspace with their definition, and what `cq` says of them.
  private struct Bench {
    private let workspace: Workspace
    private let server: LoopbackServer

    /// The ids of each page, empty for one that is answered with another status.
    init(_ pages: [[Int]], total: Int, warning: String = "", status: Int = 404) throws {
      server = try LoopbackServer { request in
        let page = Int(request.path.dropFirst()) ?? 0
        guard page > 0, page <= pages.count, !pages[page - 1].isEmpty else {
          return .status(page > pages.count ? 404 : status)
        }
        let items = pages[page - 1].map { "{\"id\":\($0)}" }.joined(separator: ",")
        return .json("{\"total\":\(total),\"partial\":\(!warning.isEmpty),\"items\":[\(items)]}")
      }
      workspace = try Workspace([
        "things.cq": """
        source things {
          noun  "thing", "things"
          list  "\(server.address("/{page}"))"
          items items
          pages of 3 total total
          \(warning.isEmpty ? "" : "warn partial \"\(warning)\"")
          field id Id key
        }

        """
      ])
    }

    func run(_ query: String, _ options: String...) throws -> Outcome {
      let run = try workspace.run(
        ["--define", "things.cq", "--refresh", "--to", "table", "-c", query] + options,
        environment: PagedListTests.live)
      return Outcome(run)
    }

    /// The paths that the server was asked for.
    var asked: [String] { server.requests.map(\.path) }

    func accounts(_ query: String) throws -> String {
      _ = try run(query, "--meta", "m.json")
      return try workspace.text(of: "m.json")
    }
  }

  private static func partial(_ words: String) -> Outcome {
    Outcome(
      errors: "<query>:1:1: error[CQ0507]: the list of things is not whole: \(words)\n", status: 5)
  }

  /// An id that two pages have, and more items than the server speaks of, are a list that changed.
  @Test(arguments: [
    ([[1, 2, 3], [3, 4, 5], [6]], 7, 7), ([[1, 2, 3], [4, 5, 6]], 5, 6),
  ])
  func pagesThatDoNotFitAreToldAlsoWhereNoIdIsRead(
    pages: [[Int]], total: Int, count: Int
  ) throws {
    let bench = try Bench(pages, total: total)
    let words = "the list changed between its pages"
    #expect(
      try bench.run("from things | count")
        == Outcome(
          output: "count\n─────\n    \(count)\n1 row · \(words) (--refresh reads it anew)\n"))
    #expect(try bench.run("from things | count", "--strict") == Self.partial(words))
    #expect(try bench.accounts("from things | count").contains("\"whole\":false"))
  }

  @Test func pagesThatFitAreWhole() throws {
    let bench = try Bench([[1, 2, 3], [4, 5, 6], [7]], total: 7)
    #expect(
      try bench.run("from things | count", "--strict")
        == Outcome(output: "count\n─────\n    7\n1 row\n"))
    #expect(try bench.accounts("from things | count").contains("\"whole\":true"))
  }

  /// The footer counts what the server speaks of, and `--strict` refuses what lacks a page.
  @Test func aMissingPageIsNoFaultOfTheServer() throws {
    let bench = try Bench([[1, 2, 3], [], [7]], total: 7)
    let words = "page 2: server answered 404 Not Found"
    #expect(
      try bench.run("from things")
        == Outcome(output: "id\n──\n1\n2\n3\n7\n4 of 7 things · \(words)\n"))
    #expect(try bench.run("from things | count", "--strict") == Self.partial(words))
  }

  /// A server that gives nothing is no source of rows.
  @Test func aListThatDidNotComeIsNoReading() throws {
    let accounts = try Bench([], total: 0).accounts("from things | count")
    let expected = """
      [{"rows":0,"saved":null,"error":"CQ0504","whole":false,"sources":[],"notes":[]}]

      """
    #expect(accounts == expected)
  }

  /// The first page is a part as the others are, unless the error speaks of the whole server.
  @Test func aMissingFirstPageCostsOnlyItself() throws {
    let bench = try Bench([[], [4, 5, 6], [7]], total: 7, status: 501)
    let words = "page 1: server answered 501 Not Implemented after 3 tries"
    #expect(
      try bench.run("from things")
        == Outcome(output: "id\n──\n4\n5\n6\n7\n4 of 7 things · \(words)\n"))
    #expect(bench.asked == ["/1", "/1", "/1", "/2", "/3"])
    let failing: [(pages: [[Int]], status: Int, asked: [String])] = [
      ([[], [], [7]], 501, ["/1", "/1", "/1", "/2", "/2", "/2"]),
      ([[], [4, 5, 6], [7]], 404, ["/1"]),
    ]
    for (pages, status, asked) in failing {
      let bench = try Bench(pages, total: 7, status: status)
      let failed = try bench.run("from things")
      #expect(failed.status == .exited(5) && failed.output.isEmpty, "\(failed)")
      #expect(failed.errors.contains("error[CQ0504]"), "\(failed)")
      #expect(bench.asked == asked)
    }
  }

  /// What the server warns of is something that is missing.
  @Test func aWarningIsAShortfall() throws {
    let bench = try Bench([[1]], total: 1, warning: "not all were searched")
    let accounts = try bench.accounts("from things | count")
    let words = "\"the server warns: not all were searched\""
    #expect(accounts.contains("\"whole\":false"), "\(accounts)")
    #expect(accounts.contains("\"missing\":[\(words)]"), "\(accounts)")
    #expect(accounts.contains("\"notes\":[\(words)]"), "\(accounts)")
  }

  /// A field that only the list has is missing of an item's own record, until the list was read;
  /// one that is null in the record is not.
  @Test func aFieldThatOnlyTheUnreadListHasIsAShortfall() throws {
    let item = "\"id\":1,\"name\":\"Nut\",\"size\":null"
    let server = try LoopbackServer { request in
      if request.path == "/item/1" { return .json("{\(item)}") }
      return .json("{\"items\":[{\(item),\"price\":3.5}]}")
    }
    let workspace = try Workspace([
      "things.cq": """
      source things {
        noun   "thing", "things"
        list   "\(server.address("/list/{page}"))"
        items  items
        pages  of 3
        detail "\(server.address("/item/{id}"))"
        field id Id key
        field name Text
        field size Int
        field price Decimal
      }

      """
    ])
    func run(_ query: String, _ options: String...) throws -> Outcome {
      Outcome(
        try workspace.run(
          ["--define", "things.cq", "--to", "csv", "-q", "-c", query] + options,
          environment: Self.live))
    }
    let words = "the record has no `price`, and its row of the list was not read"
    let unread = try run("show 1 of things", "--meta", "m.json")
    #expect(unread == Outcome(output: "id,name,size,price\n1,Nut,,\n", errors: "note: \(words)\n"))
    let accounts = try workspace.text(of: "m.json")
    #expect(accounts.contains("\"whole\":false"), "\(accounts)")
    #expect(accounts.contains("\"missing\":[\"\(words)\"]"), "\(accounts)")
    let refused = try run("show 1 of things", "--strict")
    #expect(refused == Self.partial(words))
    let told = try run("show 1 of things | show name, size", "--strict")
    #expect(told == Outcome(output: "name,size\nNut,\n"))
    let count = try run("from things | count")
    #expect(count == Outcome(output: "count\n1\n"))
    let listed = try run("show 1 of things", "--strict", "--meta", "m.json")
    #expect(listed == Outcome(output: "id,name,size,price\n1,Nut,,3.5\n"))
    #expect(try workspace.text(of: "m.json").contains("\"whole\":true"))
  }

  /// An item is asked for by its id, also where its record lies within its reply: the list, which
  /// may have more pages than are read, is not walked.
  @Test(arguments: ["", "at rows[first]", "at thing.data"])
  func anItemIsAskedForByItself(_ way: String) throws {
    let server = try LoopbackServer { request in
      let parts = request.path.split(separator: "/")
      guard let id = parts.last, parts.first == "item" else {
        let page = Int(parts.last ?? "") ?? 0
        return .json("{\"items\":[{\"id\":\(page),\"name\":\"Thing \(page)\"}]}")
      }
      let record =
        "{\"id\":\(id),\"name\":\"Thing \(id)\",\"colour\":\"red\",\"like\":[7,8]}"
      return switch way {
      case "": .json(record)
      case "at rows[first]": .json("{\"rows\":[\(record)]}")
      default: .json("{\"thing\":{\"data\":\(record)}}")
      }
    }
    let workspace = try Workspace([
      "things.cq": """
      source things {
        noun     "thing", "things"
        list     "\(server.address("/list/{page}"))"
        items    items
        pages    of 1
        detail   "\(server.address("/item/{id}"))" \(way)
        relation related from like[]
        field id     Id key
        field name   Text
        field colour Text in detail
      }

      """
    ])
    func asked(_ query: String) throws -> (output: String, paths: [String]) {
      let before = server.requests.count
      let run = try workspace.run(
        ["--define", "things.cq", "--refresh", "--to", "csv", "-q", "-c", query],
        environment: Self.live)
      #expect(run.errors.isEmpty, "\(run.errors)")
      let paths = server.requests.dropFirst(before).map(\.path).sorted()
      return (String(decoding: run.output, as: UTF8.self), paths)
    }
    let one = try asked("show 4711 of things")
    #expect(one.output == "id,name,colour\n4711,Thing 4711,red\n")
    #expect(one.paths == ["/item/4711"])
    let related = try asked("related 4711 of things | show id, name, colour")
    #expect(related.output == "id,name,colour\n7,Thing 7,red\n8,Thing 8,red\n")
    #expect(related.paths == ["/item/4711", "/item/7", "/item/8"])
    let several = try asked("show 4711 of things; show 12 of things | show name")
    #expect(several.output == "id,name,colour\n4711,Thing 4711,red\n\nname\nThing 12\n")
    #expect(several.paths == ["/item/12", "/item/4711"])
  }
}
