// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@testable import QuerySyntax

@Suite struct OtherLanguageWordTests {
  /// A use of each word, and what it becomes.
  private static let uses: [String: (written: String, mended: String)] = [
    "where": ("where a > 1", "filter a > 1"), "having": ("having a > 1", "filter a > 1"),
    "select": ("select a, b", "show a, b"), "project": ("project a", "show a"),
    "order": ("order by a", "sort by a"), "arrange": ("arrange a", "sort by a"),
    "take": ("take 5", "limit 5"), "head": ("head 5", "limit 5"), "first": ("first 5", "limit 5"),
    "offset": ("offset 5", "skip 5"), "derive": ("derive a = 1", "extend a = 1"),
    "mutate": ("mutate a = 1", "extend a = 1"), "insert": ("insert a = 1", "extend a = 1"),
    "aggregate": ("aggregate count()", "summarize count()"),
    "unique": ("unique a", "distinct a"), "uniq": ("uniq", "distinct"),
    "put": ("put a = 1", "extend a = 1"), "<>": ("filter a <> 1", "filter a != 1"),
    "get": ("get a, b", "show a, b"), "pick": ("pick a, b", "show a, b"),
    "reject": ("reject a", "drop a"), "length": ("length", "count"),
    "value_counts": ("value_counts a", "count by a"), "orderby": ("orderby a", "sort by a"),
    "order_by": ("order_by a", "sort by a"), "sortby": ("sortby a", "sort by a"),
    "sort_by": ("sort_by a", "sort by a"), "groupby": ("groupby a (page 1)", "group by a (page 1)"),
    "group_by": ("group_by a (page 1)", "group by a (page 1)"),
    "eval": ("eval a = 1", "extend a = 1"), "assign": ("assign a = 1", "extend a = 1"),
    "stats": ("stats n = count()", "summarize n = count()"),
    "agg": ("agg avg(a)", "summarize avg(a)"), "fields": ("fields a, b", "show a, b"),
    "table": ("table a, b", "show a, b"), "pull": ("pull a", "show a"),
    "tally": ("tally", "count"), "mvexpand": ("mvexpand a", "expand a"),
    "explode": ("explode a", "expand a"), "unnest": ("unnest a", "expand a"),
    "inner_join": ("inner_join b on a = b.a", "join b on a = b.a"),
    "union_all": ("union_all b", "union b"), "append": ("append b", "union b"),
    "bind_rows": ("bind_rows b", "union b"), "pluck": ("pluck a", "show a"),
    "flatten": ("flatten a", "expand a"), "len": ("len", "count"), "nrow": ("nrow", "count"),
    "sort_values": ("sort_values a", "sort by a"),
    "summarise": ("summarise avg(a)", "summarize avg(a)"),
    "=>": ("filter a => 1", "filter a >= 1"),
    "=<": ("filter a =< 1", "filter a <= 1"),
    "===": ("filter a === 1", "filter a = 1"), "!==": ("filter a !== 1", "filter a != 1"),
    "descending": ("sort by a descending", "sort by a desc"),
    "ascending": ("sort by a ascending", "sort by a asc"),
    "down": ("sort by a down", "sort by a desc"), "up": ("sort by a up", "sort by a asc"),
  ]

  private static let words =
    OtherLanguageWords.stages.map(\.key) + OtherLanguageWords.comparisons.map(\.key)
    + ["descending", "ascending", "down", "up"].filter { OtherLanguageWords.direction($0) != nil }

  /// Each word has one message with a fix, in every place of a pipeline and in any case, and means
  /// what the fix says.
  @Test func translatesEveryWord() {
    var wrong: [String] = []
    for word in Self.words {
      guard let use = Self.uses[word] else {
        wrong.append("\(word) has no use here")
        continue
      }
      for (before, after) in [("from h | ", ""), ("", " | limit 3"), ("from h |\n", "\n| limit 3")]
      {
        for written in [use.written, use.written.replacing(word, with: word.uppercased())] {
          let source = ScriptText(name: "t", before + written + after)
          let parsed = Parser.parse(source)
          let mended = parsed.diagnostics.first?.fix?.applied(to: source) ?? ""
          let again = Parser.parse(ScriptText(name: "t", before + use.mended + after))
          if parsed.diagnostics.map(\.code) != [.foreignWord]
            || mended != before + use.mended + after || !again.diagnostics.isEmpty
            || TreeText.script(parsed.tree) != TreeText.script(again.tree)
          {
            wrong.append("\(before)\(written)\(after): \(mended)")
          }
        }
      }
    }
    #expect(wrong == [])
    #expect(Set(Self.uses.keys) == Set(Self.words))
  }

  /// A word that is read as a stage, with what does not belong to it, is told of once; what a fix
  /// makes of it may begin with such a word again.
  @Test(arguments: ["0", "-1", "'x'", "[a, 0]", "{a: 0}", "len 0"])
  func aWordMayStandBeforeAnything(operand: String) {
    let words =
      Self.words + Array(OtherLanguageWords.aggregates.keys)
      + Array(OtherLanguageWords.functions.keys) + Array(OtherLanguageWords.statements.keys)
    for word in Set(words) {
      for before in ["from h | ", ""] {
        let source = ScriptText(name: "t", "\(before)\(word) \(operand)")
        let parsed = Parser.parse(source, maximumFaults: Parser.maximumFaults, sources: ["h"])
        #expect(parsed.diagnostics.count <= 4, "\(before)\(word) \(operand)")
        #expect(parsed.printed(from: source) == source.bytes)
      }
    }
  }

  /// Statements that other tools, or other habits, begin so, and what the fix makes of them.
  static let mended = [
    ("from h | head -4", "from h | limit 4"), ("from h | head -n 3 | wc", "from h | limit 3 | wc"),
    ("from h HEAD -5", "from h | limit 5"), ("from h | wc -l", "from h | count"),
    ("from h | grep -i dream", "from h | search \"dream\""),
    ("from h | grep -i 'days' | limit 1", "from h | search \"days\" | limit 1"),
    ("from h | map a, b", "from h | show a, b"), ("from h | map a = 1", "from h | extend a = 1"),
    ("from h | mean a", "from h | summarize avg(a)"),
    ("from h | max(a)", "from h | summarize max(a)"),
    ("from h | sum a, b * 2 by c, d", "from h | summarize sum(a), sum(b * 2) by c, d"),
    ("from h | group by a (median b)", "from h | group by a (summarize median(b))"),
    ("wc", "count"), ("grep -i x", "search \"x\""), ("avg a", "summarize avg(a)"),
    ("show 5E0C-3B7E.1 of h | limit 1", "show \"5E0C-3B7E.1\" of h | limit 1"),
    ("show 5E0C7A9A", "show \"5E0C7A9A\""), ("show a1-b of h", "show \"a1-b\" of h"),
    ("show Hotel of hotels", "from hotels"),
  ]

  @Test(arguments: mended) func aFixIsWhatIsMeant(written: String, expected: String) {
    let source = ScriptText(name: "t", written)
    let first = Parser.parse(source).diagnostics.first
    #expect(first?.fix?.applied(to: source) == expected)
  }

  @Test(arguments: ["from h | filter-a < 0", "from h | assert-a < -1"])
  func aMinusBehindAStageIsOne(written: String) {
    #expect(Parser.parse(ScriptText(name: "t", written)).diagnostics.isEmpty)
  }

  /// What has no counterpart has one message that says what there is, and no fix.
  static let unmended = [
    "from h | tail -n 3", "from h | reverse", "from h | avg", "from h | grep /a/",
    "from h | grep -v dream", "from h | grep -c dream", "from h | head -n -3", "from h | wc -c",
    "from h | map(.a)", "from h | map", "insert into h", "from h | insert into h (a, b)",
    "diff 'a.csv' 'b.csv'", "compare \"a.csv\", \"b.csv\"", "from h | diff 'b.csv'",
    "from 'a.csv' | changes to 'b.csv' by id",
  ]

  @Test(arguments: unmended) func whatIsNotThereHasHelp(written: String) {
    let found = Parser.parse(ScriptText(name: "t", written)).diagnostics
    #expect(found.map(\.code) == [.foreignWord])
    #expect(found.first?.automaticFix == nil && found.first?.remarks.count == 1)
  }

  /// The words of the language are complete: each stage's example is read without a fault.
  @Test func readsTheVocabularysExamples() {
    let entries = Vocabulary.stages + Vocabulary.statements
    let faults = entries.compactMap { entry in
      let parsed = Parser.parse(ScriptText(name: "t", entry.example))
      return parsed.diagnostics.isEmpty && parsed.tree.statements.count == 1 ? nil : entry.example
    }
    #expect(faults == [])
    let stages = Vocabulary.stages.map(\.word)
    #expect(stages.filter { !Vocabulary.isStage($0) || Vocabulary.isStage($0.uppercased()) } == [])
  }
}
