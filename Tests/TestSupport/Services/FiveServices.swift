// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Plays the five services for which `cq` has definitions, with what the bundled samples hold.
///
/// Each host is a folder of one server: who wants `https://api.yoox.biz/a` asks it for
/// `/api.yoox.biz/a`. ``moved(_:)`` changes addresses, and texts with addresses in them, so.
package final class FiveServices: Sendable {
  /// Says how a request is answered; nil leaves it to the service.
  package typealias Behaviour = @Sendable (LoopbackRequest) -> LoopbackAnswer?

  package static let names = ["bestbuy", "chloe", "hotels", "products", "shopreme"]
  /// The key that Best Buy's service wants; it needs escapes in an address and in JSON.
  package static let key = "S3cr3t+Key/4711"
  /// The same as it stands in a request.
  package static let keyInAddress = "S3cr3t%2BKey%2F4711"

  private final class Mood: Sendable {
    let behaviour = Mutex<Behaviour>({ _ in nil })
  }

  package let server: LoopbackServer
  private let mood: Mood

  package init(_ behaviour: @escaping Behaviour = { _ in nil }) throws {
    let mood = Mood()
    self.mood = mood
    server = try LoopbackServer { request in
      mood.behaviour.withLock(\.self)(request) ?? Self.answer(request)
    }
    behave(behaviour)
  }

  /// From now on the services answer so; all is well again without a behaviour.
  package func behave(_ behaviour: @escaping Behaviour = { _ in nil }) {
    mood.behaviour.withLock { $0 = behaviour }
  }

  package func moved(_ text: String) -> String {
    text.replacing("https://", with: "http://\(server.host):\(server.port)/")
  }

  /// The text with the services where they are in the definitions.
  package func movedBack(_ text: String) -> String {
    text.replacing("http://\(server.host):\(server.port)/", with: "https://")
  }

  /// The answer of the service whose host begins the path.
  package static func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
    let parts = request.path.dropFirst().split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return .status(404) }
    let path = String(parts[1])
    switch parts[0] {
    case "api.bestbuy.com": return BestBuy.answer(path, request)
    case "api.yoox.biz": return Yoox.answer(path, request)
    case "run.mocky.io": return .json(Sample.text("products.json"))
    case "shopreme.com": return shopreme(path, request)
    case "raw.githubusercontent.com": return hotels(path, request)
    case "github.com":
      return .redirect(
        to: "/raw.githubusercontent.com/\(path.replacing("/raw/master/", with: "/master/"))")
    case "picsum.photos": return .redirect(to: "/fastly.picsum.photos/\(path)?hmac=abc")
    case "cdn.yoox.biz": return Yoox.picture(path)
    case "fastly.picsum.photos", "img.bbystatic.com": return .picture
    default: return .status(404)
    }
  }

  private static func hotels(_ path: String, _ request: LoopbackRequest) -> LoopbackAnswer {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let file = name == "0777.json" ? "hotels.json" : "hotels_\(name)"
    guard let body = Sample.bytes(file) else { return .html("404: Not Found", status: 404) }
    return .tagged(body, type: "text/plain; charset=utf-8", "W/\"\(name)\"", request)
  }

  private static func shopreme(_ path: String, _ request: LoopbackRequest) -> LoopbackAnswer {
    switch path.split(separator: "/").last {
    case "products_categories.json":
      let body = Sample.bytes("shopreme.json") ?? []
      return .tagged(body, type: "application/json", "\"64e5\"", request)
    case "products_simple.json":
      let products = Sample.records("shopreme.json", indentation: 8).joined(separator: ",")
      return .json("{\"products\": [\(products)]}")
    case "kartoffel.jpg": return .picture
    default: return .html("<h1>Not Found</h1>", status: 404)
    }
  }
}

extension LoopbackAnswer {
  /// A picture with a border, as all of the services send some.
  package static var picture: LoopbackAnswer {
    .reply(200, ["Content-Type": "image/jpeg"], body: Sample.bytes("hotels_3.jpg") ?? [])
  }

  /// The body with its tag; without it when the client has just that.
  fileprivate static func tagged(
    _ body: [UInt8], type: String, _ tag: String, _ request: LoopbackRequest
  ) -> LoopbackAnswer {
    request.value(of: "If-None-Match") == tag
      ? .status(304, ["ETag": tag]) : .reply(200, ["Content-Type": type, "ETag": tag], body: body)
  }
}

/// The samples that come with `cq`.
package enum Sample {
  package static func bytes(_ name: String) -> [UInt8]? {
    let folder = "\(TestSupport.repositoryRoot)/Sources/CatalogueSources/Samples"
    return FileManager.default.contents(atPath: "\(folder)/\(name)").map(Array.init)
  }

  package static func text(_ name: String) -> String {
    bytes(name).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The records of a list, as they are written, each in lines that are indented so.
  static func records(_ name: String, indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    var records: [String] = []
    var lines: [Substring] = []
    for line in text(name).split(separator: "\n") where line.hasPrefix(margin) {
      if line == "\(margin){" { lines = [] }
      lines.append(line)
      guard line == "\(margin)}" || line == "\(margin)}," else { continue }
      lines[lines.count - 1] = "}"
      records.append(lines.joined(separator: "\n"))
    }
    return records
  }

  static func members(_ record: String) -> [String: Any] {
    let object = try? JSONSerialization.jsonObject(with: Data(record.utf8))
    return object as? [String: Any] ?? [:]
  }
}
