// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization
import Testing

@testable import CatalogueSources

/// What a source is called that is given by an address with a key in it.
@Suite struct AddressNameTests {
  private static let address = "https://h.example/x.json?apitoken=4711&page=2"
  private static let name = "https://h.example/x.json?apitoken=***&page=2"

  private let transport = ScriptedTransport()

  /// The source, or why there is none, and what the watcher was told.
  private func open(
    _ address: String = address, isStrict: Bool = false, isServed: Bool = true
  ) -> (source: Result<(any CatalogueSource)?, SourceFault>, labels: [String]) {
    let heard = Heard()
    let session = FetchSession(
      transport: transport, cache: ResponseCache(in: nil), keys: KeyRing(file: nil) { _ in nil },
      watcher: { subject in
        heard.labels.withLock { $0.append(subject.source) }
        return TransferWatcher()
      }, clock: { 1_000 })
    var options = SourceRegistry.Options()
    options.isStrict = isStrict
    if isServed { options.network = { NetworkStore($0, mode: .live, session: session) } }
    let registry = SourceRegistry(options, watch: .unwatched)
    let source = Result { () throws(SourceFault) in
      try registry.source(.address(address))
    }
    return (source, heard.labels.withLock(\.self))
  }

  private final class Heard: Sendable { let labels = Mutex<[String]>([]) }

  @Test func schemaAndLabel() throws {
    transport.answer(Self.address, with: .reply(#"[{"id": 1}, 5]"#))
    let (result, labels) = open()
    let source = try #require(try result.get())
    #expect([source.schema.source] + labels == [Self.name, Self.name])
    let cursor = try source.scan(ScanRequest(fields: [0]))
    while try cursor.next() != nil {}
    #expect(!"\(cursor.report)".contains("4711"))
    #expect(transport.takeAsked() == [.list(Self.address)])
  }

  @Test func faults() {
    let answers: [ScriptedTransport.Answer] = [
      .reply("", status: 500), .reply("<html>"), .reply("[1]"), .reply("[{\"a\": 1"), .reply(""),
    ]
    for answer in answers {
      transport.answer(Self.address, with: answer)
      #expect(Self.names(open().source) == [true, false])
    }
    #expect(Self.names(open(isServed: false).source) == [true, false])
  }

  /// A table is read as one, by its name or else by its first lines.
  @Test(arguments: ["id,name\n1,x\n", "\"id\"\t\"name\"\n1\tx\n"])
  func tables(_ text: String) throws {
    let address = "https://h.example/x?key=4711"
    transport.answer(address, with: .reply(text))
    let source = try #require(try open(address).source.get())
    #expect(source.schema.fields.map { "\($0.name):\($0.type)" } == ["id:Int", "name:Text"])
  }

  /// A sentence with a comma in it is no table.
  @Test func sentences() {
    transport.answer(Self.address, with: .reply("Sorry, this service\nhas moved.\n"))
    #expect(!"\(open().source)".contains("CSV"))
  }

  /// Whether a fault tells the name, and whether it tells the key.
  private static func names(_ result: Result<(any CatalogueSource)?, SourceFault>) -> [Bool] {
    guard case .failure(let fault) = result else { return [] }
    return ["\(fault)".contains(name), "\(fault)".contains("4711")]
  }
}
