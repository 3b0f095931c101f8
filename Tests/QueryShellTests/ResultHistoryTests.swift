// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import Testing

@testable import QueryShell

/// The way back and forth among the results that were shown.
@Suite struct ResultHistoryTests {
  /// What lines of the prompt write, one after another.
  private static func run(_ lines: [String]) -> (output: String, errors: String) {
    let session = Session.collecting {
      $0.isInteractive = true
      $0.keepsResults = true
    }
    for line in lines {
      if let command = DotCommand(line) {
        _ = command.run(in: session)
      } else {
        _ = session.run(ScriptText(name: "<prompt>", line))
      }
    }
    return (session.output.taken().replacing(" · 0 ms", with: ""), session.errors.taken())
  }

  private static let categories = "categories of shopreme | show name"
  private static let list = "from shopreme | filter price < 2 | show name"
  private static let few = "| limit 1"
  private static let shown = [
    categories: """
    name
    ───────────────
    Frische Früchte
    Frisches Gemüse
    2 rows · sample

    """,
    list: """
    name
    ───────────────────────────────
    Erdnüsse
    Weißkraut aus Österreich
    Snack Radieschen aus Österreich
    3 of 6 products · sample

    """,
    few: """
    name
    ────────
    Erdnüsse
    1 row · sample

    """,
  ]
  private static let noneBefore =
    "note: there is no result before this one; `.forward` goes the other way\n"
  private static let noneAfter =
    "note: there is no result after this one; `.back` goes the other way\n"

  /// Lines, the results that they show, and what is noted.
  private static let walks: [(lines: [String], shown: [String], errors: String)] = [
    ([".back", ".forward"], [], noneBefore + noneAfter),
    ([categories, ".back"], [categories], noneBefore),
    ([categories, list, ".back", ".back"], [categories, list, categories], noneBefore),
    (
      [categories, list, few, ".back", ".back", ".forward", ".forward", ".forward"],
      [categories, list, few, list, categories, list, few], noneAfter
    ),
    // The result that is shown again is the one to go on from.
    ([list, categories, ".back", few], [list, categories, list, few], ""),
    // A new result takes the place of those before which it was asked for.
    (
      [categories, list, ".back", few.replacing("1", with: "2"), ".forward", ".back"],
      [categories, list, categories, categories, categories], noneAfter
    ),
  ]

  @Test func walksBackAndForth() {
    for walk in Self.walks {
      let run = Self.run(walk.lines)
      #expect(run.output == walk.shown.map { Self.shown[$0] ?? "?" }.joined(), "\(walk.lines)")
      #expect(run.errors == walk.errors, "\(walk.lines)")
    }
  }

  /// What fails or only changes the session shows no result.
  @Test func onlyResultsAreKept() {
    let failing = "from shopreme | sort by nothing"
    let before = Self.run([Self.categories, Self.list])
    let run = Self.run([Self.categories, Self.list, failing, "set rows = 9", ".back"])
    #expect(run.output == before.output + (Self.shown[Self.categories] ?? "?"))
  }

  /// Fields of which nothing differs are not seen again either.
  @Test(arguments: ["", " | to card by change", " | to card by stars"])
  func goesBackToChanges(form: String) {
    let view = "let less = from hotels | extend rooms = if id = 40611 then 9 else rooms"
    let changes = "changes from hotels to less by id\(form)"
    let shown = Self.run([view, changes])
    #expect(shown.output.contains("rooms") && !shown.output.contains("address"), "\(shown)")
    #expect(shown.output.contains("{\"old\":3,\"new\":3}") == form.hasSuffix("stars"))
    let back = Self.run([view, changes, Self.list, ".back"])
    #expect(back.output == shown.output + (Self.shown[Self.list] ?? "?") + shown.output)
  }

  /// The item whose card is shown again is the one last shown, and `it` is its row.
  @Test func goesBackToAnItem() {
    let run = Self.run([
      "show 40611 of hotels | show name", "from shopreme | limit 1 | show name", ".back",
      "| show stars",
    ])
    #expect(
      run.output.hasSuffix(
        """
        Belleclaire Hotel
        1 hotel · sample
        stars
        ─────
            3
        1 row · sample

        """), "\(run.output)")
  }

  @Test func keepsSoMany() {
    let lines = (1...25).map { "from hotels | limit 1 | show n = \($0)" }
    let run = Self.run(lines + Array(repeating: ".back", count: 25))
    #expect(run.errors == String(repeating: Self.noneBefore, count: 6))
    #expect(run.output.hasSuffix("n\n─\n6\n1 row · sample\n"))
  }

  @Test(arguments: [
    (
      ".^",
      ".help|.explain|.back|.forward|.last|.wide|.card|.browse|.more|.retry|.undo|.history|.edit"
        + "|.save|.run|.sources|.open|.schema|.mode|.set|.watch|.errors|.theme|.timer|.plan"
        + "|.steps|.say|.quit"
    ),
    (".b^", ".back|.browse"), (".f^", ".forward"), (".plan o^", "on|off"), (".plan of^", "off"),
    (".theme ^", "auto|dark|light"), (".steps from ho^", "hotels"),
    (".explain CQ0201^", "CQ0201"), ("use hotels\nrelated 4^", ""),
    ("use bestbuy\nrelated 888^", "8880044"), ("use hotels\nrelated 4 ^", "of||"),
    ("accessories 40611 of ho^", "hotels"), ("use hotels\nfollow ^", ""),
    ("from hotels | related ^", "|"), ("from hotels | follow ^", ""),
  ])
  func completes(line: String, labels: String) {
    let parts = line.split(separator: "^", omittingEmptySubsequences: false)
    let found = Completer(.collecting()).completions(
      in: parts.joined(), at: parts[0].utf8.count)
    #expect(found.items.map(\.label).joined(separator: "|") == labels)
  }
}
