// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// What a statement asks servers for by single items.
@Suite struct ItemsAskedTests {
  private static let answers: [String: ScriptedTransport.Answer] = [
    "some": .reply("[1]"), "aged": .reply("", status: 500), "broken": .reply("", status: 500),
    "gone": .reply("", status: 404),
  ]

  /// Nothing twice, whatever came, until the next statement.
  @Test func asksForNothingTwice() throws {
    let bench = try FetchingBench()
    bench.terms.freshness = 0
    for (name, answer) in Self.answers {
      bench.transport.answer("https://shop.example/api/\(name)", with: answer)
    }
    bench.cache.keep(.sample("https://shop.example/api/aged", "[2]", at: bench.now - 100))
    let ask = {
      ["some", "aged", "broken", "gone"].map { name in
        bench.fetch(name == "gone" ? .relation("like", id: "1") : .detail(id: "1"), at: name)
      }
    }
    let reason = "500 Internal Server Error"
    let rest = [
      "[2] kept(age: 100, reason: Optional(\"it answered \(reason)\"))",
      "! refused shop https://shop.example/api/broken: \(reason)", "nothing",
    ]
    bench.session.beginStatement(mostItems: 4)
    #expect(ask() == ["[1] live"] + rest)
    #expect(bench.transport.takeAsked().count == 4)
    #expect(ask() == ["[1] live"] + rest)
    #expect(bench.transport.takeAsked().count == 0)
    bench.session.beginStatement(mostItems: 3)
    #expect(ask() == ["[1] live"] + rest.dropLast() + ["! more than 3 items"])
    #expect(bench.transport.takeAsked().count == 3)
    #expect(bench.fetch(.picture(id: "1"), at: "gone") == "nothing")
  }
}
