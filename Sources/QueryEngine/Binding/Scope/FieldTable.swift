// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization

/// Where the fields of a scope are, by their names and by their columns.
///
/// A scope of few fields is searched from the front (decision 0007). One of many has a table, made
/// at the first search, which copies of the scope share; any change of the fields puts another in
/// its place.
final class FieldTable: Sendable {
  /// So many fields are searched without a table.
  static let scanned = 64

  private struct Places {
    var declared: [SpelledName: Int] = [:]
    var spelled: [SpelledName: Int] = [:]
    var foldedDeclared: [String: [Int]] = [:]
    var folded: [String: [Int]] = [:]
    var columns: [Int: Int] = [:]

    init(_ fields: [Scope.Field]) {
      for (index, field) in fields.enumerated() {
        if columns[field.id.number] == nil { columns[field.id.number] = index }
        for (place, name) in field.names.enumerated() {
          let key = SpelledName(name)
          let lower = name.lowercased()
          if spelled[key] == nil { spelled[key] = index }
          if folded[lower]?.last != index { folded[lower, default: []].append(index) }
          guard place == 0 else { continue }
          if declared[key] == nil { declared[key] = index }
          foldedDeclared[lower, default: []].append(index)
        }
      }
    }
  }

  private let places = Mutex<Places?>(nil)

  private func read<Found: Sendable>(
    _ fields: [Scope.Field], _ find: (Places) -> Found
  ) -> Found {
    places.withLock { places in
      let known = places ?? Places(fields)
      places = known
      return find(known)
    }
  }

  /// The field of a name: as it is spelled if there is one, else in any case; a declared name goes
  /// before an alias.
  func index(of name: String, in fields: [Scope.Field]) -> Int? {
    let key = SpelledName(name)
    return read(fields) { places in
      if let index = places.declared[key] ?? places.spelled[key] { return index }
      let lower = name.lowercased()
      return places.foldedDeclared[lower]?.first ?? places.folded[lower]?.first
    }
  }

  func index(of id: ColumnID, in fields: [Scope.Field]) -> Int? {
    read(fields) { $0.columns[id.number] }
  }

  /// The fields that could be meant by a name in another case: those that are declared so, or else
  /// those with such a name.
  func homonyms(of name: String, in fields: [Scope.Field]) -> [Int] {
    let lower = name.lowercased()
    return read(fields) { $0.foldedDeclared[lower] ?? $0.folded[lower] ?? [] }
  }
}
