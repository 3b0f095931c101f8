// SPDX-License-Identifier: MIT

import CTokens
package import Catalogue

/// What the values of a field that were seen so far have in common.
package indirect enum ValueShape: Sendable, Equatable {
  /// Nothing was seen but nulls.
  case nothing
  case bool
  case int
  case decimal
  /// A day of the calendar, which text formats write as a text.
  case date
  case text
  case list(ValueShape)
  /// Members in the order in which they were first seen.
  case record([Member])
  /// Objects with more names than there are members to a record: the names are data.
  case map
  /// Values of kinds that no type but `Any` holds.
  case mixed

  package struct Member: Sendable, Equatable {
    package let name: String
    package var shape: ValueShape

    package init(_ name: String, _ shape: ValueShape) {
      self.name = name
      self.shape = shape
    }
  }

  /// An object with more members is taken for a table of things by name, which is `Any`.
  package static let memberLimit = 256

  /// What both have in common.
  package func merged(with other: ValueShape) -> ValueShape {
    switch (self, other) {
    case (.nothing, let shape), (let shape, .nothing): shape
    case (.int, .decimal), (.decimal, .int): .decimal
    case (.date, .text), (.text, .date): .text
    case (.list(let first), .list(let second)): .list(first.merged(with: second))
    case (.record(let first), .record(let second)): Self.merged(first, second)
    case (.map, .record), (.record, .map): .map
    default: self == other ? self : .mixed
    }
  }

  private static func merged(_ first: [Member], _ second: [Member]) -> ValueShape {
    var members = first
    for (index, member) in second.enumerated() {
      // Objects of one list mostly agree on the order of their members.
      let isInPlace = index < members.count && members[index].name.isSpelled(as: member.name)
      let place =
        isInPlace ? index : members.firstIndex { $0.name.isSpelled(as: member.name) }
      if let place {
        members[place].shape = members[place].shape.merged(with: member.shape)
      } else {
        members.append(member)
      }
    }
    return members.count > memberLimit ? .map : .record(members)
  }

  /// The type of a field of such values.
  package var type: ValueType {
    switch self {
    case .nothing, .map, .mixed: .any
    case .bool: .bool
    case .int: .int
    case .decimal: .decimal
    case .date: .date
    case .text: .text
    case .list(let element): .list(element.type)
    // With no members there would be nothing to show.
    case .record(let members):
      members.isEmpty ? .any : .record(members.map { RecordMember($0.name, $0.shape.type) })
    }
  }
}

extension ValueShape {
  /// Whether a value of a text is known to add nothing to the shape.
  func covers(_ token: ValueToken, in text: [UInt8]) -> Bool {
    let kind = token.form
    if kind == .number, case .int = self { return Self.isShortInteger(text[token.range]) }
    return covers(kind)
  }

  /// The same of any value of a kind.
  func covers(_ kind: ValueKind) -> Bool {
    switch (self, kind) {
    case (_, .absent), (_, .null), (.text, .string), (.bool, .true), (.bool, .false),
      (.decimal, .number), (.map, .object), (.mixed, _):
      true
    default: false
    }
  }

  /// A text is a date where it is a day as ISO 8601 writes it and nothing else.
  static func ofText(_ text: ArraySlice<UInt8>) -> ValueShape { isDay(text) ? .date : .text }

  /// Whether a text is a day of the calendar. A time beside it stays text: not all of what people
  /// write there could be held.
  static func isDay(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 10 else { return false }
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe cq_is_day(start)
    }
  }

  /// A number is whole when it is written so and fits 64 bits.
  static func ofNumber(_ text: ArraySlice<UInt8>) -> ValueShape {
    guard text.allSatisfy(isOfInteger) else { return .decimal }
    if text.count <= shortLength { return .int }
    return Int(String(decoding: text, as: UTF8.self)) == nil ? .decimal : .int
  }

  /// Whether a well formed number is a whole one that is known to fit 64 bits.
  static func isShortInteger(_ number: ArraySlice<UInt8>) -> Bool {
    number.count <= shortLength && number.allSatisfy(isOfInteger)
  }

  /// A well formed number of such bytes and at most so many is a whole one of 64 bits.
  private static let shortLength = 18

  private static func isOfInteger(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte
  }
}

extension ValueShape {
  /// The ways to the maps in values of the shape, by the names of members.
  var maps: [[String]] {
    switch self {
    case .map: [[]]
    case .record(let members):
      members.flatMap { member in member.shape.maps.map { [member.name] + $0 } }
    case .nothing, .bool, .int, .decimal, .date, .text, .list, .mixed: []
    }
  }
}
