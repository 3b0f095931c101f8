// SPDX-License-Identifier: MIT

/// Exact numbers: whole coefficients with a scale that belongs to the column.
///
/// Most columns fit 64 bits at one scale; 128 bits serve where they do not, and a scale per value
/// where no single scale serves.
public struct NumberColumn: Sendable {
  public enum Storage: Sendable {
    case narrow(Buffer<Int64>, scale: Int)
    case wide(Buffer<Int128>, scale: Int)
    case mixed(Buffer<Decimal>)
  }

  public let storage: Storage
  /// Which rows have a value; nil when all have.
  public let validity: Bitmap?

  public init(_ storage: Storage, validity: Bitmap? = nil) {
    self.storage = storage
    self.validity = validity
  }

  /// Whole coefficients of 64 bits at one scale.
  package init(_ coefficients: [Int64], scale: Int = 0, validity: Bitmap? = nil) {
    self.init(.narrow(Buffer(coefficients), scale: scale), validity: validity)
  }

  public var count: Int {
    switch storage {
    case .narrow(let values, _): values.count
    case .wide(let values, _): values.count
    case .mixed(let values): values.count
    }
  }

  /// The value of a row; nil when it is null.
  public func decimal(at row: Int) -> Decimal? {
    if let validity, !validity[row] { return nil }
    return switch storage {
    case .narrow(let values, let scale): Decimal(Int128(values[row]), scale: scale)
    case .wide(let values, let scale): Decimal(values[row], scale: scale)
    case .mixed(let values): values[row]
    }
  }

  package func taking(rows: [Int]) -> NumberColumn {
    let validity = validity?.taking(rows: rows)
    return switch storage {
    case .narrow(let values, let scale):
      NumberColumn(.narrow(values.taking(rows: rows), scale: scale), validity: validity)
    case .wide(let values, let scale):
      NumberColumn(.wide(values.taking(rows: rows), scale: scale), validity: validity)
    case .mixed(let values): NumberColumn(.mixed(values.taking(rows: rows)), validity: validity)
    }
  }

  /// A run of rows, in the same place of memory.
  func slice(_ rows: Range<Int>) -> NumberColumn {
    let validity = validity?.slice(rows)
    return switch storage {
    case .narrow(let values, let scale):
      NumberColumn(.narrow(values.region(rows), scale: scale), validity: validity)
    case .wide(let values, let scale):
      NumberColumn(.wide(values.region(rows), scale: scale), validity: validity)
    case .mixed(let values): NumberColumn(.mixed(values.region(rows)), validity: validity)
    }
  }
}

/// Collects numbers and keeps the narrowest storage that holds them all exactly.
public struct NumberColumnBuilder: Sendable {
  private enum Storage: Sendable {
    case narrow([Int64], scale: Int)
    case wide([Int128], scale: Int)
    case mixed([Decimal])
  }

  private var storage = Storage.narrow([], scale: 0)
  private var validity = ValidityBuilder()

  public init() {}

  public mutating func append(_ value: Decimal?) {
    validity.append(value != nil)
    let value = value ?? .zero
    switch storage {
    case .narrow(var values, let scale):
      storage = .narrow([], scale: 0)
      if value.scale <= scale, let coefficient = value.coefficient(atScale: scale),
        let narrow = Int64(exactly: coefficient)
      {
        values.append(narrow)
        storage = .narrow(values, scale: scale)
      } else {
        storage = Self.widened(values.map { Int128($0) }, scale: scale, adding: value)
      }
    case .wide(var values, let scale):
      storage = .narrow([], scale: 0)
      if value.scale <= scale, let coefficient = value.coefficient(atScale: scale) {
        values.append(coefficient)
        storage = .wide(values, scale: scale)
      } else {
        storage = Self.widened(values, scale: scale, adding: value)
      }
    case .mixed(var values):
      storage = .narrow([], scale: 0)
      values.append(value)
      storage = .mixed(values)
    }
  }

  /// The storage after a value that the present one cannot take.
  private static func widened(
    _ values: [Int128], scale: Int, adding value: Decimal
  ) -> Storage {
    let target = max(scale, value.scale)
    let factor = PowerOfTen[target - scale]
    var wide: [Int128] = []
    wide.reserveCapacity(values.count + 1)
    for coefficient in values {
      let (product, overflow) = coefficient.multipliedReportingOverflow(by: factor)
      guard !overflow else { return mixed(values, scale: scale, adding: value) }
      wide.append(product)
    }
    guard let last = value.coefficient(atScale: target) else {
      return mixed(values, scale: scale, adding: value)
    }
    wide.append(last)
    let narrow = wide.compactMap { Int64(exactly: $0) }
    return narrow.count == wide.count ? .narrow(narrow, scale: target) : .wide(wide, scale: target)
  }

  private static func mixed(
    _ values: [Int128], scale: Int, adding value: Decimal
  ) -> Storage {
    .mixed(values.map { Decimal($0, scale: scale) ?? .zero } + [value])
  }

  public consuming func finish() -> NumberColumn {
    let validity = validity.finish()
    return switch storage {
    case .narrow(let values, let scale):
      NumberColumn(.narrow(Buffer(values), scale: scale), validity: validity)
    case .wide(let values, let scale):
      NumberColumn(.wide(Buffer(values), scale: scale), validity: validity)
    case .mixed(let values): NumberColumn(.mixed(Buffer(values)), validity: validity)
    }
  }
}

/// Collects which rows have a value, and costs nothing while all have.
package struct ValidityBuilder: Sendable {
  private var bitmap: BitmapBuilder?
  private var count = 0

  package init() {}

  package mutating func append(_ valid: Bool) {
    if !valid, bitmap == nil { bitmap = BitmapBuilder(repeating: true, count: count) }
    bitmap?.append(valid)
    count += 1
  }

  package func finish() -> Bitmap? { bitmap?.finish() }
}
