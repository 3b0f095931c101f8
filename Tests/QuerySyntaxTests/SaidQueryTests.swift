// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QuerySyntax

/// Queries that are said in sentences.
@Suite struct SaidQueryTests {
  private static func said(_ script: String, _ language: SpokenLanguage = .english) -> String {
    let parsed = Parser.parse(ScriptText(name: "t", script))
    return SaidQuery.text(of: parsed.tree, in: language)
  }

  private static let samples: [(script: String, english: String, german: String)] = [
    (
      "from hotels | filter stars >= 3 and not (distance < 100 or rooms = 1)",
      "Take hotels; keep where stars is at least 3 and not (distance is below 100 or rooms "
        + "is 1).",
      "Nimm hotels; behalte, wofür gilt: stars ist mindestens 3 und nicht (distance ist unter 100 "
        + "oder rooms ist 1)."
    ),
    (
      "from hotels | filter (stars = 2 or stars = 3) and name contains exact \"Inn\"",
      "Take hotels; keep where (stars is 2 or stars is 3) and name contains exactly \"Inn\".",
      "Nimm hotels; behalte, wofür gilt: (stars ist 2 oder stars ist 3) und name enthält genau "
        + "\"Inn\"."
    ),
    (
      "from h | sort by rooms desc, distance | top 3 by stars, distance asc | limit 2 | skip $n",
      "Take h; sort by rooms, largest first, then distance; take the 3 with the largest stars, "
        + "then the smallest distance; take the first 2; leave out the first $n.",
      "Nimm h; ordne nach rooms, größte zuerst, dann distance; nimm die 3 mit größtem stars, dann "
        + "kleinstem distance; nimm die ersten 2; überspringe die ersten $n."
    ),
    (
      "from h | summarize count(), n = avg(rooms) by stars | group by stars (top 1 by "
        + "rooms | show a)",
      "Take h; compute count(), n: avg(rooms) for each stars; for each stars (take the row "
        + "with the largest rooms; show a).",
      "Nimm h; berechne Anzahl(), n: Durchschnitt(rooms) je stars; je stars (nimm die Zeile "
        + "mit größtem rooms; zeige a)."
    ),
    (
      "from h | join left i on id = i.id and n != i.n | union u | expand suites | distinct a, b",
      "Take h; pair with i where id is i.id and n is not i.n, and keep the rest; add the rows of "
        + "u; make a row for each element of suites; keep one row for each a, b.",
      "Nimm h; verbinde mit i, wo gilt: id ist i.id und n ist nicht i.n, und behalte den Rest; "
        + "füge die Zeilen von u an; mache aus jedem Element von suites eine Zeile; behalte je "
        + "a, b eine Zeile."
    ),
    (
      "from \"a.csv\" | extend off = was ?? price, big = if n > 1 then 2 else 3 | rename a "
        + "as b, c as d",
      "Take \"a.csv\"; add off: was, or price where that is missing, big: if n is above 1 then 2, "
        + "else 3; rename a to b, c to d.",
      "Nimm \"a.csv\"; ergänze off: was, oder price, wo das fehlt, big: wenn gilt: n ist über 1, "
        + "dann 2, sonst 3; benenne um: a in b, c in d."
    ),
    (
      "from h | filter any s < 50 and all s in (1, 2) | assert a is null, \"no\" | save "
        + "\"x.csv\" replace",
      "Take h; keep where some of s is below 50 and all s in (1, 2).",
      ""
    ),
    (
      "from h | filter n not in 0..5 or d between 1 and 2 or t not starts with \"a\" or t "
        + "matches /b/i",
      "Take h; keep where n is outside the range 0 to 5 or d is from 1 to 2 or t does not begin "
        + "with \"a\" or t fits /b/i.",
      "Nimm h; behalte, wofür gilt: n liegt außerhalb der Spanne 0 bis 5 oder d liegt im Bereich "
        + "von 1 bis 2 oder t beginnt nicht mit \"a\" oder t passt zu /b/i."
    ),
    (
      "from h | expect rows >= 2 | assert a is not null, \"no\" | to bars a by b",
      "Take h; stop unless the number of rows is at least 2; stop unless a is there, saying "
        + "\"no\"; show it as bars of a by b.",
      "Nimm h; halte an, es sei denn, die Zahl der Zeilen ist mindestens 2; halte mit den "
        + "Worten \"no\" an, es sei denn, es gilt: a ist da; zeige es als Balken von a nach b."
    ),
    (
      "from h | extend n = round(a ?? 0, 1) + 3 days, m = if max(a, b) > 2 then true else null "
        + "| summarize s = sum(if a > 1 then 1 else 0) / count(), percentile(b, 90) | to table by s",
      "Take h; add n: round((a, or 0 where that is missing), 1) + 3 days, m: if max(a, b) is above "
        + "2 then true, else null; compute s: sum((if a is above 1 then 1, else 0)) / count(), "
        + "percentile(b, 90); show it as a table headed by s.",
      "Nimm h; ergänze n: Rundung((a, oder 0, wo das fehlt), 1) + 3 Tage, m: wenn "
        + "gilt: größter_Wert(a, b) ist über 2, dann wahr"
        + ", sonst nichts; berechne s: Summe((wenn gilt: a ist über 1, "
        + "dann 1, sonst 0)) / Anzahl(), Perzentil(b, 90); zeige es als Tabelle mit "
        + "Überschriften aus s."
    ),
    (
      "changes from shop at 3 days ago to shop by id ignoring seen within 0.01 | to svg hist price "
        + "at 0, 10",
      "Compare shop as it was 3 days ago with shop by id, leaving out seen, within 0.01; show it "
        + "as svg with a histogram of price with ends at 0, 10.",
      "Vergleiche shop im Stand von vor 3 Tagen mit shop anhand von id, ohne seen, auf 0.01 "
        + "genau; zeige es als svg mit Häufigkeiten von price mit den Grenzen 0, 10."
    ),
    (
      "from h | to line a by d, n; from h | to bars a by b, c; from h | to scatter a, b; from h | "
        + "to list; from h | save \"o.txt\" as plain",
      "Take h; show it as lines of a by d, one for each n.\nTake h; show it as bars of a by b, "
        + "split by c.\nTake h; show it as points of a and b.\nTake h; show it as a list.\n"
        + "Take h; write to \"o.txt\" as plain columns.",
      "Nimm h; zeige es als Linien von a über d, eine je n.\nNimm h; zeige es als Balken von a "
        + "nach b, geteilt nach c.\nNimm h; zeige es als Punkte aus a und b.\n"
        + "Nimm h; zeige es als Liste.\nNimm h; schreibe nach \"o.txt\" als schlichte Spalten."
    ),
    (
      "let near = from hotels | filter distance < 200\nfrom near | count by stars",
      "Let near be: take hotels; keep where distance is below 200.\nTake near; count "
        + "for each stars.",
      "Nenne near, was herauskommt: nimm hotels; behalte, wofür gilt: distance ist unter 200.\n"
        + "Nimm near; zähle je stars."
    ),
    (
      "from s in \"A\", \"B\" | search \"x y\" in a | filter t not contains \"a\" | limit 1 "
        + "| skip 1 | sample 3 seed 2 | save \"a.csv\" replace",
      "Take s in categories \"A\", \"B\"; keep what has all words of \"x y\" in a; keep where t "
        + "does not contain \"a\"; take the first row; leave out the first row; take 3 rows by "
        + "chance, from seed 2; write to \"a.csv\", over what is there.",
      "Nimm s in den Kategorien \"A\", \"B\"; behalte, wo alle Wörter von \"x y\" in a stehen; "
        + "behalte, wofür gilt: t enthält \"a\" nicht; nimm die erste Zeile; überspringe die "
        + "erste Zeile; nimm zufällig 3 der Zeilen, mit dem Startwert 2; schreibe nach "
        + "\"a.csv\", anstelle dessen, was dort ist."
    ),
    (
      "history 1 of h; show 2 of h picture 40; history 3; show 4; related 5 of h; expect no rows",
      "Take item 1 of h in all readings.\nTake item 2 of h, with its picture 40 wide.\n"
        + "Take item 3 in all readings.\nTake item 4.\nTake related of item 5 of h.\n"
        + "Take the current list; stop unless there are no rows.",
      "Nimm den Artikel 1 von h in allen gelesenen Fassungen.\n"
        + "Nimm den Artikel 2 von h, mit seinem Bild 40 breit.\n"
        + "Nimm den Artikel 3 in allen gelesenen Fassungen.\nNimm den Artikel 4.\n"
        + "Nimm related von Artikel 5 von h.\nNimm die aktuelle Liste; halte an, es sei denn, es "
        + "gibt keine Zeilen."
    ),
    (
      "from \"a.csv\" with separator \";\" header no decimal comma; from \"b.json\" items "
        + "Rooms[].x; use \"c.json\" items .; param n: Int = 3 \"how many\"; param t: Text",
      "Take \"a.csv\" (with separator \";\", without a row of names, with decimal comma).\n"
        + "Take \"b.json\" (its list Rooms[].x).\nGo on with \"c.json\" (as one row).\n"
        + "Whoever runs this gives $n, of type Int, else it is 3, which means \"how many\".\n"
        + "Whoever runs this gives $t, of type Text.",
      "Nimm \"a.csv\" (mit dem Trennzeichen \";\", ohne eine Zeile für Namen, mit Dezimalkomma).\n"
        + "Nimm \"b.json\" (darin die Liste Rooms[].x).\nFahre fort mit \"c.json\" (als eine "
        + "Zeile).\nWer dies startet, gibt $n an, vom Typ Int, sonst ist es 3, was \"how many\" "
        + "bedeutet.\nWer dies startet, gibt $t an, vom Typ Text."
    ),
    (
      "from h at \"yesterday\"; from h at \"2026-11-20\"; from h at $day; changes of h since "
        + "\"today\"; from h at 1 day ago; def f(x) = | filter n > $x | limit 2",
      "Take h as it was yesterday.\nTake h as it was on 2026-11-20.\nTake h as it was at $day.\n"
        + "Compare h as it was today with h.\nTake h as it was 1 day ago.\n"
        + "Let f(x) stand for: keep where n is above $x; take the first 2.",
      "Nimm h im Stand von gestern.\nNimm h im Stand vom 2026-11-20.\nNimm h im Stand von $day.\n"
        + "Vergleiche h im Stand von heute mit h.\nNimm h im Stand von vor 1 Tag.\n"
        + "Künftig steht f(x) für: behalte, wofür gilt: n ist über $x; nimm die ersten 2."
    ),
  ].filter { !$0.german.isEmpty }

  @Test(arguments: samples) func isSaid(script: String, english: String, german: String) {
    #expect(Self.said(script) == english + "\n")
    #expect(Self.said(script, .german) == german + "\n")
  }

  /// All scripts of the corpus can be said, each statement in one sentence without a gap.
  @Test func theCorpusIsSaid() throws {
    let root = "\(TestSupport.repositoryRoot)/Grammar/corpus/valid"
    let names = try FileManager.default.contentsOfDirectory(atPath: root)
      .filter { $0.hasSuffix(".cq") && !$0.hasPrefix("definition-") }
    for name in names {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(name)"))
      let parsed = Parser.parse(ScriptText(name: name, bytes: Array(bytes)))
      for language in SpokenLanguage.allCases {
        let said = SaidQuery.text(of: parsed.tree, in: language)
        #expect(said.split(separator: "\n").count == parsed.tree.statements.count, "\(name)")
        #expect(!said.contains("{1}"), "\(name)")
      }
    }
  }

  /// All conditions of a few terms, however they are put in brackets: whoever hears two of them can
  /// tell them apart.
  @Test func differentBracketsAreSaidOtherwise() {
    var trees: [String: String] = [:]
    for condition in Self.conditions(["a = 1", "b = 2", "c = 3", "d = 4"][...]) {
      let parsed = Parser.parse(ScriptText(name: "t", "from h | filter \(condition)"))
      #expect(parsed.diagnostics.isEmpty, "\(condition)")
      let tree = parsed.tree.statements.map(TreeText.statement).joined()
      for language in SpokenLanguage.allCases {
        let key = "\(language) \(SaidQuery.text(of: parsed.tree, in: language))"
        #expect(trees[key] == nil || trees[key] == tree, "\(key)")
        trees[key] = tree
      }
    }
    #expect(
      Self.said("from h | filter a = 1 or b = 2 and c = 3")
        == "Take h; keep where a is 1 or (b is 2 and c is 3).\n")
  }

  /// The terms in their order, joined in every way.
  private static func conditions(_ terms: ArraySlice<String>) -> [String] {
    guard terms.count > 1 else { return terms.flatMap { [$0, "not (\($0))"] } }
    return (terms.startIndex + 1..<terms.endIndex).flatMap { place in
      conditions(terms[..<place]).flatMap { first in
        conditions(terms[place...]).flatMap { second in
          ["(\(first)) and (\(second))", "(\(first)) or (\(second))"]
        }
      }
    }
  }

  /// Of generated queries each stage and each condition is named, and two that mean different
  /// things are never said alike.
  @Test func generatedQueriesAreSaidExactly() {
    var random = Seeded(11)
    var trees: [String: String] = [:]
    for _ in 0..<3_000 {
      let query = GeneratedQuery(&random)
      let parsed = Parser.parse(ScriptText(name: "t", query.text))
      #expect(parsed.diagnostics.isEmpty, "\(query.text)")
      let tree = parsed.tree.statements.map(TreeText.statement).joined()
      for language in SpokenLanguage.allCases {
        let said = SaidQuery.text(of: parsed.tree, in: language)
        #expect(said.split(separator: ";").count == query.stages + 1, "\(query.text): \(said)")
        for part in query.parts where query.text.contains(part) && !said.contains(part) {
          Issue.record("\(part) is not in: \(said)")
        }
        let key = "\(language) \(said)"
        #expect(trees[key] == nil || trees[key] == tree, "\(said)")
        trees[key] = tree
      }
      let german = Self.words(SaidQuery.text(of: parsed.tree, in: .german))
      let english = Self.words(SaidQuery.text(of: parsed.tree, in: .english) + query.text)
      let left = german.intersection(english).subtracting(query.parts).subtracting(Self.ofBoth)
      #expect(left == [], "\(SaidQuery.text(of: parsed.tree, in: .german))")
    }
  }

  /// What is called the same in both languages.
  private static let ofBoth: Set<String> = ["in", "text", "median", "minute", "svg"]

  private static func words(_ text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      .filter { !($0.first?.isNumber ?? true) }
  }

  /// No two functions have one name.
  @Test func functionsAreToldApart() {
    for language in SpokenLanguage.allCases {
      let names = FunctionName.allCases.map { $0.said(in: language) }
      #expect(Set(names).count == names.count)
    }
  }
}

/// A query made by chance, with the texts that have to be said of it.
private struct GeneratedQuery {
  private(set) var text = "from hotels"
  private(set) var parts: [String] = ["hotels"]
  let stages: Int

  init(_ random: inout Seeded) {
    stages = Int.random(in: 1...5, using: &random)
    for place in 1...stages {
      text += " | " + (place == stages && place > 2 ? format(&random) : stage(&random))
    }
  }

  private mutating func format(_ random: inout Seeded) -> String {
    let (first, second) = (name(&random), name(&random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "to bars \(first) by \(second)"
    case 1: return "to bars \(first) by \(second), \(name(&random))"
    case 2: return "to line \(first) by \(second)"
    case 3: return "to line \(first) by \(second), \(name(&random))"
    case 4: return "to scatter \(first), \(second)"
    case 5: return "to hist \(first)"
    case 6: return "to svg hist \(first) at 1, \(number(&random))"
    default:
      let forms = ["to table by \(first)", "to card", "to list", "to plain"]
      return forms.randomElement(using: &random) ?? ""
    }
  }

  /// A value with a function in it.
  private mutating func call(_ random: inout Seeded) -> String {
    let function = FunctionName.allCases.randomElement(using: &random)?.rawValue ?? "sum"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "\(function)(\(name(&random)))"
    case 1: return "\(function)(\(name(&random)) + \(number(&random))) / count()"
    case 2: return "\(function)(\(name(&random)) ?? \(number(&random)))"
    default: return "\(function)(if \(condition(&random, depth: 3)) then true else null)"
    }
  }

  private mutating func stage(_ random: inout Seeded) -> String {
    let field = name(&random)
    switch Int.random(in: 0..<14, using: &random) {
    case 10: return "summarize \(field) = \(call(&random)) by \(name(&random))"
    case 11: return "extend \(field) = \(call(&random))"
    case 12: return "group by \(field) (\(stage(&random)))"
    case 13: return "page \(number(&random)) size \(countOfRows(&random))"
    case 0: return "sort by \(field)\(Bool.random(using: &random) ? " desc" : "")"
    case 1: return "top \(countOfRows(&random)) by \(field)"
    case 2: return "limit \(countOfRows(&random))"
    case 3: return "skip \(countOfRows(&random))"
    case 4: return "show \(field)"
    case 5: return "extend \(field) = \(name(&random)) ?? \(number(&random))"
    case 6: return "count by \(field)"
    case 7: return "distinct \(field)"
    default: return "filter \(condition(&random, depth: 0))"
    }
  }

  private mutating func condition(_ random: inout Seeded, depth: Int) -> String {
    let field = name(&random)
    switch Int.random(in: 0..<(depth < 3 ? 12 : 8), using: &random) {
    case 0: return "\(field) < \(number(&random))"
    case 1: return "\(field) >= \(number(&random))"
    case 2: return "\(field) != \(number(&random))"
    case 3: return "\(field) between \(number(&random)) and \(number(&random))"
    case 4: return "\(field) in (\(number(&random)), \(number(&random)))"
    case 5: return "\(field) is\(Bool.random(using: &random) ? " not" : "") null"
    case 6:
      return "\(field) \(Bool.random(using: &random) ? "not " : "")contains \"\(name(&random))\""
    case 7: return "any \(field) > \(number(&random))"
    case 8: return "not (\(condition(&random, depth: depth + 1)))"
    case 9:
      let first = condition(&random, depth: depth + 1)
      return "(\(first)) and (\(condition(&random, depth: depth + 1)))"
    default:
      let first = condition(&random, depth: depth + 1)
      return "(\(first)) or (\(condition(&random, depth: depth + 1)))"
    }
  }

  private mutating func name(_ random: inout Seeded) -> String {
    let name = "f\(Int.random(in: 0..<40, using: &random))"
    parts.append(name)
    return name
  }

  /// One row is said in words.
  private mutating func countOfRows(_ random: inout Seeded) -> String {
    if Int.random(in: 0..<6, using: &random) == 0 { return "1" }
    let count = "\(Int.random(in: 2..<90, using: &random))"
    parts.append(count)
    return count
  }

  private mutating func number(_ random: inout Seeded) -> String {
    let number = "\(Int.random(in: 0..<90, using: &random))"
    parts.append(number)
    return number
  }
}
