// SPDX-License-Identifier: MIT

import CTokens
import Catalogue

/// Looks into the values of JSON, which are known to be well formed.
struct JSONValueReader: ValueReader {
  let payload: Payload

  init(_ payload: Payload) { self.payload = payload }

  func append(_ text: ValueToken, to result: inout [UInt8]) -> Bool {
    JSONEscape.append(payload.padded[text.range], to: &result)
  }

  func member(
    at path: ArraySlice<String>, inside token: ValueToken
  ) -> (value: ValueToken, repeated: Range<Int>?) {
    var scanner = JSONScanner(payload, token.whole)
    var found = ValueToken.absent
    guard (try? scanner.find(path, into: &found)) != nil else { return (.absent, nil) }
    return (found, scanner.repeatedName)
  }

  func members(_ names: [String], ofEach objects: [ValueToken]) -> [[ValueToken]]? {
    var all: [UInt8] = []
    let ends = names.map { name in
      all += name.utf8
      return all.count
    }
    // An empty array need not have an address.
    all.append(0)
    let rows = objects.count
    if names.isEmpty || rows == 0 { return names.map { _ in [] } }
    var missing: Int64 = -1
    let found = unsafe [ValueToken](unsafeUninitializedCapacity: names.count * rows) {
      found, count in
      missing = unsafe payload.padded.withUnsafeBufferPointer { text in
        unsafe objects.withUnsafeBufferPointer { objects in
          guard let text = text.baseAddress, let objects = objects.baseAddress,
            let found = found.baseAddress
          else { return -1 }
          return unsafe objects.withMemoryRebound(to: cq_token.self, capacity: rows) { objects in
            unsafe found.withMemoryRebound(to: cq_token.self, capacity: names.count * rows) {
              unsafe cq_token_members(
                text, payload.count, objects, rows, all, ends, names.count, $0)
            }
          }
        }
      }
      count = missing < 0 ? 0 : names.count * rows
    }
    guard missing >= 0 else { return nil }
    return names.indices.map { Array(found[$0 * rows..<($0 + 1) * rows]) }
  }

  func elements(of token: ValueToken) -> [ValueToken] {
    guard token.form == .array else { return [] }
    return elements(ofEach: [token]).elements
  }

  func elements(ofEach lists: [ValueToken]) -> (elements: [ValueToken], ends: [Int]) {
    var scanner = JSONScanner(payload, 0..<0)
    var elements: [ValueToken] = []
    var ends: [Int] = []
    ends.reserveCapacity(lists.count)
    for list in lists {
      if !list.isMissing {
        scanner.enter(list.range)
        scanner.appendElements(to: &elements)
      }
      ends.append(elements.count)
    }
    return (elements, ends)
  }

  func value(of token: ValueToken, as type: ValueType) -> (Value, Mismatches) {
    var parts = NestedValues(payload, token)
    let value = parts.value(type)
    return (value, parts.mismatches)
  }

  func compact(_ token: ValueToken) -> (text: [UInt8], mismatches: Mismatches)? {
    var compact = CompactJSON(payload, token)
    var text: [UInt8] = []
    compact.append(to: &text)
    return (text, compact.mismatches)
  }

  func way(to part: Int, in whole: Range<Int>) -> PartWay {
    var way = PartWay()
    var scanner = JSONScanner(payload, whole)
    while scanner.steps(towards: part, along: &way) {}
    return way
  }
}

extension JSONScanner {
  /// The tokens of the elements of a well formed list, at whose first byte it stands.
  fileprivate mutating func appendElements(to tokens: inout [ValueToken]) {
    guard enters() else { return }
    repeat {
      skipSpace()
      let start = offset
      passValue()
      tokens.append(ValueToken(start..<offset, in: bytes))
    } while goesOn()
  }

  /// Goes into the value at which it stands, to its part with that offset; false at the end.
  fileprivate mutating func steps(towards part: Int, along way: inout PartWay) -> Bool {
    skipSpace()
    let isObject = byte == UInt8(ascii: "{")
    guard isObject || byte == UInt8(ascii: "["), enters() else { return false }
    var number = 0
    repeat {
      number += 1
      var step = PartWay.Step.element(number)
      if isObject {
        guard let key = nextKey() else { return false }
        step = .member(QuotedData.text(bytes[key]))
      }
      let start = self
      passValue()
      if offset > part {
        self = start
        way.go(step)
        return true
      }
    } while goesOn()
    return false
  }
}

extension ValueToken {
  /// The token of a well formed value of JSON.
  init(_ range: Range<Int>, in bytes: [UInt8]) {
    let form = ValueKind(firstByte: bytes[range.lowerBound])
    guard form == .string else {
      self.init(range, form, .plain)
      return
    }
    let inner = range.lowerBound + 1..<range.upperBound - 1
    self.init(inner, form, bytes[inner].contains(UInt8(ascii: "\\")) ? .escaped : .plain)
  }
}

extension ValueKind {
  /// The kind of a well formed value of JSON by its first byte.
  init(firstByte: UInt8) {
    switch firstByte {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "t"): self = .true
    case UInt8(ascii: "f"): self = .false
    case UInt8(ascii: "n"): self = .null
    default: self = .number
    }
  }
}
