// SPDX-License-Identifier: MIT

import Catalogue

/// What the list that is at hand tells of items whose own records were read.
///
/// Nobody is asked for it. It is read when the first record turns out to say less than a list.
struct ListedItems {
  private let source: DefinedSource
  private let keys: Set<SpelledName>
  private let fields: [Int]
  private var rows: [SpelledName: Batch]?
  private var isWhole = false
  /// Where the list is from; nil where it was not read or told nothing.
  private(set) var copy: Provenance.Origin?

  /// The fields are those of the rows that are wanted, by their indices in the schema.
  init(_ source: DefinedSource, of keys: [String], fields: [Int]) {
    self.source = source
    self.keys = Set(keys.map(SpelledName.init))
    self.fields = fields
  }

  /// An item's row, with the fields in their order.
  mutating func row(of key: String) throws(SourceFault) -> Batch? {
    if rows == nil { try read() }
    return rows?[SpelledName(key)]
  }

  /// Whether the list is known to its end, so that it tells nothing more of an item.
  var tellsAll: Bool { rows != nil && isWhole }

  private mutating func read() throws(SourceFault) {
    var found: [SpelledName: Batch] = [:]
    defer { rows = found }
    guard let key = source.schema.key else { return }
    do throws(SourceFault) {
      let cursor = try source.keptList(fields: [key] + fields, ofAnyAge: false)
      guard let cursor else { return }
      while found.count < keys.count, let batch = try cursor.next() {
        for (row, id) in batch[0].ids.texts.enumerated() where row < batch.count {
          let name = SpelledName(id)
          guard keys.contains(name), found[name] == nil else { continue }
          let columns = Array(batch.taking(rows: [row]).columns.dropFirst())
          found[name] = Batch(columns, count: 1)
        }
      }
      isWhole = cursor.report.shortfalls.isEmpty
      copy = found.isEmpty ? nil : cursor.report.copy
    } catch {
      // A copy that cannot be read tells nothing.
      if error == .cancelled { throw .cancelled }
    }
  }
}
