// SPDX-License-Identifier: MIT

import Catalogue

/// Writes a well formed value in the one form in which values of no certain type are kept, so that
/// equal values are equal text: without the space between its parts, with the escapes of texts and
/// the digits of numbers as `JSONText` writes them, null for a number of too many digits, and of
/// members of one name only the last.
struct CompactJSON {
  private var scanner: JSONScanner
  private(set) var mismatches = Mismatches()

  init(_ payload: Payload, _ token: ValueToken) {
    scanner = JSONScanner(payload, token.whole)
  }

  /// Appends the value at which the walk stands.
  mutating func append(to result: inout [UInt8]) {
    scanner.skipSpace()
    switch ValueKind(firstByte: scanner.byte) {
    case .array: appendList(to: &result)
    case .object: appendObject(to: &result)
    case let kind:
      let start = scanner.offset
      scanner.passValue()
      let text = scanner.bytes[start..<scanner.offset]
      switch kind {
      case .string: appendText(text, to: &result)
      case .number: appendNumber(text, to: &result)
      default: result += text
      }
    }
  }

  private mutating func appendList(to result: inout [UInt8]) {
    result.append(UInt8(ascii: "["))
    if scanner.enters() {
      var isFirst = true
      repeat {
        if !isFirst { result.append(UInt8(ascii: ",")) }
        isFirst = false
        append(to: &result)
      } while scanner.goesOn()
    }
    result.append(UInt8(ascii: "]"))
  }

  private mutating func appendObject(to result: inout [UInt8]) {
    result.append(UInt8(ascii: "{"))
    let first = result.count
    var members = WrittenMembers()
    if scanner.enters() {
      repeat {
        guard let key = scanner.nextKey() else { break }
        if !members.isEmpty { result.append(UInt8(ascii: ",")) }
        let start = result.count
        let name = key.lowerBound - 1..<key.upperBound + 1
        if !appendText(scanner.bytes[name], to: &result) {
          mismatches.note(.halfName(isKept: true), name)
        }
        let nameEnd = result.count
        result.append(UInt8(ascii: ":"))
        append(to: &result)
        if members.add(start..<nameEnd, in: result) {
          mismatches.note(.repeatedMember, name)
        }
      } while scanner.goesOn()
      members.finish(from: first, in: &result)
    }
    result.append(UInt8(ascii: "}"))
  }

  private mutating func appendNumber(_ text: ArraySlice<UInt8>, to result: inout [UInt8]) {
    guard let number = Decimal(text: text) else {
      mismatches.note(.tooManyDigits, text.startIndex..<text.endIndex)
      result += "null".utf8
      return
    }
    number.append(to: &result)
  }

  /// Appends a text with its quotes; false for one with half a surrogate pair, which can only be
  /// kept as it is written.
  @discardableResult
  private func appendText(_ text: ArraySlice<UInt8>, to result: inout [UInt8]) -> Bool {
    guard text.contains(UInt8(ascii: "\\")) else {
      result += text
      return true
    }
    var resolved: [UInt8] = []
    guard JSONEscape.append(text.dropFirst().dropLast(), to: &resolved) else {
      result += text
      return false
    }
    JSONText.appendQuoted(resolved, to: &result)
    return true
  }
}

/// Where the members of one object have been written.
private struct WrittenMembers {
  private struct Place {
    var name: Range<Int>
    var end: Int
  }

  /// With fewer members than this each name is compared with all.
  private static let compared = 16

  private var places: [Place] = []
  /// The members by their names, once there are many.
  private var byName: [[UInt8]: Int] = [:]
  private var hasRepetitions = false

  var isEmpty: Bool { places.isEmpty }

  /// Notes the member that has just been written, whose name is in that range; true where there is
  /// one of its name already, which it replaces.
  mutating func add(_ name: Range<Int>, in result: [UInt8]) -> Bool {
    let place = Place(name: name, end: result.count)
    if let known = index(of: result[name], in: result) {
      places[known] = place
      hasRepetitions = true
      return true
    }
    if places.count >= Self.compared { byName[Array(result[name])] = places.count }
    places.append(place)
    if places.count == Self.compared {
      for (index, place) in places.enumerated() { byName[Array(result[place.name])] = index }
    }
    return false
  }

  private func index(of name: ArraySlice<UInt8>, in result: [UInt8]) -> Int? {
    if places.count >= Self.compared { return byName[Array(name)] }
    return places.firstIndex { result[$0.name].elementsEqual(name) }
  }

  /// Takes what was replaced out of the members, which begin at a place.
  func finish(from start: Int, in result: inout [UInt8]) {
    guard hasRepetitions else { return }
    let members = places.map { result[$0.name.lowerBound..<$0.end] }
    result.replaceSubrange(start..., with: Array(members.joined(separator: ",".utf8)))
  }
}
