// SPDX-License-Identifier: MIT

/// A number of any size as school teaches it: what the exact arithmetic is compared with.
struct BigDecimal {
  /// Groups of nine digits, the lowest first, without zeros at the end.
  private var groups: [UInt64] = []
  var negative = false
  var scale = 0

  private static let base: UInt64 = 1_000_000_000

  private init(groups: [UInt64], negative: Bool, scale: Int) {
    self.groups = groups
    while self.groups.last == 0 { self.groups.removeLast() }
    self.negative = negative && !self.groups.isEmpty
    self.scale = scale
  }

  /// Digits as a whole number, divided by a power of ten.
  init(_ digits: String, scale: Int = 0, negative: Bool = false) {
    var rest = digits[...]
    var groups: [UInt64] = []
    while !rest.isEmpty {
      groups.append(UInt64(rest.suffix(9)) ?? 0)
      rest = rest.dropLast(9)
    }
    self.init(groups: groups, negative: negative, scale: scale)
  }

  init(tenTo exponent: Int) { self.init("1" + String(repeating: "0", count: exponent)) }

  var isZero: Bool { groups.isEmpty }
  var magnitude: BigDecimal { BigDecimal(groups: groups, negative: false, scale: scale) }

  /// The digits of the coefficient without leading zeros.
  var digits: String {
    guard let first = groups.last else { return "0" }
    return groups.dropLast().reversed().reduce("\(first)") { text, group in
      let digits = "\(group)"
      return text + String(repeating: "0", count: 9 - digits.count) + digits
    }
  }

  /// The canonical text; nil for more than 38 digits or 38 places.
  var text: String? {
    if isZero { return "0" }
    var digits = digits
    var places = scale
    while places > 0, digits.last == "0" {
      digits.removeLast()
      places -= 1
    }
    guard digits.count <= 38, places <= 38 else { return nil }
    if places > 0 {
      let zeros = String(repeating: "0", count: max(0, places + 1 - digits.count))
      digits = zeros + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -places))
    }
    return negative ? "-\(digits)" : digits
  }

  func atScale(_ target: Int) -> BigDecimal {
    guard target > scale else { return self }
    var result = self * BigDecimal(tenTo: target - scale)
    result.scale = target
    return result
  }

  private static func compare(_ first: [UInt64], _ second: [UInt64]) -> Int {
    if first.count != second.count { return first.count < second.count ? -1 : 1 }
    for index in first.indices.reversed() where first[index] != second[index] {
      return first[index] < second[index] ? -1 : 1
    }
    return 0
  }

  static func compare(_ first: BigDecimal, _ second: BigDecimal) -> Int {
    if first.negative != second.negative { return first.negative ? -1 : 1 }
    let scale = max(first.scale, second.scale)
    let order = compare(first.atScale(scale).groups, second.atScale(scale).groups)
    return first.negative ? -order : order
  }

  static func + (first: BigDecimal, second: BigDecimal) -> BigDecimal {
    let scale = max(first.scale, second.scale)
    let (left, right) = (first.atScale(scale), second.atScale(scale))
    if left.negative == right.negative {
      return BigDecimal(
        groups: added(left.groups, right.groups), negative: left.negative, scale: scale)
    }
    let isLess = compare(left.groups, right.groups) < 0
    let (larger, smaller) = isLess ? (right, left) : (left, right)
    return BigDecimal(
      groups: subtracted(larger.groups, smaller.groups), negative: larger.negative, scale: scale)
  }

  static prefix func - (value: BigDecimal) -> BigDecimal {
    BigDecimal(groups: value.groups, negative: !value.negative, scale: value.scale)
  }

  static func * (first: BigDecimal, second: BigDecimal) -> BigDecimal {
    var groups = [UInt64](repeating: 0, count: first.groups.count + second.groups.count)
    for (low, left) in first.groups.enumerated() {
      var carry: UInt64 = 0
      for (high, right) in second.groups.enumerated() {
        let sum = groups[low + high] + left * right + carry
        groups[low + high] = sum % base
        carry = sum / base
      }
      groups[low + second.groups.count] += carry
    }
    return BigDecimal(
      groups: groups, negative: first.negative != second.negative,
      scale: first.scale + second.scale)
  }

  private static func added(_ first: [UInt64], _ second: [UInt64]) -> [UInt64] {
    var groups: [UInt64] = []
    var carry: UInt64 = 0
    for index in 0..<max(first.count, second.count) {
      let left = index < first.count ? first[index] : 0
      let right = index < second.count ? second[index] : 0
      groups.append((left + right + carry) % base)
      carry = (left + right + carry) / base
    }
    return groups + [carry]
  }

  private static func subtracted(_ first: [UInt64], _ second: [UInt64]) -> [UInt64] {
    var groups: [UInt64] = []
    var borrow: UInt64 = 0
    for index in first.indices {
      let right = (index < second.count ? second[index] : 0) + borrow
      borrow = first[index] < right ? 1 : 0
      groups.append(first[index] + borrow * base - right)
    }
    return groups
  }
}

extension BigDecimal {
  /// What is wrong with a quotient, by the definition: the nearest number with as many places as
  /// 38 digits and 38 places allow, the even one of two that are as near. Nil when it is right.
  static func fault(inQuotient result: String?, of first: BigDecimal, by second: BigDecimal)
    -> String?
  {
    if second.isZero { return result == nil ? nil : "a division by zero has a result" }
    let integerDigits = first.digits.count - first.scale - second.digits.count + second.scale
    let places = (36 - integerDigits...39 - integerDigits).last { places in
      places <= 38 && fits(first, second, places: places)
    }
    // More places than 38 are none, however small the number is.
    let kept = 36 - integerDigits > 38 ? 38 : places
    guard let kept, kept >= 0 else { return result == nil ? nil : "it has over 38 digits" }
    guard let result, let quotient = BigDecimal(text: result) else { return "there is no result" }
    if quotient.scale > kept { return "it has more than \(kept) places" }
    return isNearest(quotient.atScale(kept), first, second, places: kept)
      ? nil : "it is not the nearest with \(kept) places"
  }

  /// Whether the rounded quotient with so many places is smaller than 10^38.
  private static func fits(_ first: BigDecimal, _ second: BigDecimal, places: Int) -> Bool {
    guard places >= 0 else { return false }
    let twice = first.magnitude * BigDecimal("2") * BigDecimal(tenTo: places)
    let limit = BigDecimal("1" + String(repeating: "9", count: 38)) * second.magnitude
    return compare(twice, limit) < 0
  }

  private static func isNearest(
    _ quotient: BigDecimal, _ first: BigDecimal, _ second: BigDecimal, places: Int
  ) -> Bool {
    let error = (first + -(quotient * second)).magnitude * BigDecimal("2")
    var unit = second.magnitude
    unit.scale += places
    let order = compare(error, unit)
    return order < 0 || (order == 0 && (quotient.digits.last?.wholeNumberValue ?? 1) % 2 == 0)
  }

  /// Reads the canonical form.
  init?(text: String) {
    let parts = text.drop { $0 == "-" }.split(separator: ".")
    guard (1...2).contains(parts.count) else { return nil }
    self.init(
      parts.joined(), scale: parts.count == 2 ? parts[1].count : 0,
      negative: text.first == "-")
  }
}
