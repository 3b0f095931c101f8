// SPDX-License-Identifier: MIT

internal import CTransfer

/// Says when to ask again after a failure that may pass.
package struct RetryPolicy: Sendable, Equatable {
  /// Replies that may be better next time.
  package struct Rule: Sendable, Equatable {
    package let statuses: ClosedRange<Int>
    /// What the body has to hold, whatever the case of its letters; nil for any body.
    package let phrase: String?

    package init(_ statuses: ClosedRange<Int>, saying phrase: String? = nil) {
      self.statuses = statuses
      self.phrase = phrase
    }
  }

  package enum Verdict: Sendable, Equatable {
    /// The reply is what the caller gets.
    case final
    case again(afterMilliseconds: Int)
    /// The server wants to be left alone for longer than is waited.
    case busy(seconds: Int)
  }

  /// How often a request is repeated at most.
  package var repeats = 2
  /// The first pause; each further one is twice as long.
  package var pauseMilliseconds = 500
  /// The longest that a server's `Retry-After` is waited for.
  package var longestWaitSeconds = 30
  package var rules = [
    Rule(408...408), Rule(429...429), Rule(500...599),
    // Some services refuse a key that asks too fast as if it were wrong. What they say of a quota
    // for the day is another text, and repeating would not help.
    Rule(403...403, saying: "per second limit"),
  ]

  package init() {}

  /// Judges a reply to a request that was repeated `count` times already. `spread`, in
  /// thousandths, parts those who fail together; `date` is the time in seconds since 1970.
  package func verdict(
    on reply: HTTPReply, repeated count: Int, spread: Int, date: Int
  ) -> Verdict {
    guard rules.contains(where: { $0.matches(reply) }) else { return .final }
    guard let seconds = Self.secondsToWait(for: reply, date: date) else {
      return count < repeats
        ? .again(afterMilliseconds: pause(repeated: count, spread: spread)) : .final
    }
    guard seconds <= longestWaitSeconds else { return .busy(seconds: seconds) }
    return count < repeats ? .again(afterMilliseconds: seconds * 1000) : .final
  }

  /// How long to wait, in milliseconds, after `count` repetitions: twice the last pause, and up to
  /// a quarter more.
  package func pause(repeated count: Int, spread: Int) -> Int {
    let pause = pauseMilliseconds << min(count, 16)
    return pause + pause * spread / 4000
  }

  /// What `Retry-After` says, in seconds or as a date.
  private static func secondsToWait(for reply: HTTPReply, date: Int) -> Int? {
    guard let text = reply.value(of: "Retry-After") else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) { return Int(text) ?? .max }
    let then = Int(unsafe cq_http_date(text))
    return then < 0 ? nil : max(then - date, 0)
  }
}

extension RetryPolicy.Rule {
  /// Faults are told in the first words of a body.
  private static let bytesToRead = 64 << 10

  func matches(_ reply: HTTPReply) -> Bool {
    guard statuses.contains(reply.status) else { return false }
    guard let phrase else { return true }
    let text = String(decoding: reply.body.prefix(Self.bytesToRead), as: UTF8.self)
    return text.lowercased().contains(phrase.lowercased())
  }
}
