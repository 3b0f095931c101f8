// SPDX-License-Identifier: MIT

import Catalogue

/// What the records of a window have in a field that may be the key of the file.
struct KeyRun: Sendable {
  /// Whether each record has a text or a number there.
  private(set) var isComplete = true
  /// Whether each key comes behind the one before it, in the order of `isBefore`, so that no two
  /// are the same.
  private(set) var ascends = true
  private(set) var first: [UInt8] = []
  private(set) var last: [UInt8] = []

  /// The keys are those of tokens of a text; none of them is there where that is nil.
  init(_ tokens: [ValueToken]?, in text: Payload) {
    guard let tokens else {
      isComplete = false
      return
    }
    var last = 0..<0
    for (row, token) in tokens.enumerated() {
      guard token.form == .string || token.form == .number else {
        isComplete = false
        return
      }
      let key = token.range
      if row > 0 {
        ascends = ascends && !token.hasEscapes && Self.isBefore(last, key, in: text.padded)
      } else {
        first = Array(text.padded[key])
        ascends = !token.hasEscapes
      }
      last = key
    }
    self.last = Array(text.padded[last])
  }

  /// Shorter keys are before longer ones, and those of one length in the order of their bytes.
  private static func isBefore(_ first: Range<Int>, _ second: Range<Int>, in text: [UInt8]) -> Bool {
    if first.count != second.count { return first.count < second.count }
    return text[first].lexicographicallyPrecedes(text[second])
  }

  /// Takes over what is known of the records behind these.
  mutating func append(_ next: KeyRun) {
    isComplete = isComplete && next.isComplete
    ascends =
      ascends && next.ascends
      && (last.count != next.first.count
        ? last.count < next.first.count : last.lexicographicallyPrecedes(next.first))
    last = next.last
  }
}
