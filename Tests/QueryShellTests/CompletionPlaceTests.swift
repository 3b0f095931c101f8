// SPDX-License-Identifier: MIT

import Foundation
import LineEditing
import TestSupport
import Testing

@testable import QueryShell

/// What Tab offers is what the parser would take at the cursor, and nothing else; `^` is it.
@Suite struct CompletionPlaceTests {
  /// Lines, and the labels offered there in their order, with spaces between them.
  static let lines: [(line: String, labels: String)] = [
    // A word that is right stays what it is.
    ("from hotels | filter name ma^", "matches"),
    ("from hotels | filter rooms = any^", ""),
    ("from hotels | filter rooms = 3^", "3"), ("from hotels | limit 1^", ""),
    ("from hotels | extend star^", ""), ("from hotels | sort by stars as^", "asc"),
    ("from hotels | filter stars = nul^", "null"),
    // Behind a condition it goes on, or the next stage begins.
    ("from hotels | filter stars >= 3 ^", "and or |"),
    ("from hotels | filter stars >= 3 and rooms > 1 ^", "and or |"),
    ("from hotels | filter stars ^", ">= <= = between in < > != is null is not null not"),
    ("from bestbuy | filter onSale ^", "= != is null is not null and or |"),
    // Operators fit the value.
    ("from hotels | filter stars sta^", ""),
    ("from hotels | filter name sta^", "starts with"),
    ("from hotels | filter name not ^", "in contains starts with ends with like matches"),
    ("from hotels | filter stars not ^", "in"),
    ("from hotels | filter suites ^", "contains is empty is null is not null = != not"),
    ("from hotels | filter any ^", "suites"),
    ("from hotels | filter any suites ^", ">= <= = != < >"),
    // Calls take what they are for.
    ("from hotels | summarize avg(^", "stars distance rooms lat lon count ..."),
    ("from hotels | summarize avg(rooms) ^", "by , |"),
    ("from hotels | summarize avg(rooms) by ad^", "address"),
    // Names stand with commas between them, each once.
    ("from hotels | show name ^", "= , |"), ("from hotels | show name, na^", ""),
    ("from hotels | drop ^", "id name address stars distance suites rooms image lat lon"),
    ("from hotels | expand ^", "suites"),
    ("from hotels | rename stars ^", "as"),
    // A stage follows `|`, and no statement.
    ("from hotels | fr^", ""), ("use hotels\n| le^", ""), ("let v = from hotels | li^", "limit"),
    // Ids where there are such relations.
    ("use hotels\nrelated ^", "|"), ("from hotels | to json ^", ""),
    // Statements inside of statements.
    ("explain fr^", "from"), ("expect error CQ0201 from (fr^", "from"),
    ("expect error CQ0201 from (from hotels | so^", "sort"),
    ("use chloe in ^", "\"Dresses\" \"Skirts and shorts\" \"Bags\" \"Sneakers\""),
    ("use shopreme in ^", "\"Frische Früchte\" \"Frisches Gemüse\""),
    ("from hotels | group by stars (to^", "top"),
    ("use hotels\nfrom hotels | ^", "filter search sort show ..."),
    ("from hotels\n^", "from use ..."), ("from hotels\n|^", "filter search ..."),
    // Values by range, and by what they can be compared with.
    ("from chloe | filter price > ^", "150 903 690 495 312 350 184 480 336 420 460 248 price ..."),
    ("from hotels | filter stars in (^", "0 4 3 2 1 stars distance rooms lat lon ..."),
    ("from hotels | summarize avg(rou^", "round"), ("from hotels | summarize avg(low^", ""),
    // The fields of the tables that are compared.
    ("changes from hotels to hotels by na^", "name"),
    ("changes from hotels to hotels by id ignoring st^", "stars"),
    ("changes of hotels since \"yesterday\" ignoring st^", "stars"),
    // The other ways in which a word is found: beginnings of words, in the middle, in order.
    ("from bestbuy | show ps^", "percentSavings"), ("from bestbuy | show pSav^", "percentSavings"),
    ("from bestbuy | show avin^", "saving percentSavings"),
    ("from bestbuy | show prcsav^", "percentSavings"), ("from hotels | fltr^", "filter"),
    ("from hotels | filter name = \"times^", "Best Western President Hotel at Times Square"),
    // What is told of a value is no part of it.
    ("from hotels | filter name = \"row^", ""),
    ("def f(n) = | limit $^", "$n"),
    ("from hotels | filter name =\n  \"Dream\" an^", "and"),
    // Help.
    ("help fil^", "filter fill"), (".help filt^", "filter"), (".explain CQ0201^", "CQ0201"),
    // Values without their quotes.
    ("from bestbuy | filter onSale = ^", "true false onSale ..."),
    ("from hotels | filter name = Drea^", "\"Dream\" \"Dream Downtown\""),
    ("from hotels | show line = f\"{nam^", "name"),
    ("set fetch.^", "limit items"), ("set offline = ^", "true false default"),
  ]

  @Test(arguments: lines) func offers(line: String, labels: String) {
    let found = Self.labels(line, .collecting())
    // Others follow.
    let isWhole = !labels.hasSuffix("...")
    #expect(isWhole ? found == labels : found.hasPrefix(labels.dropLast(3)), "\(found)")
  }

  /// Members of records, also of those in lists of files.
  @Test func members() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/items.json"
    try Data(#"[{"item": {"size": 1, "colour": "red"}}]"#.utf8)
      .write(to: URL(fileURLWithPath: path))
    let session = Session.collecting()
    #expect(Self.labels("from \"\(path)\" | show item.s^", session) == "size")
    #expect(Self.labels("from \"\(path)\" | filter item.^", session) == "size colour")
    let test = "from \"\(path)\" | filter item.colour st^"
    #expect(Self.labels(test, session) == "starts with")
  }

  /// Of a long file the values of the first rows are counted, which is said.
  @Test func marksWhatIsCut() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let rows = (1...50_001).map { "\($0 % 2 == 0 ? "even" : "odd")" }
    try Data(("kind\n" + rows.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: folder + "/a.csv"))
    try Data("kind\nodd\n".utf8).write(to: URL(fileURLWithPath: folder + "/b.csv"))
    let notes = { (name: String) in
      let line = "from \"\(folder)/\(name)\" | filter kind = \"o"
      return Completer(.collecting()).completions(in: line, at: line.utf8.count).items.map(\.note)
    }
    #expect(notes("a.csv") == ["25000 rows of the first 50,000"])
    #expect(notes("b.csv") == ["1 row"])
  }

  /// Values of a sample are no values of the server.
  @Test func marksTheSample() {
    let notes = { (session: Session) in
      let line = "from bestbuy | filter brand = \"qua"
      return Completer(session).completions(in: line, at: line.utf8.count).items.map(\.note)
    }
    #expect(notes(.collecting()) == ["2 rows of the sample"])
    #expect(notes(.collecting { $0.isOffline = false }) == ["2 rows of the sample"])
  }

  private static func labels(_ marked: String, _ session: Session) -> String {
    let parts = marked.split(separator: "^", omittingEmptySubsequences: false)
    let found = Completer(session).completions(in: parts.joined(), at: parts[0].utf8.count)
    return found.items.map(\.label).joined(separator: " ")
  }
}
