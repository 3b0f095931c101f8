// SPDX-License-Identifier: MIT

/// What a field is called that may be the key of a list.
package enum KeyName {
  /// All spellings.
  package static let all = ["id", "ID", "Id", "iD"]

  package static func isOne(_ name: String) -> Bool { all.contains(name) }
}

/// The order in which keys often come: where each comes behind the one before it, no two are the
/// same, and none has to be remembered but the last.
package struct KeyOrder: Sendable {
  private enum Last {
    case number(Int64)
    case text([UInt8])
  }

  private var last: Last?

  package init() {}

  /// Whether one text comes before another: shorter ones are before longer ones, and those of one
  /// length stand in the order of their bytes.
  package static func isBefore(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
  }

  /// Takes further keys; false where one does not come behind the one before it, or is none.
  package mutating func takes(_ keys: Column) -> Bool {
    guard keys.nullCount == 0 else { return false }
    switch keys {
    case .number(let numbers): return takes(numbers)
    case .text(let texts): return takes(texts)
    case .bool, .list, .record, .null: return keys.count == 0
    }
  }

  private mutating func takes(_ numbers: NumberColumn) -> Bool {
    guard case .narrow(let values, 0) = numbers.storage else { return numbers.count == 0 }
    let span = values.span
    for index in span.indices {
      if index > 0 {
        if span[index] <= span[index - 1] { return false }
      } else if let last {
        guard case .number(let before) = last, before < span[0] else { return false }
      }
    }
    if span.count > 0 { last = .number(span[span.count - 1]) }
    return true
  }

  private mutating func takes(_ texts: TextColumn) -> Bool {
    var before: ArraySlice<UInt8>?
    switch last {
    case .text(let text): before = text[...]
    case .number: return texts.count == 0
    case nil: break
    }
    for row in 0..<texts.count {
      guard let key = texts.bytes(at: row) else { return false }
      if let before, !Self.isBefore(before, key) { return false }
      before = key
    }
    last = before.map { .text(Array($0)) } ?? last
    return true
  }
}
