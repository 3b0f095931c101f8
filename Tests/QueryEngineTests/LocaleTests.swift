// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

/// In Estonian `z` stands between `s` and `t`.
@Suite struct LocaleTests {
  private static let letters =
    "from hotels | limit 1 | extend x = split(\"t z s\", \" \") | expand x"

  @Test(arguments: [
    ("sort by x", "s z t"), ("sort by x desc", "t z s"), ("top 1 by x", "t"),
    ("filter x < \"t\"", "z s"), ("filter x between \"s\" and \"t\"", "t z s"),
    ("summarize x = max(x)", "t"), ("summarize x = min(x)", "s"),
    ("filter any [\"z\"] < x", "t"), ("filter x = \"z\"", "z"),
  ])
  func followsTheLocale(stage: String, expected: String) throws {
    let run = QueryRun(locale: try TextLocale("et"))
    let text = run.text("\(Self.letters) | \(stage) | show x")
    #expect(text == (["= x"] + expected.split(separator: " ")).joined(separator: "\n"))
  }

  @Test func isTheRootOtherwise() {
    #expect(QueryRun().text("\(Self.letters) | sort by x | show x") == "= x\ns\nt\nz")
  }
}
