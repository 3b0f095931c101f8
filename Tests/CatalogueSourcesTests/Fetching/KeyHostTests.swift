// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// A key goes to the server of its list, wherever data point to.
@Suite struct KeyHostTests {
  private static let key = "S3cr3t+Key/4711"
  private static let carriers = [Secret.Carrier.parameter("apiKey"), .header("X-Key")]
  private static let picture = PayloadRequest.Role.picture(id: "7")

  private static let addresses: [(String, Bool)] = [
    ("https://shop.example/7.jpg", true), ("7.jpg", true), ("//shop.example:443/7.jpg", true),
    ("https://SHOP.example/7.jpg", true), ("https://evil.example/7.jpg", false),
    ("//evil.example/7.jpg", false), ("https://shop.example.evil.example/7.jpg", false),
    ("https://api.shop.example/7.jpg", false), ("https://shop.example:444/7.jpg", false),
    ("http://shop.example/7.jpg", false), ("http://shop.example:443/7.jpg", false),
  ]

  @Test(arguments: carriers, addresses)
  func goesToItsHost(carrier: Secret.Carrier, row: (address: String, isSent: Bool)) throws {
    let bench = try FetchingBench()
    bench.terms.key = KeyDemand(variable: "SHOP_KEY", carrier: carrier)
    bench.setVariable("SHOP_KEY", Self.key)
    #expect(bench.fetch(Self.picture, at: row.address) == "nothing")
    let secret = Secret(carrier, value: Self.key)
    #expect(bench.transport.takeAsked().map(\.secret) == [row.isSent ? secret : nil])
  }

  /// Other hosts want none, and the same host behind another scheme or port is another.
  @Test func otherHostsWantNone() throws {
    let bench = try FetchingBench()
    bench.terms.key = KeyDemand(variable: "SHOP_KEY", carrier: .parameter("apiKey"))
    #expect(bench.fetch(Self.picture, at: "https://evil.example/7.jpg") == "nothing")
    #expect(bench.fetch(Self.picture, at: "7.jpg").hasPrefix("! missingKey"))
    let place = NetworkPlace(
      source: "shop", list: "http://shop.example/list", terms: bench.terms, sample: nil)
    let demands = try ["https://shop.example/7.jpg", "https://shop.example:444/7.jpg"].map {
      try place.key(at: HTTPAddress($0))
    }
    #expect(demands == [nil, nil])
  }

  /// An address that stands whole in the data has no key, also on the server of the list.
  @Test(arguments: carriers) func dataGetNoKey(carrier: Secret.Carrier) throws {
    let bench = try FetchingBench()
    bench.terms.key = KeyDemand(variable: "SHOP_KEY", carrier: carrier)
    bench.setVariable("SHOP_KEY", Self.key)
    var request = PayloadRequest(Self.picture, at: "https://shop.example/api/keys?all=1") { _ in }
    request.isGivenByData = true
    _ = bench.store().payloads([request])
    #expect(bench.transport.takeAsked() == [HTTPRequest("https://shop.example/api/keys?all=1")])
  }

  private static let lists: [(String, Bool)] = [
    ("https://shop.example/list", true), ("http://shop.example/list", false),
    ("http://192.0.2.2:8805/list", false), ("http://127.0.0.1:8805/list", true),
    ("http://127.9.9.9/list", true), ("http://127.0.0.1.evil.example/list", false),
    ("http://127.1/list", false), ("http://127.0.0.256/list", false),
    ("http://0127.0.0.1/list", false), ("http://127.0.0.01/list", false),
    ("http://localhost/list", true), ("http://localhost.example/list", false),
    ("http://[::1]/list", true), ("http://[::2]/list", false),
  ]

  /// Without encryption it goes nowhere but to this machine, and other servers are not asked.
  @Test(arguments: carriers, lists)
  func goesNowhereOpenly(carrier: Secret.Carrier, row: (list: String, isSent: Bool)) throws {
    let bench = try FetchingBench()
    bench.terms.key = KeyDemand(variable: "SHOP_KEY", carrier: carrier)
    bench.setVariable("SHOP_KEY", Self.key)
    let place = NetworkPlace(source: "shop", list: row.list, terms: bench.terms, sample: nil)
    let request = PayloadRequest(.list(category: nil, page: 1), at: row.list) { _ in }
    let given = NetworkStore(place, mode: .live, session: bench.session).payloads([request])
    let secret = Secret(carrier, value: Self.key)
    #expect(bench.transport.takeAsked().map(\.secret) == (row.isSent ? [secret] : []))
    guard !row.isSent else { return }
    let server = row.list.split(separator: "/")[1]
    let kind = #"missingKey(Catalogue.KeyFault.sentOpenly(server: "\#(server)"))"#
    let reason = "to `\(server)` it would go without encryption, for others to read"
    #expect(
      given.map(FetchingBench.describe) == ["! \(kind) shop \(row.list): \(reason)"])
  }

  /// The same through a real transport, to a second server.
  @Test(arguments: carriers) func secondServer(carrier: Secret.Carrier) throws {
    let picture = "GIF89a\u{1}\0\u{1}\0\0\0\0;"
    let other = try LoopbackServer(host: "127.0.0.2") { _ in .reply(text: picture) }
    let server = try LoopbackServer { _ in .json("[1]") }
    let session = FetchSession(
      transport: CurlTransport(), cache: ResponseCache(in: nil),
      keys: KeyRing(file: nil) { $0 == "SHOP_KEY" ? Self.key : nil }, clock: { 0 })
    var terms = ServiceTerms()
    terms.key = KeyDemand(variable: "SHOP_KEY", carrier: carrier)
    let place = NetworkPlace(
      source: "shop", list: server.address("/list"), terms: terms, sample: nil)
    let requests = [
      PayloadRequest(.list(category: nil, page: 1), at: "list") { _ in },
      PayloadRequest(Self.picture, at: other.address("/7.gif")) { _ in },
    ]
    let given = NetworkStore(place, mode: .live, session: session).payloads(requests)
    #expect(given.map(FetchingBench.describe) == ["[1] live", "\(picture) live"])
    #expect(server.requests.map { $0.mentions("4711") } == [true])
    #expect(other.requests.map(\.target) == ["/7.gif"])
    #expect(other.requests.map { $0.mentions("S3cr3t") || $0.mentions("4711") } == [false])
  }
}
