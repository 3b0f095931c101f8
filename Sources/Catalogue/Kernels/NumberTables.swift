// SPDX-License-Identifier: MIT

/// Numbers different byte strings in the order in which they come.
package struct ByteStringTable: Sendable {
  package private(set) var strings = PackedTextBuilder()
  /// Open addressing: for each slot the number that sits there, or -1.
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var hashes: [UInt64] = []

  package init() {}

  /// How many different strings have come.
  package var count: Int { strings.count }

  /// About how many bytes are held.
  var heldBytes: Int { strings.heldBytes + hashes.count * 8 + slots.count * 4 }

  /// The number of a string, which is a new one where it has not come before.
  package mutating func number(of string: ArraySlice<UInt8>) -> Int {
    let hash = ByteHash.hash(string)
    let slot = slot(of: string, hash)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    let number = strings.count
    strings.append(string)
    hashes.append(hash)
    slots[slot] = Int32(number)
    if strings.count * 2 > slots.count { grow() }
    return number
  }

  /// The number of a string where it has come before.
  func known(_ string: ArraySlice<UInt8>) -> Int? {
    let slot = slot(of: string, ByteHash.hash(string))
    return slots[slot] < 0 ? nil : Int(slots[slot])
  }

  /// Where a string of that hash sits, or the free slot that is its place.
  @inline(__always)
  private func slot(of string: ArraySlice<UInt8>, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, strings[number] == string { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
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

/// Numbers different pairs of numbers in the order in which they come: by a table of all that there
/// may be while these are few.
struct PairTable: Sendable {
  /// So many pairs have a place of their own.
  private static let mostPlaces = 1 << 18

  /// For each pair its number, or -1; empty where there would be too many.
  private var places: [Int32] = []
  /// How many second numbers there is room for, as a power of two.
  private var shift = 0
  private var words = WordTable()
  private var isSparse = false
  private(set) var count = 0

  /// About how many bytes are held.
  var heldBytes: Int { words.heldBytes + places.count * MemoryLayout<Int32>.stride }

  /// Makes room for pairs of numbers below two others.
  mutating func prepare(_ firsts: Int, _ seconds: Int) {
    guard !isSparse, firsts << shift > places.count || seconds > 1 << shift else { return }
    var wider = shift
    while 1 << wider < seconds { wider += 1 }
    let room = 1 << (Int.bitWidth - max(firsts - 1, 0).leadingZeroBitCount)
    guard wider < 32, room <= Self.mostPlaces >> wider else { return spread() }
    var moved = [Int32](repeating: -1, count: room << wider)
    for (place, number) in places.enumerated() where number >= 0 {
      moved[(place >> shift) << wider | place & (1 << shift - 1)] = number
    }
    (places, shift) = (moved, wider)
  }

  /// Goes on by hashes.
  private mutating func spread() {
    for (place, number) in places.enumerated() where number >= 0 {
      words.insert(
        Int(number), for: UInt64(place >> shift) << 32 | UInt64(place & (1 << shift - 1)))
    }
    (places, isSparse) = ([], true)
  }

  /// The number of a pair, for which there is room.
  @inline(__always)
  mutating func number(of first: Int, _ second: Int) -> Int {
    if isSparse { return numberByHash(of: UInt64(first) << 32 | UInt64(second)) }
    let place = first << shift | second
    if places[place] >= 0 { return Int(places[place]) }
    places[place] = Int32(count)
    count += 1
    return count - 1
  }

  /// The number of a pair where it has one.
  func known(_ first: Int, _ second: Int) -> Int? {
    if isSparse { return words[UInt64(first) << 32 | UInt64(second)] }
    let place = first << shift | second
    guard second < 1 << shift, place < places.count, places[place] >= 0 else { return nil }
    return Int(places[place])
  }

  private mutating func numberByHash(of pair: UInt64) -> Int {
    if let known = words[pair] { return known }
    words.insert(count, for: pair)
    count += 1
    return count - 1
  }
}
