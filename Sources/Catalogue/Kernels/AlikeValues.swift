// SPDX-License-Identifier: MIT

/// When two values of a type are the same: where they are equal, or numbers that differ by no more
/// than a tolerance, also within lists and records.
package struct Alikeness: Sendable {
  private let type: ValueType
  /// How much numbers may differ, in the unit of their type; nil for nothing.
  private let tolerance: Decimal?

  package init(_ type: ValueType, within tolerance: Decimal?) {
    self.type = type
    self.tolerance = tolerance
  }

  /// Row by row whether the values of two columns of the type are the same; two nulls are.
  package func bits(_ first: Column, _ second: Column) -> Bitmap {
    guard tolerance != nil, type.hasTolerance else { return Column.compare(first, .equal, second) }
    return Bitmap(count: first.count) {
      areAlike(first.value(at: $0), second.value(at: $0), type)
    }
  }

  private func areAlike(_ first: Value, _ second: Value, _ type: ValueType) -> Bool {
    if first == second { return true }
    switch (first, second) {
    case (.number(let one), .number(let other)): return areAlike(one, other, type)
    case (.text(let one), .text(let other)):
      // Values of no certain type are kept as JSON.
      return type == .any && areAlike(JSONPieces(one), JSONPieces(other))
    case (.list(let some), .list(let others)):
      guard case .list(let element) = type, some.count == others.count else { return false }
      return zip(some, others).allSatisfy { areAlike($0, $1, element) }
    case (.record(let some), .record(let others)):
      return some.count == others.count
        && zip(some, others).allSatisfy { one, other in
          one.name.isSpelled(as: other.name)
            && areAlike(one.value, other.value, type.member(one.name))
        }
    default: return false
    }
  }

  /// Whether two JSON texts differ in numbers alone, each by no more than the tolerance.
  private func areAlike(_ first: JSONPieces, _ second: JSONPieces) -> Bool {
    var (first, second) = (first, second)
    while true {
      switch (first.next(), second.next()) {
      case (nil, nil): return true
      case (let one?, let other?):
        if one == other { continue }
        guard case .number(let one) = JSONText.scalar(one),
          case .number(let other) = JSONText.scalar(other), areAlike(one, other, .decimal)
        else { return false }
      default: return false
      }
    }
  }

  private func areAlike(_ first: Decimal, _ second: Decimal, _ type: ValueType) -> Bool {
    guard type.hasTolerance, let tolerance = tolerance.flatMap(type.stored) else { return false }
    let (least, greatest) = (min(first, second), max(first, second))
    if let most = Decimal.sum(least, tolerance) { return greatest <= most }
    // The sum has more digits than can be held.
    var excess = ExactSum()
    for number in [greatest, -least, -tolerance] { excess.add(number) }
    return excess.mean(of: 1).map { $0 <= .zero } ?? false
  }
}

/// The pieces of a JSON text that has no spaces between them: marks, texts with their quotes,
/// numbers and words.
private struct JSONPieces {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  mutating func next() -> ArraySlice<UInt8>? {
    guard let first = rest.first else { return nil }
    let count =
      if first == UInt8(ascii: "\"") {
        lengthOfText
      } else if Self.isMark(first) {
        1
      } else {
        rest.prefix { !Self.isMark($0) }.count
      }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// The bytes of the text that begins here, up to its closing quote.
  private var lengthOfText: Int {
    var isEscaped = false
    for (count, byte) in rest.enumerated().dropFirst() {
      if byte == UInt8(ascii: "\""), !isEscaped { return count + 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return rest.count
  }

  private static func isMark(_ byte: UInt8) -> Bool { "[]{},:".utf8.contains(byte) }
}

extension ValueType {
  /// Whether there are numbers in it that may be nearly the same: no dates, and no times.
  fileprivate var hasTolerance: Bool {
    switch self {
    case .int, .decimal, .money, .length, .any: true
    case .list(let element): element.hasTolerance
    case .record(let members): members.contains { $0.type.hasTolerance }
    default: false
    }
  }

  /// The type of a member; amounts with a currency of their own have members too.
  fileprivate func member(_ name: String) -> ValueType {
    switch self {
    case .record(let members): members.first { $0.name.isSpelled(as: name) }?.type ?? .any
    case .money: .decimal
    default: .any
    }
  }
}
