// SPDX-License-Identifier: MIT

import Catalogue

extension ValueSpan {
  /// How many bytes of a text are told.
  private static let mostBytes = 32

  /// What is known of the values of a column; nil where it is of a type of which nothing is told.
  init?(_ column: Column, _ type: ValueType) {
    nulls = column.nullCount
    switch column {
    case .number(let numbers):
      // Numbers that are multiplied when they are read need not be what they were.
      guard type.factor == nil else { return nil }
      bounds = numbers.extremes.map { .numbers($0, $1) }
    case .text(let texts): bounds = texts.extremes.map { Self.bounds($0, $1) }
    case .bool, .list, .record, .null: break
    }
  }

  private static func bounds(
    _ least: ArraySlice<UInt8>, _ most: ArraySlice<UInt8>
  ) -> Bounds {
    .texts(
      Array(least.prefix(mostBytes)), Array(most.prefix(mostBytes)),
      isCut: most.count > mostBytes)
  }
}

extension NumberColumn {
  /// The least and the largest number; nil where there is none.
  fileprivate var extremes: (Decimal, Decimal)? {
    switch storage {
    case .narrow(let values, let scale):
      extremes(values).flatMap { least, most in
        Self.both(Decimal(Int128(least), scale: scale), Decimal(Int128(most), scale: scale))
      }
    case .wide(let values, let scale):
      extremes(values).flatMap { least, most in
        Self.both(Decimal(least, scale: scale), Decimal(most, scale: scale))
      }
    case .mixed(let values): extremes(values)
    }
  }

  private static func both(_ least: Decimal?, _ most: Decimal?) -> (Decimal, Decimal)? {
    if let least, let most { (least, most) } else { nil }
  }

  private func extremes<Number: Comparable & BitwiseCopyable & Sendable>(
    _ values: Buffer<Number>
  ) -> (Number, Number)? {
    let span = values.span
    var found: (least: Number, most: Number)?
    for row in span.indices where validity?[row] ?? true {
      let value = span[row]
      guard let known = found else {
        found = (value, value)
        continue
      }
      if value < known.least { found?.least = value }
      if value > known.most { found?.most = value }
    }
    return found.map { ($0.least, $0.most) }
  }
}

extension TextColumn {
  /// The first and the last text in the order of their bytes; nil where there is none.
  fileprivate var extremes: (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    var found: (least: ArraySlice<UInt8>, most: ArraySlice<UInt8>)?
    func take(_ text: ArraySlice<UInt8>) {
      guard let known = found else {
        found = (text, text)
        return
      }
      if text.lexicographicallyPrecedes(known.least) {
        found?.least = text
      } else if known.most.lexicographicallyPrecedes(text) {
        found?.most = text
      }
    }
    if codes != nil {
      var isUsed = [Bool](repeating: false, count: values.count)
      for row in 0..<count where validity?[row] ?? true { isUsed[index(of: row)] = true }
      for (value, isUsed) in isUsed.enumerated() where isUsed { take(values[value]) }
    } else {
      for row in 0..<count { if let text = bytes(at: row) { take(text) } }
    }
    return found
  }
}
