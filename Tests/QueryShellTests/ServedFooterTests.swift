// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import Synchronization
import Testing

@testable import QueryShell

/// What is said of a run in which a server has done a part of the work.
@Suite struct ServedFooterTests {
  /// A catalogue whose reports are given.
  private struct Shop: CatalogueSource, ItemRecordFacet, RelationFacet, SourceDirectory {
    let schema = Schema(
      source: "shop", noun: "products",
      fields: [Field("sku", .id), Field("onSale", .bool), Field("gift", .bool, origin: .detail)],
      key: 0)
    var list = ScanReport(copy: .live)
    var relation = ScanReport(copy: .live)
    var records = ScanReport(copy: .live)
    /// Whether it does what it is asked to do.
    var obeys = true
    var keys = ["1", "2", "3"]
    let asked = AskedKeys()

    var itemRecords: (any ItemRecordFacet)? { self }
    var relations: (any RelationFacet)? { self }

    var capability: SourceCapability {
      var capability = SourceCapability()
      capability.searches = true
      capability.fields = [1: FieldCapability([.equal])]
      capability.relations = [
        SourceRelation("related"), SourceRelation("accessories"), SourceRelation("alsoViewed"),
      ]
      return capability
    }

    func scan(_ request: ScanRequest) -> any BatchCursor {
      var report = list
      report.answered = obeys ? request : nil
      return Rows(keys, request.fields, report)
    }

    func related(_ relation: String, to key: String, fields: [Int]) -> (any BatchCursor)? {
      Rows(["4", "5"], fields, self.relation)
    }

    func details(of keys: [String], fields: [Int]) -> ItemDetails {
      asked.keys.withLock { $0 += keys }
      let columns = fields.map { _ in Column.null(count: keys.count) }
      return ItemDetails(Batch(columns, count: keys.count), records)
    }

    func items(_ keys: [String], fields: [Int]) -> any BatchCursor { Rows(keys, fields, records) }

    func source(
      _ reference: SourceReference, within allowance: ReadingLimits
    ) -> (any CatalogueSource)? { self }
    var names: [String] { ["shop"] }
    func summaries() -> [SourceSummary] { [] }
  }

  /// The items whose own records were asked for.
  private final class AskedKeys: Sendable {
    let keys = Mutex<[String]>([])
  }

  private final class Rows: BatchCursor {
    private var batch: Batch?
    private(set) var report: ScanReport

    init(_ keys: [String], _ fields: [Int], _ report: ScanReport) {
      let columns = fields.map { field in
        field == 0
          ? Column(.id, keys.map(Value.text)) : Column(.bool, keys.map { _ in .bool(true) })
      }
      batch = Batch(columns, count: keys.count)
      self.report = report
      self.report.records = keys.count
    }

    func next() -> Batch? {
      defer { batch = nil }
      return batch
    }
  }

  private static func footer(_ query: String, of shop: Shop) throws -> String? {
    let script = Parser.parse(ScriptText(name: "t", query)).tree
    let bound = Binder.bind(script, in: Binder.Context(), directory: shop)
    guard case .query(let plan) = try #require(bound.statements.first).action else { return nil }
    let environment = Executor.Environment(
      directory: shop, lastResult: nil, isCancelled: { false })
    let physical = Planner.plan(plan, keepingScope: true)
    let report = try Executor.run(physical, in: environment) { _ in .more }
    let settings = Session.collecting().settings
    return RunNotes(plan, report, settings).footer(elapsed: nil)
  }

  @Test func tellsWhatTheServerDid() throws {
    var shop = Shop()
    #expect(try Self.footer("from shop", of: shop) == "3 of 3 products")
    #expect(
      try Self.footer("from shop | search \"a b\" | filter onSale | limit 5", of: shop)
        == "3 products · server: search \"a b\", onSale = true")
    shop.list.total = 2811
    shop.list.isCut = true
    #expect(
      try Self.footer("from shop | filter onSale", of: shop)
        == "3 products · searched the first 3 of 2811 · server: onSale = true")
    shop.obeys = false
    #expect(
      try Self.footer("from shop | filter onSale | count", of: shop)
        == "1 row · searched the first 3 of 2811")
    shop.list.total = nil
    #expect(
      try Self.footer("from shop", of: shop) == "3 of 3 products · searched the first 3")
  }

  @Test func tellsWhatIsNotThere() throws {
    var shop = Shop()
    #expect(try Self.footer("related 1 of shop", of: shop) == "2 of 2 related items")
    shop.relation.missing = ["8880001", "8880002", "8880003"]
    #expect(
      try Self.footer("related 1 of shop", of: shop)
        == "2 of 2 related items · 3 of 5 related items are not there (8880001, 8880002, 8880003)")
    shop.relation.missing.append("8880004")
    #expect(
      try Self.footer("follow alsoViewed 1 of shop | filter sku = 4", of: shop)
        == "1 of 2 alsoViewed items · 4 of 6 alsoViewed items are not there"
        + " (8880001, 8880002, 8880003, …)")
    shop.relation.missing = ["8"]
    #expect(
      try Self.footer("from shop | limit 1 | accessories", of: shop)
        == "2 rows · 1 of 3 accessories is not there (8)")
    #expect(try Self.footer("related 1 of shop | limit 0", of: Shop()) == "no rows")
  }

  /// To tell whether the end parts equal rows nobody is asked for a further record; where one is
  /// there it is looked at.
  @Test(arguments: [
    (8, 8, "8 of 40 products"), (7, 8, "7 of 40 products · cut between rows of equal onSale"),
    (9, 24, "9 of 40 products · cut between rows of equal onSale"),
  ]) func asksForNoFurtherRecord(limit: Int, asked: Int, footer: String) throws {
    var shop = Shop()
    shop.keys = (1...40).map { "\($0)" }
    let query = "from shop | sort by onSale | filter gift is null | limit \(limit)"
    let found = try Self.footer(query, of: shop) ?? ""
    #expect(found.hasPrefix(footer) && found.contains("cut") == footer.contains("cut"), "\(found)")
    #expect(shop.asked.keys.withLock(\.count) == asked)
  }

  /// A value that does not fit, a record that cannot be read, and a copy in place of it.
  @Test func tellsOfDetails() throws {
    var shop = Shop()
    shop.records = ScanReport(copy: .kept(age: 7_200, reason: "it answered 501"))
    shop.records.add(ScanReport.Finding(.rejected, record: 1, offset: 0, "gift is no Bool"))
    shop.records.missing = ["1"]
    shop.records.failed = [
      ScanReport.Failure("2", reason: "501"), ScanReport.Failure("3", reason: "502"),
    ]
    #expect(
      try Self.footer("from shop | show sku, gift", of: shop)
        == "3 of 3 products · 2 detail records could not be read (2: 501; 3: 502)"
        + " · 1 value left empty · no detail record for 1 · copy of 2 h ago (it answered 501)")
    shop.relation.failed = [ScanReport.Failure("9", reason: "501")]
    #expect(
      try Self.footer("related 1 of shop", of: shop)
        == "2 of 2 related items · 1 detail record could not be read (9: 501)")
  }

  private static func failure(
    _ key: String, _ cause: String, tries: Int = 1, saying message: String? = nil
  ) -> ScanReport.Failure {
    var fault = ServerFault(.refused, source: "shop", address: "https://h/\(key)", cause: cause)
    fault.tries = tries
    fault.message = message
    return ScanReport.Failure(key, reason: fault.reason, fault: .server(fault))
  }

  /// A reason is one however often each item was tried, and another where it only begins so.
  @Test func tellsEachReasonOnce() throws {
    var shop = Shop()
    shop.records.failed = [
      Self.failure("1", "501 Not Implemented", tries: 3, saying: "later"),
      Self.failure("2", "501 Not Implemented"),
      Self.failure("3", "501 Not Implemented", saying: "never"),
      ScanReport.Failure("4", reason: "says code 4"),
      ScanReport.Failure("5", reason: "says code 404"),
    ]
    #expect(
      try Self.footer("from shop | show sku, gift", of: shop)
        == "3 of 3 products · 5 detail records could not be read"
        + " (1, 2: 501 Not Implemented after 3 tries: later; 3: 501 Not Implemented: never;"
        + " 4: says code 4; 5: says code 404)")
  }
}
