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
  fileprivate private(set) var hashes: [UInt64] = []

  /// The keys are those of tokens of a text; none of them is there where that is nil.
  init(_ tokens: [ValueToken]?, in values: some ValueReader) {
    guard let tokens else {
      isComplete = false
      return
    }
    hashes.reserveCapacity(tokens.count)
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
  func mayRepeat() -> Bool { isLost || hashes.haveTwoAlike() }
}

/// The hashes of many runs of keys, which are held as they come.
private struct HashRuns {
  /// About how many hashes are compared with each other at least: as many as are in fast memory.
  private static let part = 1 << 12
  /// How many parts are put side by side at once, so that hardly more memory is taken.
  private static let sideBySide = 64
  /// How often all hashes are gone through at most; with more of them parts are larger.
  private static let passes = 4

  private var runs: [[UInt64]] = []
  private var count = 0

  mutating func add(_ hashes: [UInt64]) {
    runs.append(hashes)
    count += hashes.count
  }

  private var partCount: Int { min(count / Self.part + 1, Self.passes * Self.sideBySide) }

  func haveTwoAlike() -> Bool {
    stride(from: 0, to: partCount, by: Self.sideBySide).contains { first in
      let (hashes, ends) = parts(from: first)
      var start = 0
      return ends.contains { end in
        defer { start = end }
        var found = HashSet(holding: end - start)
        return hashes[start..<end].contains { !found.insert($0) }
      }
    }
  }

  /// The hashes of some parts, those of each side by side, and where each part ends.
  private func parts(from first: Int) -> (hashes: [UInt64], ends: [Int]) {
    var ends = [Int](repeating: 0, count: Self.sideBySide)
    forEach(from: first) { part, _ in ends[part] += 1 }
    for part in 1..<ends.count { ends[part] += ends[part - 1] }
    var starts = ends
    var hashes = [UInt64](repeating: 0, count: ends.last ?? 0)
    forEach(from: first) { part, hash in
      starts[part] -= 1
      hashes[starts[part]] = hash
    }
    return (hashes, ends)
  }

  @inline(__always)
  private func forEach(from first: Int, _ body: (_ part: Int, UInt64) -> Void) {
    let parts = UInt64(partCount)
    for run in runs {
      for hash in run {
        let part = Int(hash.multipliedFullWidth(by: parts).high) - first
        if 0..<Self.sideBySide ~= part { body(part, hash) }
      }
    }
  }
}

/// A set of so many hashes at most, in eight bytes for each slot.
private struct HashSet {
  private var slots: [UInt64]
  private var hasZero = false

  init(holding count: Int) {
    var size = 16
    while size < 2 * count { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  /// Whether it was not there.
  mutating func insert(_ hash: UInt64) -> Bool {
    guard hash != 0 else {
      defer { hasZero = true }
      return !hasZero
    }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] == hash { return false }
      slot = (slot + 1) & mask
    }
    slots[slot] = hash
    return true
  }
}
