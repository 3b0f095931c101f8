// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Items that are named by others, of which the own records say less than the list.
@Suite struct RelatedListTests {
  private let workspace: Workspace
  private let server: LoopbackServer

  init() throws {
    let items = [1: "Nut", 2: "Bolt", 3: "Screw"].mapValues { "\"name\":\"\($0)\",\"size\":null" }
    server = try LoopbackServer { request in
      let parts = request.path.split(separator: "/")
      if parts.first == "item", let id = parts.last.flatMap({ Int($0) }), let item = items[id] {
        let others = items.keys.filter { $0 != id }.sorted().map(String.init)
        let related = others.joined(separator: ",")
        return .json("{\"id\":\(id),\(item),\"related\":[\(related)]}")
      }
      let rows = items.filter { $0.key < 3 || request.path.hasSuffix("whole") }.sorted {
        $0.key < $1.key
      }
      let listed = rows.map { "{\"id\":\($0.key),\($0.value),\"price\":\($0.key).5}" }
      return .json("{\"items\":[\(listed.joined(separator: ","))]}")
    }
    let fields = """
      items  items
      detail "\(server.address("/item/{id}"))"
      relation related from related[]
      relation accessories from related[]
      field id Id key
      field name Text
      field size Int
      field price Decimal

      """
    workspace = try Workspace([
      "things.cq": """
      source things {
        noun   "thing", "things"
        list   "\(server.address("/list/{page}"))"
        pages  of 3
        \(fields)
      }

      """,
      "wares.cq": """
      source wares {
        noun   "ware", "wares"
        list   "\(server.address("/whole"))"
        \(fields)
      }

      """,
    ])
  }

  private func run(_ query: String, _ options: String...) throws -> Outcome {
    Outcome(
      try workspace.run(
        ["--define", "things.cq", "--define", "wares.cq", "--to", "csv", "-q", "-c", query]
          + options, environment: ["CQ_OFFLINE": ""]))
  }

  private static let lack = "2 records have no `price`, and their rows of the list were not read"

  @Test(arguments: [
    "related 1 of things", "follow related 1 of things", "related 1 of wares",
    "accessories 1 of things", "accessories 1 of wares",
    "show 1 of things | show id | related",
  ])
  func aFieldThatOnlyTheUnreadListHasIsAShortfall(_ query: String) throws {
    let name = query.contains("wares") ? "wares" : "things"
    let unread = try run(query + " | show name, size, price", "--meta", "m.json")
    #expect(
      unread
        == Outcome(output: "name,size,price\nBolt,,\nScrew,,\n", errors: "note: \(Self.lack)\n"))
    let accounts = try workspace.text(of: "m.json")
    #expect(accounts.contains("\"whole\":false"), "\(accounts)")
    #expect(accounts.contains("\"missing\":[\"\(Self.lack)\"]"), "\(accounts)")
    let refused = try run(query + " | count by price", "--strict")
    #expect(
      refused
        == Outcome(
          errors: "<query>:1:1: error[CQ0507]: the list of \(name) is not whole: \(Self.lack)\n",
          status: 5))
    let told = try run(query + " | show name, size", "--strict", "--meta", "m.json")
    #expect(told == Outcome(output: "name,size\nBolt,\nScrew,\n"))
    #expect(try workspace.text(of: "m.json").contains("\"whole\":true"))
  }

  /// What the list tells is taken from it where it is at hand, and asked for by nobody.
  @Test func aListAtHandFillsItIn() throws {
    #expect(try run("from wares | count") == Outcome(output: "count\n3\n"))
    let asked = server.requests.count
    let row = "id,name,size,price\n2,Bolt,,2.5\n3,Screw,,3.5\n"
    let found = try run("related 1 of wares", "--strict", "--meta", "m.json")
    #expect(found == Outcome(output: row))
    #expect(try workspace.text(of: "m.json").contains("\"whole\":true"))
    // Records are asked for side by side.
    let paths = server.requests.dropFirst(asked).map(\.path).sorted()
    #expect(paths == ["/item/1", "/item/2", "/item/3"])
    let followed = try run("from wares | limit 1 | related | show id, price", "--strict")
    #expect(followed == Outcome(output: "id,price\n2,2.5\n3,3.5\n"))
  }

  /// A list at hand in which an item does not stand tells nothing of it.
  @Test func anItemThatIsNotInTheListIsNotLacking() throws {
    #expect(try run("from things | count") == Outcome(output: "count\n2\n"))
    let found = try run("related 1 of things", "--strict")
    #expect(found == Outcome(output: "id,name,size,price\n2,Bolt,,2.5\n3,Screw,,\n"))
  }
}
