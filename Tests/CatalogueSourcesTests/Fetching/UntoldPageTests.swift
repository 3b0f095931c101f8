// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Testing

@testable import CatalogueSources

/// Lists whose server tells neither how many items there are nor which page is next, and may give
/// fewer items than it is asked for.
@Suite struct UntoldPageTests {
  private let bench: FetchingBench
  private let definition: LoadedDefinition

  init() throws {
    bench = try FetchingBench()
    let text = """
      source shop {
        list "\(FetchingBench.list)?o={offset}&n={size}"
        items rows
        pages of 5
        field id Id key
      }
      """
    definition = try #require(
      DefinitionLoader.load(ScriptText(name: "shop.cq", text)).definitions.first)
  }

  private static func address(_ offset: Int) -> String { "\(FetchingBench.list)?o=\(offset)&n=5" }

  private static func body(_ ids: Range<Int>) -> String {
    "{\"rows\":[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]}"
  }

  /// Offers so many items by pages of at most `cap`, and says something of what is behind them.
  private func offer(_ count: Int, cap: Int, behind: ScriptedTransport.Answer?) {
    for start in stride(from: 0, to: max(count, 1), by: cap) {
      let page = Self.body(start..<min(start + cap, count))
      bench.transport.answer(Self.address(start), with: .reply(page))
    }
    if let behind { bench.transport.answer(Self.address(count), with: behind) }
  }

  /// Reads the list; how many rows there are, for which offsets the server was asked, the pages
  /// that are missing, and whether more of it may be left.
  private func read(_ mode: FetchMode = .live) throws -> String {
    let source = source(mode)
    let cursor = try source.scan(ScanRequest(fields: [0]))
    var rows = 0
    while let batch = try cursor.next() { rows += batch.count }
    let gaps = cursor.report.gaps.map { "page \($0.page ?? 0)" }
    return "\(rows) of \(asked)" + (gaps.isEmpty ? "" : " without \(gaps)")
      + (cursor.report.isCut ? " and on" : "")
  }

  private func source(_ mode: FetchMode) -> DefinedSource {
    var asking = DefinedSource.Asking()
    asking.isService = true
    return DefinedSource(definition, in: bench.store(mode), asking: asking, strict: false)
  }

  private var asked: [Int] {
    bench.transport.takeAsked().compactMap { request in
      request.address.firstMatch(of: /o=(\d+)/).flatMap { Int($0.1) }
    }
  }

  static let nothing = ScriptedTransport.Answer.reply("{\"rows\":[]}")

  /// The first page is followed where it is not full; the pages behind it show by their size
  /// whether it was the server that made it small.
  @Test(
    arguments: [
      (0, 5, nothing, "0 of [0]"), (2, 5, nothing, "2 of [0, 2]"), (5, 5, nothing, "5 of [0, 5]"),
      (7, 5, nothing, "7 of [0, 5]"), (10, 5, nothing, "10 of [0, 5, 10]"),
      (3, 3, nothing, "3 of [0, 3]"), (5, 3, nothing, "5 of [0, 3]"),
      (6, 3, nothing, "6 of [0, 3, 6]"), (7, 3, nothing, "7 of [0, 3, 6]"),
      (3, 1, nothing, "3 of [0, 1, 2, 3]"),
    ])
  func goesOnByWhatIsGiven(
    count: Int, cap: Int, behind: ScriptedTransport.Answer, expected: String
  ) throws {
    offer(count, cap: cap, behind: behind)
    #expect(try read() == expected)
  }

  /// What a server says of a page that it does not have.
  @Test(
    arguments: [
      (2, 404, "2 of [0, 2]"), (2, 410, "2 of [0, 2]"), (2, 416, "2 of [0, 2]"),
      (2, 400, "2 of [0, 2]"), (2, 422, "2 of [0, 2]"), (6, 404, "6 of [0, 3, 6]"),
      (2, 403, #"2 of [0, 2] without ["page 2"]"#), (2, 500, #"2 of [0, 2] without ["page 2"]"#),
      (6, 422, #"6 of [0, 3, 6] without ["page 3"]"#),
    ])
  func knowsTheEndByAStatus(count: Int, status: Int, expected: String) throws {
    offer(count, cap: 3, behind: .reply("no such page", status: status))
    #expect(try read() == expected)
  }

  /// A server that gives the same page again has no other, where that page is not full.
  @Test func aPageThatComesAgainIsTheEnd() throws {
    offer(2, cap: 5, behind: .reply(Self.body(0..<2)))
    #expect(try read() == "2 of [0, 2]")
    #expect(source(.live).isLocal)
    offer(5, cap: 5, behind: .reply(Self.body(0..<5)))
    bench.beginSession()
    #expect(try read(.refresh) == "5 of [0, 5] and on")
  }

  /// Who has enough asks for no other page.
  @Test func nobodyAsksWhoHasEnough() throws {
    offer(3, cap: 3, behind: Self.nothing)
    let cursor = try source(.live).scan(ScanRequest(fields: [0]))
    #expect(try cursor.next()?.count == 3)
    #expect(asked == [0])
  }

  /// In one session a page that was not there is not asked for again, nor is an empty one in a
  /// later one; where nobody can be asked, the list is as long as it was when it was read.
  @Test(arguments: [nothing, .reply("no such page", status: 404)])
  func anEndIsKept(behind: ScriptedTransport.Answer) throws {
    let isKept = try behind.get().status == 200
    offer(3, cap: 3, behind: behind)
    #expect(try [read(), read()] == ["3 of [0, 3]", "3 of []"])
    bench.beginSession()
    #expect(try [read(.offline), read()] == ["3 of []", isKept ? "3 of []" : "3 of [3]"])
    bench.now += 100_000
    bench.beginSession()
    let down = TransportFault.unreachable(reason: "connection refused", isOffline: true)
    for offset in [0, 3] { bench.transport.answer(Self.address(offset), with: .failure(down)) }
    #expect(try read() == "3 of [0, 3]")
  }

  /// A list of which only the first page was read may have had others.
  @Test func anUnknownEndIsMissed() throws {
    offer(3, cap: 3, behind: Self.nothing)
    _ = try source(.live).scan(ScanRequest(fields: [0])).next()
    #expect(asked == [0])
    #expect(try read(.offline) == #"3 of [] without ["page 2"]"#)
  }

  /// A list that has grown since is read on, though its end was known.
  @Test func anEndIsOfOneReading() throws {
    offer(3, cap: 3, behind: .reply("no such page", status: 404))
    #expect(try read() == "3 of [0, 3]")
    bench.now += 1_000
    bench.session.forgetAsked()
    offer(5, cap: 3, behind: nil)
    #expect(try read() == "5 of [0, 3]")
  }
}
