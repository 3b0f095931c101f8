// SPDX-License-Identifier: MIT

extension CalendarDate {
  /// Reads `2024-01-31` or `2024-01-31T10:00:00` as data has it.
  ///
  /// A space may stand for the `T`, and the seconds may be left out. A fraction of a second and a
  /// time zone are read and dropped: a date is what the calendar and the clock showed where it was
  /// written.
  public init?(text: some Sequence<UInt8>) {
    var rest = Array(text)[...]
    guard let date = Self.day(&rest) else { return nil }
    if rest.isEmpty {
      self.init(year: date.year, month: date.month, day: date.day)
      return
    }
    guard let mark = rest.popFirst(), [0x54, 0x74, 0x20].contains(mark),
      let time = Self.time(&rest)
    else { return nil }
    Self.skipFraction(&rest)
    guard Self.isZone(rest) else { return nil }
    self.init(
      year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
      second: time.second)
  }

  private static func day(
    _ rest: inout ArraySlice<UInt8>
  ) -> (year: Int, month: Int, day: Int)? {
    guard let year = number(&rest, digits: 4), take("-", &rest),
      let month = number(&rest, digits: 2), take("-", &rest),
      let day = number(&rest, digits: 2)
    else { return nil }
    return (year, month, day)
  }

  private static func time(
    _ rest: inout ArraySlice<UInt8>
  ) -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = number(&rest, digits: 2), take(":", &rest),
      let minute = number(&rest, digits: 2)
    else { return nil }
    guard take(":", &rest) else { return (hour, minute, 0) }
    return number(&rest, digits: 2).map { (hour, minute, $0) }
  }

  private static func skipFraction(_ rest: inout ArraySlice<UInt8>) {
    guard rest.first == UInt8(ascii: "."), let digit = rest.dropFirst().first,
      (0x30...0x39).contains(digit)
    else { return }
    rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
  }

  /// Whether it is nothing, `Z` or an offset such as `+02:00`.
  private static func isZone(_ text: ArraySlice<UInt8>) -> Bool {
    if text.isEmpty || text.elementsEqual("Z".utf8) || text.elementsEqual("z".utf8) { return true }
    var rest = text
    guard take("+", &rest) || take("-", &rest), let hours = number(&rest, digits: 2),
      hours < 24
    else { return false }
    if rest.isEmpty { return true }
    _ = take(":", &rest)
    guard let minutes = number(&rest, digits: 2), minutes < 60 else { return false }
    return rest.isEmpty
  }

  private static func take(_ mark: Character, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let byte = mark.asciiValue, rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
    let found = rest.prefix(digits)
    guard found.count == digits, found.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest.removeFirst(digits)
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `2024-01-31`, with `T09:12:12` where it is not midnight.
  public func append(to bytes: inout [UInt8]) {
    let (year, month, day) = yearMonthDay
    Self.append(year / 100, to: &bytes)
    Self.append(year % 100, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(month, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(day, to: &bytes)
    let second = secondOfDay
    guard second > 0 else { return }
    bytes.append(UInt8(ascii: "T"))
    Self.append(second / 3_600, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(second / 60 % 60, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(second % 60, to: &bytes)
  }

  /// A number below 100 in two digits.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

extension CalendarDate: CustomStringConvertible {
  public var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
