// SPDX-License-Identifier: MIT

import Catalogue
import Testing

/// Catalogues of many fields, which are found by a table and not by going through them.
@Suite struct ManyFieldsTests {
  private static func rows(_ query: String, of source: MemorySource) -> String {
    var run = QueryRun()
    run.directory = MemoryDirectory(sources: [source])
    return run.text(query)
  }

  /// Each derived field reads those before it, and at the end of all the item's own record.
  private static func chain(_ count: Int) -> MemorySource {
    let derived = (1...count).map { index in
      Field("f\(index)", .int, origin: .derived(index == 1 ? "g" : expression(index)))
    }
    return MemorySource(
      Schema(
        source: "deep", fields: [Field("id", .id), Field("g", .int, origin: .detail)] + derived,
        key: 0),
      [[.text("a"), .number(Decimal(3))], [.text("b"), .number(Decimal(5))]])
  }

  /// Two ways lead to every field, so that going through all ways would never end.
  private static func expression(_ index: Int) -> String {
    "f\(index - 1) + f\(max(1, index - 2)) - f\(max(1, index - 2))"
  }

  /// What a field is computed from was gone through anew for every field that reads it: 300 such
  /// fields took a minute, 1,000 for ever.
  @Test(.timeLimit(.minutes(10)), arguments: [40, 1_000])
  func longChainsAreBound(count: Int) {
    let source = Self.chain(count)
    #expect(Self.rows("from deep | show f\(count)", of: source) == "= f\(count)\n3\n5")
    #expect(source.requests.details == ["a b: g"])
    let later = Self.rows("from deep | limit 1 | show id\n| show f\(count)", of: Self.chain(count))
    #expect(later == "= f\(count)\n3")
  }

  /// The rule for names is the same with few fields, which are searched, and with many.
  @Test(arguments: [0, 500])
  func namesMeanTheSame(further: Int) {
    let fields =
      [
        Field("Price", .int), Field("cost", .int, aliases: ["price", "PRICE"]),
        Field("Ton", .int, aliases: ["weight"]), Field("ton", .int),
      ] + (0..<further).map { Field("x\($0)", .int) }
    let source = MemorySource(
      Schema(source: "names", fields: fields), [fields.indices.map { .number(Decimal($0)) }])
    let cases = [
      ("Price", "= Price\n0"), ("price", "= price\n1"), ("PRICE", "= PRICE\n1"),
      ("pRICE", "= Price\n0"), ("WEIGHT", "= weight\n2"), ("ton", "= ton\n3"),
      ("Ton", "= Ton\n2"), ("COST", "= cost\n1"),
    ]
    for (name, rows) in cases {
      #expect(Self.rows("from names | show \(name)", of: source) == rows, "\(name)")
    }
    let unclear = Self.rows("from names | show TON", of: source)
    #expect(unclear.contains("Ton") && unclear.contains("ton") && unclear.hasPrefix("! CQ"))
    let unknown = Self.rows("from names | show prise", of: source)
    #expect(unknown.hasPrefix("! CQ0201"), "\(unknown)")
  }

  /// A field that a stage has put in the place of another is found, and one it took away is not.
  @Test func namesFollowTheStages() {
    let fields = (0..<200).map { Field("x\($0)", .int) }
    let source = MemorySource(
      Schema(source: "wide", fields: fields), [fields.indices.map { .number(Decimal($0)) }])
    #expect(
      Self.rows("from wide | extend x7 = x8 * 2, y = x7 | show x7, y, x199", of: source)
        == "= x7 | y | x199\n16 | 16 | 199")
    #expect(
      Self.rows("from wide | rename x3 as z | drop x4 | show z, x5", of: source)
        == "= z | x5\n3 | 5")
    #expect(Self.rows("from wide | drop x4 | show x4", of: source).hasPrefix("! CQ0204"))
  }
}
