// SPDX-License-Identifier: MIT

import Catalogue

/// What the records of a window have in a field that may be the key of the file.
struct KeyRun: Sendable {
  /// Whether each record has a text or a number there.
  private(set) var isComplete = true
  /// Whether each key comes behind the one before it, in the order of `KeyOrder`.
  private(set) var ascends = true
  fileprivate private(set) var first: [UInt8] = []
  fileprivate private(set) var last: [UInt8] = []
  /// One for each record.
  fileprivate private(set) var hashes = HashRun()

  /// The keys are those of tokens of a text; none of them is there where that is nil.
  init(_ tokens: [ValueToken]?, in values: some ValueReader) {
    guard let tokens else {
      isComplete = false
      return
    }
    hashes.reserve(tokens.count)
    let text = values.payload.padded
    var last: Range<Int>?
    for token in tokens {
      guard token.form == .string || token.form == .number else {
        isComplete = false
        return
      }
      let key = token.range
      if token.hasEscapes {
        ascends = false
        hashes.append(ByteHash.hash(Array((values.text(of: token) ?? "").utf8)[...]))
      } else {
        ascends = ascends && last.map { KeyOrder.isBefore(text[$0], text[key]) } ?? true
        hashes.append(ByteHash.hash(text[key]))
      }
      if last == nil { first = Array(text[key]) }
      last = key
    }
    self.last = last.map { Array(text[$0]) } ?? []
    // Here, since windows are read by several threads. Those that ascend are hardly ever held.
    if !ascends { hashes.divide() }
  }
}

/// What is known of the keys of all records up to some window.
struct SurveyedKeys {
  /// Whether each record has one.
  private(set) var isComplete = true
  /// Whether they have stopped to ascend, so that nobody knows those that came before.
  private var isLost = false
  /// The last key, while they ascend: then they are not held.
  private var last: [UInt8]?
  private var isBegun = false
  private var hashes = HashRuns()

  /// Takes the keys of the next window.
  mutating func add(_ run: KeyRun) {
    isComplete = isComplete && run.isComplete
    guard isComplete, !isLost else { return hashes = HashRuns() }
    let ascends =
      run.ascends && last.map { KeyOrder.isBefore($0[...], run.first[...]) } ?? !isBegun
    isLost = isBegun && last != nil && !ascends
    last = ascends ? run.last : nil
    if !ascends { hashes.add(run.hashes) }
    isBegun = true
  }

  /// Whether two of them may be the same.
  func mayRepeat() -> Bool { isLost || hashes.mayHaveTwoAlike() }
}
