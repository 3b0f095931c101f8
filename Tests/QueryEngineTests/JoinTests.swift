// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

/// Joins and unions of random tables against what two loops over the rows give.
@Suite struct JoinTests {
  /// A row of a random table: a number that is null at times, a text, and what tells rows apart.
  struct Row: Equatable, Sendable {
    var key: Int?
    var word: String?
    var mark: Int

    var values: [Value] {
      [
        key.map { .number(Decimal($0)) } ?? .null, word.map { .text($0) } ?? .null,
        .number(Decimal(mark)),
      ]
    }
  }

  private static func table(_ count: Int, keys: Int, _ random: inout Seeded) -> [Row] {
    (0..<count).map { mark in
      let key = Int.random(in: 0...keys, using: &random)
      let word = ["a", "A", "b", "é", nil].randomElement(using: &random) ?? nil
      return Row(key: key == keys ? nil : key, word: word, mark: mark)
    }
  }

  private static func source(_ name: String, _ rows: [Row], batchCount: Int) -> MemorySource {
    let fields = [Field("k", .int), Field("w", .text), Field("m", .int)]
    return MemorySource(
      Schema(source: name, fields: fields), rows.map(\.values), batchCount: batchCount)
  }

  /// Conditions as a script writes them and as a loop computes them. Keys that are null match
  /// nothing; the rest of a condition has two values.
  private static let conditions: [(text: String, holds: @Sendable (Row, Row) -> Bool)] = [
    ("k = r.k", { $0.key != nil && $0.key == $1.key }),
    ("r.k = k and w = r.w", { same($0.key, $1.key) && same($0.word, $1.word) }),
    ("w = r.w and m < r.m", { same($0.word, $1.word) && $0.mark < $1.mark }),
    ("k = r.k and r.w = \"a\"", { same($0.key, $1.key) && $1.word?.lowercased() == "a" }),
    ("k + 1 = r.k * 2", { a, b in same(a.key.map { $0 + 1 }, b.key.map { $0 * 2 }) }),
    ("k > r.k", { a, b in a.key.flatMap { k in b.key.map { k > $0 } } ?? false }),
    ("k = r.k or m = r.m", { $0.key == $1.key || $0.mark == $1.mark }),
    ("not (k = r.k)", { $0.key != $1.key }),
    ("k = r.k and not (w = r.w)", { same($0.key, $1.key) && $0.word != $1.word }),
    ("k = r.k and k + r.m > 20", { a, b in same(a.key, b.key) && (a.key ?? 0) + b.mark > 20 }),
    ("r.k is null and m = 3", { $1.key == nil && $0.mark == 3 }),
  ]

  private static func same<Value: Equatable>(_ first: Value?, _ second: Value?) -> Bool {
    first != nil && first == second
  }

  private static func joined(
    _ left: [Row], _ right: [Row], keepsLeft: Bool, _ holds: (Row, Row) -> Bool
  ) -> String {
    let rows = left.flatMap { row -> [String] in
      let partners = right.filter { holds(row, $0) }.map { "\(row.mark) | \($0.mark)" }
      return partners.isEmpty && keepsLeft ? ["\(row.mark) | –"] : partners
    }
    return (["= m | r.m"] + rows).joined(separator: "\n")
  }

  private static func run(
    _ script: String, _ left: [Row], _ right: [Row], batchCount: Int = 7, optimising: Bool = true
  ) -> String {
    let directory = MemoryDirectory(sources: [
      source("l", left, batchCount: batchCount), source("r", right, batchCount: batchCount),
    ])
    let text = QueryRun(directory: directory, optimising: optimising).text(script)
    return text.split(separator: "\n").filter { $0.first != "~" }.joined(separator: "\n")
  }

  @Test(arguments: [0, 1, 3, 12, 40], ["", "left "]) func pairsAreThoseOfTwoLoops(
    _ size: Int, _ kind: String
  ) {
    var random = Seeded(UInt64(size))
    var differences: [String] = []
    for (text, holds) in Self.conditions {
      for keys in [1, 3, 9] {
        let left = Self.table(size, keys: keys, &random)
        let right = Self.table(Int.random(in: 0...size, using: &random), keys: keys, &random)
        let expected = Self.joined(left, right, keepsLeft: !kind.isEmpty, holds)
        let script = "from l | join \(kind)r on \(text) | show m, r.m"
        for optimising in [true, false] {
          let found = Self.run(script, left, right, optimising: optimising)
          if found != expected { differences.append("\(script)\n\(found)\nnot\n\(expected)") }
        }
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
  }

  /// More rows than a batch has, and more pairs than are looked at together.
  @Test(arguments: ["", "left "]) func largeJoins(_ kind: String) {
    var random = Seeded(5)
    let left = Self.table(3_000, keys: 200, &random)
    let right = Self.table(2_500, keys: 200, &random)
    let few = Array(right.prefix(120))
    for (script, partners) in [("k = r.k", right), ("k > r.k and m % 7 = r.m % 7", few)] {
      let expected = Self.joined(left, partners, keepsLeft: !kind.isEmpty) { a, b in
        script == "k = r.k"
          ? Self.same(a.key, b.key)
          : (a.key.flatMap { k in b.key.map { k > $0 } } ?? false) && a.mark % 7 == b.mark % 7
      }
      #expect(expected.count > 16_384)
      let found = Self.run(
        "from l | join \(kind)r on \(script) | show m, r.m", left, partners, batchCount: 2_048)
      #expect(found == expected, "\(script)")
    }
  }

  /// A row with more partners than are looked at together, and a limit behind the join.
  @Test func oneRowWithManyPartners() {
    var random = Seeded(6)
    let left = Self.table(2, keys: 1, &random)
    let right = Self.table(20_000, keys: 5, &random)
    let count = Self.run("from l | join r on m < r.m | count", left, right, batchCount: 2_048)
    #expect(count == "= count\n\(19_999 + 19_998)")
    let some = Self.run(
      "from l | join r on m < r.m | skip 19998 | limit 3 | show m, r.m", left, right)
    #expect(some == "= m | r.m\n0 | 19999\n1 | 2\n1 | 3")
  }

  /// What a stage within a group brings in is read once, however many groups there are.
  @Test(arguments: [
    "join r on m = r.m", "join left r on m >= r.m", "union r", "group by k (union r)",
  ])
  func isReadOnceForAllGroups(_ stage: String) {
    var random = Seeded(7)
    let right = Self.source("r", Self.table(9, keys: 3, &random), batchCount: 4)
    let directory = MemoryDirectory(
      sources: [Self.source("l", Self.table(9, keys: 3, &random), batchCount: 4), right])
    let text = QueryRun(directory: directory).text("from l | group by m (\(stage)) | count")
    let rows = ["join r on m = r.m": 9, "join left r on m >= r.m": 45, "union r": 90]
    #expect(text == "= count\n\(rows[stage] ?? 90)")
    #expect(right.requests.scans.count == 1)
  }

  /// Rows of two tables, one below the other; a field that one of them lacks is null there.
  @Test(arguments: [0, 1, 5, 23]) func unionsAreConcatenations(_ size: Int) {
    var random = Seeded(UInt64(size) + 100)
    let left = Self.table(size, keys: 4, &random)
    let right = Self.table(size / 2, keys: 4, &random)
    let cell = { (number: Int?) in number.map { "\($0)" } ?? "–" }
    let rows =
      left.map { "\($0.mark) | \(cell($0.key)) | –" }
      + right.map { "\($0.mark) | – | \($0.word ?? "–")" }
    let script = "let b = from r | drop k\nfrom l | drop w | union b | show m, k, w"
    for optimising in [true, false] {
      let found = Self.run(script, left, right, optimising: optimising)
      #expect(found == (["= m | k | w"] + rows).joined(separator: "\n"))
    }
    let limited = Self.run(
      "from l | union r | skip 2 | limit 4 | show m", left, right)
    let marks = (left + right).map { "\($0.mark)" }.dropFirst(2).prefix(4)
    #expect(limited == (["= m"] + marks).joined(separator: "\n"))
  }
}
