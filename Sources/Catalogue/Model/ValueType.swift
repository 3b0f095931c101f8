// SPDX-License-Identifier: MIT

/// What a field holds, as the language names it.
public indirect enum ValueType: Sendable, Hashable {
  case bool
  /// Whole numbers.
  case int
  /// Exact numbers with digits after the point.
  case decimal
  case text
  /// Opaque text that names an item; number literals compare with it by their spelling.
  case id
  case list(ValueType)
  case record([RecordMember])
  /// Exact amounts of a currency.
  case money(Denomination)
  /// Metres, written in the unit.
  case length(LengthUnit)
  /// Whole seconds since the start of 1970, in no time zone.
  case date
  /// Seconds.
  case duration
  /// Values of several types, or only nulls; each is kept as its JSON text, of which equal values
  /// have the same.
  case any

  /// Whether its values are numbers without a unit.
  public var isNumber: Bool { self == .int || self == .decimal }
  /// Whether values of this type are kept in a text column.
  public var isTextual: Bool { self == .text || self == .id }
}

/// A named part of a record type.
public struct RecordMember: Sendable, Hashable {
  public let name: String
  public let type: ValueType

  public init(_ name: String, _ type: ValueType) {
    self.name = name
    self.type = type
  }

  /// The parts of an amount of money with a currency of its own.
  package static let ofMoney = [RecordMember("amount", .decimal), RecordMember("currency", .text)]
}

extension ValueType: CustomStringConvertible {
  /// The name as a source definition writes it, such as `List<Int>`.
  public var description: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .decimal: "Decimal"
    case .text: "Text"
    case .id: "Id"
    case .list(let element): "List<\(element)>"
    case .record: "Record"
    case .money(.unspecified): "Money"
    case .money(.fixed(let currency)): "Money in \(currency.code)"
    case .money(.varying): "Money in several currencies"
    case .length(let unit): "Length in \(unit.rawValue)"
    case .date: "Date"
    case .duration: "Duration"
    case .any: "Any"
    }
  }
}
