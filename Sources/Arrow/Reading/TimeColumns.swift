// SPDX-License-Identifier: MIT

import Catalogue

// Days, times and durations.
extension BatchReader {
  /// Days, and what a clock has shown, in whole seconds. What lies outside of the years that there
  /// are is null, and told; so are fractions, which are left out.
  func dates(_ place: FieldPlace, _ rows: Range<Int>) throws(ArrowFault) -> NumberColumn {
    let validity = try validity(place, rows)
    let values: Buffer<Int64>
    let seconds: (Int64) -> Int?
    var units: Int64 = 1
    switch place.field.kind {
    case .day:
      values = try wholes(place, 1, rows, IntegerKind(bits: 32, isSigned: true))
      seconds = { Int($0) * CalendarDate.secondsOfDay }
    case .timestamp(let unit, let zone):
      values = try numbers(place, 1, rows, Int64.self)
      let shift = zone.flatMap(TimeZoneName.offset) ?? 0
      units = unit.perSecond
      seconds = { [units] value in
        let (sum, overflow) = Int(value.flooredDivision(by: units)).addingReportingOverflow(shift)
        return overflow ? nil : sum
      }
    default:
      values = try numbers(place, 1, rows, Int64.self)
      units = TimeUnit.millisecond.perSecond
      seconds = { [units] in Int($0.flooredDivision(by: units)) }
    }
    var dates: [Int64] = []
    dates.reserveCapacity(rows.count)
    var isThere = validity.map { bits in (0..<bits.count).map { bits[$0] } }
    for row in 0..<rows.count {
      guard validity?[row] ?? true else {
        dates.append(0)
        continue
      }
      if let date = seconds(values[row]).flatMap({ CalendarDate(seconds: $0) }) {
        dates.append(Int64(date.seconds))
        if units > 1, !hasFractions, values[row] % units != 0 { hasFractions = true }
        continue
      }
      reject(rows.lowerBound + row, "is outside of the years 1 to 9999")
      dates.append(0)
      if isThere == nil { isThere = Array(repeating: true, count: rows.count) }
      isThere?[row] = false
    }
    return NumberColumn(dates, validity: isThere.map { Bitmap($0) })
  }

  func durations(
    _ place: FieldPlace, _ rows: Range<Int>, _ unit: TimeUnit
  ) throws(ArrowFault) -> NumberColumn {
    NumberColumn(
      .narrow(try numbers(place, 1, rows, Int64.self), scale: unit.digits),
      validity: try validity(place, rows))
  }

  /// Times of a day as texts, such as `08:30:00` or `08:30:00.125`.
  func times(
    _ place: FieldPlace, _ rows: Range<Int>, _ unit: TimeUnit, bits: Int
  ) throws(ArrowFault) -> TextColumn {
    let validity = try validity(place, rows)
    let values = try wholes(place, 1, rows, IntegerKind(bits: bits, isSigned: true))
    var builder = TextColumnBuilder()
    for row in 0..<rows.count {
      guard validity?[row] ?? true else {
        builder.appendNull()
        continue
      }
      if let text = Self.time(values[row], unit) {
        builder.append(text)
      } else {
        reject(rows.lowerBound + row, "is no time of a day")
        builder.appendNull()
      }
    }
    return builder.finish()
  }

  private static func time(_ value: Int64, _ unit: TimeUnit) -> String? {
    let seconds = value / unit.perSecond
    guard value >= 0, seconds < CalendarDate.secondsOfDay else { return nil }
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    let text = parts.map { padded("\($0)", to: 2) }.joined(separator: ":")
    let rest = value % unit.perSecond
    if rest == 0 { return text }
    let digits = padded("\(rest)", to: unit.digits)
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    return "\(text).\(digits.dropLast(zeros))"
  }

  private static func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

/// What a column of times says of the zone in which clocks show them.
package enum TimeZoneName {
  /// How many seconds clocks are ahead of UTC in a zone that says so itself, such as `+02:00`; nil
  /// for a zone that is only named.
  static func offset(_ name: String) -> Int? {
    if isUniversal(name) { return 0 }
    let bytes = Array(name.utf8)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let sign = name.first,
      sign == "+" || sign == "-"
    else { return nil }
    let digits = [1, 2, 4, 5].map { Int(bytes[$0]) - 0x30 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
    return sign == "-" ? -minutes * 60 : minutes * 60
  }

  private static func isUniversal(_ name: String) -> Bool {
    ["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z", ""].contains(name)
  }
}

extension ArrowField {
  /// The zone of the times in a column that are shown as those of UTC; nil where clocks there show
  /// what is shown here.
  package var unshownZone: String? {
    guard case .timestamp(_, let zone?) = kind, TimeZoneName.offset(zone) == nil else { return nil }
    return zone
  }
}

extension TimeUnit {
  var perSecond: Int64 {
    switch self {
    case .second: 1
    case .millisecond: 1_000
    case .microsecond: 1_000_000
    case .nanosecond: 1_000_000_000
    }
  }
}

extension Int64 {
  func flooredDivision(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
