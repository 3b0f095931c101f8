// SPDX-License-Identifier: MIT

import CatalogueSources
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct CurlTransportTests {
  @Test func asksAndReads() throws {
    let server = try LoopbackServer { _ in .json("[1]", etag: "\"v1\"") }
    let request = HTTPRequest(
      server.address("/list?q=a b"), headers: [HTTPField("If-None-Match", "\"v0\"")],
      secret: Secret(.header("X-Api-Key"), value: "s3cret"))
    let results = CurlTransport(agent: "cq/1").exchange([request], watcher: TransferWatcher())
    let reply = try results[0].get()
    #expect(reply.status == 200)
    #expect(reply.body == Array("[1]".utf8))
    #expect(reply.value(of: "etag") == "\"v1\"")
    let asked = try #require(server.requests.first)
    #expect([asked.method, asked.target] == ["GET", "/list?q=a%20b"])
    #expect(
      asked.fields.map { "\($0.name): \($0.value)" } == [
        "Host: 127.0.0.1:\(server.port)", "User-Agent: cq/1", "Accept: */*",
        "Accept-Encoding: gzip, deflate", "If-None-Match: \"v0\"", "X-Api-Key: s3cret",
      ])
  }

  @Test(arguments: [Secret.Carrier.parameter("apiKey"), .header("X-Api-Key")])
  func sendsAKeyToNoOtherAddress(_ carrier: Secret.Carrier) throws {
    let other = try LoopbackServer(host: "127.0.0.2") { _ in .json("[2]") }
    let server = try LoopbackServer { request in
      request.path == "/list" ? .redirect(to: "/list/") : .redirect(to: other.address("/there"))
    }
    let request = HTTPRequest(server.address("/list"), secret: Secret(carrier, value: "s3cret"))
    let reason =
      "it is redirected to another address on `127.0.0.2:\(other.port)`; with a key only the last "
      + "slash may change"
    #expect(CurlTransport.small.outcome(request) == .fault(.redirect(reason: reason)))
    #expect(server.requests.map(\.path) == ["/list", "/list/"])
    #expect(server.requests.map { $0.mentions("s3cret") } == [true, true])
    #expect(other.connections == 0)
  }

  /// Without one it is followed, and the fields stay at home.
  @Test func followsToOtherServers() throws {
    let other = try LoopbackServer(host: "127.0.0.2") { _ in .json("[2]") }
    let server = try LoopbackServer { _ in .redirect(to: other.address("/there")) }
    let request = HTTPRequest(server.address(), headers: [HTTPField("If-None-Match", "x")])
    #expect(CurlTransport.small.outcome(request) == .reply(200, "[2]"))
    #expect(other.requests.map(\.target) == ["/there"])
    #expect(other.requests.map { $0.value(of: "If-None-Match") } == [nil])
    #expect(other.requests.map { $0.value(of: "Host") } == ["127.0.0.2:\(other.port)"])
  }

  @Test func givesResultsInTheOrderOfTheRequests() throws {
    let server = try LoopbackServer { request in
      .reply(text: request.path).after(request.path == "/1" ? 0.1 : 0)
    }
    let requests = (1...20).map { HTTPRequest(server.address("/\($0)")) }
    let results = CurlTransport.small.exchange(
      requests + [HTTPRequest("http:")], watcher: TransferWatcher())
    let expected = (1...20).map { Outcome.reply(200, "/\($0)") }
    #expect(
      results.map(\.outcome)
        == expected + [.fault(.badAddress(reason: "it names no server"))])
    #expect(server.mostAtOnce <= 6)
    #expect(server.connections <= 6)
  }

  @Test func keepsConnectionsForTheNextExchange() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    let transport = CurlTransport.small
    let outcomes = (1...3).map { transport.outcome(server.address("/\($0)")) }
    #expect(outcomes == [Outcome](repeating: .reply(200, "[]"), count: 3))
    #expect(server.requests.map(\.connection) == [1, 1, 1])
  }

  @Test func asksAgainByANewConnectionWhenTheKeptOneIsClosed() throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(LoopbackAnswer.json("[]").steps) }
    let transport = CurlTransport.small
    let outcomes = (1...2).map { transport.outcome(server.address("/\($0)")) }
    #expect(outcomes == [Outcome](repeating: .reply(200, "[]"), count: 2))
    #expect(server.requests.map(\.connection) == [1, 2])
  }

  @Test func endsWhenTheWatcherSays() throws {
    let server = try LoopbackServer { $0.path == "/quick" ? .json("[]") : .silence }
    let done = Mutex(0)
    let watcher = TransferWatcher(
      progress: { progress in done.withLock { $0 = progress.done } },
      isCancelled: { done.withLock(\.self) == 1 && server.requests.count == 2 })
    let requests = ["/quick", "/slow"].map { HTTPRequest(server.address($0)) }
    let results = CurlTransport().exchange(requests, watcher: watcher)
    #expect(results.map(\.outcome) == [.reply(200, "[]"), .fault(.cancelled)])
    let before = CurlTransport().exchange(requests, watcher: TransferWatcher(isCancelled: { true }))
    #expect(before.map(\.outcome) == [.fault(.cancelled), .fault(.cancelled)])
  }

  @Test func endsWhileItWaitsToRepeat() throws {
    let server = try LoopbackServer { _ in .status(429, ["Retry-After": "30"]) }
    let watcher = TransferWatcher(isCancelled: { server.requests.count == 1 })
    let results = CurlTransport().exchange([HTTPRequest(server.address())], watcher: watcher)
    #expect(results.map(\.outcome) == [.fault(.cancelled)])
  }

  @Test func tellsHowItGoesOn() throws {
    let server = try LoopbackServer { _ in .reply(text: "12345").dripping(2, every: 0.05) }
    let reports = Mutex<[[Int]]>([])
    let watcher = TransferWatcher(progress: { progress in
      reports.withLock { $0.append([progress.bytes, progress.done, progress.count]) }
    })
    _ = CurlTransport().exchange([HTTPRequest(server.address())], watcher: watcher)
    let seen = reports.withLock(\.self)
    #expect(seen.first == [0, 0, 1])
    #expect(seen.last == [5, 1, 1])
    #expect(seen.map { $0[0] } == seen.map { $0[0] }.sorted())
  }

  /// Told before a byte has come, and again while nothing comes.
  @Test(arguments: [LoopbackAnswer.silence, .status(429, ["Retry-After": "30"])])
  func tellsWhatItWaitsFor(_ answer: LoopbackAnswer) throws {
    let server = try LoopbackServer { _ in answer }
    let name = "127.0.0.1:\(server.port)"
    let waits = Mutex<[TransferProgress.Wait]>([])
    let isPause = answer != .silence
    let watcher = TransferWatcher(
      progress: { progress in waits.withLock { $0.append(progress.wait) } },
      isCancelled: {
        waits.withLock { waits in
          guard isPause else { return waits.count > 3 }
          if case .pause = waits.last { return true }
          return false
        }
      })
    _ = CurlTransport().exchange([HTTPRequest(server.address())], watcher: watcher)
    let seen = waits.withLock(\.self)
    #expect(seen.first == .reply(server: name))
    guard isPause else { return #expect(Set(seen.map { "\($0)" }).count == 1) }
    guard case .pause(name, let milliseconds) = seen.last else {
      Issue.record("\(seen)")
      return
    }
    #expect((25_000...30_000).contains(milliseconds))
  }

  @Test(arguments: [
    (
      "http://127.0.0.1:1/",
      TransportFault.unreachable(
        reason: "`127.0.0.1:1` takes no connection", isOffline: true, tries: 3)
    ),
    // No name has an empty part, so that nobody has to be asked for it.
    ("http://a..b/", .unknownName(reason: "no server has the name `a..b`")),
  ])
  func saysThatItIsOffline(_ address: String, _ fault: TransportFault) {
    #expect(fault.isOffline)
    #expect(CurlTransport.small.outcome(address) == .fault(fault))
  }

  @Test func waitsForAConnectionOnlySoLong() throws {
    let server = try DeafServer()
    var limits = TransferLimits()
    limits.connectMilliseconds = 200
    let reason = "`127.0.0.1:\(server.port)` did not take the connection within 200 ms"
    let fault = TransportFault.tooSlow(reason: reason, limit: .connecting)
    #expect(CurlTransport(limits: limits).outcome(server.address) == .fault(fault))
  }

  @Test func makesNoSecureConnectionToAServerWithoutOne() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    let outcome = CurlTransport.small.outcome("https://127.0.0.1:\(server.port)/")
    guard case .fault(.unreachable(let reason, isOffline: false, _)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasPrefix("`127.0.0.1:\(server.port)` makes no secure connection: "))
    #expect(server.requests == [])
  }

  @Test func limitsHowMuchDecompressionMayAdd() throws {
    let bomb = LoopbackAnswer.bomb(size: 2 << 20)
    let server = try LoopbackServer { _ in bomb }
    var limits = TransferLimits.small
    limits.bodyBytes = 64 << 20
    let outcome = CurlTransport(limits: limits).outcome(server.address())
    let reason = "decompression makes the reply more than 10 times as large"
    #expect(outcome == .fault(.tooLarge(reason: reason, limit: .growth)))
    limits.growth = 200
    let allowed = CurlTransport(limits: limits).exchange(
      [HTTPRequest(server.address())], watcher: TransferWatcher())
    #expect(try allowed[0].get().body.count == 2 << 20)
  }

  @Test func servesSeveralThreads() async throws {
    let server = try LoopbackServer { .reply(text: $0.path) }
    let transport = CurlTransport.small
    let outcomes = await withTaskGroup(of: (Int, Outcome).self) { group in
      for number in 1...8 {
        group.addTask { (number, transport.outcome(server.address("/\(number)"))) }
      }
      return await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
    }
    #expect(
      outcomes
        == [Int: Outcome](
          uniqueKeysWithValues: (1...8).map { ($0, .reply(200, "/\($0)")) }))
  }

  @Test(.enabled(if: Self.hasOpenSSL))
  func trustsNoCertificateThatNobodyVouchesFor() throws {
    let folder = try TestSupport.temporaryDirectory()
    let (key, certificate) = (folder + "/key.pem", folder + "/certificate.pem")
    let made = try ProcessRun.run(
      Self.openssl,
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "2",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ])
    #expect(made.status == .exited(0))
    let server = try TerminalDriver.start(
      program: Self.openssl,
      arguments: ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate])
    try server.wait { $0.contains("ACCEPT 127.0.0.1:") }
    let words = String(decoding: server.output, as: UTF8.self)
    let place = try #require(words.firstRange(of: "127.0.0.1:"))
    let port = words[place.upperBound...].prefix(while: \.isNumber)
    let outcome = CurlTransport.small.outcome("https://127.0.0.1:\(port)/")
    guard case .fault(.unreachable(let reason, isOffline: false, _)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    // The rest are the words of the library below libcurl.
    #expect(reason.hasPrefix("the certificate of `127.0.0.1:\(port)` is not to be trusted: "))
  }

  private static let openssl = "/usr/bin/openssl"
  private static let hasOpenSSL = unsafe access(openssl, X_OK) == 0

  /// Random bytes, and replies with random damage: always an end, and never a crash.
  @Test func endsWhateverAServerSends() throws {
    let good = Array(
      ("HTTP/1.1 200 OK\r\nContent-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\n[1]\r\n0\r\n\r\n").utf8)
    var random = Seeded(7)
    let answers = (0..<400).map { index -> LoopbackAnswer in
      let count = Int.random(in: 1...60, using: &random)
      if index.isMultiple(of: 4) {
        return .raw((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      }
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[place], at: place)
        }
      }
      return .raw(bytes)
    }
    let server = try LoopbackServer { request in
      let number = request.parameter("n").flatMap { Int($0) } ?? 0
      return answers[number]
    }
    let requests = answers.indices.map { HTTPRequest(server.address("/?n=\($0)")) }
    let results = CurlTransport.small.exchange(requests, watcher: TransferWatcher())
    #expect(results.count == 400)
    #expect(!results.contains { $0.outcome == .fault(.cancelled) })
    let replies = results.count { if case .success = $0 { true } else { false } }
    #expect((1..<400).contains(replies))
  }
}
