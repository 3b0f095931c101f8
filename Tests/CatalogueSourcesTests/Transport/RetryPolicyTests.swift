// SPDX-License-Identifier: MIT

import CatalogueSources
import Testing

@Suite struct RetryPolicyTests {
  struct Case: Sendable {
    let reply: HTTPReply
    let repeated: Int
    let expected: RetryPolicy.Verdict

    init(
      _ status: Int, after: String? = nil, saying body: String = "", repeated: Int = 0,
      _ expected: RetryPolicy.Verdict
    ) {
      let headers = after.map { [HTTPField("retry-after", $0)] } ?? []
      reply = HTTPReply(status: status, headers: headers, body: Array(body.utf8))
      self.repeated = repeated
      self.expected = expected
    }
  }

  /// 6 November 1994, 08:49:37, the date of RFC 9110's examples.
  private static let date = 784_111_777

  @Test(arguments: [
    Case(200, .final), Case(304, .final), Case(400, .final), Case(404, .final), Case(403, .final),
    Case(408, .again(afterMilliseconds: 562)), Case(429, .again(afterMilliseconds: 562)),
    Case(500, .again(afterMilliseconds: 562)), Case(599, .again(afterMilliseconds: 562)),
    Case(503, repeated: 1, .again(afterMilliseconds: 1125)), Case(503, repeated: 2, .final),
    Case(403, saying: "You reached the Per Second Limit.", .again(afterMilliseconds: 562)),
    Case(403, saying: "You reached the daily limit.", .final),
    Case(404, saying: "per second limit", .final),
    Case(429, after: "0", .again(afterMilliseconds: 0)),
    Case(429, after: "30", .again(afterMilliseconds: 30_000)),
    Case(429, after: "30", repeated: 2, .final),
    Case(429, after: "31", .busy(seconds: 31)),
    Case(503, after: "99999999999999999999", .busy(seconds: .max)),
    Case(429, after: "-1", .again(afterMilliseconds: 562)),
    Case(429, after: "soon", .again(afterMilliseconds: 562)),
    Case(429, after: "", .again(afterMilliseconds: 562)),
    Case(200, after: "31", .final),
    Case(429, after: "Sun, 06 Nov 1994 08:49:47 GMT", .again(afterMilliseconds: 10_000)),
    Case(429, after: "Sunday, 06-Nov-94 08:49:47 GMT", .again(afterMilliseconds: 10_000)),
    Case(429, after: "Sun Nov  6 08:49:47 1994", .again(afterMilliseconds: 10_000)),
    Case(429, after: "Sun, 06 Nov 1994 08:49:27 GMT", .again(afterMilliseconds: 0)),
    Case(429, after: "Mon, 07 Nov 1994 08:49:37 GMT", .busy(seconds: 86_400)),
  ])
  func judges(_ example: Case) {
    let verdict = RetryPolicy().verdict(
      on: example.reply, repeated: example.repeated, spread: 500, date: Self.date)
    #expect(verdict == example.expected)
  }

  @Test func pausesDouble() {
    let policy = RetryPolicy()
    let pauses = (0..<3).map { count in
      [0, 1000].map { policy.pause(repeated: count, spread: $0) }
    }
    #expect(pauses == [[500, 625], [1000, 1250], [2000, 2500]])
  }
}
