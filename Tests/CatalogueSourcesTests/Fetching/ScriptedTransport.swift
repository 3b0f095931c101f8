// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization
import TestSupport

@testable import CatalogueSources

/// A network that answers as a test says, and remembers what it was asked.
final class ScriptedTransport: Transport {
  typealias Answer = Result<HTTPReply, TransportFault>

  private let state: Mutex<(answers: [String: Answer], asked: [HTTPRequest])>

  /// Answers by address; any other is answered with 404.
  init(_ answers: [String: Answer] = [:]) { state = Mutex((answers, [])) }

  func exchange(_ requests: [HTTPRequest], watcher: TransferWatcher) -> [Answer] {
    state.withLock { state in
      state.asked += requests
      return requests.map { state.answers[$0.address] ?? .reply("no such thing", status: 404) }
    }
  }

  func forgetOutages() {}

  func answer(_ address: String, with answer: Answer) {
    state.withLock { $0.answers[address] = answer }
  }

  /// The requests since the last time, without what the definition names.
  func takeAsked() -> [HTTPRequest] {
    let asked = state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
    return asked.map { request in
      var request = request
      request.named = nil
      return request
    }
  }
}

extension HTTPRequest {
  /// As the reply of a list is asked for, of which a part is of use too.
  static func list(
    _ address: String, headers: [HTTPField] = [], secret: Secret? = nil, rate: Int? = nil
  ) -> HTTPRequest {
    var request = HTTPRequest(address, headers: headers, secret: secret, rate: rate)
    request.wantsPart = true
    return request
  }
}

extension Result where Success == HTTPReply, Failure == TransportFault {
  static func reply(
    _ body: String, status: Int = 200, type: String? = "application/json",
    _ headers: [String: String] = [:]
  ) -> Self {
    let fields = headers.sorted { $0.key < $1.key }.map { HTTPField($0.key, $0.value) }
    let types = type.map { [HTTPField("content-type", $0)] } ?? []
    return .success(HTTPReply(status: status, headers: types + fields, body: Array(body.utf8)))
  }
}

/// A source on a scripted network with a real cache and a clock that the test turns.
final class FetchingBench {
  static let list = "https://shop.example/api/list"

  let transport = ScriptedTransport()
  let cache: ResponseCache
  let folder: String
  var terms = ServiceTerms()
  var sample: SampleStore?
  var source = "shop"
  private let world = World()
  private(set) lazy var session = makeSession()

  init() throws {
    folder = try TestSupport.temporaryDirectory()
    cache = ResponseCache(in: folder)
  }

  var now: Int {
    get { world.time.withLock { $0 } }
    set { world.time.withLock { $0 = newValue } }
  }

  /// What changes around a session while it lasts.
  private final class World: Sendable {
    let time = Mutex(10_000)
    let environment = Mutex<[String: String]>([:])
  }

  func setVariable(_ name: String, _ value: String) {
    world.environment.withLock { $0[name] = value }
  }

  /// Goes on as a later run would.
  func beginSession() { session = makeSession() }

  private func makeSession() -> FetchSession {
    let world = world
    return FetchSession(
      transport: transport, cache: cache,
      keys: KeyRing(file: nil) { name in world.environment.withLock { $0[name] } },
      clock: { world.time.withLock { $0 } })
  }

  func store(_ mode: FetchMode = .live) -> NetworkStore {
    NetworkStore(
      NetworkPlace(source: source, list: Self.list, terms: terms, sample: sample), mode: mode,
      session: session)
  }

  /// What the store gives for one request, in a line.
  func fetch(
    _ role: PayloadRequest.Role = .list(category: nil, page: 1), at address: String = list,
    _ mode: FetchMode = .live
  ) -> String {
    let results = store(mode).payloads([PayloadRequest(role, at: address, check: Self.check)])
    return results.map(Self.describe).joined(separator: ", ")
  }

  /// Accepts what ends in `]` or `}`, as a whole reply would.
  @Sendable static func check(_ payload: inout Payload) throws(SourceFault) {
    let last = payload.bytes.last { $0 > 0x20 }
    guard last == UInt8(ascii: "]") || last == UInt8(ascii: "}") else {
      throw .wrongShape(name: payload.name, message: "has no end")
    }
  }

  static func describe(_ result: Result<FetchedPayload?, SourceFault>) -> String {
    switch result {
    case .success(nil): return "nothing"
    case .success(let fetched?):
      let text = String(decoding: fetched.payload.bytes.prefix(40), as: UTF8.self)
      let copy = "\(fetched.copy)".replacing(/age: Optional\((\d+)\)/) { "age: \($0.1)" }
      return "\(text.filter { !$0.isWhitespace }) \(copy)"
    case .failure(.server(let fault)):
      return "! \(fault.kind) \(fault.source) \(fault.address): \(fault.reason)"
    case .failure(let fault): return "! \(CatalogueSourcesTests.describe(fault))"
    }
  }
}
