// SPDX-License-Identifier: MIT

/// How a ``LoopbackServer`` answers a request: the bytes that it sends, and what it does between.
///
/// Start with a factory and change what comes of it:
/// `.json("[]").dripping(every: 0.1)`, `.status(500).after(0.2)`.
package struct LoopbackAnswer: Sendable, Equatable {
  /// One thing that the server does.
  package enum Step: Sendable, Equatable {
    case send([UInt8])
    /// Waits, in seconds.
    case wait(Double)
    /// Sends the same again and again, until the client goes away or the server stops.
    case endlessly([UInt8], every: Double)
    /// Ends the connection as a fault does, so that the client cannot read what is on its way.
    case reset
  }

  /// Further fields of a header, in order; a name may come twice.
  package typealias Fields = KeyValuePairs<String, String>

  package var steps: [Step]
  /// Whether the connection stays open for a next request.
  package var keepsOpen: Bool

  package init(_ steps: [Step], keepsOpen: Bool = false) {
    self.steps = steps
    self.keepsOpen = keepsOpen
  }
}

// Answers as they should be.
extension LoopbackAnswer {
  /// A reply with its length, after which the connection stays open.
  package static func reply(
    _ status: Int = 200, _ fields: Fields = [:], body: [UInt8] = []
  ) -> LoopbackAnswer {
    // These two have no body by definition, and no length of one.
    let length = status == 204 || status == 304 ? "" : "Content-Length: \(body.count)\r\n"
    let head = head(status, fields) + "\(length)\r\n"
    return LoopbackAnswer([.send(Array(head.utf8)), .send(body)], keepsOpen: true)
  }

  package static func reply(
    _ status: Int = 200, _ fields: Fields = [:], text: String
  ) -> LoopbackAnswer {
    reply(status, fields, body: Array(text.utf8))
  }

  package static func json(
    _ text: String, status: Int = 200, etag: String? = nil
  ) -> LoopbackAnswer {
    guard let etag else { return reply(status, ["Content-Type": "application/json"], text: text) }
    return reply(status, ["Content-Type": "application/json", "ETag": etag], text: text)
  }

  package static func html(_ text: String, status: Int = 200) -> LoopbackAnswer {
    reply(status, ["Content-Type": "text/html; charset=utf-8"], text: text)
  }

  /// A reply without a body.
  package static func status(_ status: Int, _ fields: Fields = [:]) -> LoopbackAnswer {
    reply(status, fields)
  }

  package static func redirect(to location: String, status: Int = 302) -> LoopbackAnswer {
    reply(status, ["Location": location])
  }

  /// A body in chunks; without `ending` the last chunk of length 0 is missing.
  package static func chunked(_ chunks: [String], ending: Bool = true) -> LoopbackAnswer {
    let body = chunks.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    let head = head(200, ["Transfer-Encoding": "chunked"]) + "\r\n"
    let sent = body + (ending ? "0\r\n\r\n" : "")
    return LoopbackAnswer(
      [.send(Array(head.utf8)), .send(Array(sent.utf8))], keepsOpen: ending)
  }

  /// A body in the coding `gzip` or `deflate`; it is not made smaller.
  package static func compressed(
    _ text: String, as coding: LoopbackCompression.Coding = .gzip
  ) -> LoopbackAnswer {
    let body = LoopbackCompression.stored(Array(text.utf8), as: coding)
    return reply(200, ["Content-Encoding": coding.rawValue], body: body)
  }
}

// Answers as they should not be.
extension LoopbackAnswer {
  /// Whatever bytes, after which the connection ends.
  package static func raw(_ bytes: [UInt8]) -> LoopbackAnswer { LoopbackAnswer([.send(bytes)]) }

  package static func raw(_ text: String) -> LoopbackAnswer { raw(Array(text.utf8)) }

  /// A reply that begins, and then neither goes on nor ends.
  package static func hanging(_ rest: String) -> LoopbackAnswer {
    LoopbackAnswer([
      .send(Array(("HTTP/1.1 200 OK\r\n" + rest).utf8)), .endlessly([], every: 0.02),
    ])
  }

  /// Ends the connection without a byte.
  package static let nothing = LoopbackAnswer([])

  /// Ends the connection as a fault does.
  package static let reset = LoopbackAnswer([.reset])

  /// Never says anything and does not go away.
  package static let silence = LoopbackAnswer([.endlessly([], every: 0.02)])

  /// Says that the body is longer than it is, and ends the connection.
  package static func cut(_ text: String, missing: Int = 1) -> LoopbackAnswer {
    let length = text.utf8.count + missing
    return raw(head(200, ["Content-Length": "\(length)"]) + "\r\n" + text)
  }

  /// A body without end, and without a length.
  package static func endless(_ text: String = "[1],", every pause: Double = 0) -> LoopbackAnswer {
    LoopbackAnswer([
      .send(Array((head(200, [:]) + "\r\n").utf8)), .endlessly(Array(text.utf8), every: pause),
    ])
  }

  /// A header without end.
  package static func endlessHeader(every pause: Double = 0) -> LoopbackAnswer {
    let line = "X-Filler: \(String(repeating: "x", count: 1000))\r\n"
    return LoopbackAnswer([
      .send(Array(head(200, [:]).utf8)), .endlessly(Array(line.utf8), every: pause),
    ])
  }

  /// A small body that is `size` zero bytes once it is decoded.
  package static func bomb(size: Int) -> LoopbackAnswer {
    reply(200, ["Content-Encoding": "gzip"], body: LoopbackCompression.zeros(size))
  }
}

// Changes to answers.
extension LoopbackAnswer {
  /// Waits before the first byte.
  package func after(_ seconds: Double) -> LoopbackAnswer {
    LoopbackAnswer([.wait(seconds)] + steps, keepsOpen: keepsOpen)
  }

  /// Sends the last part, which is the body of a reply, bit by bit.
  package func dripping(_ bytes: Int = 1, every pause: Double) -> LoopbackAnswer {
    guard case .send(let body) = steps.last else { return self }
    let drops = stride(from: 0, to: body.count, by: bytes).flatMap { start -> [Step] in
      [.wait(pause), .send(Array(body[start..<min(start + bytes, body.count)]))]
    }
    return LoopbackAnswer(steps.dropLast() + drops, keepsOpen: keepsOpen)
  }

  /// Ends the connection when all is sent.
  package func thenClosing() -> LoopbackAnswer { LoopbackAnswer(steps) }

  /// The first lines of a reply, without the empty one that ends its header.
  package static func head(_ status: Int, _ fields: Fields) -> String {
    "HTTP/1.1 \(status) \(reasons[status] ?? "Status")\r\n"
      + fields.map { "\($0.key): \($0.value)\r\n" }.joined()
  }

  private static let reasons = [
    200: "OK", 204: "No Content", 301: "Moved Permanently", 302: "Found", 304: "Not Modified",
    400: "Bad Request", 403: "Forbidden", 404: "Not Found", 408: "Request Timeout",
    429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable",
  ]
}
