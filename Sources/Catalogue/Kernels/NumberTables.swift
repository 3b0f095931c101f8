// SPDX-License-Identifier: MIT

/// Numbers different byte strings in the order in which they come.
struct ByteStringTable: Sendable {
  private(set) var strings = PackedTextBuilder()
  /// Open addressing: for each slot the number that sits there, or -1.
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var hashes: [UInt64] = []

  /// How many different strings have come.
  var count: Int { strings.count }

  /// About how many bytes are held.
  var heldBytes: Int { strings.heldBytes + hashes.count * 8 + slots.count * 4 }

  /// The number of a string, which is a new one where it has not come before.
  mutating func number(of string: ArraySlice<UInt8>) -> Int {
    let hash = Self.hash(string)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, strings[number] == string { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = strings.count
    strings.append(string)
    hashes.append(hash)
    slots[slot] = Int32(number)
    if strings.count * 2 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }

  /// The standard library's hash, whose seed differs from run to run, so that no catalogue can be
  /// made whose strings collide. Numbers go by appearance and do not depend on it.
  private static func hash(_ string: ArraySlice<UInt8>) -> UInt64 {
    var hasher = Hasher()
    unsafe string.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// Keeps a number for each of many words of 64 bits.
struct WordTable: Sendable {
  private var words: [UInt64] = Array(repeating: 0, count: 64)
  /// For each slot the number of its word, or -1 where it is free.
  private var numbers: [Int32] = Array(repeating: -1, count: 64)
  private var count = 0

  /// About how many bytes are held.
  var heldBytes: Int { words.count * (MemoryLayout<UInt64>.stride + MemoryLayout<Int32>.stride) }

  /// The number of a word; nil where it has none.
  @inline(__always)
  subscript(word: UInt64) -> Int? {
    let slot = slot(of: word)
    return numbers[slot] < 0 ? nil : Int(numbers[slot])
  }

  /// Gives a number to a word that has none.
  mutating func insert(_ number: Int, for word: UInt64) {
    let slot = slot(of: word)
    words[slot] = word
    numbers[slot] = Int32(number)
    count += 1
    if count * 2 > words.count { grow() }
  }

  private mutating func grow() {
    let (old, known) = (words, numbers)
    words = Array(repeating: 0, count: old.count * 2)
    numbers = Array(repeating: -1, count: old.count * 2)
    for index in old.indices where known[index] >= 0 {
      let slot = slot(of: old[index])
      words[slot] = old[index]
      numbers[slot] = known[index]
    }
  }

  /// Differs from run to run, so that no catalogue can be made whose words collide.
  private static let seeds = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)) | 1)

  /// Where a word is, or would be put. The hash is a product of 128 bits folded in half, as in
  /// wyhash.
  @inline(__always)
  private func slot(of word: UInt64) -> Int {
    let (high, low) = (word ^ Self.seeds.0).multipliedFullWidth(by: Self.seeds.1)
    var slot = Int(truncatingIfNeeded: high ^ low) & (words.count - 1)
    while numbers[slot] >= 0, words[slot] != word { slot = (slot + 1) & (words.count - 1) }
    return slot
  }
}
