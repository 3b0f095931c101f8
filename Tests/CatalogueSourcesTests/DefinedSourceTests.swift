// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Synchronization
import Testing

/// Defined sources over a store that answers what a server would.
@Suite struct DefinedSourceTests {
  /// Answers addresses with texts and notes what it was asked.
  private final class Server: PayloadStore {
    private let answers: [String: String]
    private let isLive: Bool
    let asked = Mutex<[String]>([])

    init(_ answers: [String: String], isLive: Bool = true) {
      self.answers = answers
      self.isLive = isLive
    }

    var isLocal: Bool { !isLive }

    func payloads(_ requests: [PayloadRequest]) -> [Result<FetchedPayload?, SourceFault>] {
      asked.withLock { $0 += requests.map(\.address) }
      return requests.map { request in
        Result { () throws(SourceFault) in
          guard let answer = answers[request.address] else { return nil }
          var payload = Payload(name: request.address, bytes: Array(answer.utf8))
          try request.check(&payload)
          return FetchedPayload(payload, copy: isLive ? .live : .file)
        }
      }
    }
  }

  private static func definition(_ clauses: String) throws -> LoadedDefinition {
    let text = "source s {\n\(clauses)\n}\n"
    let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", text))
    #expect(loaded.diagnostics.map(\.message) == [])
    return try #require(loaded.definitions.first)
  }

  /// The rows of a scan, each as JSON cells, then the fault if there is one, and what was asked.
  private static func read(
    _ clauses: String, _ answers: [String: String], isLive: Bool = true,
    _ change: (inout ScanRequest) -> Void = { _ in }
  ) throws -> (rows: [String], asked: [String], report: ScanReport?) {
    let server = Server(answers, isLive: isLive)
    var asking = DefinedSource.Asking()
    asking.isService = isLive
    let source = DefinedSource(try definition(clauses), in: server, asking: asking, strict: false)
    let fields = source.schema.fields.indices.filter { source.schema.fields[$0].origin == .list }
    var request = ScanRequest(fields: Array(fields))
    change(&request)
    var rows: [String] = []
    var report: ScanReport?
    do throws(SourceFault) {
      let cursor = try source.scan(request)
      while let batch = try cursor.next() { rows += cells(batch, source.schema, fields) }
      report = cursor.report
    } catch {
      rows.append(describe(error))
    }
    return (rows, server.asked.withLock(\.self), report)
  }

  private static func cells(_ batch: Batch, _ schema: Schema, _ fields: [Int]) -> [String] {
    let cells = zip(batch.columns, fields).map {
      JSONText.cells($0, type: schema.fields[$1].type)
    }
    return (0..<batch.count).map { row in
      cells.map { String(decoding: $0[row], as: UTF8.self) }.joined(separator: " ")
    }
  }

  /// What one field makes of one record.
  static let values: [(String, String, String)] = [
    ("Text from A else B", #"{"A":null,"B":"b"}"#, #""b""#),
    ("Text from A else B", #"{"B":"b"}"#, #""b""#),
    ("Text from A else B", #"{"A":"","B":"b"}"#, #""""#),
    ("Text from A else B trim empty null", #"{"A":" ","B":"b "}"#, #""b""#),
    ("Text from A.x else B.y", #"{"A":3,"B":{"y":"b"}}"#, #""b""#),
    ("Text from A[last].n", #"{"A":[{"n":"p"},{"n":"q"}]}"#, #""q""#),
    ("Text from A[first].n", #"{"A":[]}"#, "null"),
    ("Text from A[k = \"T\"].v", #"{"A":[{"k":"S","v":1},{"k":"T","v":"t"}]}"#, #""t""#),
    ("Text from A[k = \"T\"].v else B", #"{"A":[{"k":"S","v":1}],"B":"b"}"#, #""b""#),
    ("List<Text> from A[].n", #"{"A":[{"n":"p"},{},{"n":"q"},4]}"#, #"["p","q"]"#),
    ("List<Int> from A[]", #"{"A":[3,1]}"#, "[3,1]"),
    ("List<Int> from A[].n", #"{"A":null}"#, "null"),
    ("List<Int> from A[] number or text", #"{"A":["3",1]}"#, "[3,1]"),
    (
      "List<Text> from A[].d.t sort by o",
      #"{"A":[{"o":10,"d":{"t":"c"}},{"o":9,"d":{"t":"b"}},{"d":{"t":"z"}},{"o":1,"d":{"t":"a"}}]}"#,
      #"["a","b","c","z"]"#
    ),
    ("List<Text> from A[] else B[] trim", #"{"B":[" x "]}"#, #"["x"]"#),
    (
      "Text html", #"{"a":"<p>Fish &amp; chips,<br/>1 &lt; 2 &#174;&#x41;</p><i>x</i> a<b &no;"}"#,
      #""Fish & chips,\n1 < 2 ®A\nx a<b &no;""#
    ),
    ("Text html trim", #"{"a":" a<BR>b<br>"}"#, #""a\nb""#),
  ]

  @Test func readsValues() throws {
    let found = try Self.values.map { field, record, _ in
      try Self.read("list \"l\"\nfield a \(field)", ["l": "[\(record)]"]).rows.joined()
    }
    #expect(found == Self.values.map(\.2))
  }

  private static let paged = """
    list "l?p={page}&n={size}"
    pages of 2 total all
    items it
    field n Int key
    """
  private static let marked = """
    list "l?c={cursor}"
    pages of 2 next c
    items it
    field n Int key
    """

  /// Pages end with the number of all items, an empty page, or a cursor that has been seen.
  @Test func readsPages() throws {
    let numbered = [
      "l?p=1&n=2": #"{"all":3,"it":[{"n":1},{"n":2}]}"#, "l?p=2&n=2": #"{"all":3,"it":[{"n":3}]}"#,
    ]
    #expect(try Self.read(Self.paged, numbered).rows == ["1", "2", "3"])
    #expect(try Self.read(Self.paged, numbered).asked == ["l?p=1&n=2", "l?p=2&n=2"])
    let short = ["l?p=1&n=2": #"{"all":9,"it":[{"n":1},{"n":2}]}"#, "l?p=2&n=2": #"{"it":[]}"#]
    let report = try #require(try Self.read(Self.paged, short).report)
    #expect(report.isCut)
    #expect([report.total, report.records] == [9, 2])
    let marked = [
      "l?c=%2A": #"{"c":"a+/=","it":[{"n":1},{"n":2}]}"#,
      "l?c=a%2B%2F%3D": #"{"c":"b","it":[{"n":3},{"n":4}]}"#,
      "l?c=b": #"{"c":"a+/=","it":[{"n":5}]}"#,
    ]
    #expect(try Self.read(Self.marked, marked).rows == ["1", "2", "3", "4", "5"])
    let same = ["l?c=%2A": #"{"c":"a","it":[{"n":1}]}"#, "l?c=a": #"{"c":"a","it":[]}"#]
    #expect(try Self.read(Self.marked, same).asked == ["l?c=%2A", "l?c=a"])
  }

  /// Records are counted over all pages, and so are the keys that they share.
  @Test func keysAreSharedAcrossPages() throws {
    let pages = [
      "l?p=1&n=2": #"{"all":5,"it":[{"n":1},{"n":2}]}"#,
      "l?p=2&n=2": #"{"all":5,"it":[{"n":2},{"n":3}]}"#, "l?p=3&n=2": #"{"all":5,"it":[{"n":3}]}"#,
    ]
    let report = try #require(try Self.read(Self.paged, pages).report)
    #expect(
      report.sharedKeys?.sentence == "4 records share 2 ids (first 2 in records 2 and 3)")
  }

  /// A server that never ends is left after a hundred pages.
  @Test func leavesAnEndlessList() throws {
    let answers = (1...150).map { page in
      ("l?p=\(page)", #"{"it":[{"n":\#(2 * page)},{"n":\#(2 * page + 1)}]}"#)
    }
    let clauses = "list \"l?p={page}\"\npages of 2\nitems it\nfield n Int key"
    let read = try Self.read(clauses, Dictionary(uniqueKeysWithValues: answers))
    #expect(read.rows.count == 200)
    #expect(read.report?.isCut == true)
    // A server that does not know of pages says the same again.
    let deaf = ["l?p=1": #"{"it":[{"n":1},{"n":2}]}"#, "l?p=2": #"{"it":[{"n":1},{"n":2}]}"#]
    let once = try Self.read(clauses, deaf)
    #expect(once.asked.count == 2)
    #expect(once.rows == ["1", "2"])
    #expect(once.report?.isCut == true)
  }

  /// Cursors that lead to where the walk has been: what was asked, the rows, whether some may be
  /// left.
  static let loops: [([String: String], asked: Int, rows: [String], isCut: Bool)] = [
    (["l?c=%2A": #"{"c":"*","it":[{"n":1}]}"#], 1, ["1"], true),
    (
      ["l?c=%2A": #"{"c":"a","it":[{"n":1}]}"#, "l?c=a": #"{"c":"a","it":[{"n":2}]}"#],
      2, ["1", "2"], true
    ),
    (
      ["l?c=%2A": #"{"c":"a","it":[{"n":1}]}"#, "l?c=a": #"{"c":"a","it":[{"n":1}]}"#],
      2, ["1"], true
    ),
    (["l?c=%2A": #"{"c":"a","it":[{"n":1}]}"#, "l?c=a": #"{"c":"a","it":[]}"#], 2, ["1"], false),
  ]

  @Test func leavesLoops() throws {
    for (answers, asked, rows, isCut) in Self.loops {
      let read = try Self.read(Self.marked, answers)
      #expect(read.asked.count == asked)
      #expect(read.rows == rows)
      #expect(read.report?.isCut == isCut)
    }
  }

  private static let divided = """
    list "l?d={category}"
    category "Hats" as "h s"
    category "Bags"
    items it
    field n Int key
    field kind Text category in request
    """

  @Test func readsCategories() throws {
    let answers = ["l?d=h%20s": #"{"it":[{"n":1}]}"#, "l?d=Bags": #"{"it":[{"n":2},{}]}"#]
    let read = try Self.read(Self.divided, answers)
    #expect(read.rows == ["1 \"Hats\"", "2 \"Bags\""])
    #expect(
      read.report?.findings.map(\.message) == ["l?d=Bags: record 2 has no `n`: skipped"])
    let some = try Self.read(Self.divided, answers) { $0.categories = ["Bags"] }
    #expect(some.asked == ["l?d=Bags"])
    #expect(some.report?.answered?.categories == ["Bags"])
  }

  private static let asking = """
    list "l?x=1{search}{filter}{sort}"
    search "&q={word}"
    filter price = <= "&p{operator}{value}"
    sort price "&s=p.{direction}"
    field id Id key
    field price Money in GBP
    """

  /// The server is asked for what it knows, and what it did is told; a file is asked for nothing.
  @Test func asksServers() throws {
    let change: (inout ScanRequest) -> Void = { request in
      request.search = ["a b", "c"]
      request.conditions = [
        PushedCondition(field: 1, .lessOrEqual, .number(Decimal(5))),
        PushedCondition(field: 1, .greater, .number(Decimal(1))),
        PushedCondition(field: 0, .equal, .text("x")),
      ]
      request.order = [PushedOrder(field: 1, descending: true)]
    }
    let address = "l?x=1&q=a%20b&q=c&p%3C=5&s=p.desc"
    let read = try Self.read(Self.asking, [address: "[]"], change)
    #expect(read.asked == [address])
    let answered = try #require(read.report?.answered)
    #expect(answered.search == ["a b", "c"])
    #expect(answered.conditions.map(\.comparison) == [.lessOrEqual])
    #expect(answered.order == [PushedOrder(field: 1, descending: true)])
    let file = try Self.read(Self.asking, ["l?x=1": "[]"], isLive: false, change)
    #expect(file.asked == ["l?x=1"])
    #expect(file.report?.answered == nil)
  }

  private static let checked = """
    list "l"
    items R.Items or things
    status H.Code 200
    fault error.message
    field n Int key
    """

  /// Replies that tell of a failure, or are none, and what is said of them.
  static let failures: [(String, String)] = [
    (#"{"H":{"Code":200},"R":{"Items":[{"n":1}]}}"#, "1"),
    (#"{"things":[{"n":2}],"H":{"Code":200}}"#, "2"),
    (#"{"H":{"Code":404},"R":{"Items":[{"n":1}]}}"#, "says `H.Code` 404, which should be 200"),
    (#"{"R":{"Items":[{"n":1}]}}"#, "has no `H.Code`, which should be 200"),
    ("{}", "has no `H.Code`, which should be 200"),
    (#"{"error":{"message":"no\nkey"},"H":{"Code":200}}"#, "tells of a fault: no key"),
    (#"{"H":{"Code":200}}"#, "has no `R` where its list of items should be"),
    ("<html></html>", "holds a web page or XML, not JSON"),
    ("", "l is empty"),
    (
      #"{"H":{"Code":200},"R":{"Items":[{"n":1},"#,
      "stops after record 1 / list opened here, file ends at byte 40 / 1 `[{\"n\":1},` / 1"
    ),
  ]

  @Test func refusesFailures() throws {
    let found = try Self.failures.map { reply, _ in
      try Self.read(Self.checked, ["l": reply]).rows.joined(separator: ", ")
    }
    #expect(found == Self.failures.map(\.1))
  }

  private static let related = """
    list "l"
    detail "d/{id}" at Item
    relation related from more[].id
    relation related "r/{id}" from results[].sku
    relation parts from parts[].id
    field id Id key
    field name Text
    """

  /// A way that leads to a list and not to its elements is told with the way to these.
  @Test func namesTheElementsOfAList() throws {
    let server = Server([
      "d/1": #"{"more":[2],"none":[]}"#, "r/1": #"{"ids":[2]}"#,
    ])
    let source = DefinedSource(
      try Self.definition(
        """
        list "l"
        detail "d/{id}"
        relation a from more
        relation b "r/{id}" from ids
        relation c from none
        field id Id key
        """), in: server, strict: false)
    for (relation, reply, way) in [("a", "d/1", "more"), ("b", "r/1", "ids")] {
      let fault = SourceFault.wrongShape(
        name: reply, message: "has a list at `\(way)`, whose elements are `\(way)[]`")
      #expect(throws: fault) { try source.related(relation, to: "1", fields: [0]) }
    }
    let none = try #require(try source.related("c", to: "1", fields: [0]))
    #expect(try none.next() == nil)
  }

  @Test func followsRelations() throws {
    let server = Server([
      "l": #"[{"id":1},{"id":8}]"#,
      "d/1": #"{"Item":{"id":1,"name":"a","more":[],"parts":[{"id":2},{"id":9}]}}"#,
      "d/2": #"{"Item":{"id":2,"name":"b"}}"#, "r/1": #"{"results":[{"sku":"2"},{"sku":"1"}]}"#,
    ])
    let source = DefinedSource(try Self.definition(Self.related), in: server, strict: false)
    let found = try ["related", "parts"].map { name in
      let cursor = try #require(try source.related(name, to: "1", fields: [0, 1]))
      let rows = try cursor.next().map { Self.cells($0, source.schema, [0, 1]) } ?? []
      return rows + cursor.report.missing
    }
    #expect(found == [[#""2" "b""#, #""1" "a""#], [#""2" "b""#, "9"]])
    #expect(try source.related("parts", to: "7", fields: [0]) == nil)
    // Of this one there is nothing but its place in the list.
    let bare = try #require(try source.related("parts", to: "8", fields: [0]))
    #expect(try bare.next() == nil)
    #expect(source.capability.relations.map(\.name) == ["related", "parts"])
  }

  private static let detailed = """
    list "l"
    detail "d/{id}"
    fault error
    relation parts from parts[].id
    field id Id key
    field n Int in detail
    """

  /// One record that cannot be read leaves the others; where none can, or with strict, that is the
  /// fault.
  @Test func readsDetailsBesideFailures() throws {
    let server = Server([
      "d/1": #"{"id":1,"n":5}"#, "d/2": #"{"error":"501"}"#, "d/3": #"{"id":3,"n":"x"}"#,
      "d/5": #"{"id":5,"parts":[{"id":2},{"id":1},{"id":4},{"id":1}]}"#,
      "d/6": #"{"parts":[{"id":2}]}"#,
    ])
    let definition = try Self.definition(Self.detailed)
    let source = DefinedSource(definition, in: server, strict: false)
    let found = try source.details(of: ["1", "2", "3", "4", "2", "1"], fields: [1])
    #expect(
      Self.cells(found.batch, source.schema, [1]) == ["5", "null", "null", "null", "null", "5"])
    #expect(found.fault == nil)
    let report = found.report
    let reason = "tells of a fault: 501"
    let fault = SourceFault.wrongShape(name: "d/2", message: reason)
    #expect(report.failed == [ScanReport.Failure("2", reason: reason, fault: fault)])
    #expect(report.missing == ["4"])
    #expect(report.copy == .live)
    #expect(report.rejected == 1)
    #expect(
      report.findings.map(\.message) == ["d/3: n \"x\" in record 1 is no whole number: left empty"])
    let none = try source.details(of: ["2"], fields: [1])
    #expect(
      none.fault == .wrongShape(name: "d/2", message: "tells of a fault: 501"))
    let parts = try #require(try source.related("parts", to: "5", fields: [0]))
    #expect(try parts.next().map { Self.cells($0, source.schema, [0]) } == [#""1""#, #""1""#])
    #expect(parts.report.failed == report.failed)
    #expect(parts.report.missing == ["4"])
    #expect(parts.report.records == 2)
    let strict = DefinedSource(definition, in: server, strict: true)
    #expect(throws: SourceFault.self) { try strict.details(of: ["1", "2"], fields: [1]) }
    let faulty = try #require(try source.related("parts", to: "6", fields: [0]))
    #expect(throws: try #require(none.fault)) { try faulty.next() }
  }

  static let warnings: [(member: String, told: [String])] = [
    (#""partial": true"#, ["not all"]), (#""partial": false"#, []), (#""partial": null"#, []),
    (#""partial": "x""#, ["not all"]), (#""partial": "", "more": {"note": ""}"#, []),
    (#""more": {"note": " stale\n  index "}"#, ["stale index"]),
    (#""more": {"note": ["a", null, 2, true]}"#, ["a; `more.note` is 2; `more.note` is true"]),
    (#""more": {"note": []}"#, []), (#""more": {"note": 0}"#, []),
    (#""more": {"note": {"a": 1}}"#, ["there is a `more.note`"]),
    (#""partial": 1, "more": {"note": "late"}"#, ["not all", "late"]),
  ]

  /// What a reply warns of, for a list, a record and what an item names; with strict a fault.
  @Test(arguments: warnings) func tellsOfWarnings(member: String, told: [String]) throws {
    let definition = try Self.definition(
      """
      list "l"
      items items
      detail "d/{id}"
      relation parts "p/{id}" from parts[]
      warn partial "not all"
      warn more.note
      field id Id key
      field n Int in detail
      """)
    let server = Server([
      "l": "{\"items\":[{\"id\":1}],\(member)}", "d/1": "{\"id\":1,\"n\":5,\(member)}",
      "p/1": "{\"parts\":[1,2],\(member)}",
    ])
    let source = DefinedSource(definition, in: server, strict: false)
    let list = try source.scan(fields: [0])
    while try list.next() != nil {}
    #expect(list.report.warnings == told)
    #expect(try source.details(of: ["1"], fields: [1]).report.warnings == told)
    let parts = try #require(try source.related("parts", to: "1", fields: [0]))
    #expect(parts.report.warnings == told)
    guard let first = told.first else { return }
    let strict = DefinedSource(definition, in: server, strict: true)
    let fault = SourceFault.warned(name: "s", message: first)
    #expect(throws: fault) { try strict.scan(fields: [0]).next() }
    #expect(throws: fault) { try strict.details(of: ["1"], fields: [1]) }
    #expect(throws: fault) { try strict.related("parts", to: "1", fields: [0]) }
  }

  /// However many rows without a key are odd, of one with a key it is told in which line it stands.
  @Test func tellsOddRowsBehindSkippedOnes() throws {
    let skipped = String(repeating: ",1\n", count: 12)
    let list = "id,n,m\n" + skipped + "7,1,1\n8,1,1\n9\n"
    let found = try Self.read("list \"l.csv\"\nfield id Id key\nfield n Int", ["l.csv": list])
    #expect(found.rows == [#""7" 1"#, #""8" 1"#, #""9" null"#])
    let lost = found.report?.findings.filter { $0.kind == .lost }.map(\.message)
    #expect(lost == ["record 15 (line 16) has 1 cell for 3 columns: the others are empty"])
  }
}
