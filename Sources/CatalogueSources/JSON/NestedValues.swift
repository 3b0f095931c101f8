// SPDX-License-Identifier: MIT

import Catalogue

/// Decodes a well formed value of nested parts into values of a type.
///
/// A part that does not fit is null and noted.
struct NestedValues {
  struct Mismatch {
    let reason: ValueProblem.Reason
    let range: Range<Int>
  }

  /// How many parts of one value are noted, so that a value of millions does no harm.
  private static let notedMismatches = 100

  private var scanner: JSONScanner
  /// The whole value, to tell it from its parts.
  private let root: Range<Int>
  private(set) var mismatches: [Mismatch] = []

  init(_ payload: Payload, _ token: JSONToken) {
    root = token.whole
    scanner = JSONScanner(payload, root)
  }

  /// The value at which the walk stands.
  mutating func value(_ type: ValueType) -> Value {
    scanner.skipSpace()
    let form = JSONKind(firstByte: scanner.byte)
    switch (type, form) {
    case (.list(let element), .array): return list(element)
    case (.record(let members), .object): return record(members)
    case (.any, .array): return list(.any)
    case (.any, .object): return anyRecord()
    default: return scalar(type, form)
    }
  }

  private mutating func list(_ element: ValueType) -> Value {
    var items: [Value] = []
    guard opens() else { return .list(items) }
    repeat { items.append(value(element)) } while goesOn()
    return .list(items)
  }

  private mutating func record(_ members: [RecordMember]) -> Value {
    var values = Array(repeating: Value.null, count: members.count)
    if opens() {
      var expected = 0
      repeat {
        guard let name = key() else { return .null }
        if let position = members.index(of: name, expected: expected) {
          values[position] = value(members[position].type)
          expected = position + 1
        } else {
          skip()
        }
      } while goesOn()
    }
    return .record(zip(members, values).map { Value.Member($0.name, $1) })
  }

  /// An object of which nothing is known; of members of one name the last counts.
  private mutating func anyRecord() -> Value {
    var members: [Value.Member] = []
    var places: [String: Int] = [:]
    guard opens() else { return .record([]) }
    repeat {
      guard let name = key() else { return .null }
      let member = Value.Member(name, value(.any))
      if let place = places[name] {
        members[place] = member
      } else {
        places[name] = members.count
        members.append(member)
      }
    } while goesOn()
    return .record(members)
  }

  private mutating func scalar(_ type: ValueType, _ form: JSONKind) -> Value {
    let start = scanner.offset
    skip()
    let range = start..<scanner.offset
    switch (type, form) {
    case (_, .null): return .null
    case (.bool, .true), (.any, .true): return .bool(true)
    case (.bool, .false), (.any, .false): return .bool(false)
    case (.int, .number), (.decimal, .number), (.any, .number), (.money, .number),
      (.length, .number):
      return number(type, range)
    case (.date, .string):
      let text = scanner.name(range.lowerBound + 1..<range.upperBound - 1) ?? ""
      let date = type.stored(text: Array(text.utf8)[...])
      return date.map { .number($0) } ?? mismatch(.partNotOfType(type), range)
    case (.id, .number): return .text(String(decoding: scanner.bytes[range], as: UTF8.self))
    case (.text, .string), (.id, .string), (.any, .string):
      if let text = scanner.name(range.lowerBound + 1..<range.upperBound - 1) {
        return .text(text)
      }
      return mismatch(.halfCharacter, range)
    default: return mismatch(range == root ? .notOfType(type) : .partNotOfType(type), range)
    }
  }

  private mutating func number(_ type: ValueType, _ range: Range<Int>) -> Value {
    guard let number = Decimal(text: scanner.bytes[range]).flatMap({ type.stored($0) }) else {
      return mismatch(.tooManyDigits, range)
    }
    if type == .int, number.int == nil { return mismatch(.partNotOfType(.int), range) }
    return .number(number)
  }

  private mutating func mismatch(_ reason: ValueProblem.Reason, _ range: Range<Int>) -> Value {
    if mismatches.count < Self.notedMismatches {
      mismatches.append(Mismatch(reason: reason, range: range))
    }
    return .null
  }

  // The text is known to be well formed; should it not be, the walk ends at once.

  private mutating func opens() -> Bool {
    (try? scanner.open()) != nil && !scanner.closesEmpty()
  }

  private mutating func goesOn() -> Bool { (try? scanner.continues()) ?? false }

  private mutating func key() -> String? {
    (try? scanner.key()).flatMap { scanner.name($0) }
  }

  private mutating func skip() {
    scanner.skipSpace()
    if (try? scanner.skipValue()) == nil { scanner.offset = scanner.end }
  }
}

extension [RecordMember] {
  /// The place of a name, looked for first where it is expected.
  fileprivate func index(of name: String, expected: Int) -> Int? {
    if expected < count, self[expected].name == name { return expected }
    return firstIndex { $0.name == name }
  }
}

/// JSON in the one form in which values of no certain type are kept, so that equal values are equal
/// text: without the space between its parts, with the escapes of texts and the digits of numbers
/// as `JSONText` writes them.
enum CompactJSON {
  static func append(_ json: ArraySlice<UInt8>, to result: inout [UInt8]) {
    var place = json.startIndex
    while place < json.endIndex {
      let byte = json[place]
      if byte == UInt8(ascii: "\"") {
        let end = textEnd(in: json, from: place)
        appendText(json[place..<end], to: &result)
        place = end
      } else if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
        let end = numberEnd(in: json, from: place)
        appendNumber(json[place..<end], to: &result)
        place = end
      } else {
        if !JSONScanner.isSpace(byte) { result.append(byte) }
        place += 1
      }
    }
  }

  /// Past the closing quote of the text that begins at a place.
  private static func textEnd(in json: ArraySlice<UInt8>, from start: Int) -> Int {
    var place = start + 1
    while place < json.endIndex, json[place] != UInt8(ascii: "\"") {
      place += json[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place + 1, json.endIndex)
  }

  /// Past the number that begins at a place.
  private static func numberEnd(in json: ArraySlice<UInt8>, from start: Int) -> Int {
    json[start...].firstIndex { !"+-.0123456789Ee".utf8.contains($0) } ?? json.endIndex
  }

  private static func appendNumber(_ text: ArraySlice<UInt8>, to result: inout [UInt8]) {
    // A number of too many digits is kept as it is written.
    guard let number = Decimal(text: text) else {
      result += text
      return
    }
    number.append(to: &result)
  }

  private static func appendText(_ text: ArraySlice<UInt8>, to result: inout [UInt8]) {
    var resolved: [UInt8] = []
    // A text with half a surrogate pair can only be kept as it is written.
    guard text.contains(UInt8(ascii: "\\")),
      JSONEscape.append(text.dropFirst().dropLast(), to: &resolved)
    else {
      result += text
      return
    }
    JSONText.appendQuoted(resolved, to: &result)
  }
}
