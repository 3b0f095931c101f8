// SPDX-License-Identifier: MIT

/// A unit in which lengths are written; columns hold metres.
public enum LengthUnit: String, Sendable, Hashable, CaseIterable {
  case metre = "m"
  case kilometre = "km"
  case mile = "mi"
  case foot = "ft"
  case yard = "yd"

  /// How many metres it has, exactly.
  public var metres: Decimal {
    switch self {
    case .metre: Decimal(1)
    case .kilometre: Decimal(1_000)
    case .mile: Decimal(1_609_344, places: 3)
    case .foot: Decimal(3_048, places: 4)
    case .yard: Decimal(9_144, places: 4)
    }
  }
}

/// A unit in which durations are written; columns hold seconds.
public enum DurationUnit: String, Sendable, Hashable, CaseIterable {
  case hour, hours, day, days

  public var seconds: Int {
    switch self {
    case .hour, .hours: 3_600
    case .day, .days: 86_400
    }
  }
}
