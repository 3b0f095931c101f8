// SPDX-License-Identifier: MIT

import CatalogueSources
import TestSupport
import Testing

/// Something that no service should do, and what is said of it.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
  /// How the fault is told, without a copy and with one.
  enum Telling: Sendable {
    case silent(String)
    case refused(String)
    case invalid(String)

    func message(of source: String) -> String {
      switch self {
      case .silent(let reason): "[CQ0501]: \(source) did not answer (\(reason))"
      case .refused(let reason): "[CQ0504]: \(source) answered with an error (\(reason))"
      case .invalid(let reason): "[CQ0505]: the reply of \(source) \(reason)"
      }
    }

    var remark: String {
      switch self {
      case .silent(let reason): reason
      case .refused(let reason): "it answered \(reason)"
      case .invalid(let reason): "the reply \(reason)"
      }
    }
  }

  let testDescription: String
  let answer: LoopbackAnswer
  let limits: TransferLimits
  private let telling: Telling
  /// What is said of sources that have to be like something else.
  private let others: [String: Telling]

  init(
    _ name: String, _ answer: LoopbackAnswer, within limits: TransferLimits = .small,
    _ telling: Telling, besides others: [String: Telling] = [:]
  ) {
    testDescription = name
    self.answer = answer
    self.limits = limits
    self.telling = telling
    self.others = others
  }

  func telling(of source: String) -> Telling { others[source] ?? telling }

  static let all = slow + large + broken + statuses + redirects + bodies
}

// What a transfer does not survive.
extension Misbehaviour {
  private static let slow = [
    Misbehaviour("says nothing", .silence, within: .impatient, .stalled),
    Misbehaviour("waits too long", .json("[]").after(2), within: .impatient, .stalled),
    Misbehaviour(
      "drips", .reply(text: String(repeating: "1", count: 90)).dripping(every: 0.05),
      within: .impatient, .stalled),
    Misbehaviour(
      "stops in the body", .hanging("Content-Length: 9\r\n\r\n[1"), within: .impatient, .stalled),
    Misbehaviour(
      "stops in the header", .hanging("X-A: b\r\nX-"), within: .impatient, .stalled),
    Misbehaviour(
      "goes on for too long", .endless(every: 0.01), within: .brief,
      .silent("it took longer than 500 ms")),
  ]

  private static let large = [
    Misbehaviour("body without end", .endless(), .tooLarge),
    Misbehaviour("length over the limit", .hanging("Content-Length: 65537\r\n\r\n"), .tooLarge),
    Misbehaviour("bomb", .bomb(size: 1 << 20), .tooLarge),
    Misbehaviour(
      "header without end", .endlessHeader(),
      .invalid("is too large: the header of the reply is larger than 8 KiB")),
  ]

  private static let broken = [
    Misbehaviour("cut", .cut("[1,2", missing: 3), .silent("the reply broke off after 4 bytes")),
    Misbehaviour(
      "chunks without end", .chunked(["[1", ",2"], ending: false),
      .silent("the reply broke off after 4 bytes")),
    Misbehaviour(
      "two lengths",
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n[1,2"),
      .silent("the reply names two lengths, 2 and 4")),
    Misbehaviour("nothing", .nothing, .withoutReply),
    Misbehaviour("reset", .reset, .withoutReply),
    Misbehaviour(
      "garbage", .raw("\u{1}\u{2}garbage\r\n\r\n"), .silent("the reply is no HTTP")),
    Misbehaviour("another protocol", .raw("220 ready\r\n"), .silent("the reply is no HTTP")),
    Misbehaviour(
      "not the coding it says", .reply(200, ["Content-Encoding": "gzip"], text: "[1]"),
      .silent("the reply cannot be decompressed")),
    Misbehaviour(
      "unknown coding", .reply(200, ["Content-Encoding": "secret"], text: "[1]"),
      .silent("the reply cannot be decompressed")),
  ]

  private static let redirects = [
    Misbehaviour("to itself", .redirect(to: ""), .silent("its redirects lead in a circle")),
    Misbehaviour(
      "to a file", .redirect(to: "file:///etc/passwd"),
      .silent("it is redirected to an address that is none: `file` is neither `http` nor `https`")),
    Misbehaviour(
      "with a password", .redirect(to: "http://me:secret@localhost/"),
      .silent(
        "it is redirected to an address that is none: it holds a user name or a password, "
          + "which are not sent")),
    Misbehaviour("without a place", .status(302), .refused("302")),
    Misbehaviour(
      "to a port where nobody listens", .redirect(to: "http://127.0.0.1:1/"),
      .silent("`127.0.0.1:1` takes no connection after 3 tries"),
      besides: [
        "bestbuy": .silent(
          "it is redirected to another address on `127.0.0.1:1`; with a key only the last slash "
            + "may change")
      ]),
  ]
}

// What is no catalogue.
extension Misbehaviour {
  private static let statuses = [
    Misbehaviour("204", .status(204), .refused("204 No Content")),
    Misbehaviour(
      "400", .reply(400, text: #"{"error":{"code":400,"message":"Couldn't\n understand."}}"#),
      .refused("400 Bad Request: Couldn't understand.")),
    Misbehaviour("401", .html("<p>Log in</p>", status: 401), .refused("401 Unauthorized")),
    Misbehaviour(
      "key refused", BestBuy.fault(403, "The key is unknown."),
      .refused("403 Forbidden: The key is unknown.")),
    Misbehaviour(
      "key that asks too fast, for ever",
      BestBuy.fault(403, "The key has reached the per second limit."),
      .refused("403 Forbidden after 3 tries: The key has reached the per second limit.")),
    Misbehaviour("404", .html("gone", status: 404), .refused("404 Not Found")),
    Misbehaviour("410", .reply(410, text: "[]"), .refused("410 Gone")),
    Misbehaviour("429 for ever", .status(429), .refused("429 Too Many Requests after 3 tries")),
    Misbehaviour(
      "429 for an hour", .status(429, ["Retry-After": "3600"]),
      .refused("it is busy: wait 3600 s")),
    Misbehaviour(
      "500 with a list", .json("[]", status: 500),
      .refused("500 Internal Server Error after 3 tries")),
    Misbehaviour(
      "503", .reply(503, ["Content-Type": "text/plain"], text: "back at noon\n"),
      .refused("503 Service Unavailable after 3 tries: back at noon")),
  ]

  private static let bodies = [
    Misbehaviour("page of HTML", .html("<p>Log in</p>"), .webPage),
    Misbehaviour("XML", .json("<?xml version=\"1.0\"?><products/>"), .webPage),
    Misbehaviour("empty", .json(""), .invalid("is empty")),
    Misbehaviour("blanks", .json(" \r\n\t"), .invalid("is empty")),
    Misbehaviour(
      "end of a list missing", .json("[{\"id\": 1},"), .invalid("stops before the first record"),
      besides: [
        "bestbuy": .invalid("stops after record 1"), "hotels": .invalid("stops after record 1"),
        "products": .invalid("stops after record 1"),
      ]),
    Misbehaviour(
      "end of an object missing", .json("{\"products\": [{\"id\": 1}"),
      .invalid("stops before the first record"),
      besides: ["bestbuy": .invalid("stops after record 1")]),
    Misbehaviour(
      "another object", .json("{\"code\": 7}"),
      .invalid("has an object at its root where a list should be"),
      besides: [
        "bestbuy": .invalid("has no `products` where its list of items should be"),
        "chloe": .invalid("has no `Header.StatusCode`, which should be 200"),
        "shopreme": .invalid("has no `categories` where its list of items should be"),
      ]),
    Misbehaviour(
      "records of something else", .json(#"[{"nam": 1}, {"x": 2}]"#),
      .invalid("has no item with `id` among its 2 records"),
      besides: [
        "bestbuy": .invalid("has no item with `sku` among its 2 records"),
        "chloe": .invalid("has no `Header.StatusCode`, which should be 200"),
        "shopreme": .invalid("has a list at its root where an object should be"),
      ]),
    Misbehaviour("null", .json("null"), .value),
    Misbehaviour("a number", .json("42"), .value),
    Misbehaviour("a text", .json("\"busy\""), .value),
    Misbehaviour(
      "two documents", .json("[] []"), .invalid("holds several documents; the first has no record"),
      besides: [
        "chloe": .invalid("has a list at its root where an object should be"),
        "shopreme": .invalid("has a list at its root where an object should be"),
      ]),
    Misbehaviour(
      "deep", .json(String(repeating: "[", count: 5000)),
      .invalid("is nested more than 512 levels deep in record 1"),
      besides: [
        "shopreme": .invalid("is nested more than 512 levels deep before the first record")
      ]),
    Misbehaviour(
      "no text", .reply(body: [0xFF, 0xFE, 0x5B, 0x00]),
      .invalid("is UTF-16 and not UTF-8; `iconv -f UTF-16 -t UTF-8 FILE > NEW` converts it")),
    Misbehaviour("zeros", .reply(body: [0, 0, 0, 0]), .noJSON),
  ]
}

extension Misbehaviour.Telling {
  static let stalled = Self.silent("less than 100 bytes a second came for 200 ms")
  static let tooLarge = Self.invalid("is too large: the reply is larger than 64 KiB")
  static let withoutReply = Self.silent(
    "`127.0.0.1:PORT` ended the connection without a reply after 3 tries")
  static let value = Self.invalid("holds a single value, not a list of records")
  static let noJSON = Self.invalid("is no JSON before the first record")
  static let webPage = Self.invalid("holds a web page or XML, not JSON")
}

extension TransferLimits {
  /// Sizes that a test meets soon; the times are the usual ones, so that a busy machine meets none.
  static var small: TransferLimits {
    var limits = TransferLimits()
    limits.bodyBytes = 64 << 10
    limits.growth = 10
    limits.growthAfterBytes = 1 << 10
    limits.headerBytes = 8 << 10
    return limits
  }

  /// Takes no pauses, and has time.
  static var impatient: TransferLimits {
    var limits = small
    limits.stallMilliseconds = 200
    return limits
  }

  /// Takes pauses, and has no time.
  static var brief: TransferLimits {
    var limits = small
    limits.totalMilliseconds = 500
    return limits
  }
}
