// SPDX-License-Identifier: MIT

/// When a reading was taken, or the readings of which an item's history comes, as people write it.
public struct ReadingTimes: Sendable, Equatable, CustomStringConvertible {
  /// That of the first of several readings; nil for one.
  public let first: String?
  public let last: String

  /// Of one reading, or of several from the first to the last.
  package init(from first: String? = nil, _ last: String) {
    self.first = first
    self.last = last
  }

  public var description: String { first.map { "\($0) to \(last)" } ?? last }
}
