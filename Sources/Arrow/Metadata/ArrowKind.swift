// SPDX-License-Identifier: MIT

/// A unit of time of which a number counts, and how many digits after the point of a second it has.
package enum TimeUnit: Int16, Sendable {
  case second, millisecond, microsecond, nanosecond

  var digits: Int { 3 * Int(rawValue) }
}

/// A whole number of some bits.
package struct IntegerKind: Sendable, Equatable {
  let bits: Int
  let isSigned: Bool

  var bytes: Int { bits / 8 }
}

/// How the values of a column are laid out.
package indirect enum ArrowKind: Sendable, Equatable {
  case null
  case bool
  case integer(IntegerKind)
  /// Of 16, 32 or 64 bits.
  case float(bits: Int)
  case decimal(bits: Int, scale: Int)
  /// With offsets of 32 bits or, where it is large, of 64.
  case text(isLarge: Bool)
  case textView
  case day
  /// Milliseconds.
  case dayOfMilliseconds
  case time(TimeUnit, bits: Int)
  case timestamp(TimeUnit, zone: String?)
  case duration(TimeUnit)
  case list(isLarge: Bool)
  case listView(isLarge: Bool)
  case fixedList(Int)
  case record
  case map
  case runs
  /// What is not read, such as `binary`, with so many buffers, and further ones where it is a view.
  case unread(String, buffers: Int, hasMore: Bool)

  /// How many buffers it has, besides those of views and of columns within it.
  var buffers: Int {
    switch self {
    case .null, .runs: 0
    case .fixedList, .record: 1
    case .bool, .integer, .float, .decimal, .day, .dayOfMilliseconds, .time, .timestamp, .duration,
      .list, .map, .textView:
      2
    case .text, .listView: 3
    case .unread(_, let buffers, _): buffers
    }
  }

  /// Whether it has a further number of buffers that each batch tells.
  var hasMoreBuffers: Bool {
    switch self {
    case .textView: true
    case .unread(_, _, let hasMore): hasMore
    default: false
    }
  }

  /// How many columns there are within it; nil for any number.
  var children: Int? {
    switch self {
    case .list, .listView, .fixedList, .map: 1
    case .runs: 2
    case .record, .unread: nil
    default: 0
    }
  }
}

extension ArrowKind {
  /// The kind of a field, by the number that its type has in the union of types.
  init(_ number: UInt8, _ type: FlatTable?) throws(ArrowFault) {
    guard let type else { throw .damaged("it has no type") }
    switch number {
    case 1: self = .null
    case 2: self = .integer(try IntegerKind(type))
    case 3: self = try .float(bits: Self.floatBits(type))
    case 4: self = .unread("binary", buffers: 3, hasMore: false)
    case 5: self = .text(isLarge: false)
    case 6: self = .bool
    case 7: self = try Self.decimal(type)
    case 8: self = try type.number(0, Int16.self, else: 1) == 0 ? .day : .dayOfMilliseconds
    case 9: self = try Self.time(type)
    case 10: self = .timestamp(try TimeUnit(type, else: .second), zone: try Self.zone(type))
    case 11: self = .unread("an interval", buffers: 2, hasMore: false)
    case 12: self = .list(isLarge: false)
    case 13: self = .record
    case 14:
      let isDense = try type.number(0, Int16.self) != 0
      self = .unread("a union", buffers: isDense ? 2 : 1, hasMore: false)
    case 15: self = .unread("binary", buffers: 2, hasMore: false)
    case 16:
      let size = Int(try type.number(0, Int32.self))
      guard size >= 0 else { throw .damaged("its lists have \(size) elements") }
      self = .fixedList(size)
    case 17: self = .map
    case 18: self = .duration(try TimeUnit(type, else: .millisecond))
    case 19: self = .unread("binary", buffers: 3, hasMore: false)
    case 20: self = .text(isLarge: true)
    case 21: self = .list(isLarge: true)
    case 22: self = .runs
    case 23: self = .unread("binary", buffers: 2, hasMore: true)
    case 24: self = .textView
    case 25: self = .listView(isLarge: false)
    case 26: self = .listView(isLarge: true)
    default: throw .unread("is of a type with the number \(number), which is not known here")
    }
  }

  private static func zone(_ type: FlatTable) throws(ArrowFault) -> String? {
    let length = try type.textLength(1)
    guard length <= 256 else { throw .damaged("no zone has a name of \(length) bytes") }
    return try type.text(1)
  }

  private static func floatBits(_ type: FlatTable) throws(ArrowFault) -> Int {
    switch try type.number(0, Int16.self) {
    case 0: return 16
    case 1: return 32
    case 2: return 64
    case let other: throw .damaged("no float has the precision \(other)")
    }
  }

  private static func decimal(_ type: FlatTable) throws(ArrowFault) -> ArrowKind {
    let bits = Int(try type.number(2, Int32.self, else: 128))
    let scale = Int(try type.number(1, Int32.self))
    guard [32, 64, 128, 256].contains(bits), (-76...76).contains(scale) else {
      throw .damaged("no decimal has \(bits) bits and the scale \(scale)")
    }
    return .decimal(bits: bits, scale: scale)
  }

  private static func time(_ type: FlatTable) throws(ArrowFault) -> ArrowKind {
    let bits = Int(try type.number(1, Int32.self, else: 32))
    guard bits == 32 || bits == 64 else { throw .damaged("no time has \(bits) bits") }
    return .time(try TimeUnit(type, else: .millisecond), bits: bits)
  }
}

extension IntegerKind {
  init(_ type: FlatTable) throws(ArrowFault) {
    bits = Int(try type.number(0, Int32.self))
    isSigned = try type.bool(1)
    guard [8, 16, 32, 64].contains(bits) else {
      throw .damaged("no whole number has \(bits) bits")
    }
  }
}

extension TimeUnit {
  fileprivate init(_ type: FlatTable, else other: TimeUnit) throws(ArrowFault) {
    let number = try type.number(0, Int16.self, else: other.rawValue)
    guard let unit = TimeUnit(rawValue: number) else {
      throw .damaged("no unit of time has the number \(number)")
    }
    self = unit
  }
}
