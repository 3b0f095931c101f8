// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Foundation
import QueryEngine
import TestSupport
import Testing

@testable import QueryShell

/// What the commands `check`, `test` and `explain` are made of.
@Suite struct CheckingTests {
  static let differences: [(expected: String, got: String, lines: [String])] = [
    ("", "", []), ("a\n", "a\n", []),
    ("a\nb\nc\n", "a\nx\nc\n", ["  a", "- b", "+ x", "  c"]),
    ("", "a\n", ["+ a"]), ("a\n\nb\n", "b\n", ["- a", "- ", "  b"]),
    (
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n2\n3\n4\n5\n6\n7\n8\n9\n10\n",
      ["- 1", "+ 0", "  2", "  3", "  …", "  8", "  9", "+ 10"]
    ),
  ]

  @Test(arguments: differences)
  func difference(expected: String, got: String, lines: [String]) {
    #expect(TextDifference.lines(expected: expected, got: got) == lines)
  }

  static let masks: [(text: String, masked: String)] = [
    ("3 of 7 hotels · 12 ms · sample\n", "3 of 7 hotels · N ms · sample\n"),
    ("7 hotels · 4 ms", "7 hotels · N ms"),
    ("hotels: the copy of 2 d ago", "hotels: the copy of N ago"),
    ("3 days", "3 days"), ("· 3 rows", "· 3 rows"), ("7 h wide", "7 h wide"), ("", ""),
  ]

  @Test(arguments: masks) func mask(text: String, masked: String) {
    #expect(TimeMask.masked(text) == masked)
  }

  /// What is mended can be read, and is no worse than before: of the scripts of the grammar none
  /// has a fault of syntax or of types afterwards that it had not.
  @Test func mendingMakesNoFault() throws {
    let folder = "\(TestSupport.repositoryRoot)/Grammar/corpus/invalid"
    let sources = SourceRegistry(Session.collecting().settings.sources, watch: .unwatched)
    var worse: [String] = []
    var mended = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".cq") {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      var file = CheckedFile(ScriptText(name: name, bytes: Array(bytes)))
      var known = file.faults(sources).map(\.code)
      mended += file.mend(sources)
      for fault in file.faults(sources)
      where "13".contains(fault.code.rawValue.dropFirst(3).first ?? " ") {
        if let place = known.firstIndex(of: fault.code) {
          known.remove(at: place)
        } else {
          worse.append("\(name): \(fault.message)")
        }
      }
    }
    #expect(worse == [])
    #expect(mended > 20)
  }

  static let unfinished: [(condition: String, help: String)] = [
    ("stars >=", "for example `filter stars >= 3`"),
    ("rooms + 1 <", "for example `filter rooms + 1 < 3`"),
    ("name =", "a number, a \"text\", a field or a bracket can stand here"),
    ("name contains", "for example `filter name contains \"dream\"`"),
    ("name not starts with", "for example `filter name not starts with \"dream\"`"),
    ("name like", "for example `filter name like \"dream*\"`"),
    ("name matches", "for example `filter name matches /dream/i`"),
    ("stars in (", "for example `filter stars in (3, 4)`, or texts in quotes"),
    ("stars between 1 and", "for example `filter stars between 1 and 3`"),
  ]

  /// An example of what is missing is no fault itself.
  @Test(arguments: unfinished) func helps(condition: String, help: String) {
    let sources = SourceRegistry(Session.collecting().settings.sources, watch: .unwatched)
    let faults = {
      ScriptCheck(ScriptText(name: "", "from hotels | " + $0), sources: sources).faults
    }
    let found = faults("filter \(condition)")
    #expect(found.map(\.remarks) == [[.help(help)]])
    let parts = help.split(separator: "`")
    #expect(parts.count == 1 || faults(String(parts[1])).isEmpty)
  }

  static let fix: [(script: String, mended: String)] = [
    ("from hotels | filter stars > 1,000", "from hotels | filter stars > 1,000"),
    ("from hotels | filter rooms > 1,5", "from hotels | filter rooms > 1,5"),
    ("from hotels | filter distance > 1,5", "from hotels | filter distance > 1.5"),
    // A division, not a comment.
    ("from hotels | filter rooms // 2 > 3", "from hotels | filter rooms // 2 > 3"),
    ("from hotels // all", "from hotels # all"),
    ("from hotels | except name", "from hotels | except name"),
    ("from hotels | first", "from hotels | first"),
    ("from hotels | first 3", "from hotels | limit 3"),
    // Texts, not conditions.
    ("from hotels | show n = name || \"y\"", "from hotels | show n = name || \"y\""),
    ("from hotels | show n = name || address", "from hotels | show n = name || address"),
    (
      "from hotels | filter stars = 3 || rooms = 2", "from hotels | filter stars = 3 or rooms = 2"
    ),
    // An id may have zeros before it.
    ("from hotels | filter id = 007", "from hotels | filter id = 007"),
    ("from hotels | where nam = 3", "from hotels | filter nam = 3"),
  ]

  /// Only what is certain is mended.
  @Test(arguments: fix) func mends(script: String, mended: String) {
    var file = CheckedFile(ScriptText(name: "a.cq", script))
    _ = file.mend(SourceRegistry(Session.collecting().settings.sources, watch: .unwatched))
    #expect(String(decoding: file.bytes, as: UTF8.self) == mended)
  }

  /// A script is tested on the day on which the pages are.
  @Test func scriptsHaveADay() {
    let script = "from hotels | limit 1 | assert today() = 2026-01-31"
    let test = ScriptTest(
      script: ScriptText(name: "t.cq", script), Session.collecting().settings)
    #expect(test.failures == [])
  }

  /// Whatever is said of a copy is the same a moment later.
  @Test func agesOfCopiesAreMasked() {
    let ages = [3, 59, 60, 3_599, 3_600, 86_399, 86_400, 900_000]
    for reason in [nil, "connection refused, tried 3 times"] {
      let copies = ages.map { Provenance.Origin.kept(age: $0, reason: reason) }
      let end = reason.map { " (\($0))" } ?? ""
      let footers = copies.compactMap(\.inFooter).map { TimeMask.masked("2 rows · \($0)\n") }
      #expect(Set(footers) == ["2 rows · copy of N ago\(end)\n"])
      let notes = copies.compactMap(\.inNote).map { TimeMask.masked("note: hotels: \($0)\n") }
      #expect(Set(notes) == ["note: hotels: the copy of N ago\(end)\n"])
    }
  }

  /// A copy whose stamp lies in the future.
  @Test func unknownAgesAreTold() {
    let copy = Provenance.Origin.kept(age: nil, reason: "offline")
    #expect(copy.inFooter == "copy of unknown age (offline)")
    #expect(copy.inNote == "the copy of unknown age (offline)")
  }

  /// A code without its page, or a page that is not part of the program, would be here.
  @Test func everyCodeHasItsPage() {
    let pages = DiagnosticPages.all
    #expect(pages.map(\.code) == DiagnosticCode.allCases.map(\.rawValue).sorted())
    #expect(pages.allSatisfy { $0.text.hasPrefix("# \($0.code): \($0.title)\n") })
    #expect(pages.allSatisfy { !$0.title.isEmpty && $0.text.hasSuffix("\n") })
  }
}
