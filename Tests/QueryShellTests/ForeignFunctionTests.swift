// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import Testing

@testable import QueryShell

/// What is advised to people who bring the functions of other languages.
@Suite struct ForeignFunctionTests {
  /// Whether a piece of advice runs: as an expression, an aggregate, a stage or a statement.
  private static func runs(_ piece: String) -> Bool {
    [
      "from hotels | limit 1 | show x = \(piece)", "from hotels | summarize x = \(piece)",
      "from hotels | \(piece)", piece,
    ].contains { script in
      let session = Session.collecting()
      return session.run(ScriptText(name: "<test>", script)) == .success
    }
  }

  @Test func whatIsAdvisedRuns() {
    var known: Set<String> = []
    for (word, help) in OtherLanguageWords.missing where known.insert(help).inserted {
      let pieces = help.matches(of: /`([^`]+)`/).map { String($0.1) }
      #expect(pieces.first.map(Self.runs) ?? false, "\(word): \(help)")
    }
  }

  /// No function of this language is taken for one of another, and none is named twice.
  @Test func adviceIsOfOtherLanguages() {
    let missing = Set(OtherLanguageWords.missing.keys)
    #expect(missing.filter { FunctionName(of: $0) != nil } == [])
    #expect(missing.intersection(OtherLanguageWords.functions.keys) == [])
  }

  @Test(arguments: [
    ("ltrim(name)", "`trim(name)` takes the space away at both ends"),
    ("datediff(today(), today())", "`today() - 2024-01-01` is the time between two dates"),
    ("greatest(rooms, 1)", "`if rooms > stars then rooms else stars` is the greater of two"),
    ("test(name)", "`name matches /dream/` asks whether a pattern is in a text"),
  ])
  func isAdvised(call: String, help: String) {
    let session = Session.collecting()
    _ = session.run(ScriptText(name: "<test>", "from hotels | show x = \(call)"))
    let told = session.reported.flatMap(\.remarks).map(\.text)
    #expect(session.reported.map(\.code) == [.unknownFunction] && told.contains(help), "\(told)")
  }
}
