// SPDX-License-Identifier: MIT

import Catalogue

/// Decodes a well formed value of nested parts into values of a type.
///
/// A part that does not fit is null and noted.
struct NestedValues {
  private var scanner: JSONScanner
  /// The whole value, to tell it from its parts.
  private let root: Range<Int>
  private(set) var mismatches = Mismatches()

  init(_ payload: Payload, _ token: ValueToken) {
    root = token.whole
    scanner = JSONScanner(payload, root)
  }

  /// The value at which the walk stands.
  mutating func value(_ type: ValueType) -> Value {
    scanner.skipSpace()
    let form = ValueKind(firstByte: scanner.byte)
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
    guard scanner.enters() else { return .list(items) }
    repeat { items.append(value(element)) } while scanner.goesOn()
    return .list(items)
  }

  private mutating func record(_ members: [RecordMember]) -> Value {
    var values = [Value?](repeating: nil, count: members.count)
    if scanner.enters() {
      var expected = 0
      repeat {
        guard let key = scanner.nextKey() else { return .null }
        if let position = position(of: key, in: members, expected: expected) {
          if values[position] != nil { note(.repeatedMember, key) }
          values[position] = value(members[position].type)
          expected = position + 1
        } else {
          scanner.passValue()
        }
      } while scanner.goesOn()
    }
    return .record(
      zip(members, values).compactMap { member, value in
        value.map { Value.Member(member.name, $0) }
      })
  }

  /// The place of a member, looked for first where it is expected; a name that cannot be read is
  /// noted.
  private mutating func position(
    of key: Range<Int>, in members: [RecordMember], expected: Int
  ) -> Int? {
    if expected < members.count, scanner.isName(key, members[expected].name) { return expected }
    guard let name = scanner.name(key) else {
      note(.halfName(isKept: false), key)
      return nil
    }
    return members.firstIndex { $0.name.isSpelled(as: name) }
  }

  /// An object of which nothing is known; of members of one name the last counts.
  private mutating func anyRecord() -> Value {
    var members: [Value.Member] = []
    var places: [SpelledName: Int] = [:]
    guard scanner.enters() else { return .record([]) }
    repeat {
      guard let key = scanner.nextKey() else { return .null }
      guard let name = scanner.name(key) else {
        note(.halfName(isKept: false), key)
        scanner.passValue()
        continue
      }
      let member = Value.Member(name, value(.any))
      if let place = places[SpelledName(name)] {
        note(.repeatedMember, key)
        members[place] = member
      } else {
        places[SpelledName(name)] = members.count
        members.append(member)
      }
    } while scanner.goesOn()
    return .record(members)
  }

  private mutating func scalar(_ type: ValueType, _ form: ValueKind) -> Value {
    let start = scanner.offset
    scanner.passValue()
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
      let date = type.stored(text: ColumnDecoder.trimmed(Array(text.utf8)[...]))
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
    mismatches.note(reason, range)
    return .null
  }

  private mutating func note(_ reason: ValueProblem.Reason, _ key: Range<Int>) {
    mismatches.note(reason, key.lowerBound - 1..<key.upperBound + 1)
  }
}

// Steps over a text that is known to be well formed; should it not be, the walk ends at once.
extension JSONScanner {
  /// Goes into a list or an object, at whose first byte it stands; false for an empty one, which is
  /// then left.
  mutating func enters() -> Bool { (try? open()) != nil && !closesEmpty() }

  /// After an element or a member: whether there is another.
  mutating func goesOn() -> Bool { (try? continues()) ?? false }

  /// A member's name without its quotes.
  mutating func nextKey() -> Range<Int>? { try? key() }

  mutating func passValue() {
    skipSpace()
    if (try? skipValue()) == nil { offset = end }
  }
}
