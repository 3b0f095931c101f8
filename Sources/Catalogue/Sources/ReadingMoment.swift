// SPDX-License-Identifier: MIT

/// A time at which a list is wanted as it was read then: `2026-11-20`, `yesterday`, `3 days ago`.
///
/// Days and times are those of the calendar where the program runs. A day means its end.
public struct ReadingMoment: Sendable, Equatable {
  private enum Kind: Sendable, Equatable {
    /// The end of the day that so many seconds of the calendar begin.
    case day(Int)
    /// A second of the calendar.
    case time(Int)
    /// The end of the day so many days before today.
    case daysAgo(Int)
    case secondsAgo(Int)
  }

  private let kind: Kind
  /// As the script writes it.
  public let words: String

  /// Nil for what is no such time.
  public init?(_ words: String) {
    self.words = words
    let parts = words.lowercased().split(separator: " ").map(String.init)
    switch parts {
    case ["today"]: kind = .daysAgo(0)
    case ["yesterday"]: kind = .daysAgo(1)
    default:
      if parts.count == 3, parts[2] == "ago", let count = Int(parts[0]), count >= 0,
        let ago = Self.ago(count, parts[1])
      {
        kind = ago
      } else if let date = CalendarDate(text: words.utf8) {
        let isDay = words.utf8.count == Self.lengthOfDay
        // A time without seconds means its whole minute.
        let rest = words.utf8.count == Self.lengthOfMinute ? 59 : 0
        kind = isDay ? .day(date.seconds) : .time(date.seconds + rest)
      } else {
        return nil
      }
    }
  }

  private static let lengthOfDay = "2026-11-20".utf8.count
  private static let lengthOfMinute = "2026-11-20 14:30".utf8.count

  private static func ago(_ count: Int, _ unit: String) -> Kind? {
    // A century is more than any history has.
    guard count <= 1 << 22 else { return nil }
    return switch unit {
    case "minute", "minutes": .secondsAgo(count * 60)
    case "hour", "hours": .secondsAgo(count * 3_600)
    case "day", "days": .daysAgo(count)
    case "week", "weeks": .daysAgo(count * 7)
    default: nil
    }
  }

  /// A second of the calendar, as `init(_:)` reads it: a day alone would mean its end.
  package static func words(at seconds: Int) -> String {
    guard let date = CalendarDate(seconds: seconds) else { return "\(seconds)" }
    return date.secondOfDay == 0 ? "\(date)T00:00:00" : "\(date)"
  }

  /// Whether something that was taken at a time is not later; both times are seconds of the
  /// calendar where the program runs.
  package func admits(_ taken: Int, now: Int) -> Bool {
    switch kind {
    case .day(let start): taken < start + CalendarDate.secondsOfDay
    case .time(let end): taken <= end
    case .daysAgo(let days):
      CalendarDate(seconds: now).map {
        taken < $0.start(of: .day).seconds - (days - 1) * CalendarDate.secondsOfDay
      } ?? false
    case .secondsAgo(let seconds): taken <= now - seconds
    }
  }
}
