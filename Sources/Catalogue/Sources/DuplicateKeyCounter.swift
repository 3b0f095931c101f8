// SPDX-License-Identifier: MIT

/// Counts, while a list is read, the records whose key another record has.
///
/// It keeps the columns of keys as they come and copies none of their texts.
package struct DuplicateKeyCounter {
  /// The columns with the numbers, from 0, of the records before each.
  private var columns: [(start: Int, keys: TextColumn)] = []
  private var records = 0
  /// Open addressing: for each slot a different key, or -1.
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var hashes: [UInt64] = []
  /// For each key the first of its records, from 0; its complement once there is another.
  private var firstRecords: [Int32] = []
  private var firstShared: Int?
  /// The first records, from 0, of the list whose pages are counted and of its last page.
  private var (listStart, pageStart) = (0, 0)
  /// Whether a page has a key that a page of the same list before it has.
  package private(set) var hasOverlap = false
  package private(set) var shared: SharedKeys?

  /// Begins with what is known already of a list whose keys are not told again.
  package init(shared: SharedKeys? = nil) { self.shared = shared }

  /// Takes the keys of further records, of a type that has to be known of dates; a record without
  /// one shares none.
  package mutating func add(_ keys: Column, of type: ValueType? = nil) {
    let texts: TextColumn
    if case .text(let column) = keys {
      texts = column
    } else {
      texts = TextColumn(keys.ids(type), validity: keys.validity)
    }
    columns.append((records, texts))
    for row in 0..<texts.count {
      if let key = texts.bytes(at: row) { add(key, record: records + row) }
    }
    records += texts.count
  }

  /// Says that the next records are those of another page, of a list of its own or of the same.
  package mutating func beginPage(ofNewList isNew: Bool) {
    pageStart = records
    if isNew { listStart = records }
  }

  private mutating func add(_ key: ArraySlice<UInt8>, record: Int) {
    let hash = ByteHash.hash(key)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let known = Int(slots[slot])
      if hashes[known] == hash, text(of: known).elementsEqual(key) {
        if (listStart..<pageStart).contains(firstRecord(of: known)) { hasOverlap = true }
        return note(known, again: record)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: hashes.count)
    hashes.append(hash)
    firstRecords.append(Int32(truncatingIfNeeded: record))
    if hashes.count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    for (key, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: key)
    }
  }

  /// The record in which a key was met first.
  private func firstRecord(of key: Int) -> Int {
    let record = firstRecords[key]
    return Int(record < 0 ? ~record : record)
  }

  private func text(of key: Int) -> ArraySlice<UInt8> {
    let record = firstRecord(of: key)
    var (low, high) = (0, columns.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if columns[middle].start <= record { low = middle } else { high = middle }
    }
    return columns[low].keys.bytes(at: record - columns[low].start) ?? []
  }

  private mutating func note(_ key: Int, again record: Int) {
    let isNew = firstRecords[key] >= 0
    if isNew { firstRecords[key] = ~firstRecords[key] }
    guard let known = shared else {
      firstShared = key
      shared = SharedKeys(
        first: String(decoding: text(of: key), as: UTF8.self),
        places: [firstRecord(of: key) + 1, record + 1])
      return
    }
    shared?.keys += isNew ? 1 : 0
    shared?.records += isNew ? 2 : 1
    guard key == firstShared else { return }
    shared?.copies += 1
    if known.places.count < SharedKeys.namedRecords { shared?.places.append(record + 1) }
  }
}
