// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Lists that a server gives, through the whole program.
@Suite struct ServedListTests {
  private static let live = ["CQ_OFFLINE": "", "BESTBUY_API_KEY": "s3cret-key"]

  /// The footer says how much of a long list was read, and how more is.
  @Test func longLists() throws {
    let server = try LoopbackServer { request in
      let page = Int(request.path.dropFirst()) ?? 0
      let items = (page * 100..<page * 100 + 100).map { #"{"sku":\#($0)}"# }
      return .json(
        #"{"nextCursorMark":"m\#(page)","total":49911,"products":["#
          + items.joined(separator: ",") + "]}")
    }
    let place = ["--source", "bestbuy=\(server.address("/{page}"))", "--to", "table"]
    let workspace = try Workspace()
    let run = { (limit: String) in
      try Outcome(
        workspace.run(
          ["-c", "\(limit); from bestbuy | count", "--refresh"] + place, environment: Self.live))
    }
    let table = { (count: String, note: String) in
      Outcome(output: "count\n─────\n\(count)\n1 row · \(note)\n")
    }
    let usual = try run("let a = 1")
    #expect(
      usual
        == table("  500", "searched the first 500 of 49,911 (set fetch.limit)"))
    #expect(server.requests.count == 5)
    let set = try run("set fetch.limit = 150")
    #expect(
      set
        == table("  200", "searched the first 200 of 49,911 (set fetch.limit)"))
    #expect(server.requests.count == 7)
    let offline = try run("set offline = true")
    let copied = offline.output.replacing(/copy of (just now|\d+ s ago)/, with: "copy of N s ago")
    #expect(
      copied
        == table(
          "  500", "searched the first 500 of 49,911 (set fetch.limit) · copy of N s ago"
        ).output)
    #expect(server.requests.count == 7)
    for limit in [0, 10_001] {
      let refused = Outcome(try workspace.run(["-c", "set fetch.limit = \(limit)"]))
      #expect(
        refused
          == Outcome(
            errors:
              "<query>:1:19: error[CQ0304]: `fetch.limit` takes a whole number from 1 to 10000\n",
            status: 3))
    }
  }

  /// What is meant for a closed output reaches no connection or file that has taken its place.
  @Test func closedOutput() throws {
    let server = try LoopbackServer { _ in .json(#"[{"id": 1}]"#) }
    let line = "cq -c 'from \"\(server.address("/x.json"))\"' >&-"
    #expect(
      try Outcome(Workspace().shell(line, environment: Self.live))
        == Outcome(
          errors: "error[CQ0701]: the output cannot be written: it is closed\n", status: 6))
  }

  /// An address in quotes: rows, then the copy with its age, also offline, and what is told where
  /// the server fails.
  @Test func quotedAddresses() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/x.json": .json(#"[{"id": 1, "n": 2.50}, {"id": 2}]"#, etag: "\"a\"")
      case "/page": .html("<!DOCTYPE html><title>Log in</title>")
      default: .status(404)
      }
    }
    let workspace = try Workspace()
    let run = { (path: String, options: [String]) in
      var outcome = Outcome(
        try workspace.run(
          ["-c", "from \"\(server.address(path))\"", "--to", "table"] + options,
          environment: Self.live))
      outcome.output.replace(/copy of (just now|\d+ s ago)/, with: "copy of N s ago")
      outcome.errors.replace(":\(server.port)", with: ":PORT")
      return outcome
    }
    let rows = "id    n\n──  ───\n 1  2.5\n 2  –\n2 of 2 rows"
    let runs = try [[], [], ["--offline"]].map { try run("/x.json", $0) }
    let copy = " · copy of N s ago"
    #expect(runs == ["", copy, copy].map { Outcome(output: "\(rows)\($0)\n") })
    #expect(server.requests.count == 1)
    let faults = try ["/y.json", "/page"].map { try run($0, []) }
    #expect(
      faults.map(\.errors) == [
        "<query>:1:6: error[CQ0504]: http://127.0.0.1:PORT/y.json answered with an error "
          + "(404 Not Found); no cached copy\n",
        "<query>:1:6: error[CQ0505]: the reply of http://127.0.0.1:PORT/page holds a web page or "
          + "XML, not JSON; no cached copy\n",
      ])
    let offline = try run("/y.json", ["--offline"])
    #expect(
      offline.errors
        == "<query>:1:6: error[CQ0501]: http://127.0.0.1:PORT/y.json is not asked (offline); no "
        + "cached copy\n")
    #expect(faults.map(\.status) == [.exited(5), .exited(5)])
  }

  /// A server may keep the order of equal items in one direction only.
  @Test func tiesAreKeptByTheDirection() throws {
    let server = try LoopbackServer { request in
      let ids = request.query.hasSuffix("up=price") ? [3, 2, 1] : [1, 2, 3]
      return .json("[\(ids.map { "{\"id\":\($0),\"price\":5}" }.joined(separator: ","))]")
    }
    let workspace = try Workspace([
      "shop.cq": """
      source shop {
        list "\(server.address("/list?all=1{sort}"))"
        sort price asc "&up=price"
        sort price desc "&down=price" stable
        field id Id key
        field price Decimal
      }

      """
    ])
    func ids(_ stages: String, _ options: String...) throws -> String {
      let run = try workspace.run(
        ["--define", "shop.cq", "--refresh", "-c", "from shop | \(stages) | limit 2 | show id"]
          + options, environment: Self.live)
      return run.outputText + run.errorText
    }
    for stages in ["sort by price", "sort by price desc"] {
      #expect(try ids(stages) == "id\n1\n2\n", "\(stages)")
      #expect(try ids(stages, "--no-rewrites") == "id\n1\n2\n", "\(stages)")
    }
    #expect(Set(server.requests.map(\.query)) == ["all=1", "all=1&down=price"])
  }

  private static let records = (1...5).map { #"{"id":\#($0)}"# }.joined(separator: "\n")

  /// What is no list of records is not kept and takes no copy's place, at an address in quotes too.
  @Test func unusableReplies() throws {
    let large = #"[{"id": 1, "text": ""# + String(repeating: "a", count: 17 << 20) + #""}]"#
    let good = LoopbackAnswer.reply(200, ["Cache-Control": "max-age=0"], text: #"[{"id": 1}]"#)
    let server = try LoopbackServer { request in
      if request.path.hasSuffix("/kept"), request.ordinal == 1 { return good }
      return switch request.path.split(separator: "/").first {
      case "numbers": .json("[1,2,3]")
      case "large": .json(large)
      case "lines": .reply(text: Self.records + "\n{\"id\":6,\"na")
      default: .json(#"{"a": 1}"#)
      }
    }
    let rows = [
      ("numbers", "holds no record: none of its 3 is an object"),
      ("large", "holds no record to read: record 1 is larger than 16 MiB"),
      ("lines", "stops in the middle of line 6"),
    ]
    for (path, reason) in rows {
      let workspace = try Workspace()
      let run = { (address: String) in
        try Outcome(
          workspace.run(
            ["-c", "from \"\(address)\" | count", "--to", "csv"], environment: Self.live))
      }
      for _ in 0..<2 {
        let address = server.address("/\(path)")
        let fault =
          "<query>:1:6: error[CQ0505]: the reply of \(address) \(reason); no cached copy\n"
        #expect(try run(address) == Outcome(errors: fault, status: 5))
      }
      let address = server.address("/\(path)/kept")
      #expect(try run(address) == Outcome(output: "count\n1\n"))
      for _ in 0..<2 {
        let outcome = try run(address)
        #expect(outcome.output == "count\n1\n" && outcome.errors.contains(reason))
      }
    }
    #expect(server.requests.count == 15)
  }

  /// A list without an item is an error through a definition too, also where it is only counted.
  @Test func listsWithoutItems() throws {
    let workspace = try Workspace()
    try workspace.write("[1, 2, 3]", to: "numbers.json")
    try workspace.write(#"[{"name": "a"}, {"name": "b"}]"#, to: "nameless.json")
    let server = try LoopbackServer { _ in .json("[1,2,3]") }
    let rows = [
      ("numbers.json", "CQ0404", "numbers.json: has no item with `id` among its 3 records", 4),
      ("nameless.json", "CQ0404", "nameless.json: has no item with `id` among its 2 records", 4),
      (
        server.address(), "CQ0505",
        "the reply of hotels has no item with `id` among its 3 records; no cached copy", 5
      ),
    ]
    for (place, code, message, status) in rows {
      for query in ["from hotels", "from hotels | count", "categories of hotels"] {
        let outcome = Outcome(
          try workspace.run(
            ["--source", "hotels=\(place)", "-c", query], environment: Self.live))
        #expect(
          outcome
            == Outcome(errors: "<query>:1:1: error[\(code)]: \(message)\n", status: Int32(status)))
      }
    }
  }

  /// What a server calls a table is read as one where the address does not tell.
  @Test func aTableByItsMediaType() throws {
    let type: LoopbackAnswer.Fields = ["Content-Type": "Text/CSV; charset=utf-8"]
    let server = try LoopbackServer { request in
      switch request.path {
      case "/cut": .reply(200, type, text: "id,name\n1,a\n2,\"b")
      case "/json": .reply(200, type, text: "[{\"id\":1}]")
      default: .reply(200, type, text: "name\nNut\n")
      }
    }
    let workspace = try Workspace()
    let run = { (path: String) in
      try Outcome(
        workspace.run(
          ["-q", "-c", "from \"\(server.address(path))\"", "--to", "csv"], environment: Self.live))
    }
    let place = "the reply of \(server.address("/cut"))"
    #expect(
      try run("/cut")
        == Outcome(
          errors: "<query>:1:6: error[CQ0505]: \(place) has a quote on line 3 that nothing closes; "
            + "no cached copy\n", status: 5))
    #expect(try run("/json").output == "id\n1\n")
    // The copy is read as the reply was.
    for _ in 0..<2 { #expect(try run("/things") == Outcome(output: "name\nNut\n")) }
    #expect(server.requests.count == 3)
  }

  /// Where only the record of an item is not kept, the list is not said to be so.
  @Test func aRecordThatIsNotKept() throws {
    let server = try LoopbackServer { request in
      let isList = request.path == "/x.json"
      return .reply(
        200, isList ? [:] : ["Cache-Control": "no-store"],
        text: isList ? #"[{"id":1,"name":"a"}]"# : #"{"id":1,"lat":2.5}"#)
    }
    let outcome = Outcome(
      try Workspace().run(
        [
          "--source", "hotels=\(server.address("/x.json"))", "--to", "csv", "-c",
          "from hotels | show id, lat",
        ], environment: Self.live))
    #expect(
      outcome
        == Outcome(
          output: "id,lat\n1,2.5\n",
          errors: "note: the replies for single items of hotels are not kept: its server says "
            + "`no-store`\n"))
  }

  /// `no-store` is heeded and told once; the definition of `products` wants its copies.
  @Test func repliesThatAreNotKept() throws {
    let server = try LoopbackServer { _ in
      .reply(200, ["Cache-Control": "no-store"], text: #"[{"id": 1, "name": "a"}]"#)
    }
    let workspace = try Workspace()
    let address = server.address("/x")
    let query = "from \"\(address)\" | show name"
    let table = "name\na\n"
    #expect(
      Outcome(
        try workspace.run(["-c", "\(query); \(query)", "--to", "csv"], environment: Self.live))
        == Outcome(
          output: "\(table)\n\(table)",
          errors: "note: the replies of \(address) are not kept: its server says `no-store`\n"))
    let products = ["--source", "products=\(address)", "--to", "csv"]
    #expect(
      Outcome(
        try workspace.run(["-c", "from products | show name"] + products, environment: Self.live))
        == Outcome(output: table))
    let cache = try workspace.run(["cache", "--to", "json"]).outputText
    #expect(cache.contains("\"products\"") && !cache.contains("\"source\":\"http"))
  }

  /// An item without an id has no address: nothing is asked for it, and that is told.
  @Test func anEmptyIDIsNotAskedFor() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/list": .json(#"[{"id": "1", "name": "A"}, {"id": "", "name": "B"}]"#)
      case "/item/1": .json(#"{"id": "1", "more": "x"}"#)
      default: .status(500)
      }
    }
    let definition = """
      source toys {
        list   "\(server.address("/list"))"
        detail "\(server.address("/item/{id}"))"
        relation related from related[]
        relation parts "\(server.address("/parts/{id}"))" from ids[]
        field id   Id key
        field name Text
        field more Text in detail
      }

      """
    let workspace = try Workspace(["toys.cq": definition])
    func told(_ query: String, _ option: String = "-q") throws -> Outcome {
      try Outcome(
        workspace.run(
          ["--define", "toys.cq", "--to", "csv", "--refresh", option, "-c", query],
          environment: Self.live))
    }
    let reason = "an item with an empty id has no record to ask for"
    let query = "from toys | show id, more"
    #expect(
      try told(query)
        == Outcome(
          output: "id,more\n1,x\n\"\",\n",
          errors: "note: 1 detail record could not be read (\"\": \(reason))\n"))
    #expect(
      try told(query, "--strict")
        == Outcome(
          errors: "<query>:1:1: error[CQ0501]: toys gives no record of \"\" (\(reason))\n",
          status: 5))
    for relation in ["related \"\" of toys", "follow parts \"\" of toys"] {
      #expect(
        try told(relation)
          == Outcome(errors: "<query>:1:1: error[CQ0404]: toys: \(reason)\n", status: 4))
    }
    #expect(Set(server.requests.map(\.path)) == ["/list", "/item/1"])
  }
}
