// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@testable import CatalogueSources

/// How long copies of what a server said live, and how long they are taken without asking.
@Suite struct ServiceTermsTests {
  /// The clause, how many seconds a copy is fresh, and how many it is kept.
  static let clauses = [
    ("", 900, 30 * 86_400, false), ("keep 7 days", 900, 7 * 86_400, false),
    ("keep 5 minutes", 300, 300, false), ("keep 0 days", 0, 0, false),
    ("keep 30 days always", 900, 30 * 86_400, true),
  ]

  @Test(arguments: clauses)
  func keep(clause: String, freshness: Int, retention: Int, isAlways: Bool) throws {
    let text = "source s {\nlist \"https://s.example/list\"\nfield id Id key\n\(clause)\n}\n"
    let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", text))
    try #require(loaded.diagnostics == [])
    let terms = try #require(loaded.definitions.first).service.terms
    #expect(terms.freshness == freshness)
    #expect(terms.retention == retention)
    #expect(terms.keepsAlways == isAlways)
  }
}
