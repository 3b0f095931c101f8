// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import Testing

/// What goes to a server of a query's work.
@Suite struct PushDownTests {
  /// The hints of the first scan of a query.
  private static func hints(_ query: String, _ source: MemorySource) throws -> String {
    let text = ScriptText(name: "t", query)
    let directory = MemoryDirectory(sources: [source])
    let bound = Binder.bind(Parser.parse(text).tree, in: Binder.Context(), directory: directory)
    try #require(bound.diagnostics == [])
    let environment = Executor.Environment(
      directory: directory, lastResult: nil, isCancelled: { false })
    for case .query(let plan) in bound.statements.map(\.action) {
      _ = try Executor.run(Planner.plan(plan, keepingScope: false), in: environment) { _ in .more }
    }
    return source.requests.hints.joined(separator: "; ")
  }

  @Test(arguments: [
    // Conjuncts go, each by itself; what the server does not know stays.
    ("filter stars >= 3 and rooms > 2", "stars >= 3"),
    ("filter stars >= 3 | filter distance < 500", "stars >= 3, distance < 500"),
    ("filter 3 <= stars and 500 > distance", "stars >= 3, distance < 500"),
    ("filter distance between 50 and 600", "distance >= 50, distance <= 600"),
    ("filter stars in (2, 3)", ""), ("filter stars in (2)", ""),
    ("filter stars in 2..3", "stars >= 2, stars <= 3"), ("filter stars in (2, null)", ""),
    ("filter stars is null or stars = 2", ""), ("filter stars is null", ""),
    ("filter stars is not null", ""),
    ("filter stars != null", ""),
    ("filter not stars = 2", ""), ("filter stars != 2", ""),
    ("filter not (stars < 2)", ""), ("filter stars + 1 = 2", ""), ("filter stars = rooms", ""),
    // Text goes where the language compares it by its code points.
    ("filter name = \"Dréam\"", ""), ("filter name != exact \"x\"", ""),
    ("filter name = exact \"Dream\"", "name = exact \"Dream\""),
    ("filter name contains \"x\"", ""), ("filter name < \"x\"", ""),
    ("filter address = \"x\"", ""), ("filter address = exact \"x\"", "address = exact \"x\""),
    ("filter id = 9", "id = \"9\""), ("filter id in (9, 10)", ""),
    ("filter id < 9", ""), ("filter rooms = 1", ""), ("filter lat > 1", ""),
    // A stage that looks at several rows, or that may end the run, keeps what follows it here.
    ("limit 3 | filter stars = 3", ""), ("distinct stars | filter stars = 3", ""),
    ("sample 3 seed 1 | filter stars = 3", ""), ("sample 3 | search \"x\"", ""),
    ("sample 3 | sort by distance", ""), ("sort by distance | sample 3", "sort by distance"),
    ("assert stars >= 0 | filter stars = 3", ""), ("sort by name | filter stars = 3", "stars = 3"),
    ("extend x = stars | filter x = 3", ""), ("rename stars as s | filter s = 3", "stars = 3"),
    // The order goes past every filter; how many rows are wanted does not go.
    ("sort by distance | limit 3", "sort by distance"),
    (
      "filter stars > 1 | top 2 by stars, distance asc",
      "stars > 1, sort by stars desc, distance"
    ),
    ("filter rooms > 1 | sort by distance | limit 3", "sort by distance"),
    ("search \"x\" in name | top 3 by stars", "sort by stars desc"),
    ("sort by distance | filter rooms > 1 | limit 3", "sort by distance"),
    ("skip 1 | filter rooms > 1 | sort by distance", ""),
    ("filter name = exact \"Dream\" | limit 3", "name = exact \"Dream\""),
    ("filter name = \"dream\" | limit 3", ""),
    ("sort by name | limit 3", ""), ("sort by distance nulls first | limit 1", ""),
    ("sort by stars * 2 | limit 1", ""), ("page 3 size 2", ""),
    ("sort by distance | page 2 size 2", "sort by distance"),
    ("skip 1 | top 2 by distance", ""), ("skip 1 | filter stars = 3 | limit 1", ""),
    ("sort by stars | sort by distance | limit 1", "sort by stars"),
    ("filter lat > 1 | limit 1", ""), ("limit 5 | limit 2", ""), ("count", ""),
  ])
  func sends(stages: String, hints: String) throws {
    #expect(try Self.hints("from hotels | \(stages)", Samples.hotels(server: .exact())) == hints)
  }

  /// A server that has an order of its own for equal rows gets no sort by which rows are chosen.
  @Test(arguments: [
    ("sort by distance", "sort by distance"), ("sort by stars | show name", "sort by stars"),
    ("filter rooms > 1 | sort by stars | filter lat > 1", "sort by stars"),
    ("top 3 by stars", ""), ("sort by stars | limit 3", ""), ("sort by stars | skip 1", ""),
    ("sort by stars | filter lat > 1 | limit 3", ""), ("sort by stars | distinct stars", ""),
    ("sort by stars | summarize first(name) by stars", ""),
    ("sort by stars | sample 2 seed 1", ""), ("sort by stars | group by stars (limit 1)", ""),
    ("sort by stars | count", ""),
    ("union s | limit 9", ""),
  ])
  func keepsTheChoiceAmongEqualRows(stages: String, hints: String) throws {
    let asked = try Self.hints(
      "let s = from hotels | sort by stars\nfrom hotels | \(stages)",
      Samples.hotels(server: .turning()))
    #expect(asked.split(separator: "; ").joined() == hints)
  }

  /// With and without rewrites a cut among equal rows keeps the same of them.
  @Test(arguments: [
    "top 3 by stars desc", "sort by stars | limit 4", "distinct stars",
    "sort by stars | sample 3 seed 2",
  ])
  func cutsAmongEqualRowsAlike(stages: String) {
    let query = "from hotels | \(stages) | show id, stars"
    let texts = [true, false].map { optimising in
      let directory = MemoryDirectory(sources: [Samples.hotels(server: .turning())])
      return QueryRun(directory: directory, optimising: optimising).text(query)
    }
    #expect(texts[0] == texts[1])
  }

  @Test func explainsTheOrderOfEqualRows() {
    let source = ScriptText(name: "t", "from hotels | sort by stars | show name")
    let directory = MemoryDirectory(sources: [Samples.hotels(server: .turning())])
    let bound = Binder.bind(Parser.parse(source).tree, in: Binder.Context(), directory: directory)
    let first = bound.statements.map { PlanText.planned($0) }.joined().split(separator: "\n").first
    let server = "server: sort by stars (equal rows as this request gives them)"
    #expect(first == "1 scan hotels, \(server); here: name stars")
  }

  @Test(arguments: [
    ("from things | filter open", "open = true"), ("from things | filter not open", ""),
    ("from things | filter open = false", "open = false"),
    (
      "from things | filter price > 2.5 | sort by price desc | limit 1",
      "price > 2.5, sort by price desc"
    ),
    ("from things | filter title in (\"a\", exact \"B\")", ""),
    ("from things | sort by title | limit 1", ""), ("from things | sort by code | limit 1", ""),
    ("from things | filter `Price (INR)` = 10", "`Price (INR)` = 10"),
    ("from things | filter pair = \"x\"", ""), ("from things | filter extra = 1", ""),
    ("from things in \"food\", \"TOYS\"", "in \"food\", \"toys\""),
    ("use things in \"toys\"\nfilter price > 1", "in \"toys\", price > 1"),
    ("show 9 of things", "code = \"9\""), ("show \"d366\" of things", "code = \"d366\""),
    // The beginning of an id is no id.
    ("show 10 of things", "code = \"10\""), ("show \"a\" of things", "code = \"a\"; "),
    ("let few = from things | filter price > 1\nfrom few | union few", "price > 1; price > 1"),
  ])
  func sendsTypes(query: String, hints: String) throws {
    #expect(try Self.hints(query, Samples.things(server: .typed())) == hints)
  }

  @Test(arguments: [
    ("search \"dream  inn\"", "search \"dream inn\""), ("search \"\"", ""),
    ("search \"x\" in name", ""), ("limit 2 | search \"x\"", ""),
    (
      "search \"d\" | filter stars = 4 | search \"e\" | limit 1",
      "search \"d e\", stars = 4"
    ),
  ])
  func sendsWords(stages: String, hints: String) throws {
    let source = Samples.hotels(server: .exact(searches: true))
    #expect(try Self.hints("from hotels | \(stages)", source) == hints)
  }

  /// The server finds what the fields of the list do not show; without it, words are found here.
  @Test func theServersSearchHolds() {
    let query = "from hotels | search \"jpg 5\" | show id | to json"
    let found = "= id\n85862"
    for optimising in [true, false] {
      let served = MemoryDirectory(sources: [Samples.hotels(server: .exact(searches: true))])
      #expect(QueryRun(directory: served, optimising: optimising).text(query) == found)
      let absent = MemoryDirectory(sources: [Samples.hotels(server: .absent())])
      #expect(QueryRun(directory: absent, optimising: optimising).text(query) == "= id")
    }
  }

  /// What a relation asks of a server does not depend on where it is brought in.
  @Test(arguments: [
    "from hotels | join found on id = found.id | show id",
    "from hotels | group by stars (join found on id = found.id) | show id",
    "from hotels | group by stars (group by name (union found)) | sort by id | limit 1",
  ])
  func theServersSearchHoldsInside(query: String) {
    let script = "let found = from hotels | search \"jpg 5\" | filter stars > 0\n\(query) | to json"
    for optimising in [true, false] {
      let source = Samples.hotels(server: .exact(searches: true))
      let run = QueryRun(directory: MemoryDirectory(sources: [source]), optimising: optimising)
      let found = run.text(script)
      #expect(found.contains("85862") || query.contains("limit 1"), "\(found)")
      let asked = source.requests.hints.sorted().last
      #expect(asked == (optimising ? "search \"jpg 5\", stars > 0" : "search \"jpg 5\""))
    }
  }

  /// A plan tells what the server is asked to do and what is done here.
  @Test func explains() {
    let source = ScriptText(
      name: "t",
      """
      from hotels | search "dream" | filter stars > 1 and rooms > 2 | sort by distance
        | show name
      """)
    let directory = MemoryDirectory(sources: [Samples.hotels(server: .exact(searches: true))])
    let bound = Binder.bind(Parser.parse(source).tree, in: Binder.Context(), directory: directory)
    #expect(
      bound.statements.map { PlanText.planned($0) } == [
        """
        1 scan hotels, server: search "dream", stars > 1, sort by distance; here: id name address stars distance suites
        2 extend rooms = count(suites) [on every processor]
        3 search contains "dream" in id, name, address, unless the server has [on every processor]
        4 filter stars > 1 and rooms > 2 [on every processor]
        5 sort by distance [stable sort; holds all rows; sequential]
        6 show name

        """
      ])
  }
}
