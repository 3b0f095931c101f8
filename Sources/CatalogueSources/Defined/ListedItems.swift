// SPDX-License-Identifier: MIT

import Catalogue

/// What a list tells of items beside their own records.
///
/// It is read when the first record turns out to say less than a list, or not to be there.
struct ListedItems {
  /// Which list is read.
  enum Choice {
    /// That for which nobody is asked.
    case atHand
    /// The one in which a single item is looked for that has no record: the source's own, or of
    /// one in pages what is kept of it, however old.
    case known
  }

  private let source: DefinedSource
  private let keys: Set<SpelledName>
  private let fields: [Int]
  private let choice: Choice
  private var rows: [SpelledName: Batch]?
  private var isWhole = false
  /// Where the list is from; nil where it was not read or told nothing.
  private(set) var copy: Provenance.Origin?

  /// The fields are those of the rows that are wanted, by their indices in the schema.
  init(_ source: DefinedSource, of keys: [String], fields: [Int], _ choice: Choice) {
    self.source = source
    self.choice = choice
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
      guard let cursor = try list([key] + fields) else { return }
      while found.count < keys.count, let batch = try cursor.next() {
        let ids = batch[0].ids(source.schema.keyType).texts
        for (row, id) in ids.enumerated() where row < batch.count {
          let name = SpelledName(id)
          guard keys.contains(name), found[name] == nil else { continue }
          let columns = Array(batch.taking(rows: [row]).columns.dropFirst())
          found[name] = Batch(columns, count: 1)
        }
      }
      isWhole = cursor.report.shortfalls.isEmpty
      copy = found.isEmpty ? nil : cursor.report.copy
    } catch {
      // A list that cannot be read tells nothing.
      if error == .cancelled { throw .cancelled }
    }
  }

  private func list(_ fields: [Int]) throws(SourceFault) -> (any BatchCursor)? {
    switch choice {
    case .atHand: try source.keptList(fields: fields, ofAnyAge: false)
    case .known:
      switch source.itemReading(of: fields) {
      case .recordThenList: try source.keptList(fields: fields, ofAnyAge: true)
      case .list, .listThenRecord, .record: try source.scan(fields: fields)
      }
    }
  }
}
