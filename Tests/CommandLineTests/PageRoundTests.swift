// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Lists whose pages lead back to one that was read: what is asked, shown and told of them.
@Suite struct PageRoundTests {
  /// Pages of two items by their numbers in the address, each with the number of the next one.
  struct Round: Sendable {
    /// The numbers, and that which each names; nil where it names none.
    let next: [String: String?]
    /// The items of each, where these are not of its own number.
    var items: [String: Int] = [:]
    var clause = "next next"
    var query = ""
    let asked: [String]
    let count: Int
    let words: String
  }

  static let rounds = [
    // The first address is that of page 0, which the third names.
    Round(
      next: ["": "/list?p=1", "1": "/list?p=2", "2": "/list?p=0", "0": "/list?p=1"],
      items: ["": 0], asked: ["", "1", "2", "0"], count: 6, words: "page 4 is page 1 once more"),
    Round(
      next: ["": "/list?p=1", "1": "/list?p=2", "2": "/list?p=1"], asked: ["", "1", "2"], count: 6,
      words: "page 3 names page 2 as the next one"),
    Round(
      next: ["": "/list?p=1", "1": "/list"], asked: ["", "1"], count: 4,
      words: "page 2 names page 1 as the next one"),
    Round(next: ["": "/list"], asked: [""], count: 2, words: "page 1 names itself as the next one"),
    // A server that begins anew behind the last page.
    Round(
      next: ["1": nil, "2": nil, "3": nil], items: ["3": 1], clause: "", query: "?p={page}",
      asked: ["1", "2", "3"], count: 4, words: "page 3 is page 1 once more"),
  ]

  @Test(arguments: rounds) func isToldAndLeft(round: Round) throws {
    let server = try LoopbackServer { request in
      let place = request.parameter("p") ?? ""
      let first = 10 * (round.items[place] ?? Int(place) ?? 0)
      let next = (round.next[place] ?? nil).map { ",\"next\":\"\($0)\"" } ?? ""
      return .json("{\"items\":[{\"id\":\(first)},{\"id\":\(first + 1)}]\(next)}")
    }
    let workspace = try Workspace([
      "things.cq": """
      source things {
        list  "\(server.address("/list\(round.query)"))"
        items items
        pages of 2 \(round.clause)
        field id Id key
      }

      """
    ])
    func run(_ options: String...) throws -> Outcome {
      Outcome(
        try workspace.run(
          ["--define", "things.cq", "--to", "table", "-c", "from things | count"] + options,
          environment: ["CQ_OFFLINE": ""]))
    }
    let words = "searched the first \(round.count) · \(round.words)"
    #expect(
      try run("--meta", "m.json")
        == Outcome(output: "count\n─────\n    \(round.count)\n1 row · \(words)\n"))
    #expect(server.requests.map { $0.parameter("p") ?? "" } == round.asked)
    let accounts = try workspace.text(of: "m.json")
    #expect(accounts.contains("\"whole\":false"), "\(accounts)")
    let missing = words.split(separator: " · ").map { "\"\($0)\"" }.joined(separator: ",")
    #expect(accounts.contains("\"missing\":[\(missing)]"), "\(accounts)")
    let refused = try run("--strict").errors
    #expect(refused.contains("error[CQ0507]: the list of things is not whole"), "\(refused)")
    #expect(refused.contains(round.words), "\(refused)")
  }
}
