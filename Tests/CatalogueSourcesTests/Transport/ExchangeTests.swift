// SPDX-License-Identifier: MIT

import CatalogueSources
import Testing

@testable import CatalogueSources

/// Runs an exchange against servers that exist in words only, in a time that passes at once.
private struct Simulation {
  struct Reply {
    /// How long the server takes, in milliseconds.
    var takes = 10
    var end: AttemptEnd

    init(_ status: Int, _ headers: [HTTPField] = [], takes: Int = 10) {
      end = .reply(HTTPReply(status: status, headers: headers, body: []))
      self.takes = takes
    }

    init(_ end: AttemptEnd) { self.end = end }
  }

  /// One line for each attempt: when it starts, what it asks, how long it may take.
  private(set) var lines: [String] = []
  private(set) var results: [Result<HTTPReply, TransportFault>]

  init(
    _ requests: [HTTPRequest], limits: TransferLimits = TransferLimits(),
    answers: (_ address: String, _ count: Int) -> Reply
  ) {
    var traffic = HostTraffic(mostAtOnce: limits.requestsAtOncePerHost)
    self.init(requests, limits: limits, from: 0, &traffic, answers: answers)
  }

  /// One of several, the first of which starts at 0.
  init(
    _ requests: [HTTPRequest], limits: TransferLimits = TransferLimits(), from start: Int,
    _ traffic: inout HostTraffic, answers: (_ address: String, _ count: Int) -> Reply
  ) {
    var exchange = Exchange(requests, limits: limits, retries: RetryPolicy())
    var running: [(end: Int, attempt: Exchange.Attempt, reply: Reply)] = []
    var now = start
    while !exchange.isDone {
      let (attempts, wait) = exchange.begin(at: now, traffic: &traffic)
      for attempt in attempts {
        let address = attempt.hop.addressToSend
        let reply = answers(address, lines.count { $0.contains(" \(address) ") } + 1)
        lines.append("\(now) \(address) \(attempt.milliseconds)")
        running.append((now + reply.takes, attempt, reply))
      }
      guard let next = (running.map(\.end) + (wait.map { [now + $0] } ?? [])).min() else { break }
      now = next
      for done in running.filter({ $0.end <= now }) {
        exchange.end(
          done.attempt, with: done.reply.end, at: Instant(milliseconds: now, date: 0), spread: 0,
          traffic: &traffic)
      }
      running.removeAll { $0.end <= now }
    }
    results = exchange.results(missing: .cancelled)
  }

  var statuses: [String] {
    results.map { result in
      switch result {
      case .success(let reply): "\(reply.status)"
      case .failure(let fault): "\(fault)"
      }
    }
  }
}

@Suite struct ExchangeTests {
  @Test func pausesBetweenRepetitionsAndGivesTheLastReply() {
    let run = Simulation([HTTPRequest("http://a/1")]) { _, _ in .init(500) }
    #expect(run.lines == ["0 http://a/1 60000", "510 http://a/1 60000", "1520 http://a/1 60000"])
    #expect(run.statuses == ["500"])
  }

  @Test func waitsAsLongAsTheServerSays() {
    let run = Simulation([HTTPRequest("http://a/1")]) { _, count in
      count == 1 ? .init(429, [HTTPField("Retry-After", "7")]) : .init(200)
    }
    #expect(run.lines == ["0 http://a/1 60000", "7010 http://a/1 60000"])
    #expect(run.statuses == ["200"])
  }

  @Test func repeatsOnlyTheRequestThatFailed() {
    let requests = ["http://a/1", "http://a/2", "ftp://a/3"].map { HTTPRequest($0) }
    let run = Simulation(requests) { address, count in
      guard address == "http://a/2" else { return .init(200) }
      let fault = TransportFault.unreachable(reason: "away", isOffline: true)
      return count < 3 ? .init(.nothing(fault)) : .init(404)
    }
    #expect(
      run.lines == [
        "0 http://a/1 60000", "0 http://a/2 60000", "510 http://a/2 60000",
        "1520 http://a/2 60000",
      ])
    #expect(
      run.statuses
        == [
          "200", "404",
          "\(TransportFault.badAddress(reason: "`ftp` is neither `http` nor `https`"))",
        ])
  }

  @Test func givesUpWhereNothingComes() {
    let fault = TransportFault.unreachable(reason: "away", isOffline: true)
    let run = Simulation([HTTPRequest("http://a/1")]) { _, _ in .init(.nothing(fault)) }
    #expect(run.lines.count == 3)
    #expect(
      run.results == [.failure(.unreachable(reason: "away", isOffline: true, tries: 3))])
  }

  @Test func countsTheTimeOfAllRedirectsTogether() {
    let run = Simulation([HTTPRequest("http://a/1")]) { address, count in
      address == "http://a/3"
        ? .init(count == 1 ? 503 : 200)
        : .init(302, [HTTPField("Location", address == "http://a/1" ? "2" : "3")], takes: 20_000)
    }
    #expect(
      run.lines == [
        "0 http://a/1 60000", "20000 http://a/2 40000", "40000 http://a/3 20000",
        "40510 http://a/3 60000",
      ])
    let slow = Simulation([HTTPRequest("http://a/1")]) { _, _ in
      .init(302, [HTTPField("Location", "2")], takes: 60_000)
    }
    let reason = "it took longer than 60 s"
    #expect(slow.results == [.failure(.tooSlow(reason: reason, limit: .total))])
  }

  @Test func keepsToTheRateOfAServer() {
    let requests = (1...5).map { HTTPRequest("http://a/\($0)", rate: 2) }
    let run = Simulation(requests + [HTTPRequest("http://b/", rate: 1)]) { _, _ in .init(200) }
    #expect(
      run.lines.map { $0.prefix { $0 != " " } }
        == ["0", "0", "0", "1100", "1100", "2200"])
    #expect(run.lines[2] == "0 http://b/ 60000")
  }

  @Test func asksAServerSixTimesAtOnce() {
    let requests = (1...8).map { HTTPRequest("http://a/\($0)") } + [HTTPRequest("http://b/")]
    let run = Simulation(requests) { _, _ in .init(200) }
    #expect(
      run.lines.map { $0.prefix { $0 != " " } }
        == ["0", "0", "0", "0", "0", "0", "0", "10", "10"])
  }

  private static let away = TransportFault.unreachable(reason: "away", isOffline: true)
  private static let slow = TransportFault.tooSlow(reason: "slow", limit: .total)

  /// What a server does for each of twelve requests, how many attempts that takes, and what the
  /// last request comes to.
  static let outages: [(answer: AttemptEnd, attempts: Int, last: String)] = [
    (.nothing(away), 30, "\(away.after(tries: 3))"), (.fault(slow), 6, "\(slow)"),
    (.reply(HTTPReply(status: 503, headers: [], body: [1])), 30, "503"),
    (
      .reply(HTTPReply(status: 429, headers: [HTTPField("Retry-After", "99")], body: [])), 6,
      "\(TransportFault.busy(seconds: 99))"
    ),
    (.reply(HTTPReply(status: 404, headers: [], body: [])), 12, "404"),
    (
      .fault(.tooLarge(reason: "huge", limit: .body)), 12,
      "\(TransportFault.tooLarge(reason: "huge", limit: .body))"
    ),
  ]

  /// A server that fails again and again is asked no more, until some time has passed or it is to
  /// be forgotten.
  @Test(arguments: outages)
  func leavesServersAloneThatAreDown(answer: AttemptEnd, attempts: Int, last: String) {
    var traffic = HostTraffic(mostAtOnce: 6)
    let many = (1...12).map { HTTPRequest.ofMany("http://a/\($0)") }
    let ask = { (requests: [HTTPRequest], start: Int, traffic: inout HostTraffic) in
      Simulation(requests, from: start, &traffic) { _, _ in .init(answer) }
    }
    let run = ask(many, 0, &traffic)
    #expect(run.lines.count == attempts)
    #expect(run.statuses.last == last)
    let isDown = attempts != 12
    let again = [HTTPRequest.ofMany("http://a/x")]
    let soon = ask(again, 29_000, &traffic)
    #expect(soon.lines.isEmpty == isDown)
    #expect(soon.statuses == [last])
    // Another kind of request is sent where somebody may be there.
    let other = ask([HTTPRequest("http://a/list")], 29_000, &traffic)
    #expect(other.lines.isEmpty == (answer == .nothing(Self.away)))
    traffic.forgetOutages()
    #expect(!ask(again, 31_000, &traffic).lines.isEmpty)
    _ = ask(many, 32_000, &traffic)
    #expect(!ask(again, 65_000, &traffic).lines.isEmpty)
  }

  /// Failures between which something comes are none of the server; nor are those of another to
  /// which it sends on.
  @Test func findsTheServerThatIsDown() {
    var traffic = HostTraffic(mostAtOnce: 1)
    let many = (1...12).map { HTTPRequest.ofMany("http://a/\($0)") }
    let mixed = Simulation(many, from: 0, &traffic) { address, _ in
      address.hasSuffix("5") || address.hasSuffix("10") ? .init(404) : .init(.fault(Self.slow))
    }
    #expect(mixed.lines.count == 12)
    let sent = Simulation(many + [HTTPRequest.ofMany("http://b/")], from: 1_000, &traffic) {
      address, _ in
      address.hasPrefix("http://a/")
        ? .init(302, [HTTPField("Location", "http://b\(address.dropFirst(8))")])
        : .init(.fault(Self.slow))
    }
    #expect(sent.lines.count { $0.contains("http://a/") } == 12)
    #expect(sent.lines.count { $0.contains("http://b/") } == 6)
    #expect(sent.statuses == Array(repeating: "\(Self.slow)", count: 13))
    let next = [HTTPRequest.ofMany("http://a/x"), HTTPRequest.ofMany("http://b/x")]
    let after = Simulation(next, from: 2_000, &traffic) { _, _ in .init(200) }
    #expect(after.statuses == ["200", "\(Self.slow)"])
  }

  @Test func knowsNoRateOfAServerThatItIsRedirectedTo() {
    let requests = (1...3).map { HTTPRequest("http://a/\($0)", rate: 3) }
    let run = Simulation(requests) { address, _ in
      address.hasPrefix("http://a/")
        ? .init(302, [HTTPField("Location", "http://b/\(address.last ?? "0")")]) : .init(200)
    }
    #expect(run.lines.dropFirst(3).map { $0.prefix { $0 != " " } } == ["10", "10", "10"])
  }
}

extension HTTPRequest {
  fileprivate static func ofMany(_ address: String) -> HTTPRequest {
    var request = HTTPRequest(address)
    request.isOneOfMany = true
    return request
  }
}

/// Where a key and the fields of a request go when a server redirects.
@Suite struct HopTests {
  private static let key = Secret(.parameter("key"), value: "s3c/ret")

  private static func refusal(_ server: String) -> String {
    "it is redirected to another address on `\(server)`; with a key only the last slash may change"
  }

  @Test(arguments: [
    ("http://a/b", "/b/", "http://a/b/?key=s3c%2Fret"),
    ("http://a/b/?x=1", "http://a:80/b?x=1", "http://a/b?x=1&key=s3c%2Fret"),
    ("http://a/b", "/b/?key=s3c/ret", "http://a/b/?key=s3c%2Fret"),
    ("http://a/b?x=1", "/b/", refusal("a")),
    ("http://a/b", "/b//", refusal("a")),
    ("http://a/b", "/B/", refusal("a")),
    ("http://a/", "/b", refusal("a")),
    ("http://a/b", "https://a/b", refusal("a")),
    ("http://a/b", "http://a:81/b/", refusal("a:81")),
    ("http://a/b", "http://b/b/", refusal("b")),
    ("http://a/", "http://b/?k=s3c%2fret", refusal("b")),
    ("https://a/", "http://a/b", "it is redirected to `a`, and no longer encrypted"),
    ("https://a/", "//b", refusal("b")),
  ])
  func keepsTheKeyAtItsAddress(_ address: String, _ location: String, _ expected: String) {
    #expect(Self.next(HTTPRequest(address, secret: Self.key), location) == expected)
  }

  /// Where the fields go that ask only for what is new: to the same server, also where it begins to
  /// encrypt.
  @Test(arguments: [
    ("http://a/", "/b", true), ("http://a/", "https://a/b", true),
    ("http://a/", "https://a:8443/b", false), ("http://a:81/", "https://a/b", false),
    ("http://a/", "http://a:81/b", false), ("http://a/", "http://A.example/b", false),
    ("https://a/", "//b", false),
  ])
  func sendsTheFieldsToTheirServerOnly(address: String, location: String, isSent: Bool) throws {
    let request = HTTPRequest(address, headers: [HTTPField("If-None-Match", "x")])
    let hop = try Hop(request).next(after: Self.reply(location), most: 5)
    #expect(hop?.fieldsToSend.isEmpty == !isSent)
    // Once they have left, they are gone for good.
    let back = try? hop?.next(after: Self.reply("\(address)2"), most: 5)
    #expect(isSent || back?.fieldsToSend.isEmpty ?? true)
  }

  private static func reply(_ location: String) -> HTTPReply {
    HTTPReply(status: 302, headers: [HTTPField("location", location)], body: [])
  }

  private static func next(_ request: HTTPRequest, _ location: String) -> String {
    do throws(TransportFault) {
      return try Hop(request).next(after: reply(location), most: 5)?.addressToSend ?? "no redirect"
    } catch .redirect(let reason) {
      return reason
    } catch {
      return "another fault: \(error)"
    }
  }

  @Test func sendsAKeyInItsField() throws {
    let secret = Secret(.header("X-Api-Key"), value: "s3cret")
    let request = HTTPRequest(
      "http://a/", headers: [HTTPField("x-api-key", "mine"), HTTPField("A", "b")], secret: secret)
    let hop = try Hop(request)
    #expect(hop.addressToSend == "http://a/")
    #expect(hop.fieldsToSend == [HTTPField("A", "b"), HTTPField("X-Api-Key", "s3cret")])
  }

  @Test func refusesFieldsThatWouldBeginAnother() {
    let request = HTTPRequest("http://a/", headers: [HTTPField("A", "b\r\nHost: c")])
    let reason = "a field of its header holds a control character"
    #expect(throws: TransportFault.badAddress(reason: reason)) { try Hop(request) }
  }
}

@Suite struct HeaderReaderTests {
  @Test func readsFieldsOfTheLastHeader() {
    let lines = [
      "HTTP/1.1 100 Continue\r\n", "X-Early: 1\r\n", "\r\n", "HTTP/1.1 200 OK\r\n",
      "ETag:\t\"a:b\"  \r\n", "X-Long: one\r\n", "\t two\r\n", "no field\r\n", "X-Empty:\r\n",
      "\r\n", "X-Trailer: 1\r\n",
    ]
    var reader = HeaderReader()
    for line in lines { reader.take(Array(line.utf8)) }
    #expect(
      reader.fields == [
        HTTPField("ETag", "\"a:b\""), HTTPField("X-Long", "one two"), HTTPField("X-Empty", ""),
      ])
    #expect(reader.bytes == lines.joined().utf8.count)
  }
}

@Suite struct StallWatchTests {
  /// The limit is 100 bytes a second for 10 s.
  @Test(arguments: [
    Samples("0:0 9999:0", false), Samples("0:0 10000:0", true),
    Samples("5000:100000 14999:100000", false), Samples("5000:100000 15000:100000", true),
    Samples("5000:499 9999:998", false), Samples("5000:499 10000:998", true),
    Samples("5000:500 10000:1000 19999:1001", false),
  ])
  func noticesThatHardlyAnythingComes(_ samples: Samples) {
    var watch = StallWatch(TransferLimits(), start: 0)
    let verdicts = samples.pairs.map { watch.isStalled(bytes: $0[1], now: $0[0]) }
    #expect(verdicts.last == samples.isStalled)
    #expect(!verdicts.dropLast().contains(true))
  }

  /// `TIME:BYTES`: milliseconds, and the bytes that had come by then.
  struct Samples: Sendable {
    let pairs: [[Int]]
    let isStalled: Bool

    init(_ text: String, _ isStalled: Bool) {
      pairs = text.split(separator: " ").map { $0.split(separator: ":").compactMap { Int($0) } }
      self.isStalled = isStalled
    }
  }
}
