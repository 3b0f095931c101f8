// SPDX-License-Identifier: MIT

internal import CTransfer

/// What a reply says about copies of it, as RFC 9111 reads it for the cache of one person.
struct CopyPolicy: Equatable {
  /// Whether no copy may be kept.
  let forbidsKeeping: Bool
  /// For how many seconds a copy may be taken without asking; nil where nothing is said of it.
  let freshness: Int?

  /// Reads the header of a reply that came at a time, in seconds since 1970.
  init(_ reply: HTTPReply, now: Int) {
    let directives = reply.values(of: "Cache-Control").flatMap(Self.directives)
    let ages = directives.filter { $0.name == "max-age" }.map { $0.value.flatMap(Self.seconds) }
    forbidsKeeping = directives.contains { $0.name == "no-store" }
    // With names of fields it speaks of these alone, of which none is kept.
    let asksAlways = directives.contains { $0.name == "no-cache" && $0.value == nil }
    if asksAlways || reply.values(of: "Vary").contains("*") {
      freshness = 0
    } else if !ages.isEmpty {
      // What is no number says that the reply is stale; of several the shortest is safe.
      let longest = ages.map { $0 ?? 0 }.min() ?? 0
      freshness = max(longest - (reply.value(of: "Age").flatMap(Self.seconds) ?? 0), 0)
    } else {
      freshness = Self.timeToExpiry(of: reply, now: now)
    }
  }

  /// How long `Expires` is after the time of the reply; what is no date is in the past.
  private static func timeToExpiry(of reply: HTTPReply, now: Int) -> Int? {
    guard let end = reply.value(of: "Expires") else { return nil }
    let start = reply.value(of: "Date").flatMap(date) ?? now
    return date(end).map { max($0 - start, 0) } ?? 0
  }

  private static func date(_ text: String) -> Int? {
    let seconds = Int(unsafe cq_http_date(text))
    return seconds < 0 ? nil : seconds
  }

  /// A number of seconds; more than can be counted is for ever.
  private static func seconds(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return min(Int(text) ?? .max, 1 << 31)
  }

  private typealias Directive = (name: String, value: String?)

  /// The parts of a field, such as `private` and `max-age=60`; a comma in quotes parts nothing.
  private static func directives(_ field: String) -> [Directive] {
    var parts: [String] = [""]
    var isQuoted = false
    for character in field {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
      return (sides[0].lowercased(), sides.count > 1 ? sides[1] : nil)
    }
  }
}
