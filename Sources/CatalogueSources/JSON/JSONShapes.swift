// SPDX-License-Identifier: MIT

import Catalogue

// The shapes of values of JSON.

extension ValueShape {
  /// The shape of a well formed value of the scanner's text.
  init(of token: ValueToken, _ scanner: inout JSONScanner) {
    switch token.form {
    case .absent, .null: self = .nothing
    case .true, .false: self = .bool
    case .string: self = Self.ofText(scanner.bytes[token.range])
    case .number: self = Self.ofNumber(scanner.bytes[token.range])
    case .array, .object:
      scanner.enter(token.range)
      self = (try? Self.next(&scanner)) ?? .mixed
    }
  }

  /// Whether a well formed value of the scanner's text is known to add nothing to the shape.
  func covers(_ token: ValueToken, _ scanner: inout JSONScanner) -> Bool {
    guard token.form == .array, case .list = self else { return covers(token, in: scanner.bytes) }
    scanner.enter(token.range)
    return (try? coversNext(&scanner)) ?? false
  }

  private func coversNext(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
    scanner.skipSpace()
    let start = scanner.offset
    let kind = ValueKind(firstByte: scanner.byte)
    switch (self, kind) {
    case (.list(let element), .array):
      try scanner.open()
      if scanner.closesEmpty() { return true }
      repeat {
        guard try element.coversNext(&scanner) else { return false }
      } while try scanner.continues()
      return true
    case (.int, .number):
      try scanner.skipValue()
      return Self.isShortInteger(scanner.bytes[start..<scanner.offset])
    default:
      if covers(kind) { try scanner.skipValue() }
      return covers(kind)
    }
  }

  private static func next(_ scanner: inout JSONScanner) throws(JSONFault) -> ValueShape {
    scanner.skipSpace()
    switch ValueKind(firstByte: scanner.byte) {
    case .array:
      var shape = ValueShape.nothing
      try scanner.open()
      if scanner.closesEmpty() { return .list(shape) }
      repeat { shape = shape.merged(with: try next(&scanner)) } while try scanner.continues()
      return .list(shape)
    case .object: return try nextObject(&scanner)
    case .number:
      let start = scanner.offset
      try scanner.skipValue()
      return ofNumber(scanner.bytes[start..<scanner.offset])
    case .string:
      let start = scanner.offset
      try scanner.skipValue()
      return ofText(scanner.bytes[start..<scanner.offset].dropFirst().dropLast())
    case .true, .false: return try skipping(&scanner, .bool)
    case .null, .absent: return try skipping(&scanner, .nothing)
    }
  }

  private static func nextObject(_ scanner: inout JSONScanner) throws(JSONFault) -> ValueShape {
    var members: [Member] = []
    try scanner.open()
    if scanner.closesEmpty() { return .record(members) }
    var places: [SpelledName: Int] = [:]
    repeat {
      let key = try scanner.key()
      let shape = try next(&scanner)
      guard let name = scanner.name(key), members.count <= memberLimit else { continue }
      if let place = places[SpelledName(name)] {
        members[place].shape = shape
      } else {
        places[SpelledName(name)] = members.count
        members.append(Member(name, shape))
      }
    } while try scanner.continues()
    return members.count > memberLimit ? .map : .record(members)
  }

  private static func skipping(
    _ scanner: inout JSONScanner, _ shape: ValueShape
  ) throws(JSONFault) -> ValueShape {
    try scanner.skipValue()
    return shape
  }
}
