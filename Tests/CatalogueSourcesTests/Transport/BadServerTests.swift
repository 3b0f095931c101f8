// SPDX-License-Identifier: MIT

import CatalogueSources
import TestSupport
import Testing

/// A server that does what none should do, and what comes of asking it.
struct BadBehaviour: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let answers: [LoopbackAnswer]
  let limits: TransferLimits
  let expected: Outcome
  /// How often the server is asked.
  let requests: Int

  init(
    _ name: String, _ answers: LoopbackAnswer..., within limits: TransferLimits = .small,
    asked requests: Int = 1, gives: Outcome
  ) {
    testDescription = name
    self.answers = answers
    self.limits = limits
    expected = gives
    self.requests = requests
  }
}

@Suite struct BadServerTests {
  @Test(arguments: BadBehaviour.all)
  func ends(_ behaviour: BadBehaviour) throws {
    let server = try LoopbackServer { request in
      behaviour.answers[min(request.number, behaviour.answers.count) - 1]
    }
    let transport = CurlTransport(limits: behaviour.limits, retries: .quick)
    let outcome = transport.outcome(server.address("/list"))
    #expect(outcome.withoutPort(server.port) == behaviour.expected)
    #expect(server.requests.count == behaviour.requests)
  }
}

extension BadBehaviour {
  static let all = slow + large + broken + coded + statuses + redirects

  private static let slow = [
    BadBehaviour("says nothing", .silence, within: .impatient, gives: .stalled),
    BadBehaviour("waits too long", .json("[]").after(2), within: .impatient, gives: .stalled),
    BadBehaviour("waits a little", .json("[]").after(0.1), gives: .reply(200, "[]")),
    BadBehaviour(
      "drips", .reply(text: String(repeating: "1", count: 90)).dripping(every: 0.05),
      within: .impatient, gives: .stalled),
    BadBehaviour(
      "stops in the body", .hanging("Content-Length: 9\r\n\r\n[1"), within: .impatient,
      gives: .stalled),
    BadBehaviour(
      "stops in the header", .hanging("X-A: b\r\nX-"), within: .impatient, gives: .stalled),
    BadBehaviour(
      "goes on for too long", .endless(every: 0.01), within: .brief,
      gives: .fault(.tooSlow(reason: "it took longer than 500 ms", limit: .total))),
  ]

  private static let large = [
    BadBehaviour("body without end", .endless(), gives: .tooLarge),
    BadBehaviour(
      "length over the limit", .hanging("Content-Length: 65537\r\n\r\n"), gives: .tooLarge),
    BadBehaviour(
      "chunks over the limit",
      .chunked(Array(repeating: String(repeating: "x", count: 1000), count: 66)),
      gives: .tooLarge),
    BadBehaviour("bomb", .bomb(size: 1 << 20), gives: .tooLarge),
    BadBehaviour(
      "growth", .bomb(size: 50 << 10),
      gives: .reply(200, String(repeating: "\0", count: 50 << 10))),
    BadBehaviour("header without end", .endlessHeader(), gives: .largeHeader),
    BadBehaviour(
      "one long field",
      .reply(200, ["X-Filler": String(repeating: "x", count: 200_000)], text: "[]"),
      gives: .largeHeader),
    BadBehaviour(
      "many small fields",
      .raw("HTTP/1.1 200 OK\r\n" + String(repeating: "a:\r\n", count: 1_001) + "\r\n[]"),
      gives: .longHeader),
    BadBehaviour(
      "a thousand lines",
      .raw("HTTP/1.1 200 OK\r\n" + String(repeating: "a:\r\n", count: 998) + "\r\n[]"),
      gives: .reply(200, "[]")),
    BadBehaviour(
      "interim replies without end",
      LoopbackAnswer([
        .endlessly(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), every: 0)
      ]), gives: .largeHeader),
  ]

  private static let broken = [
    BadBehaviour(
      "cut", .cut("[1,2", missing: 3), gives: .broken("the reply broke off after 4 bytes")),
    BadBehaviour(
      "cut before the body", .cut("", missing: 3),
      gives: .broken("the reply broke off after 0 bytes")),
    BadBehaviour(
      "chunks without end", .chunked(["[1", ",2"], ending: false),
      gives: .broken("the reply broke off after 4 bytes")),
    BadBehaviour(
      "length of a chunk that is none",
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n"),
      gives: .broken("the reply broke off after 0 bytes")),
    BadBehaviour(
      "two lengths",
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n[1,2"),
      gives: .broken("the reply names two lengths, 2 and 4")),
    BadBehaviour(
      "the same length twice",
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n[]"),
      gives: .reply(200, "[]")),
    BadBehaviour(
      "length that is none",
      .raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n[]"),
      gives: .broken("the reply is no HTTP")),
    BadBehaviour("nothing", .nothing, asked: 3, gives: .withoutReply),
    BadBehaviour("reset", .reset, asked: 3, gives: .withoutReply),
    BadBehaviour("nothing at first", .nothing, .json("[]"), asked: 2, gives: .reply(200, "[]")),
    BadBehaviour(
      "garbage", .raw("\u{1}\u{2}garbage\r\n\r\n"), gives: .broken("the reply is no HTTP")),
    BadBehaviour("another protocol", .raw("220 ready\r\n"), gives: .broken("the reply is no HTTP")),
    BadBehaviour(
      "no length at all", .raw("HTTP/1.1 200 OK\r\n\r\n[1,2"), gives: .reply(200, "[1,2")),
    BadBehaviour(
      "header only", .raw("HTTP/1.1 200 OK\r\n"),
      gives: .broken("the reply broke off after 0 bytes")),
    BadBehaviour("empty", .reply(text: ""), gives: .reply(200, "")),
  ]

  private static let coded = [
    BadBehaviour("gzip", .compressed("[1]", as: .gzip), gives: .reply(200, "[1]")),
    BadBehaviour("deflate", .compressed("[1]", as: .deflate), gives: .reply(200, "[1]")),
    BadBehaviour(
      "deflate without a header",
      .reply(
        200, ["Content-Encoding": "deflate"], body: [1, 3, 0, 0xFC, 0xFF] + Array("[1]".utf8)),
      gives: .reply(200, "[1]")),
    BadBehaviour(
      "gzip of two members",
      .reply(200, ["Content-Encoding": "x-gzip"], body: coded("[1,") + coded("2]")),
      gives: .reply(200, "[1,2]")),
    BadBehaviour(
      "gzip with something after it",
      .reply(200, ["Content-Encoding": "gzip"], body: coded("[1]") + [0, 0]),
      gives: .reply(200, "[1]")),
    BadBehaviour(
      "gzip with what begins almost as it does after it",
      .reply(200, ["Content-Encoding": "gzip"], body: coded("[1]") + [0x1F, 0]),
      gives: .reply(200, "[1]")),
    BadBehaviour("empty gzip", .reply(200, ["Content-Encoding": "gzip"]), gives: .reply(200, "")),
    BadBehaviour(
      "gzip cut, with its length",
      .reply(200, ["Content-Encoding": "gzip"], body: coded("[1,2]").dropLast(9)),
      gives: .broken("the reply broke off after 4 bytes")),
    BadBehaviour(
      "gzip without its checksum, until the connection ends",
      .raw(
        Array(LoopbackAnswer.head(200, ["Content-Encoding": "gzip"]).utf8) + Array("\r\n".utf8)
          + coded("[1]").dropLast(1)),
      gives: .broken("the reply broke off after 3 bytes")),
    BadBehaviour(
      "gzip cut, in chunks",
      .raw(
        Array(
          LoopbackAnswer.head(
            200, ["Content-Encoding": "gzip", "Transfer-Encoding": "chunked"]
          ).utf8) + Array("\r\n10\r\n".utf8) + coded("[1,2]").prefix(16)
          + Array("\r\n0\r\n\r\n".utf8)),
      gives: .broken("the reply broke off after 1 byte")),
    BadBehaviour(
      "second member cut",
      .reply(200, ["Content-Encoding": "gzip"], body: coded("[1,") + coded("2]").dropLast(4)),
      gives: .broken("the reply broke off after 5 bytes")),
    BadBehaviour(
      "gzip with a wrong checksum",
      .reply(200, ["Content-Encoding": "gzip"], body: coded("[1]").dropLast(5) + [0, 3, 0, 0, 0]),
      gives: .broken("the reply cannot be decompressed")),
    BadBehaviour(
      "two codings", .reply(200, ["Content-Encoding": "gzip, gzip"], body: coded("[1]")),
      gives: .broken("the reply cannot be decompressed")),
    BadBehaviour(
      "not the coding it says", .reply(200, ["Content-Encoding": "gzip"], text: "[1]"),
      gives: .broken("the reply cannot be decompressed")),
    BadBehaviour(
      "unknown coding", .reply(200, ["Content-Encoding": "secret"], text: "[1]"),
      gives: .broken("the reply cannot be decompressed")),
  ]

  private static func coded(_ text: String) -> [UInt8] {
    LoopbackCompression.stored(Array(text.utf8), as: .gzip)
  }

  private static let statuses = [
    BadBehaviour("page of HTML", .html("<p>Log in</p>"), gives: .reply(200, "<p>Log in</p>")),
    BadBehaviour("404", .html("gone", status: 404), gives: .reply(404, "gone")),
    BadBehaviour(
      "500 for ever", .reply(500, text: "no"), asked: 3, gives: .reply(500, "no")),
    BadBehaviour("500 once", .status(500), .json("[]"), asked: 2, gives: .reply(200, "[]")),
    BadBehaviour(
      "429 for a moment", .status(429, ["Retry-After": "0"]), .json("[]"), asked: 2,
      gives: .reply(200, "[]")),
    BadBehaviour(
      "429 for an hour", .status(429, ["Retry-After": "3600"]), gives: .fault(.busy(seconds: 3600))),
    BadBehaviour(
      "too fast for the key", .reply(403, text: perSecond), .json("[]"), asked: 2,
      gives: .reply(200, "[]")),
    BadBehaviour(
      "key used up for today", .reply(403, text: perDay), gives: .reply(403, perDay)),
  ]

  private static let perSecond =
    "{\"errorMessage\":\"The provided API Key has reached the per second limit allotted to it.\"}"
  private static let perDay =
    "{\"errorMessage\":\"The provided API Key has reached the daily limit allotted to it.\"}"

  private static let redirects = [
    BadBehaviour(
      "followed", .redirect(to: "other", status: 301), .redirect(to: "?a=1", status: 308),
      .json("[]"), asked: 3, gives: .reply(200, "[]")),
    BadBehaviour(
      "circle", .redirect(to: "/a"), .redirect(to: "/list"), asked: 2,
      gives: .redirect("its redirects lead in a circle")),
    BadBehaviour(
      "to itself", .redirect(to: ""), gives: .redirect("its redirects lead in a circle")),
    BadBehaviour(
      "too many", .redirect(to: "/1"), .redirect(to: "/2"), .redirect(to: "/3"),
      .redirect(to: "/4"), .json("[]"), asked: 4,
      gives: .redirect("it is redirected more than 3 times")),
    BadBehaviour(
      "to a file", .redirect(to: "file:///etc/passwd"),
      gives: .redirect(
        "it is redirected to an address that is none: `file` is neither `http` nor `https`")),
    BadBehaviour(
      "to a server of files", .redirect(to: "ftp://localhost/list"),
      gives: .redirect(
        "it is redirected to an address that is none: `ftp` is neither `http` nor `https`")),
    BadBehaviour(
      "with a password", .redirect(to: "http://me:secret@localhost/"),
      gives: .redirect(
        "it is redirected to an address that is none: it holds a user name or a password, "
          + "which are not sent")),
    BadBehaviour(
      "without a place", .status(302), gives: .reply(302, "")),
    BadBehaviour(
      "not modified", .status(304), gives: .reply(304, "")),
    BadBehaviour(
      "to a port where nobody listens", .redirect(to: "http://127.0.0.1:1/"),
      gives: .fault(
        .unreachable(reason: "`127.0.0.1:1` takes no connection", isOffline: true, tries: 3))),
  ]
}

extension Outcome {
  static let stalled = Outcome.fault(
    .tooSlow(
      reason: "less than 100 bytes a second came for 200 ms",
      limit: .stalling))
  static let tooLarge = Outcome.fault(
    .tooLarge(reason: "the reply is larger than 64 KiB", limit: .body))
  static let largeHeader = Outcome.fault(
    .tooLarge(
      reason: "the header of the reply is larger than 8 KiB", limit: .header))
  static let longHeader = Outcome.fault(
    .tooLarge(
      reason: "the header of the reply has more than 1000 lines",
      limit: .headerLines))
  static let withoutReply = Outcome.fault(
    .broken(reason: "`127.0.0.1:PORT` ended the connection without a reply", tries: 3))

  static func broken(_ reason: String) -> Outcome { .fault(.broken(reason: reason)) }
  static func redirect(_ reason: String) -> Outcome { .fault(.redirect(reason: reason)) }

  /// With `PORT` in place of the number, which is another in every run.
  func withoutPort(_ port: UInt16) -> Outcome {
    guard case .fault(.broken(let reason, let tries)) = self else { return self }
    let told = reason.replacing(":\(port)`", with: ":PORT`")
    return .fault(.broken(reason: told, tries: tries))
  }
}
