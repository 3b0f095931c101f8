// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import Testing

@testable import QueryShell

/// What Tab offers at a place of a line; `^` is the cursor.
@Suite struct CompleterTests {
  private static let sources = "bestbuy chloe hotels products shopreme"

  /// Lines, and the labels offered there in their order.
  static let lines: [(line: String, labels: String)] = [
    // Statements and stages.
    ("fr^", "from"), ("u^", "use"),
    ("s^", "sources show set"),
    ("use hotels; s^", "sources show set search sort summarize skip sample save"),
    ("from hotels | s^", "search sort show summarize skip sample save"),
    ("from hotels | li^", "limit"),
    ("from hotels |so^", "sort"), ("SO^", "sources"),
    ("from hotels | inc^", "distinct"),
    // Sources.
    ("from ^", sources), ("use ^", sources), ("from sh^", "shopreme"),
    ("describe ^", sources), ("describe hotels ^", "definition"),
    ("categories ^", "of |"),
    ("categories of ^", sources),
    ("show 40611 of ho^", "hotels"), ("from hotels ^", "at |"), ("from shopreme ^", "in at |"),
    ("from hotels in ^", ""),
    ("from \"a.json\" ^", "items with |"),
    ("use hotels ^", ""), ("from nothing^", ""),
    // Fields and the words between them.
    ("from hotels | sort ^", "by"), ("from hotels | sort by na^", "name"),
    ("from hotels | sort by name des^", "desc"),
    ("from hotels | sort by name d^", "desc"),
    ("from hotels | sort by name desc, st^", "stars start_of"), ("from hotels | top ^", ""),
    ("from hotels | top 3 ^", "by"), ("from hotels | top 3 by ro^", "rooms round row_number"),
    ("from hotels | limit ^", ""), ("from hotels | skip ^", ""),
    ("from hotels | filter st^", "stars start_of"),
    ("from hotels | filter sta^ > 3", "stars start_of"),
    ("from hotels | filter name sta^", "starts with"),
    ("from hotels | filter name c^", "contains"),
    ("from hotels | filter name is ^", "not null empty"),
    ("from hotels | filter name starts ^", "with"), ("from hotels | filter name ends w^", "with"),
    ("from hotels | filter ro^", "rooms round row_number"), ("from hotels | show sui^", "suites"),
    ("from hotels | show name, add^", "address"),
    ("from hotels | extend a = co^", "count coalesce"),
    ("from hotels | extend per = 1 | filter pe^", "per"),
    ("from hotels | rename stars as grade | show gra^", "grade"),
    ("from hotels | drop stars | show zzz^", ""),
    ("from hotels | count by stars | sort by c^", "count count( coalesce ceil"),
    // Texts and names in marks.
    ("from hotels | filter name = \"a | b\" and st^", "stars start_of"),
    ("from hotels | filter `st^", "stars start_of"), ("from hotels | show `na^", "name"),
    ("from hotels | show `name`, `add^", "address"),
    ("from hotels | filter name = \"a`b\" and add^", "address"),
    ("# so^", ""), ("from hotels # a\n| filter sta^", "stars start_of"),
    ("from hotels | filter # sta^", ""),
    ("from hotels | filter # it's sta^", ""),
    // Typing errors, and what only contains the word.
    ("from hotles^", "hotels"), ("from hotels | filtr^", "filter"),
    ("from hotels | filter strs^", "stars"), ("from hotels | filter zzzz^", ""),
    ("from hotels | show tance^", "distance"),
    // A line that is finished.
    ("from hotels\nfr^", "from"), ("from hotels; u^", "use"),
    ("use hotels\nfilter sta^", "stars start_of"),
    ("from hotels | count\nfrom sh^", "shopreme"), ("from shopreme\nfilter pri^", "price"),
    ("from hotels\n| filter sta^", "stars start_of"), ("use hotels\n\nso^", "sources sort"),
    // Formats and aggregates.
    (
      "from hotels | to ^",
      "table card list plain tsv csv json jsonl arrow markdown html bars hist line "
        + "scatter svg"
    ), ("from hotels | to js^", "json jsonl"),
    ("from hotels | to svg ^", "bars hist line scatter"), ("from hotels | to svg l^", "line"),
    ("from hotels | summarize med^", "median"), ("from hotels | count ^", "by |"),
    ("from hotels | page ^", ""), ("sources ^", "|"),
    // What is begun of a value, by what is there.
    ("from hotels | filter id = 4^", "\"40611\""), ("from hotels | filter distance = 13^", "13.1"),
    ("from hotels | filter stars >= 9^", ""),
    // Commands of the prompt, by the statements that they stand for.
    ("hel^", "help"), ("qui^", "quit"), ("ex^", "explain expect exit"), ("mor^", "more"),
    (".say fr^", "from"), (".watch 5 fr^", "from"), (".watch ^", "5"), (".plan fr^", "from"),
    (".steps from ho^", "hotels"), (".schema ^", sources), (".schema ho^", "hotels"),
    (".schema hotels d^", "definition"), (".open ch^", "chloe"),
    (".set format = js^", "json jsonl"),
    (".set form^", "format"), (".say from hotels | filter na^", "name"),
    (".mode js^", "json jsonl"),
    ("", ""),
  ].filter { !$0.0.isEmpty }

  private static func completions(_ marked: String, _ session: Session) -> CompletionList {
    let parts = marked.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
    return Completer(session).completions(in: parts.joined(), at: parts[0].utf8.count)
  }

  private static func labels(_ marked: String, _ session: Session) -> String {
    completions(marked, session).items.map(\.label).joined(separator: " ")
  }

  @Test(arguments: lines) func offersWhatCanStandThere(line: String, labels: String) {
    #expect(Self.labels(line, .collecting()) == labels)
  }

  /// What goes in the place of the word, and where that begins.
  @Test func replacesTheWord() {
    let session = Session.collecting()
    let found = Self.completions("from hotels | sor^", session)
    #expect(
      found
        == CompletionList(
          replaceFrom: 14,
          items: [
            Completion(
              replacement: "sort by ", label: "sort", note: "order the rows; ties keep their order")
          ]))
    let name = Self.completions("from hotels | show `add^", session)
    #expect(name.replaceFrom == 19)
    #expect(name.items.map(\.replacement) == ["address"])
    let source = Self.completions("from sho^", session)
    #expect(
      source.items == [
        Completion(replacement: "shopreme ", label: "shopreme", note: "Groceries with was-prices")
      ])
  }

  /// Letters in any case are right, and stay as they are.
  @Test(arguments: [
    ("from hotels | SORT^", "SORT by "), ("from HOTELS^", "HOTELS "),
    ("from hotels | show NAME^", "NAME"), ("from hotels | sort by rooms DESC^", "DESC "),
    ("from hotels | summarize AVG^", "AVG("), ("from hotels | show NAM^", "name"),
  ]) func keepsAWordThatIsRight(line: String, replacement: String) {
    let found = Self.completions(line, Session.collecting())
    #expect(found.items.first?.replacement == replacement)
  }

  @Test func offersTheFieldsOfTheLastResult() {
    let session = Session.collecting { $0.keepsResults = true }
    #expect(Self.labels("| show pri^", session) == "")
    _ = session.run(ScriptText(name: "<test>", "from shopreme | limit 1 | show name\nuse hotels"))
    #expect(Self.labels("| show pri^", session) == "price")
    #expect(Self.labels("| filter name sta^", session) == "starts with")
    #expect(Self.labels("show sta^", session) == "stars")
    #expect(Self.labels("| li^", session) == "limit")
    #expect(Self.labels("| extend p = price | show p^", session) == "p price")
  }

  @Test func namesThatAreWordsStandInBackticks() {
    let session = Session.collecting { $0.keepsResults = true }
    _ = session.run(
      ScriptText(name: "<test>", "from hotels | extend `in` = 1, `two words` = 2 | limit 1"))
    let found = Self.completions("| show two^", session)
    #expect(found.items.map(\.replacement) == ["`two words`"])
    #expect(Self.completions("| show in^", session).items.first?.replacement == "`in`")
  }

  /// A stage before which the `|` is missing has the fields of the statement above, and no examples
  /// of rows that it does not read.
  @Test func stagesWithoutSource() {
    let session = Session.collecting { $0.keepsResults = true }
    for (line, note) in [
      ("from chloe | show name, kind; filter ^", "Text"), ("from chloe\nfilter ^", "Text"),
      ("use chloe; filter ^", "Text, such as \"Short dresses\" of the sample"),
    ] {
      let found = Self.completions(line, session).items.first { $0.label == "kind" }
      #expect(found?.note == note, "\(line)")
    }
  }

  /// Every place of a line gives an answer whose word ends at the cursor.
  @Test func anyPlaceHasAnAnswer() {
    let session = Session.collecting()
    let text = "use hotels\nfilter `stars` > 2 and name = \"Ü'\\\"\" | sort by `é# | top 3 by x"
    for cursor in 0...text.utf8.count {
      let found = Completer(session).completions(in: text, at: cursor)
      #expect((0...cursor).contains(found.replaceFrom))
    }
  }
}
