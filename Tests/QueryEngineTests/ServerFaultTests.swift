// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Testing

@testable import QueryEngine

/// What is said when a server gives nothing and nothing is kept.
@Suite struct ServerFaultTests {
  static let faults: [(ServerFault.Kind, String, String, Diagnostic.Remark)] = [
    (
      .badAddress, "it names no server",
      "CQ0501 an address of shop cannot be asked: it names no server",
      .help("an address is such as `https://example.org/list.json`")
    ),
    (
      .unreachable, "connection refused, tried 3 times",
      "CQ0501 shop did not answer (connection refused, tried 3 times); no cached copy",
      .help(.askAgain(source: "shop", wantsKey: false))
    ),
    (
      .offline, "offline", "CQ0501 shop is not asked (offline); no cached copy",
      .help(.goOnline)
    ),
    (
      .refused, "404 Not Found",
      "CQ0504 shop answered with an error (404 Not Found); no cached copy",
      .help(.askAgain(source: "shop", wantsKey: true))
    ),
    (
      .invalid, "is empty", "CQ0505 the reply of shop is empty; no cached copy",
      .help(.askAgain(source: "shop", wantsKey: false))
    ),
    (
      .missingKey(.notSet(variable: "SHOP_KEY", file: nil)), "SHOP_KEY is not set",
      "CQ0506 shop wants a key, and SHOP_KEY is not set; no cached copy",
      .help(.provideKey(.variable("SHOP_KEY", file: nil)))
    ),
  ]

  @Test(arguments: faults)
  func message(kind: ServerFault.Kind, reason: String, message: String, help: Diagnostic.Remark) {
    let text = ScriptText(name: "<test>", "from shop")
    let fault = ServerFault(kind, source: "shop", address: "https://h/list", cause: reason)
    let place = ScriptRange(5, 9)
    let told = Diagnostic(.server(fault), at: place, in: text)
    #expect("\(told.code.rawValue) \(told.message)" == message)
    #expect(told.primary == Diagnostic.Label(place, "https://h/list"))
    #expect(told.remarks == [help])
    #expect(told.code.exitStatus == .source)
  }

  /// How many answers are kept, the queries that they answer, and what is said of them.
  static let kept: [(ServerFault.Kind, Int, [String], Remedy)] = [
    (.unreachable, 1, [], .keptAnswers(count: 1, queries: [], isOffline: false)),
    (
      .refused, 3, ["from shop", #"from shop | search "tv""#],
      .keptAnswers(
        count: 3, queries: ["from shop", #"from shop | search "tv""#], isOffline: false)
    ),
    (
      .offline, 2, ["from shop"],
      .keptAnswers(count: 2, queries: ["from shop"], isOffline: true)
    ),
  ]

  @Test(arguments: kept)
  func keptAnswers(kind: ServerFault.Kind, copies: Int, queries: [String], remedy: Remedy) {
    var fault = ServerFault(kind, source: "shop", address: "https://h/list", cause: "x")
    fault.otherCopies = copies
    fault.keptQueries = queries
    let told = Diagnostic(.server(fault), at: nil, in: ScriptText(name: "<test>", "from shop"))
    #expect(told.remarks.first == .note(remedy))
  }
}
