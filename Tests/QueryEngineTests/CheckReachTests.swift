// SPDX-License-Identifier: MIT

import Testing

/// Checks judge all rows of the plan that they stand in, also where a limit behind it has enough.
@Suite struct CheckReachTests {
  /// A view whose fifth hotel of seven has the wrong number of stars, and one with too many rows.
  private static let views = """
    let checked = from hotels | assert stars <= 3, "too good"
    let counted = from hotels | expect 3 rows
    let compared = from hotels | expect columns name

    """

  private static let tooGood = "! CQ0602 too good"
  private static let tooMany = "! CQ0601 expected 3 rows, got 7"
  private static let otherColumns = "! CQ0601 expected the columns name"

  @Test(arguments: [
    ("from checked | limit 1", tooGood), ("from counted | limit 1", tooMany),
    ("from checked | top 1 by id", tooGood), ("from checked | skip 1 | limit 1", tooGood),
    ("from hotels | union checked | limit 1", tooGood),
    ("from hotels | union counted | limit 0", tooMany),
    ("from hotels | union compared | limit 1", otherColumns),
    ("from hotels | limit 1 | union checked | limit 1", tooGood),
    ("from hotels | filter stars > 9 | union checked | limit 1", tooGood),
    ("from hotels | join checked on id = checked.id | limit 1", tooGood),
    ("from hotels | limit 0 | join left counted on id = counted.id", tooMany),
    ("from checked | count | limit 0", tooGood),
    ("let both = from hotels | union checked\nfrom hotels | union both | limit 1", tooGood),
    (
      "from hotels | group by stars (assert stars != 4, \"four\" | limit 1) | limit 1",
      "! CQ0602 four"
    ),
    ("from hotels | group by stars (join checked on id = checked.id) | limit 1", tooGood),
    (
      "from hotels | group by stars (expect rows < 2) | limit 0",
      "! CQ0601 expected < 2 rows, got 2 where stars = 3"
    ),
  ])
  func judgesEveryRow(query: String, fault: String) {
    let text = QueryRun().text(Self.views + query)
    #expect(text.split(separator: "\n").first.map(String.init) == fault, "\(query)")
  }

  /// What is not checked is not read on.
  @Test func readsNoMoreThanItNeeds() {
    let text = QueryRun().text(
      "let broken = from broken\nfrom hotels | show id | union broken | limit 1 | show id")
    #expect(text == "= id\n40611")
  }
}
