// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import TestSupport
import Testing

@testable import CatalogueSources

/// When a server is asked, what is made of its reply, and what stands for one that fails.
@Suite struct NetworkStoreTests {
  private let bench: FetchingBench
  private static let address = FetchingBench.list

  init() throws { bench = try FetchingBench() }

  @Test func asksWhenNoCopyIsFresh() {
    bench.transport.answer(Self.address, with: .reply("[1]", ["ETag": "\"a\""]))
    #expect(bench.fetch() == "[1] live")
    #expect(bench.transport.takeAsked() == [.list(Self.address)])
    // What was asked for in this statement is no copy to it.
    bench.now += 899
    #expect(bench.fetch() == "[1] live")
    bench.session.beginStatement(mostItems: 1)
    #expect(bench.fetch() == "[1] kept(age: 899, reason: nil)")
    #expect(bench.transport.takeAsked() == [])
    bench.now += 1
    bench.transport.answer(
      Self.address, with: .reply("", status: 304, ["Last-Modified": "Mon"]))
    #expect(bench.fetch() == "[1] live")
    #expect(
      bench.transport.takeAsked()
        == [.list(Self.address, headers: [HTTPField("If-None-Match", "\"a\"")])])
    bench.now += 900
    bench.transport.answer(Self.address, with: .reply("[2]"))
    #expect(bench.fetch() == "[2] live")
    #expect(
      bench.transport.takeAsked()
        == [.list(Self.address, headers: [HTTPField("If-Modified-Since", "Mon")])])
    #expect(bench.cache.copy(of: Self.address, now: bench.now)?.body == Array("[2]".utf8))
  }

  @Test func asksBySourceTerms() {
    bench.terms.freshness = 0
    bench.terms.retention = 100
    bench.terms.rate = 5
    bench.transport.answer(Self.address, with: .reply("[1]"))
    for _ in 0..<2 {
      bench.session.beginStatement(mostItems: 1)
      // A statement reads one state of it.
      #expect(bench.fetch() == "[1] live" && bench.fetch() == "[1] live")
    }
    #expect(
      bench.transport.takeAsked()
        == [.list(Self.address, rate: 5), .list(Self.address, rate: 5)])
    bench.now += 99
    #expect(
      bench.fetch(.list(category: nil, page: 1), .offline)
        == "[1] kept(age: 99, reason: Optional(\"offline\"))")
    bench.now += 1
    #expect(
      bench.fetch(.list(category: nil, page: 1), .offline)
        == "! offline shop \(Self.address): offline")
  }

  /// Once in a session.
  @Test func refreshes() {
    bench.transport.answer(Self.address, with: .reply("[1]"))
    #expect(bench.fetch() == "[1] live")
    bench.beginSession()
    bench.transport.answer(Self.address, with: .reply("[2]"))
    #expect(bench.fetch(.list(category: nil, page: 1), .refresh) == "[2] live")
    bench.now += 2
    bench.session.beginStatement(mostItems: 1)
    #expect(bench.fetch(.list(category: nil, page: 1), .refresh) == "[2] kept(age: 2, reason: nil)")
    #expect(bench.transport.takeAsked().count == 2)
  }

  @Test func neverAsksOffline() {
    #expect(
      bench.fetch(.list(category: nil, page: 1), .offline)
        == "! offline shop \(Self.address): offline")
    bench.cache.keep(.sample(Self.address, "[1]", at: bench.now))
    #expect(bench.fetch(.list(category: nil, page: 1), .offline) == "[1] kept(age: 0, reason: nil)")
    #expect(bench.transport.takeAsked() == [])
    #expect(bench.store(.offline).isLocal)
  }

  /// A stamp in the future is no proof of freshness.
  @Test func doubtsTheFuture() {
    bench.cache.keep(.sample(Self.address, "[1]", at: bench.now + 500))
    #expect(
      bench.fetch(.list(category: nil, page: 1), .offline)
        == "[1] kept(age: nil, reason: Optional(\"offline\"))")
    bench.transport.answer(Self.address, with: .reply("[2]"))
    #expect(bench.fetch() == "[2] live")
    bench.session.beginStatement(mostItems: 1)
    #expect(bench.fetch() == "[2] kept(age: 0, reason: nil)")
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    let answer: ScriptedTransport.Answer
    let kind: String
    let reason: String
    /// What is said of the copy that stands in, where it is not the reason.
    var remark: String?

    var testDescription: String { "\(kind): \(reason)" }
  }

  static let failures: [Failure] = [
    Failure(
      answer: .failure(.unreachable(reason: "connection refused, tried 3 times", isOffline: true)),
      kind: "unreachable", reason: "connection refused, tried 3 times"),
    Failure(
      answer: .failure(.tooSlow(reason: "no answer within 60 s", limit: .total)),
      kind: "unreachable", reason: "no answer within 60 s"),
    Failure(
      answer: .failure(.broken(reason: "the reply breaks off")), kind: "unreachable",
      reason: "the reply breaks off"),
    Failure(
      answer: .failure(.redirect(reason: "it redirects to http")), kind: "unreachable",
      reason: "it redirects to http"),
    Failure(
      answer: .failure(.badAddress(reason: "it names no server")), kind: "badAddress",
      reason: "it names no server", remark: "its address cannot be asked: it names no server"),
    Failure(
      answer: .failure(.tooLarge(reason: "more than 64 MiB", limit: .body)), kind: "invalid",
      reason: "is too large: more than 64 MiB", remark: "the reply is too large: more than 64 MiB"),
    Failure(
      answer: .failure(.busy(seconds: 90)), kind: "refused",
      reason: "it is busy: wait 90 s",
      remark: "it answered it is busy: wait 90 s"),
    Failure(
      answer: .reply("oops", status: 503, type: "text/plain"), kind: "refused",
      reason: "503 Service Unavailable: oops",
      remark: "it answered 503 Service Unavailable: oops"),
    Failure(
      answer: .reply("<html>", status: 404, type: "text/html"), kind: "refused",
      reason: "404 Not Found", remark: "it answered 404 Not Found"),
    Failure(
      answer: .reply(#"{"error":{"code":400,"message":"Could not\n understand"}}"#, status: 400),
      kind: "refused", reason: "400 Bad Request: Could not understand",
      remark: "it answered 400 Bad Request: Could not understand"),
    Failure(
      answer: .reply("", status: 204), kind: "refused", reason: "204 No Content",
      remark: "it answered 204 No Content"),
    Failure(
      answer: .reply("", status: 599), kind: "refused", reason: "599", remark: "it answered 599"),
    Failure(
      answer: .reply("\n<!DOCTYPE html>]", type: "text/html"), kind: "invalid",
      reason: "holds a web page or XML, not JSON",
      remark: "the reply holds a web page or XML, not JSON"),
    Failure(
      answer: .reply(""), kind: "invalid", reason: "is empty", remark: "the reply is empty"),
    Failure(
      answer: .reply("[1, 2"), kind: "invalid", reason: "has no end",
      remark: "the reply has no end"),
  ]

  @Test(arguments: failures) func fails(_ row: Failure) {
    bench.transport.answer(Self.address, with: row.answer)
    #expect(bench.fetch() == "! \(row.kind) shop \(Self.address): \(row.reason)")
    #expect(bench.cache.entries(now: bench.now) == [])
    // A copy of any age stands for the reply, and stays.
    bench.beginSession()
    let kept = CachedReply.sample(Self.address, "[7]", at: bench.now - 4_000)
    bench.cache.keep(kept)
    #expect(
      bench.fetch() == "[7] kept(age: 4000, reason: Optional(\"\(row.remark ?? row.reason)\"))")
    let copy = bench.cache.copy(of: Self.address, now: bench.now)
    #expect(copy.map { CachedReply($0.entry, body: $0.body) } == kept)
    // Where there is a sample, it stands for a list of which nothing is kept.
    bench.beginSession()
    bench.cache.drop(Self.address)
    bench.source = "hotels"
    bench.sample = SampleStore(of: "hotels")
    #expect(
      bench.fetch().hasSuffix("sample(reason: Optional(\"\(row.remark ?? row.reason)\"))"))
  }

  @Test func givesNoReplyThatWasNotAskedFor() {
    bench.transport.answer(Self.address, with: .reply("", status: 304))
    #expect(bench.fetch() == "! refused shop \(Self.address): 304 Not Modified")
  }

  /// Names and addresses of pictures lie, and so do types; text in their place is none.
  @Test func keepsNoTextAsAPicture() {
    let address = "https://shop.example/api/7.jpg"
    func fetch() -> String { bench.fetch(.picture(id: "7"), at: "7.jpg") }
    for text in ["<h1>Log in</h1>", #"{"message": "no"}"#, "not found\n"] {
      bench.transport.answer(address, with: .reply(text, type: "image/jpeg"))
      #expect(fetch() == "! invalid shop \(address): is text, no picture")
      #expect(bench.cache.entries(now: bench.now) == [])
    }
    let picture = "GIF89a\u{1}\0\u{1}\0\0\0\0;]"
    bench.transport.answer(address, with: .reply(picture, type: "text/html"))
    #expect(fetch() == "\(picture) live")
    #expect(bench.cache.copy(of: address, now: bench.now)?.entry.contentType == "text/html")
    bench.now += 900
    bench.transport.answer(address, with: .reply("<h1>Log in</h1>"))
    #expect(
      fetch()
        == "\(picture) kept(age: 900, reason: Optional(\"the reply is text, no picture\"))")
  }

  static let absences: [(PayloadRequest.Role, Int, String)] = [
    (.detail(id: "7"), 404, "nothing"), (.detail(id: "7"), 410, "nothing"),
    (.relation("related", id: "7"), 404, "nothing"), (.picture(id: "7"), 404, "nothing"),
    (
      .detail(id: "7"), 500,
      "[7] kept(age: 4000, reason: Optional(\"it answered 500 Internal Server Error\"))"
    ),
    (
      .list(category: "a", page: 2), 404,
      "[7] kept(age: 4000, reason: Optional(\"it answered 404 Not Found\"))"
    ),
  ]

  /// What the server says is not there is none, whatever is kept.
  @Test(arguments: absences)
  func absence(role: PayloadRequest.Role, status: Int, answer: String) {
    let address = "https://shop.example/api/7.json"
    bench.cache.keep(.sample(address, "[7]", at: bench.now - 4_000))
    bench.transport.answer(address, with: .reply("", status: status))
    #expect(bench.fetch(role, at: "7.json") == answer)
    #expect((bench.cache.copy(of: address, now: bench.now) == nil) == (answer == "nothing"))
  }

  /// That something is not there is known for a while, in the session that asked.
  @Test func remembersWhatIsNotThere() {
    let roles = [PayloadRequest.Role.detail(id: "7"), .picture(id: "7")]
    let asked = { (mode: FetchMode) -> Int in
      for role in roles {
        self.bench.session.beginStatement(mostItems: 9)
        #expect(self.bench.fetch(role, at: "\(role)", mode) == "nothing")
      }
      return self.bench.transport.takeAsked().count
    }
    #expect([.live, .live, .offline, .refresh].map(asked) == [2, 0, 0, 0])
    bench.now += bench.terms.freshness - 1
    #expect(asked(.live) == 0)
    bench.now += 1
    #expect([.live, .live].map(asked) == [2, 0])
    bench.session.forgetAsked()
    #expect(asked(.live) == 2)
    bench.beginSession()
    #expect(asked(.live) == 2)
  }

  @Test func asksSideBySide() {
    let requests = ["a", "b", "c"].map { name in
      PayloadRequest(.detail(id: name), at: "\(name).json", check: FetchingBench.check)
    }
    let addresses = ["a", "b", "c"].map { "https://shop.example/api/\($0).json" }
    bench.cache.keep(.sample(addresses[1], "[2]", at: bench.now))
    bench.transport.answer(addresses[0], with: .reply("[1]"))
    bench.transport.answer(addresses[2], with: .failure(.cancelled))
    let answers = bench.store().payloads(requests).map(FetchingBench.describe)
    #expect(answers == ["[1] live", "[2] kept(age: 0, reason: nil)", "! cancelled"])
    #expect(bench.transport.takeAsked().map(\.address) == [addresses[0], addresses[2]])
  }

  /// What was asked to be fresh and never came is asked for again.
  @Test func refreshesWhatDidNotCome() {
    bench.cache.keep(.sample(Self.address, "[1]", at: bench.now))
    bench.transport.answer(Self.address, with: .failure(.broken(reason: "cut")))
    let refresh = { bench.fetch(.list(category: nil, page: 1), .refresh) }
    #expect(refresh() == "[1] kept(age: 0, reason: Optional(\"cut\"))")
    bench.transport.answer(Self.address, with: .reply("[2]"))
    #expect(refresh() == "[2] live")
    bench.session.beginStatement(mostItems: 1)
    #expect(refresh() == "[2] kept(age: 0, reason: nil)")
  }

  /// What came without a key is no answer to who sends one, nor the other way round.
  @Test func keepsApartWhatKeysBring() {
    bench.setVariable("SHOP_KEY", "aaaaaaaa")
    bench.transport.answer(Self.address, with: .reply("[1]"))
    #expect(bench.fetch() == "[1] live")
    bench.terms.key = KeyDemand(variable: "SHOP_KEY", carrier: .header("X-Key"))
    bench.transport.answer(Self.address, with: .reply("[2]"))
    #expect(bench.fetch() == "[2] live")
    bench.beginSession()
    #expect(bench.fetch() == "[2] kept(age: 0, reason: nil)")
    bench.terms.key = nil
    #expect(bench.fetch() == "[1] kept(age: 0, reason: nil)")
    bench.terms.key = KeyDemand(variable: "SHOP_KEY", carrier: .header("X-Key"))
    #expect(bench.fetch(.list(category: nil, page: 1), .offline) == "[2] kept(age: 0, reason: nil)")
  }

  /// A copy remembers that a later answer was of no use, until there is one that is.
  @Test func copiesRememberRefusals() throws {
    let standIn = { (mode: FetchMode) in
      let request = PayloadRequest(
        .list(category: nil, page: 1), at: Self.address, check: FetchingBench.check)
      return try bench.store(mode).payloads([request])[0].get()?.standIn
    }
    bench.transport.answer(Self.address, with: .reply("[1]", ["ETag": "a"]))
    #expect(try standIn(.live) == nil)
    bench.transport.answer(Self.address, with: .reply("[", ["ETag": "b"]))
    bench.beginSession()
    #expect(try standIn(.refresh) == "the reply has no end")
    bench.beginSession()
    #expect(try standIn(.offline) == "the reply has no end")
    // Fresh as it is, it is no answer: the server is asked again.
    _ = bench.transport.takeAsked()
    #expect(try standIn(.live) == "the reply has no end")
    #expect(bench.transport.takeAsked().count == 1)
    bench.transport.answer(Self.address, with: .reply("", status: 304))
    bench.beginSession()
    #expect(try standIn(.live) == nil)
    bench.beginSession()
    #expect(try standIn(.offline) == nil)
  }

  /// A sample stands for the whole of a source or for nothing of it.
  @Test func doesNotMixSamples() {
    bench.source = "hotels"
    bench.sample = SampleStore(of: "hotels")
    let detail = "https://shop.example/api/40611.json"
    bench.transport.answer(detail, with: .reply("[40611]"))
    #expect(bench.fetch().hasSuffix(#"sample(reason: Optional("it answered 404 Not Found"))"#))
    #expect(
      bench.fetch(.detail(id: "40611"), at: detail)
        .hasSuffix(#"sample(reason: Optional("it answered 404 Not Found"))"#))
    #expect(bench.fetch(.detail(id: "1"), at: detail) == "nothing")
    bench.transport.answer(Self.address, with: .reply("[1]"))
    #expect(bench.fetch() == "[1] live")
    #expect(bench.fetch(.detail(id: "40611"), at: detail) == "[40611] live")
    bench.transport.answer(detail, with: .reply("", status: 500))
    bench.cache.drop(detail)
    #expect(
      bench.fetch(.detail(id: "40611"), at: detail)
        == "! refused hotels \(detail): 500 Internal Server Error")
    let pages = ["list", "other"].map {
      PayloadRequest(.list(category: nil, page: 1), at: $0, check: FetchingBench.check)
    }
    bench.session.beginStatement(mostItems: 1)
    // Where one list of several fails, the others are given, and no sample stands for it.
    let copies = bench.store().payloads(pages).map { try? $0.get()?.copy }
    #expect(copies == [.kept(age: 0, reason: nil), nil])
    #expect(
      bench.fetch(.list(category: nil, page: 1), at: "third", .offline).hasSuffix(
        "sample(reason: nil)"))
  }

  /// What a stricter check refuses is not given, also when it was kept.
  @Test func checksWhatWasKept() {
    bench.cache.keep(.sample(Self.address, "[1", at: bench.now))
    bench.transport.answer(Self.address, with: .reply("", status: 500))
    #expect(bench.fetch() == "! refused shop \(Self.address): 500 Internal Server Error")
    #expect(bench.transport.takeAsked() == [.list(Self.address)])
  }

  @Test func unreadableAddress() {
    #expect(
      bench.fetch(at: "ftp://ann:pw@h/x?key=1")
        == "! badAddress shop ftp://***@h/x?key=***: `ftp` is neither `http` nor `https`")
  }

  /// A cache that cannot be used keeps nobody from asking.
  @Test func worksWithoutACache() {
    let session = FetchSession(
      transport: bench.transport, cache: ResponseCache(in: nil),
      keys: KeyRing(file: nil) { _ in nil }, clock: { 0 })
    let store = NetworkStore(
      NetworkPlace(source: "shop", list: Self.address, terms: ServiceTerms(), sample: nil),
      mode: .live, session: session)
    bench.transport.answer(Self.address, with: .reply("[1]"))
    let request = PayloadRequest(.list(category: nil, page: 1), at: Self.address) { _ in }
    #expect(store.payloads([request]).map(FetchingBench.describe) == ["[1] live"])
    #expect(session.cache.trouble?.contains("no home folder") == true)
  }

  /// Whatever comes, in whatever order: only what was checked is kept, and given.
  @Test func keepsOnlyWhatWasChecked() {
    var random = Seeded(11)
    let answers =
      Self.failures.map(\.answer) + [
        .reply("[1]"), .reply("[2]", ["ETag": "x"]), .reply("", status: 304), .failure(.cancelled),
        .reply("{\"a\": [3", ["ETag": "cut"]), .reply("{\"a\": 4}", type: "text/html"),
      ]
    let good = ["[1]", "[2]", "{\"a\": 4}"].map { Array($0.utf8) }
    for _ in 0..<400 {
      let name = "\(Int.random(in: 1...3, using: &random))"
      let address = "https://shop.example/api/\(name)"
      bench.transport.answer(address, with: answers.randomElement(using: &random) ?? .reply(""))
      bench.now += Int.random(in: 0...2_000, using: &random)
      let role: PayloadRequest.Role =
        Bool.random(using: &random) ? .detail(id: name) : .list(category: nil, page: 1)
      let modes: [FetchMode] = [.live, .live, .offline, .refresh]
      let request = PayloadRequest(role, at: name, check: FetchingBench.check)
      let mode = modes.randomElement(using: &random) ?? .live
      if case .success(let fetched?) = bench.store(mode).payloads([request])[0] {
        #expect(good.contains(Array(fetched.payload.bytes)))
      }
      for entry in bench.cache.entries(now: bench.now) ?? [] {
        let copy = bench.cache.copy(of: entry.address, now: bench.now)
        #expect(copy.map { good.contains($0.body) } == true)
      }
    }
  }
}
