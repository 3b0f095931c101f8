// SPDX-License-Identifier: MIT

import Synchronization
import TestSupport
import Testing

/// Where the items come from that an item names: what names them counts, and a list that knows them
/// tells of those whose own records do not come.
@Suite(.timeLimit(.minutes(10))) struct RelatedOriginTests {
  private let workspace: Workspace
  private let server: LoopbackServer
  /// The ids of the records that the server gives no more, and how it answers instead.
  private let failing: Failing

  private final class Failing: Sendable {
    let statuses = Mutex<[Int: Int]>([:])
  }

  init() throws {
    let failing = Failing()
    self.failing = failing
    let fresh: LoopbackAnswer.Fields = ["Cache-Control": "max-age=0"]
    server = try LoopbackServer { request in
      let parts = request.path.split(separator: "/")
      guard parts.first == "item", let id = parts.last.flatMap({ Int($0) }) else {
        if let status = failing.statuses.withLock({ $0[0] }) { return .status(status) }
        // What is gone stands in no list either.
        let items = (1...4).filter { id in failing.statuses.withLock { $0[id] } != 410 }
          .map { "{\"id\":\($0),\"name\":\"P\($0)\",\"size\":\($0)0}" }
        return .reply(200, fresh, text: "{\"items\":[\(items.joined(separator: ","))]}")
      }
      if let status = failing.statuses.withLock({ $0[id] }) { return .status(status) }
      let named = id == 4 ? "" : "\(id + 1),\(id + 2)"
      return .reply(
        200, fresh,
        text: "{\"id\":\(id),\"name\":\"P\(id)\",\"size\":\(id)0,\"related\":[\(named)]}")
    }
    workspace = try Workspace([
      "things.cq": """
      source things {
        noun   "thing", "things"
        list   "\(server.address("/list/{page}"))"
        items  items
        pages  of 9
        detail "\(server.address("/item/{id}"))"
        relation related from related[]
        field id Id key
        field name Text
        field size Int
      }

      """
    ])
  }

  private func fail(_ statuses: [Int: Int]) { failing.statuses.withLock { $0 = statuses } }

  private func run(_ query: String, _ options: String...) throws -> Outcome {
    var outcome = Outcome(
      try workspace.run(
        ["--define", "things.cq", "-c", query] + options, environment: ["CQ_OFFLINE": ""]))
    let age = #/copy of (just now|\d+ s ago)/#
    outcome.output.replace(age) { _ in "copy of N s ago" }
    outcome.errors.replace(age) { _ in "copy of N s ago" }
    return outcome
  }

  private func refused(_ words: String, at column: Int = 1) -> Outcome {
    Outcome(
      errors: "<query>:1:\(column): error[CQ0501]: things gives \(words)\n", status: 5)
  }

  private static let reason =
    "the copy of N s ago (it answered 501 Not Implemented after 3 tries)"

  /// Copies of all records, then a server that gives none any more.
  private func keep(_ ids: ClosedRange<Int> = 1...4) throws {
    for id in ids { _ = try run("show \(id) of things") }
    _ = try run("from things | count")
  }

  @Test func anItemThatNamesNoneHasAnOrigin() throws {
    try keep()
    fail([4: 501])
    let told = try run("related 4 of things | count", "--to", "csv", "--meta", "m.json")
    #expect(told == Outcome(output: "count\n0\n", errors: "note: things: \(Self.reason)\n"))
    let accounts = try workspace.text(of: "m.json")
    #expect(accounts.contains("\"source\":\"things\",\"origin\":\"old copy\""), "\(accounts)")
    let nothing = refused("nothing live, only \(Self.reason)")
    for option in ["--live", "--strict"] {
      #expect(try run("related 4 of things | count", option) == nothing)
      #expect(try run("related 4 of things | save \"x.csv\"", option) == nothing)
    }
    #expect(
      try run("related 4 of things | expect live")
        == refused("nothing live, only \(Self.reason)", at: 23))
    #expect(
      try run("related 4 of things | expect no rows", "--to", "table")
        == Outcome(errors: "note: things: \(Self.reason)\n"))
    #expect(
      try run("related 4 of things; from it | count", "--to", "table").output.hasSuffix(
        "1 row · copy of N s ago (it answered 501 Not Implemented after 3 tries)\n"))
    let followed = try run("from things | filter id = 4 | related", "--to", "table")
    #expect(
      followed.output
        == "no rows · item 4: copy of N s ago (it answered 501 Not Implemented after 3 tries)\n")
  }

  /// The rows are live, and that these are the ones is an old copy's word.
  @Test func whatNamesTheItemsCountsAsTheirOrigin() throws {
    try keep()
    fail([1: 501])
    let rows = """
      id  name  size
      ──  ────  ────
      2   P2      20
      3   P3      30
      2 of 2 related items · item 1: copy of N s ago \
      (it answered 501 Not Implemented after 3 tries)

      """
    #expect(
      try run("related 1 of things", "--to", "table", "--meta", "m.json") == Outcome(output: rows))
    let accounts = try workspace.text(of: "m.json")
    #expect(accounts.contains("\"old\":[\"item 1: copy of "), "\(accounts)")
    let words = "nothing live of item 1, only \(Self.reason)"
    #expect(try run("related 1 of things", "--live") == refused(words))
    #expect(try run("related 1 of things | expect live") == refused(words, at: 23))
  }

  /// What `show` gives of an item is in the relation too.
  @Test(arguments: [
    "related 1 of things", "from things | filter id = 1 | related | show id, name, size",
  ])
  func aListTellsOfWhatHasNoRecord(_ query: String) throws {
    try keep(1...1)
    let isStage = query.hasPrefix("from")
    let count = isStage ? "2 rows" : "2 of 2 related items"
    let table = "id  name  size\n──  ────  ────\n2   P2      20\n3   P3      30\n"
    fail([2: 501, 3: 501])
    let lost = try run(query, "--to", "table")
    let words =
      "2 detail records could not be read (2, 3: 501 Not Implemented after 3 tries)"
    #expect(lost.output.hasPrefix("\(table)\(count) · \(words)"), "\(lost)")
    #expect(try run(query, "--live").status == .exited(5))
    fail([0: 501, 2: 501, 3: 501])
    let both = refused("nothing live of item 2, item 3, only \(Self.reason)")
    #expect(try run("related 1 of things", "--live") == both)
    #expect(try run("show 2 of things", "--live") == refused("nothing live, only \(Self.reason)"))
    // A server that does not know the item.
    fail([2: 404])
    let gone = try run(query, "--to", "table")
    #expect(
      gone.output.hasPrefix("\(table)\(count) · no detail record for 2"), "\(gone)")
  }

  /// Several rows that name the same item name one.
  @Test func anItemIsCountedOnce() throws {
    fail([3: 410])
    let words = "1 of 3 related items is not there (3)"
    #expect(
      try run("from things | limit 2 | related | show of, id", "--to", "table")
        == Outcome(output: "of  id\n──  ──\n1   2\n2   4\n2 rows · \(words)\n"))
  }
}
