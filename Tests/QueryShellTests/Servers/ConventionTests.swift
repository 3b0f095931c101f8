// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import QueryShell

/// Definitions of catalogues whose servers keep to conventions of others: what queries give, and
/// what the servers were asked for that.
///
/// `Tests/Fixtures/Catalogues` has a definition and a transcript for each, in which a line
/// `> QUERY` runs in a session of its own. With `CQ_UPDATE=1` what came of it is written below it.
@Suite(.timeLimit(.minutes(10))) struct ConventionTests {
  private static let folder = "\(TestSupport.repositoryRoot)/Tests/Fixtures/Catalogues"

  @Test(arguments: ["odata", "linked", "basic", "jsonapi", "plain"])
  func transcript(_ convention: String) throws {
    let path = "\(Self.folder)/\(convention).txt"
    let written = try TestSupport.text(ofFile: path)
    let played = try written.split(separator: "\n").filter { "#>".contains($0.first ?? " ") }
      .map { line in
        guard line.hasPrefix("> ") else { return "\(line)\n" }
        let bench = try ConventionBench(convention)
        let run = bench.run(String(line.dropFirst(2)))
        let status = run.status == .success ? "" : "status \(run.status.rawValue)\n"
        return "\(line)\n\(run.output)\(run.errors)\(status)" + bench.asked
      }.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["CQ_UPDATE"] != nil {
      try played.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(played == written)
  }

  /// What a server is asked to do changes no answer.
  @Test(arguments: ["odata", "linked", "basic", "jsonapi"])
  func answersAreEqualWithoutPushing(_ convention: String) throws {
    let path = "\(Self.folder)/\(convention).txt"
    let queries = try TestSupport.text(ofFile: path).split(separator: "\n")
      .filter { $0.hasPrefix("> from") && !$0.contains("explain") }
    #expect(queries.count > 3)
    for query in queries {
      let script = "\(query.dropFirst(2)) | to csv"
      let usual = try ConventionBench(convention).run(script)
      let plain = try ConventionBench(convention).run(script) { $0.run.rewritesPlans = false }
      #expect(usual.output == plain.output, "\(query)")
      #expect(!usual.output.isEmpty)
    }
  }

  /// The chapter of other people's servers shows the definitions that are tried here, and what
  /// their queries give.
  @Test func chapterIsTrue() throws {
    let page = try TestSupport.text(
      ofFile: "\(TestSupport.repositoryRoot)/Documentation/YourOwnCatalogue.md")
    let heading = try #require(page.firstRange(of: "## Other people's servers"))
    let rest = page[heading.upperBound...]
    let chapter = rest[..<(rest.firstRange(of: "## A datasette, and")?.lowerBound ?? rest.endIndex)]
    let blocks = chapter.split(separator: "```").enumerated()
      .filter { $0.offset % 2 == 1 }.map { $0.element.drop { $0 != "\n" }.dropFirst() }
    let conventions = ["linked", "basic", "odata", "jsonapi"]
    try #require(blocks.count == 2 * conventions.count)
    for (index, convention) in conventions.enumerated() {
      let definition = try TestSupport.text(ofFile: "\(Self.folder)/\(convention).cq")
      #expect(blocks[2 * index] == definition)
      let shown = blocks[2 * index + 1]
      let query = try #require(shown.firstMatch(of: #/^\$ cq -c '(.*)'\n/#)).1
      let run = try ConventionBench(convention).run(String(query))
      #expect(shown == "$ cq -c '\(query)'\n\(run.output)")
    }
  }

  /// So it shows those by which other programs are asked.
  @Test(arguments: ["datasette", "django"]) func partnersAreShown(_ name: String) throws {
    let folder = TestSupport.repositoryRoot
    let page = try TestSupport.text(ofFile: "\(folder)/Documentation/YourOwnCatalogue.md")
    let text = try TestSupport.text(ofFile: "\(folder)/Tests/DefinitionPartners/\(name).cq")
    let definition = text.drop { $0 != "\n" }.dropFirst()
      .replacing("http://127.0.0.1:PORT", with: "https://data.example")
    #expect(page.contains("```text\n\(definition)```"))
  }

  /// A second session reads what the first has kept: all pages and the total, without asking.
  @Test(arguments: ["odata", "linked", "basic", "jsonapi"])
  func pagesAndTotalsAreKept(_ convention: String) throws {
    let bench = try ConventionBench(convention)
    let query = "from \(convention) | show id"
    let first = bench.run(query)
    let count = bench.server.requests.count
    let second = bench.run(query)
    #expect(first.output.hasPrefix("id\n") && first.output.contains("\n7"))
    let table = first.output.split(separator: "\n").prefix(9).joined(separator: "\n")
    #expect(second.output.hasPrefix(table))
    #expect(count > 1 && bench.server.requests.count == count)
  }

  /// A key is sent to its server and stands nowhere else: not in what is shown, in what is kept or
  /// in the name under which it is kept.
  @Test(arguments: ["odata", "linked", "basic"])
  func keysAreSentAndNowhereElse(_ convention: String) throws {
    let bench = try ConventionBench(convention)
    let run = bench.run("from \(convention) | count", "show 1 of \(convention)")
    bench.hasWrongKey.withLock { $0 = true }
    let wrong = bench.run("from \(convention) | count")
    let secrets = [
      PlayedShop.key, PlayedShop.login, "cs_s3cret/x", String(PlayedShop.basic.dropFirst(6)),
      "wrong:password-4711", "password-4711", "d3Jvbmc6cGFzc3dvcmQtNDcxMQ==",
    ]
    let cache = ResponseCache(in: bench.folder)
    let entries = cache.entries(now: ConventionBench.now) ?? []
    let bodies = entries.compactMap { cache.copy(of: $0.address, now: ConventionBench.now)?.body }
    #expect(!entries.isEmpty)
    let texts =
      [run.output, run.errors, wrong.output, wrong.errors] + entries.map { "\($0)" }
      + bodies.map { String(decoding: $0, as: UTF8.self) }
    for secret in secrets {
      #expect(!texts.contains { $0.contains(secret) }, "\(secret)")
    }
    #expect(
      bench.server.requests.allSatisfy {
        ($0.value(of: "Authorization") ?? $0.value(of: "X-Shopify-Access-Token")) != nil
      })
    #expect(!bench.server.requests.contains { $0.target.contains("4711") })
  }
}

/// A server of a convention, the definition of its catalogue, and sessions with it.
final class ConventionBench: Sendable {
  static let now = 1_000_000
  let server: LoopbackServer
  let folder: String
  let hasWrongKey = Mutex(false)
  private let convention: String
  private let definition: String

  init(_ convention: String) throws {
    self.convention = convention
    let origins = Origin()
    server = try LoopbackServer { request in
      PlayedShop.answer(convention, request, origin: origins.text.withLock(\.self))
    }
    let address = server.address("")
    origins.text.withLock { $0 = address }
    folder = try TestSupport.temporaryDirectory()
    let path = "\(TestSupport.repositoryRoot)/Tests/Fixtures/Catalogues/\(convention).cq"
    definition = "\(folder)/\(convention).cq"
    try TestSupport.text(ofFile: path).replacing("https://shop.example", with: address)
      .write(toFile: definition, atomically: true, encoding: .utf8)
  }

  private final class Origin: Sendable {
    let text = Mutex("")
  }

  /// Runs scripts in a new session; the status is that of the last.
  func run(
    _ scripts: String..., change: (inout SessionSettings) -> Void = { _ in }
  ) -> ShellRun {
    var settings = Session.collecting().settings
    settings.isOffline = false
    settings.sources.definitions = [definition]
    change(&settings)
    let key =
      hasWrongKey.withLock(\.self)
      ? "wrong:password-4711" : convention == "basic" ? PlayedShop.login : PlayedShop.key
    var retries = RetryPolicy()
    retries.pauseMilliseconds = 1
    let network = NetworkAccess(
      FetchSession(
        transport: CurlTransport(retries: retries), cache: ResponseCache(in: folder),
        keys: KeyRing(file: nil) { $0.hasPrefix("CQ_KEY_") ? key : nil },
        clock: { Self.now }), mode: hasWrongKey.withLock(\.self) ? .refresh : .live)
    settings.sources.network = network.store
    let session = Session(
      settings, network: network, output: OutputStream(), errors: OutputStream(),
      calendar: { nil }, isCancelled: { false }, forgetCancelling: {})
    var run = ShellRun("")
    for script in scripts { run.status = session.run(ScriptText(name: "<test>", script)) }
    run.output = portless(session.output.taken())
    run.errors = portless(session.errors.taken())
    return run
  }

  private func portless(_ text: String) -> String {
    text.replacing(":\(server.port)", with: ":PORT")
  }

  /// Each request in a line.
  var asked: String {
    server.requests.map { "\($0.method) \(portless($0.target))\n" }.joined()
  }
}
