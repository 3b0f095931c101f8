// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// Transcripts of sessions with the five services, with what these were asked.
///
/// A line `> QUERY` runs in a session of its own, `? LINE` asks what Tab offers at its end, and
/// `@ WORDS` changes something around it. What
/// stands below such lines is what came of them: what was shown, then each request. All of that is
/// written anew with `CQ_UPDATE=1`.
@Suite struct LiveTranscriptTests {
  private static let folder = "\(TestSupport.repositoryRoot)/Tests/Fixtures/Servers"

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "bestbuy", "chloe", "hotels", "origins", "parts", "products", "readings", "records",
      "shopreme",
    ])
  func transcript(_ name: String) throws {
    let path = "\(Self.folder)/\(name).txt"
    let written = try TestSupport.text(ofFile: path)
    var player = TranscriptPlayer(try LiveBench())
    let played = player.play(written)
    if ProcessInfo.processInfo.environment["CQ_UPDATE"] != nil {
      try played.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(played == written)
  }
}

/// Plays the commands of a transcript and writes what comes of them.
private struct TranscriptPlayer {
  private let bench: LiveBench
  private var terms = LiveBench.Terms()

  init(_ bench: LiveBench) { self.bench = bench }

  mutating func play(_ text: String) -> String {
    let blocks = text.split(separator: "\n").filter { "#>?@".contains($0.first ?? " ") }
      .map { line in
        switch line.first {
        case ">": "\(line)\n\(run(String(line.dropFirst(2))))"
        case "?": "\(line)\n\(bench.offered(String(line.dropFirst(2)), terms))\n"
        case "@":
          "\(line)\(change(line.dropFirst(2).split(separator: " ")) ? "" : " is unknown")\n"
        default: "\(line)\n"
        }
      }
    return blocks.joined(separator: "\n")
  }

  private func run(_ script: String) -> String {
    let count = bench.services.server.requests.count
    let run = bench.run(script.replacing("FOLDER", with: bench.folder)) { $0 = terms }
    let status = run.status == .success ? "" : "status \(run.status.rawValue)\n"
    let asked = bench.services.server.requests.dropFirst(count).map(Self.line).sorted()
    let shown = bench.services.movedBack(run.output + run.errors)
      .replacing(bench.folder, with: "FOLDER")
    return shown + status + asked.map { "\($0)\n" }.joined()
  }

  /// A request without what is the same in all, and without the key.
  private static func line(_ request: LoopbackRequest) -> String {
    let target = request.target.dropFirst()
      .replacing(#/show=sku,[^&]*/#) { _ in "show=…" }
      .replacing(FiveServices.keyInAddress, with: "KEY")
    let condition = request.value(of: "If-None-Match").map { " unless \($0)" } ?? ""
    return "\(request.method) \(target)\(condition)"
  }

  /// Changes what a line says; false where that is nothing known.
  private mutating func change(_ words: [Substring]) -> Bool {
    switch (words.first, words.dropFirst().joined(separator: " ")) {
    case ("later", let seconds): bench.wait(seconds: Int(seconds) ?? 0)
    case ("services", let mood):
      guard let behaviour = Self.moods[mood] else { return false }
      bench.services.behave(behaviour)
    case ("mode", "live"): terms.mode = .live
    case ("mode", "offline"): terms.mode = .offline
    case ("mode", "refresh"): terms.mode = .refresh
    case ("key", "none"): terms.key = nil
    case ("key", "wrong"): terms.key = "wrong-key"
    case ("key", "right"): terms.key = FiveServices.key
    case ("prompt", let word): terms.keepsResults = word == "on"
    case ("strict", let word): terms.isStrict = word == "on"
    case ("live", let word): terms.isLive = word == "on"
    case ("quiet", let word):
      terms.quietness = word == "on" ? .remarks : word == "all" ? .all : .nothing
    case ("place", "usual"): terms.hasSample = true
    case ("place", "named"): terms.hasSample = false
    case ("list", let place):
      let parts = place.split(separator: " ").map(String.init)
      terms.lists[parts[0]] = parts[1]
    default: return false
    }
    return true
  }

  private static let moods: [String: FiveServices.Behaviour] = [
    "well": { _ in nil },
    "broken": { _ in .status(503) },
    "login": { _ in .html("<p>Log in</p>") },
    "elsewhere": { request in
      request.path.hasPrefix("/moved") ? .status(404) : .redirect(to: "/moved/")
    },
    "disobedient": { request in
      request.path.contains("/products(") ? BestBuy.list(request, obeying: false) : nil
    },
    "uncounted": { request in
      request.path.contains("/products(") ? BestBuy.list(request) { _ in nil } : nil
    },
    "warning": { request in
      request.path.contains("/products(")
        ? BestBuy.list(request, warning: "the index\\n is  stale") : nil
    },
    "overcounted": { request in
      request.path.contains("/products(") ? BestBuy.list(request) { $0 + 2 } : nil
    },
    "busy": { request in
      request.ordinal == 1
        ? BestBuy.fault(403, "The key has reached the per second limit.") : nil
    },
    "patchy": { request in
      request.path.hasSuffix("/item/90410003.json") ? .status(501) : nil
    },
    "busy with items": { request in
      request.path.contains("/item/") && !request.path.hasSuffix("/90410001.json")
        ? .status(503) : nil
    },
    "without bags": { request in
      request.parameter("department") == "nwrrvlsbgs" ? .status(503) : nil
    },
    "without later pages": { request in
      request.parameter("cursorMark") == "*" || request.parameter("page") == "1"
        || request.path.contains("/item/") ? nil : .status(503)
    },
    "without records": { request in
      ["/item/", "/master/4", "/v1/products/"].contains(where: request.path.contains)
        ? .status(500) : nil
    },
    "broken records": { request in
      ["/item/", "/master/4", "/v1/products/"].contains(where: request.path.contains)
        ? .json("{") : nil
    },
    "faults in the body": { request in
      request.path.contains("/item/") ? .json(#"{"Header":{"StatusCode":500}}"#) : nil
    },
    "lean records": { request in
      request.path.hasSuffix("/8880044.json")
        ? .json(#"{"sku":8880044,"name":"Larkfield","modelNumber":"LF"}"#) : nil
    },
    "changed": { request in
      guard request.path.contains("0777") else { return nil }
      let list = Sample.text("hotels.json").replacing("80899", with: "80900")
        .replacing("\"distance\": 100.0", with: "\"distance\": 90.5")
      return .json(list)
    },
    "void": { request in
      request.path.contains("0777") || request.path.contains("/products(") ? nil : .json("{}")
    },
    "hasty": { request in
      let picture = Sample.bytes("hotels_1.jpg") ?? []
      return request.path.hasSuffix("/master/1.jpg")
        ? .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + picture[..<3000]) : nil
    },
    "random": { request in
      request.path.hasSuffix("/master/1.jpg") ? .reply(body: [0, 0xC3, 0x28, 7]) : nil
    },
    "crooked": { request in
      request.path.hasSuffix("/80899.json")
        ? .json(#"{"id": 80899, "lat": "x", "lon": -73.9}"#) : nil
    },
    "mistaken": { request in
      request.path.hasSuffix("/40611.json")
        ? .json(Sample.text("hotels_13100.json"))
        : request.path.hasSuffix("/7700103.json")
          ? .json(Sample.text("bestbuy_7700102.json")) : nil
    },
    "cut": { request in
      request.parameter("cursorMark") == "*" || request.parameter("page") == "1"
        ? nil : .cut("{", missing: 7)
    },
  ]
}
