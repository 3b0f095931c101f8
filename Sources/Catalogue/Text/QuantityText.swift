// SPDX-License-Identifier: MIT

/// Writes numbers that have a unit.
enum QuantityText {
  /// For programs: every digit in the declared unit, dates and durations as ISO 8601 has them.
  static func append(_ value: Decimal, _ type: ValueType, to bytes: inout [UInt8]) {
    switch type {
    case .length: type.shown(value)?.append(to: &bytes)
    case .duration: append(duration: value, to: &bytes)
    case .date: CalendarDate(value)?.append(to: &bytes)
    case .bool, .int, .decimal, .text, .id, .list, .record, .money, .any:
      value.append(to: &bytes)
    }
  }

  /// `P30D`, `P1DT12H`, `-PT90S`.
  private static func append(duration: Decimal, to bytes: inout [UInt8]) {
    if duration < .zero { bytes.append(UInt8(ascii: "-")) }
    let whole = duration < .zero ? -duration : duration
    bytes.append(UInt8(ascii: "P"))
    guard let seconds = whole.floor.int else {
      bytes += "T\(whole)S".utf8
      return
    }
    let fraction = Decimal.sum(whole, -whole.floor) ?? .zero
    let days = seconds / CalendarDate.secondsOfDay
    let rest = seconds % CalendarDate.secondsOfDay
    if days > 0 { bytes += "\(days)D".utf8 }
    guard rest > 0 || !fraction.isZero || days == 0 else { return }
    bytes.append(UInt8(ascii: "T"))
    if rest >= 3_600 { bytes += "\(rest / 3_600)H".utf8 }
    if rest / 60 % 60 > 0 { bytes += "\(rest / 60 % 60)M".utf8 }
    let last = Decimal.sum(Decimal(rest % 60), fraction) ?? .zero
    if !last.isZero || (days == 0 && rest < 60) { bytes += "\(last)S".utf8 }
  }
}
