// SPDX-License-Identifier: MIT

import Foundation

/// A request that a ``LoopbackServer`` got.
package struct LoopbackRequest: Sendable, Equatable {
  /// A field of the header as it was sent.
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package let method: String
  /// What was asked for, as it was sent: path and query.
  package let target: String
  package let fields: [Field]
  /// Which connection it came by, from 1.
  package let connection: Int
  /// The place among all requests of the server, from 1.
  package private(set) var number = 0
  /// The place among the requests for the same path, from 1:
  /// `$0.ordinal == 1 ? .status(500) : ...`.
  package private(set) var ordinal = 0

  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The query without its question mark; empty when there is none.
  package var query: String { String(target.drop { $0 != "?" }.dropFirst()) }

  /// The first parameter of the query with that name, decoded.
  package func parameter(_ name: String) -> String? {
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.removingPercentEncoding ?? String($0) }
      if sides.first == name { return sides.count > 1 ? sides[1] : "" }
    }
    return nil
  }

  /// The first field of the header with that name, whatever its case.
  package func value(of name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether a text is anywhere in the request, as a secret must not be that is another host's.
  package func mentions(_ text: String) -> Bool {
    target.contains(text) || fields.contains { $0.name.contains(text) || $0.value.contains(text) }
  }

  func counted(number: Int, ordinal: Int) -> LoopbackRequest {
    var copy = self
    copy.number = number
    copy.ordinal = ordinal
    return copy
  }

  /// Reads the head of a request, without the empty line; nil when it is none.
  init?(head: [UInt8], connection: Int) {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    fields = lines.dropFirst().map { line in
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return Field(
        name: String(sides[0]),
        value: sides.count > 1 ? sides[1].trimmingCharacters(in: .whitespaces) : "")
    }
    self.connection = connection
  }
}
