// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@testable import QueryShell

/// What is said of a remedy, on the command line and at the prompt.
@Suite struct RemedyWordsTests {
  private static let tests = "`cq doctor shop` tests the address"
  private static let given = "these rows are given, and it is told what they are"
  private static let missing =
    "without `--strict` the rows are given, and it is told what is missing"
  private static let kept = #"3 other answers are kept: `from shop`, `from shop | search "tv"`"#

  static let remedies: [(remedy: Remedy, text: String, atPrompt: String?)] = [
    (
      .readInstead(source: "shop"),
      "`--source shop=FILE` reads a copy; `--offline` the bundled sample", nil
    ),
    (
      .tolerateRecords,
      "without --strict the record is skipped or the value left empty, and counted", nil
    ),
    (
      .tolerateWarning,
      "without --strict the rows are given and the warning is told; `--refresh` asks again", nil
    ),
    (
      .goOnline, "ask once without `--offline`, or after `set offline = false`; the answer is kept",
      "`set offline = false`, then `.retry`; the answer is kept"
    ),
    (
      .salvage(records: 1),
      "record 1 comes before it; --salvage reads a file as far as it is whole", nil
    ),
    (
      .salvage(records: 7),
      "records 1 to 7 come before it; --salvage reads a file as far as it is whole", nil
    ),
    (
      .keptAnswers(count: 1, queries: [], isOffline: false),
      "1 other answer is kept (`cq cache` lists them); `--offline` or `set offline = true` works "
        + "with what is kept",
      "1 other answer is kept (`cq cache` lists them); `set offline = true` works with what is kept"
    ),
    (
      .keptAnswers(
        count: 3, queries: ["from shop", #"from shop | search "tv""#], isOffline: false),
      "\(kept); `--offline` or `set offline = true` works with what is kept",
      "\(kept); `set offline = true` works with what is kept"
    ),
    (
      .keptAnswers(count: 2, queries: ["from shop"], isOffline: true),
      "2 other answers are kept: `from shop`", nil
    ),
    (
      .askAgain(source: "shop", wantsKey: false), "\(tests); `--refresh` asks again",
      "`.retry` asks again; on the command line \(tests)"
    ),
    (
      .askAgain(source: "shop", wantsKey: true), "\(tests) and the key; `--refresh` asks again",
      "`.retry` asks again; on the command line \(tests) and the key"
    ),
    (
      .takeOldRows(source: "shop", refusedBy: .options),
      "\(tests); without `--live` and `--strict` \(given)",
      "`.retry` asks again; `set live = false` takes these rows, and it is told what they are"
    ),
    (
      .takeOldRows(source: "shop", refusedBy: .statement),
      "\(tests); without `expect live` \(given)",
      "`.retry` asks again; without `expect live` \(given)"
    ),
    (.readList(source: "shop"), "`from shop | count` reads the list; \(missing)", nil),
    (.readMore, "`set fetch.limit = 10000` reads more; \(missing)", nil),
    (.listRules, "`cq lint --help` lists the rules", nil),
    (.sayInScript(command: "retry"), "`--refresh` asks servers anew", nil),
    (.sayInScript(command: "wach"), "`cq help` lists the statements and the stages", nil),
    (
      .sayInScript(command: "watch"),
      "`cq run FILE --every 5s` runs a script again and again", nil
    ),
    (
      .declare(.dates),
      "a definition reads dates that are written as text: `Date`; `cq define FILE` prints one of a "
        + "file to edit", nil
    ),
    (
      .declare(.numbers),
      "a definition reads numbers that are written as text: `Decimal number or text`; `cq define "
        + "FILE` prints one of a file to edit", nil
    ),
    (
      .declare(.member(name: "a b", path: "c.`a b`")),
      "a definition can read it: `cq define` writes one of the file, to which is added "
        + "`` field `a b` Any from c.`a b` ``", nil
    ),
    (
      .declare(.written(name: "n", type: "List<Id>")),
      "in a definition, a `n` of type `List<Id>` keeps what is written; `cq define` prints one to "
        + "edit", nil
    ),
    (
      .declareFewer, "leave out the fields that nobody asks for; `cq limits` lists the limits", nil
    ),
    (
      .checkWithoutAsking,
      "the rest is checked; `cq check` and `cq lint` ask no server and read no copy", nil
    ),
    (.explainWord, "`cq help filter` explains a word, and at the prompt `help filter`", nil),
  ]

  @Test(arguments: remedies) func words(remedy: Remedy, text: String, atPrompt: String?) {
    let fault = Diagnostic(.unreachable, "no", remarks: [.note("a"), .help(remedy)])
    #expect(fault.worded(atPrompt: false).remarks == [.note("a"), .help(text)])
    #expect(fault.worded(atPrompt: true).remarks == [.note("a"), .help(atPrompt ?? text)])
  }
}
