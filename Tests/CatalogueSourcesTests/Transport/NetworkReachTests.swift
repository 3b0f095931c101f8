// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization
import TestSupport
import Testing

@testable import CatalogueSources

/// From where addresses are reached, however they are written.
@Suite struct AddressScopeTests {
  private static let scopes: [(AddressScope?, [String])] = [
    (
      .loopback,
      [
        "127.0.0.1", "127.255.255.255", "0.0.0.0", "0.1.2.3", "127.1", "0x7f000001", "2130706433",
        "0177.0.0.1", "127.0.0.1.", "[::1]", "::1", "::", "::ffff:127.0.0.1", "::127.0.0.1",
        "[::ffff:7f00:1]", "64:ff9b::127.0.0.1", "2002:7f00:1::",
      ]
    ),
    (
      .privateNetwork,
      [
        "10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1",
        "100.127.255.255", "fc00::1", "fdff::1", "[::ffff:10.0.0.7]", "64:ff9b::a00:7", "fec0::1",
        "2002:c0a8:101::1",
      ]
    ),
    (.linkLocal, ["169.254.169.254", "fe80::1", "febf::1", "::ffff:169.254.1.1"]),
    (
      .everywhere,
      [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "126.255.255.255", "128.0.0.0", "172.15.0.1",
        "172.32.0.1", "192.167.0.1", "192.169.0.1", "100.63.0.1", "100.128.0.1", "169.253.0.1",
        "2001:db8::1", "::ffff:8.8.8.8", "fb00::1", "fe00::1", "64:ff9b::808:808",
      ]
    ),
    (nil, ["localhost", "shop.example", "127.0.0.1.example", "10.0.0", "1.2.3.4.5", ""]),
  ]

  @Test func literals() {
    for (scope, hosts) in Self.scopes.dropLast() {
      for host in hosts { #expect(IPAddress(host: host)?.scope == scope, "\(host)") }
    }
    // `10.0.0` is 10.0.0.0 to a system.
    #expect(IPAddress(host: "10.0.0")?.scope == .privateNetwork)
    for host in ["localhost", "shop.example", "127.0.0.1.example", "1.2.3.4.5", ""] {
      #expect(IPAddress(host: host) == nil, "\(host)")
    }
    #expect(IPAddress(host: "[::ffff:10.0.0.7]")?.description == "::ffff:10.0.0.7")
  }
}

/// Which requests lead from public servers to near ones.
@Suite struct NetworkReachTests {
  private static let names = [
    "shop.example": ["203.0.113.7"], "evil.example": ["203.0.113.8"], "intranet": ["10.0.0.5"],
    "both.example": ["10.0.0.5", "203.0.113.9"],
  ]

  private static func addresses(_ host: String) -> [IPAddress] {
    (names[host] ?? []).compactMap { IPAddress(host: $0) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let named: Set<String>
    let target: String
    /// Where its host is found; nil for what is judged before.
    let found: String?
    let reason: String?

    var testDescription: String { "\(named.sorted()) \(target)" }

    init(_ named: Set<String>, _ target: String, at found: String? = nil, _ reason: String?) {
      self.named = named
      self.target = target
      self.found = found
      self.reason = reason
    }
  }

  private static let tail = ", to which no public server may lead; a definition may name it"
  private static let rows = [
    Row(["shop.example"], "http://127.0.0.1/x", "`127.0.0.1` is this machine\(tail)"),
    Row(["shop.example"], "http://localhost:8080/", "`localhost` is this machine\(tail)"),
    Row(["shop.example"], "http://a.localhost/", "`a.localhost` is this machine\(tail)"),
    Row(
      ["shop.example"], "http://[::ffff:10.0.0.7]/",
      "`[::ffff:10.0.0.7]` is in a private network\(tail)"),
    Row(
      ["shop.example"], "http://169.254.169.254/latest/meta-data/",
      "`169.254.169.254` is on the local link\(tail)"),
    Row(
      ["203.0.113.7"], "https://evil.example/", at: "192.168.1.1",
      "`evil.example` (192.168.1.1) is in a private network\(tail)"),
    Row(
      ["unknown.example"], "https://evil.example/", at: "::1",
      "`evil.example` (::1) is this machine\(tail)"),
    Row(["both.example"], "http://10.0.0.1/", "`10.0.0.1` is in a private network\(tail)"),
    Row(
      ["intranet", "shop.example"], "http://10.0.0.1/",
      "`10.0.0.1` is in a private network\(tail)"),
    Row(["shop.example"], "https://evil.example/", at: "203.0.113.8", nil),
    Row(["shop.example", "127.0.0.1"], "http://127.0.0.1/x", at: "127.0.0.1", nil),
    Row(["shop.example", "intranet"], "http://intranet/x", at: "10.0.0.5", nil),
    Row(["intranet"], "http://10.0.0.1/x", at: "10.0.0.1", nil),
    Row(["127.0.0.1"], "http://192.168.0.1/x", at: "192.168.0.1", nil),
    Row(["localhost"], "http://127.0.0.1:81/", at: "127.0.0.1", nil),
  ]

  @Test(arguments: rows) func judges(_ row: Row) throws {
    let reach = NetworkReach(lookup: Self.addresses)
    var request = HTTPRequest(row.target)
    request.named = row.named
    let hop = try Hop(request)
    let fault = row.reason.map { TransportFault.badAddress(reason: $0) }
    let before = reach.refusal(of: hop)
    #expect(before == (row.found == nil ? fault : nil))
    guard let found = row.found.flatMap({ IPAddress(host: $0) }) else { return }
    #expect(reach.refusal(of: hop, at: found, port: 80) == fault)
    // What was refused was not connected to: the next time the host may be found elsewhere.
    #expect(reach.refusal(of: hop) == nil)
  }

  /// A connection that is open is used without asking for the address: what was let through for one
  /// definition is judged again for another.
  @Test func judgesOpenConnections() throws {
    let reach = NetworkReach(lookup: Self.addresses)
    let near = try #require(IPAddress(host: "192.168.1.1"))
    var request = HTTPRequest("https://evil.example/")
    request.named = ["evil.example"]
    #expect(reach.refusal(of: try Hop(request), at: near, port: 443) == nil)
    request.named = ["203.0.113.7"]
    #expect(
      reach.refusal(of: try Hop(request))
        == .badAddress(reason: "`evil.example` is in a private network\(Self.tail)"))
  }

  /// A server that a redirect has led to is one that leads on.
  @Test func countsRedirects() throws {
    let reach = NetworkReach(lookup: Self.addresses)
    let away = HTTPReply(
      status: 302, headers: [HTTPField("Location", "http://evil.example/")], body: [])
    let back = HTTPReply(
      status: 302, headers: [HTTPField("Location", "http://10.0.0.1/")], body: [])
    let hop = try Hop(HTTPRequest("http://intranet/")).next(after: away, most: 5)
    let last = try #require(try hop?.next(after: back, most: 5))
    #expect(
      reach.refusal(of: last)
        == .badAddress(reason: "`10.0.0.1` is in a private network\(Self.tail)"))
  }

  /// What is connected to is a proxy, which looks for the server itself.
  @Test func leavesNamesToProxies() throws {
    let proxies = ProxyAddresses { name in
      ["http_proxy": "http://ann:p@w@127.0.0.1:3128/", "ALL_PROXY": "socks5h://[::1]"][name]
    }
    func contains(_ host: String, _ port: Int) -> Bool {
      IPAddress(host: host).map { proxies.contain($0, port: port) } ?? false
    }
    #expect(contains("127.0.0.1", 3128) && contains("::1", 1080))
    #expect(!contains("127.0.0.1", 80) && !contains("10.0.0.1", 3128) && !contains("::1", 3128))
  }
}

/// The same with servers, one of which is taken for a public one.
@Suite struct PublicServerTests {
  private static let publicHost = "127.0.0.2"

  private static func transport() -> CurlTransport {
    CurlTransport(limits: .small, retries: .quick) {
      $0 == IPAddress(host: publicHost) ? .everywhere : $0.scope
    }
  }

  private static let refused =
    "`127.0.0.1` is this machine, to which no public server may lead; a definition may name it"

  @Test func redirectsLeadNotToThisMachine() throws {
    let near = try LoopbackServer { _ in .json("[2]") }
    let server = try LoopbackServer(host: Self.publicHost) { _ in
      .redirect(to: near.address("/there"))
    }
    var request = HTTPRequest(server.address("/list"))
    #expect(
      Self.transport().outcome(request) == .fault(.badAddress(reason: Self.refused)))
    #expect(near.connections == 0)
    request.named = [Self.publicHost, "127.0.0.1"]
    #expect(Self.transport().outcome(request) == .reply(200, "[2]"))
    // Every way between near servers is free.
    let plain = CurlTransport.small.outcome(server.address("/list"))
    #expect(plain == .reply(200, "[2]"))
  }

  /// Nothing is sent where the name turns out to be near, and nothing by an open connection.
  @Test func judgesWhatWasFound() throws {
    let near = try LoopbackServer { _ in .json("[2]") }
    let asked = Mutex(0)
    let transport = CurlTransport(limits: .small, retries: .quick) { _ in
      asked.withLock { asked in
        asked += 1
        // What is written is public; what is found is not.
        return asked == 1 ? .everywhere : .loopback
      }
    }
    var request = HTTPRequest(near.address())
    request.named = ["unknown.invalid"]
    let outcome = transport.outcome(request)
    #expect(
      outcome
        == .fault(
          .badAddress(
            reason: "`127.0.0.1` (127.0.0.1) is this machine, to which no public server may lead; "
              + "a definition may name it")))
    #expect(near.connections == 0)
  }

  /// The address of a picture stands in the data.
  @Test func picturesLeadNotToThisMachine() throws {
    let near = try LoopbackServer { _ in .reply(text: "GIF89a\u{1}\0\u{1}\0\0\0\0;") }
    let session = FetchSession(
      transport: Self.transport(), cache: ResponseCache(in: nil),
      keys: KeyRing(file: nil) { _ in nil }, clock: { 0 })
    func fetch(naming addresses: [String]) -> [String] {
      let place = NetworkPlace(
        source: "shop", list: "http://\(Self.publicHost)/list", terms: ServiceTerms(),
        naming: addresses, sample: nil)
      var request = PayloadRequest(.picture(id: "7"), at: near.address("/7.gif")) { _ in }
      request.isGivenByData = true
      return NetworkStore(place, mode: .live, session: session).payloads([request])
        .map(FetchingBench.describe)
    }
    let refused = fetch(naming: [])
    #expect(refused == ["! badAddress shop \(near.address("/7.gif")): \(Self.refused)"])
    #expect(near.connections == 0)
    let named = fetch(naming: ["http://127.0.0.1/other"])
    #expect(named == ["GIF89a\u{1}\0\u{1}\0\0\0\0; live"])
  }
}
