// SPDX-License-Identifier: MIT

import Catalogue

/// Whether the values of a column called `id` are all there, and all different.
struct WrittenKey {
  private let slot: Int
  private let label: String
  private var isKey = true
  private var rows = 0
  /// Their order, while they ascend; nil from then on.
  private var order: KeyOrder? = KeyOrder()
  private var hashes: Set<Int> = []

  /// Nil where no column is called so.
  init?(_ columns: [ResultColumn]) {
    let slots = KeyName.all.compactMap { name in columns.firstIndex { $0.label == name } }
    guard let slot = slots.first,
      columns[slot].type.isNumber || columns[slot].type.isTextual
    else { return nil }
    self.slot = slot
    label = columns[slot].label
  }

  /// The name of the column; nil where it names not each row.
  var name: String? { isKey && rows > 0 ? label : nil }

  /// About how many bytes it takes: a set has room for more than it has.
  var heldBytes: Int { hashes.capacity * 3 * MemoryLayout<Int>.stride / 2 }

  /// Lets go of the values that it knows, unless they ascend: then nothing is said of the column.
  mutating func forgetValues() {
    if order == nil { (isKey, hashes) = (false, []) }
  }

  /// Takes the next rows, behind all that came before; nil where these are not at hand.
  mutating func add(_ batch: Batch, after before: [Batch]?) {
    guard isKey else { return }
    let column = batch[slot]
    rows += column.count
    if order?.takes(column) == true { return }
    if order != nil {
      order = nil
      guard let before else {
        isKey = false
        return
      }
      for batch in before { addHashes(of: batch[slot]) }
    }
    addHashes(of: column)
    if !isKey { hashes = [] }
  }

  /// Values are told apart by their hashes, of which two may be the same by chance: then nothing is
  /// said of the column.
  private mutating func addHashes(of column: Column) {
    isKey = isKey && column.nullCount == 0
    for row in 0..<column.count where isKey { add(column, row) }
  }

  private mutating func add(_ column: Column, _ row: Int) {
    var hasher = Hasher()
    switch column {
    case .number(let numbers): hasher.combine(numbers.decimal(at: row))
    case .text(let texts):
      unsafe texts.bytes(at: row)?.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    case .bool, .list, .record, .null: isKey = false
    }
    if !hashes.insert(hasher.finalize()).inserted { isKey = false }
  }
}
