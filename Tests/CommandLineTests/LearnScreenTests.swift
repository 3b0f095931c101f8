// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The screens of the course as they are designed, replayed on a terminal.
@Suite struct LearnScreenTests {
  private static func learn(
    _ words: [String], environment: [String: String] = [:], columns: Int = 80,
    first: String = "learn>"
  ) throws -> Prompt {
    try Prompt(
      Workspace(), arguments: ["learn"] + words,
      environment: ["NO_COLOR": "1"].merging(environment) { $1 }, rows: 60, columns: columns,
      first: first)
  }

  private static let judged = """
    hint helps, quit leaves

    2 Conditions                        [--------------------]  0 of 53
    A condition is asked of each row alone. `filter` keeps the rows for
    which it holds.

    cq> from hotels | filter stars >= 4 | show name, stars
    name   stars
    ─────  ─────
    Dream      4
    1 of 7 hotels · sample

    How many hotels have 2 stars or fewer?
    predict> 4
    count
    ─────
        4
    1 row · sample
      4; one has 0 stars, which may mean that nobody has rated it.

    2 Conditions                        [--------------------]  0 of 53
    2.1 Show the hotels with at least 3 stars.
    learn> from hotels | filter stars > 3
      You have 1 row, the answer has 3. Missing: Belleclaire Hotel
      (stars 3), Best Western ... (stars 3).
      look at: the edge of your condition
    learn> hint
      1/3  The number itself: in or out?
    learn> hint
      2/3  It takes: filter  >=
    learn> from hotels | filter stars >= 3 | show name
    name
    ────────────────────────────────────────────
    Belleclaire Hotel
    Best Western President Hotel at Times Square
    Dream
    3 of 7 hotels · sample
      Right: 3 rows.
      Also right, and shorter: from hotels | filter stars >= 3

    2 Conditions                        [--------------------]  1 of 53
    2.2 Show the hotels that are nearer than 100. What belongs into the
    gap?
      from hotels | filter distance ____ 100
      What fills the gap, or the query.
    learn>
    """

  /// An answer is judged, hints come one after another, and a right one goes on.
  @Test func tellsWhatIsMissingAndWhereToLook() throws {
    let prompt = try Self.learn(["--at", "2.1"], first: "predict>")
    try prompt.enter("4", at: "predict>", next: "learn>")
    for line in ["from hotels | filter stars > 3", "hint", "hint"] {
      try prompt.enter(line, at: "learn>")
    }
    prompt.send("from hotels | filter stars >= 3 | show name\r")
    try prompt.wait { $0.contains("filter distance ____ 100") && $0.line == "learn>" }
    #expect(prompt.screen == Self.judged)
    #expect(try prompt.leave() == .exited(0))
  }

  /// Answers of a course, and what is said of each.
  static let verdicts: [(exercise: String, answer: String, told: String)] = [
    ("2.2", "<=", "  1 too many: Belleclaire Hotel (distance 100)."),
    (
      "2.3", "1 3 2",
      "  No rows. stars = 2 keeps 2, stars = 3 keeps 2, both none."
    ),
    (
      "8.4", "from hotels | group by stars (limit 1 | sort by rooms desc)",
      "  Right for these 7 rows. A hotel at 0 would be lost."
    ),
    (
      "1.5", "from hotels | show name, stars", "  The column hotel is missing; name has its values."
    ),
    ("1.4", "from hotels", "  7 rows; one number is asked for."),
    (
      "2.1", "skip\nfrom hotels | filter star",
      "  Not run, no try: hotels has no field star; did you mean stars?"
    ),
  ]

  @Test(arguments: verdicts) func words(exercise: String, answer: String, told: String) throws {
    let workspace = try Workspace()
    let run = try workspace.run(["learn", "--at", exercise], input: "\(answer)\nquit\n")
    #expect(run.outputText.contains(told + "\n"))
  }

  /// The same lines on a terminal of 40 cells, and in German.
  @Test func fitsANarrowTerminal() throws {
    let prompt = try Self.learn(["--at", "2.2", "--language", "de"], columns: 40)
    try prompt.enter("hint", at: "learn>")
    prompt.send("<=\r")
    try prompt.wait { $0.contains("schau auf") && $0.line == "learn>" }
    #expect(
      prompt.screen == """
        hint hilft, quit beendet

        2 Bedingungen
        [--------------------] 0 von 53
        2.2 Zeige die Hotels, die näher als 100
        sind. Was gehört in die Lücke?
          from hotels | filter distance ____ 100
          Was die Lücke füllt, oder die Abfrage.
        learn> hint
          1/3  Ein Hotel ist bei 100: drin oder
          draußen?
        learn> <=
          1 zu viel: Belleclaire Hotel (distance
          100).
          schau auf: die Grenze deiner Bedingung
        learn>
        """)
  }
}
