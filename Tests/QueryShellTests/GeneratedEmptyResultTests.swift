// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import QueryEngine
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// Of generated queries without rows the nearest ones have rows, as many as is told, and so has
/// what is left without the conditions that are named.
///
/// `CQ_EMPTY_QUERIES` asks for more than the usual number, `CQ_RANDOM_SEED` for others.
@Suite struct GeneratedEmptyResultTests {
  private static let count = number("CQ_EMPTY_QUERIES") ?? 1_500
  private static let seed = number("CQ_RANDOM_SEED") ?? 70

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Conditions of all kinds, with values that rows have and that they have not.
  private static let conditions: [(source: String, conditions: [String])] = [
    (
      "hotels",
      [
        "stars > #", "stars >= #", "stars < #", "stars = #", "stars != #", "rooms <= #",
        "rooms in (#, #)", "distance < #", "distance between # and #", "rooms > stars + #",
        #"name contains "@""#, #"name starts with "@""#, #"name = "@""#,
        #"address ends with exact "@""#, "suites contains #", "any suites > #",
        "(stars > # or rooms > #)", "not (stars > #)", #"name like "@*""#,
      ]
    ),
    (
      "shopreme",
      [
        "price > #", "strikePrice < #", "strikePrice is null", "strikePrice is not null",
        #"title contains "@""#, "price * 2 < #", "strikePrice - price > #", "price = #",
      ]
    ),
    (
      "bestbuy",
      [
        #"brand = "@""#, #"category = exact "@""#, "rating >= #", "reviews < #", "onSale",
        "not onSale", "price < #", #"brand in ("@", "@")"#, "saving > #", #"name != "@""#,
      ]
    ),
  ]
  /// Stages before the conditions, with further conditions on what these make.
  private static let others: [(source: String, conditions: [String])] = [
    ("hotels | count by stars", ["count > #", "stars >= #", "count = #"]),
    ("hotels | expand suites", ["suites > #", "suites between # and #", "stars = #"]),
    (
      "chloe | extend per = round(price / 100)",
      ["per > #", "per = #", #"category = "@""#, #"kind contains "@""#]
    ),
    ("shopreme | join left hotels on title = hotels.name", ["hotels.stars > #", "price < #"]),
    (
      #"hotels | extend day = date("2024-03-31")"#,
      [#"day > "2024-0#-01""#, #"day = "2024-03-3#""#, "rooms > #"]
    ),
  ]
  private static let numbers = ["0", "1", "2", "3", "5", "9", "40", "1000"]
  private static let words = [
    "dream", "Dreem", "hotel", "york", "quaywal", "Larkfield", "TVs", "tv", "Bio", "x", "erdbeere",
  ]

  private static func condition(_ form: String, _ random: inout Seeded) -> String {
    var text = ""
    for character in form {
      switch character {
      case "#": text += numbers.randomElement(using: &random) ?? "0"
      case "@": text += words.randomElement(using: &random) ?? ""
      default: text.append(character)
      }
    }
    return text
  }

  /// The session in which a query has run that has no rows; nil where it has some, or is none.
  private static func emptied(by query: String) -> Session? {
    let session = Session.collecting { $0.format = .jsonl }
    let status = session.run(ScriptText(name: "<test>", query))
    return status == .success && session.output.taken().isEmpty ? session : nil
  }

  @Test func filters() throws {
    var random = Seeded(UInt64(Self.seed))
    var empty = 0
    var edited = 0
    for _ in 0..<Self.count {
      let some = Int.random(in: 0..<5, using: &random) == 0 ? Self.others : Self.conditions
      let (source, forms) = try #require(some.randomElement(using: &random))
      let count = Int.random(in: 1...4, using: &random)
      let conditions = (0..<count).map { _ in
        Self.condition(forms.randomElement(using: &random) ?? "stars > #", &random)
      }
      let mark = Bool.random(using: &random) ? " and " : " | filter "
      let query = "from \(source) | filter " + conditions.joined(separator: mark)
      guard let session = Self.emptied(by: query) else { continue }
      empty += 1
      let found = try #require(session.emptyResult, "\(query)")
      edited += try Self.judge(found, query) ? 1 : 0
      #expect(!found.conditions.isEmpty, "\(query)")
      let rest = conditions.filter { !found.conditions.contains($0) }
      let without = rest.isEmpty ? "" : " | filter " + rest.joined(separator: mark)
      #expect(Self.rows("from \(source)\(without)") > 0, "\(query): \(found.conditions)")
    }
    #expect(empty > Self.count / 4, "\(empty)")
    #expect(edited > empty / 2, "\(edited) of \(empty)")
  }

  @Test func searches() throws {
    var random = Seeded(UInt64(Self.seed))
    var empty = 0
    for _ in 0..<Self.count / 5 {
      let source = ["hotels", "bestbuy", "shopreme", "chloe"].randomElement(using: &random) ?? ""
      let words = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
        Self.words.randomElement(using: &random)
      }
      let query = { (words: [String]) in
        "from \(source)" + (words.isEmpty ? "" : " | search \"\(words.joined(separator: " "))\"")
      }
      guard let session = Self.emptied(by: query(words)) else { continue }
      empty += 1
      let found = try #require(session.emptyResult, "\(query(words))")
      _ = try Self.judge(found, query(words))
      let rest = words.filter { !found.conditions.contains("\"\($0)\"") }
      #expect(Self.rows(query(rest)) > 0, "\(query(words)): \(found.conditions)")
    }
    #expect(empty > Self.count / 20, "\(empty)")
  }

  /// Runs the nearest query; gives whether it is more than the query without something.
  private static func judge(_ found: EmptyResult, _ query: String) throws -> Bool {
    let nearest = try #require(found.nearest, "\(query): \(found.reason)")
    let rows = rows(nearest.text)
    let isAsMany = nearest.isLeast ? rows >= nearest.rows : rows == nearest.rows
    #expect(isAsMany && nearest.rows > 0, "\(query): \(nearest.text) has \(rows)")
    return !nearest.change.hasPrefix("without")
  }

  private static func rows(_ query: String) -> Int {
    let run = ShellRun(running: query) { $0.format = .jsonl }
    return run.status == .success ? run.output.split(separator: "\n").count : -1
  }
}
