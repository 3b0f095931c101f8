// SPDX-License-Identifier: MIT

import Catalogue

/// What the records of a window have in a field that may be the key of the file.
struct KeyRun: Sendable {
  /// Whether each record has a text or a number there.
  private(set) var isComplete = true
  /// Whether each key comes behind the one before it, so that no two are the same: shorter ones are
  /// before longer ones, and those of one length stand in the order of their bytes.
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
        hashes.append(Self.hash(Array((values.text(of: token) ?? "").utf8)[...]))
      } else {
        ascends = ascends && last.map { Self.isBefore(text[$0], text[key]) } ?? true
        hashes.append(Self.hash(text[key]))
      }
      if last == nil { first = Array(text[key]) }
      last = key
    }
    self.last = last.map { Array(text[$0]) } ?? []
  }

  /// The standard library's hash, whose seed differs from run to run, so that no file can be made
  /// whose keys have one hash.
  private static func hash(_ key: ArraySlice<UInt8>) -> UInt64 {
    var hasher = Hasher()
    unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  fileprivate static func isBefore(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool
  {
    if first.count != second.count { return first.count < second.count }
    return first.lexicographicallyPrecedes(second)
  }
}

/// What is known of the keys of all records up to some window.
struct SurveyedKeys {
  /// Whether each record has one.
  private(set) var isComplete = true
  /// Whether two of them may be the same.
  private(set) var mayRepeat = false
  /// The last key, while they ascend: then they are not held.
  private var last: [UInt8]?
  private var isBegun = false
  private var hashes = HashSet()

  /// Takes the keys of the next window.
  mutating func add(_ run: KeyRun) {
    isComplete = isComplete && run.isComplete
    guard isComplete, !mayRepeat else { return }
    let ascends = run.ascends && last.map { KeyRun.isBefore($0[...], run.first[...]) } ?? !isBegun
    if isBegun, last != nil, !ascends {
      // What came before is not held any more.
      mayRepeat = true
      return
    }
    if ascends {
      last = run.last
    } else {
      last = nil
      mayRepeat = run.hashes.contains { !hashes.insert($0) }
    }
    isBegun = true
  }
}

/// A set of hashes, in eight bytes for each slot.
private struct HashSet {
  private var slots: [UInt64] = Array(repeating: 0, count: 1 << 12)
  private var count = 0
  private var hasZero = false

  /// Whether it was not there.
  mutating func insert(_ hash: UInt64) -> Bool {
    guard hash != 0 else {
      defer { hasZero = true }
      return !hasZero
    }
    if count * 4 >= slots.count * 3 { grow() }
    return put(hash)
  }

  private mutating func put(_ hash: UInt64) -> Bool {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] == hash { return false }
      slot = (slot + 1) & mask
    }
    slots[slot] = hash
    count += 1
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    count = 0
    for hash in old where hash != 0 { _ = put(hash) }
  }
}
