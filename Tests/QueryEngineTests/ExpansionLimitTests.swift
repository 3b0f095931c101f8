// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Names that stand for names: whatever a script makes of them, it ends soon and with one fault.
@Suite struct ExpansionLimitTests {
  private static func levels(_ count: Int, _ line: (Int) -> String) -> String {
    (1...count).map { line($0) + "\n" }.joined()
  }

  /// The rest of a tall sum, and the beginning of a tall condition.
  private static func steps(_ count: Int) -> String { String(repeating: " + 1", count: count) }
  private static let nots = String(repeating: "not ", count: 250)
  private static let tooHigh = "CQ0107 this stands for an expression of more than 256 levels"

  /// Scripts that would never end, or fill the memory, with the one fault of each.
  static let endless: [(script: String, fault: String)] = [
    (
      "def f(x) = f($x)\nfrom hotels | extend y = f(1)",
      "CQ0107 `f` uses itself"
    ),
    (
      "def f(x) = f($x) + f($x)\nfrom hotels | extend y = f(1) | filter f(y) > f(2)",
      "CQ0107 `f` uses itself"
    ),
    (
      "def f() = | apply f | apply f\nfrom hotels | apply f | apply f",
      "CQ0107 `f` uses itself"
    ),
    (
      "def d(x) = $x + $x\nfrom hotels | extend y = "
        + String(repeating: "d(", count: 40) + "1" + String(repeating: ")", count: 40),
      "CQ0107 `d` stands for too much"
    ),
    (
      "def d0(x) = $x\n" + levels(40) { "def d\($0)(x) = d\($0 - 1)($x) + d\($0 - 1)($x)" }
        + "from hotels | extend y = d40(1)", "CQ0107 `d1` stands for too much"
    ),
    (
      "def m() = | " + Array(repeating: "limit 1", count: 900).joined(separator: " | ")
        + "\nfrom hotels | " + Array(repeating: "apply m", count: 900).joined(separator: " | "),
      "CQ0107 `m` stands for too much"
    ),
    (
      "let v0 = from hotels\n" + levels(40) { "let v\($0) = from v\($0 - 1) | union v\($0 - 1)" }
        + "from v40 | count", "CQ0107 `v11` stands for more than 2000 stages"
    ),
    (
      "let v0 = from hotels\n" + levels(100) { "let v\($0) = from v\($0 - 1) | limit 5" }
        + "from v100 | count", "CQ0107 more than 64 views are read, one through another"
    ),
    (
      "def f(x) = $x\(steps(250))\nfrom hotels | extend y = f(f(f(f(f(1)))))", tooHigh
    ),
    (
      "def f(x) = if $x\(steps(200)) > 0 then 1 else 2\n"
        + "from hotels | extend y = f(1)\(steps(60))", tooHigh
    ),
    (
      "def n0(x) = \(nots)$x\n" + levels(61) { "def n\($0)(x) = \(nots)n\($0 - 1)($x)" }
        + "from hotels | filter n61(stars > 1)", tooHigh
    ),
    (
      "def n0(x) = $x\n" + levels(61) { "def n\($0)(x) = n\($0 - 1)(\(nots)$x)" }
        + "from hotels | filter n61(stars > 1)", tooHigh
    ),
    (
      "def m0(x) = | extend y = $x\n"
        + levels(62) { "def m\($0)(x) = | apply m\($0 - 1)($x\(steps(200)))" }
        + "from hotels | apply m62(1)", tooHigh
    ),
    (
      "let s = \"0123456789abcdef\"\n" + levels(40) { _ in "let s = f\"{$s}{$s}\"" }
        + "from hotels | search $s", "CQ0407 a text has more than 16 MiB"
    ),
    (
      levels(10_100) { _ in "let a = 1" } + "from hotels | limit $a",
      "CQ0107 more than 10000 names are declared"
    ),
  ]

  @Test(.timeLimit(.minutes(10)), arguments: endless.indices) func endsWithOneFault(_ index: Int) {
    let (script, fault) = Self.endless[index]
    let faults = QueryRun().text(script).split(separator: "\n").filter { $0.hasPrefix("!") }
    #expect(faults == ["! \(fault)"])
  }

  /// Just within the limits.
  static let allowed: [(script: String, rows: String)] = [
    (
      "def d0(x) = $x + 1\n" + levels(63) { "def d\($0)(x) = d\($0 - 1)($x)" }
        + "from hotels | limit 1 | show y = d63(1)", "= y\n2"
    ),
    (
      "def f(x) = $x\(steps(120))\nfrom hotels | limit 1 | show y = f(f(1))", "= y\n241"
    ),
    (
      "let v0 = from hotels\n" + levels(63) { "let v\($0) = from v\($0 - 1) | limit 5" }
        + "from v63 | count", "= count\n5"
    ),
    (
      "let v0 = from hotels\n" + levels(8) { "let v\($0) = from v\($0 - 1) | union v\($0 - 1)" }
        + "from v8 | count", "= count\n1792"
    ),
    (
      "let a = 0\n" + levels(9_000) { _ in "let a = $a + 1" }
        + "from hotels | limit 1 | show a = $a",
      "= a\n9000"
    ),
  ]

  @Test(.timeLimit(.minutes(10)), arguments: allowed.indices) func limitsAreWide(_ index: Int) {
    #expect(QueryRun().text(Self.allowed[index].script) == Self.allowed[index].rows)
  }

  /// A text that doubles from row to row ends where texts end, too.
  @Test func rowsMakeNoEndlessTexts() {
    let stages = Array(repeating: "extend address = f\"{address}{address}\"", count: 30)
    let script = "from hotels | limit 1 | \(stages.joined(separator: " | ")) | show id"
    let faults = QueryRun().text(script + ", n = len(address)").split(separator: "\n").first
    #expect(faults == "! CQ0407 a text has more than 16 MiB")
  }
}
