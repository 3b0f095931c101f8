// SPDX-License-Identifier: MIT

import Catalogue

/// The fields of a source that are still to be fetched or computed, as they came in: a stage may
/// drop one that another is computed from.
///
/// A field names what it reads by columns and not by the fields themselves, so that one at the end
/// of a long chain does not hold a chain as long.
final class PendingFields: Sendable {
  /// A field that is fetched or computed, without what it would be computed from.
  struct Entry: Sendable {
    let field: Scope.Field
    /// Nil for one that is fetched.
    var derivation: (projection: Projection, needs: [ColumnID])?
  }

  /// Each after those that it is computed from.
  private let entries: [Entry]
  private let places: [Int: Int]

  /// No fields, until they are all known.
  static let none = PendingFields([])

  init(_ entries: [Entry]) {
    self.entries = entries
    var places: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() { places[entry.field.id.number] = index }
    self.places = places
  }

  /// A field as it came in.
  func field(_ id: ColumnID) -> Scope.Field? {
    guard let place = places[id.number] else { return nil }
    let entry = entries[place]
    var field = entry.field
    field.pendingDerivation = entry.derivation.map {
      Scope.PendingDerivation(projection: $0.projection, needs: $0.needs, among: self)
    }
    return field
  }

  /// Some columns, and all that can be fetched, or computed from them.
  func reachable(from columns: ColumnSet) -> ColumnSet {
    var reachable = columns
    for entry in entries {
      if let derivation = entry.derivation {
        guard derivation.needs.allSatisfy(reachable.contains),
          derivation.projection.expression.columns.isSubset(of: reachable)
        else { continue }
      }
      reachable.insert(entry.field.id)
    }
    return reachable
  }
}
