// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// What a service says of an error.
enum ServiceMessage {
  /// More of it is not shown; with what stands around it, it fits the line of a short error.
  private static let longest = 120

  /// Where services put their words, the more telling places first.
  private static let paths: [[String]] = [
    ["error", "message"], ["errorMessage"], ["message"], ["error_description"], ["detail"],
    ["error"], ["title"], ["Header", "Description"],
  ]

  /// The status with its meaning, such as `503 Service Unavailable`.
  fileprivate static func status(of reply: HTTPReply) -> String {
    statuses[reply.status].map { "\(reply.status) \($0)" } ?? "\(reply.status)"
  }

  /// The message of the body; nil where it has none.
  fileprivate static func text(of reply: HTTPReply) -> String? {
    let document = Document(Payload(name: "", bytes: reply.body, watch: .unwatched))
    guard document.beginsWithValue else { return plainText(reply) }
    return document.firstText(at: paths).flatMap(shown)
  }

  /// A body that is declared as mere text and is a line of it.
  private static func plainText(_ reply: HTTPReply) -> String? {
    guard reply.value(of: "Content-Type")?.lowercased().hasPrefix("text/plain") ?? false else {
      return nil
    }
    return shown(String(decoding: reply.body.prefix(4 * longest), as: UTF8.self))
  }

  /// In one line, and not too long; nil when nothing is left. Services repeat what they were asked
  /// before they say what is wrong with it, so that the middle is what can be spared.
  static func shown(_ text: String) -> String? {
    let words = text.onOneLine
    if words.isEmpty { return nil }
    guard words.count > longest else { return words }
    return words.prefix(longest / 2) + "…" + words.suffix(longest - longest / 2 - 1)
  }

  private static let statuses = [
    204: "No Content", 206: "Partial Content", 304: "Not Modified", 400: "Bad Request",
    401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 410: "Gone",
    422: "Unprocessable Content", 429: "Too Many Requests", 500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}

extension ServerFault {
  /// The fault of a reply that is an error.
  init(_ reply: HTTPReply, of source: String, at address: String) {
    self.init(
      .refused, source: source, address: AddressSecrets.masked(address),
      cause: ServiceMessage.status(of: reply))
    tries = reply.tries
    message = ServiceMessage.text(of: reply)
    status = reply.status
  }
}
