// SPDX-License-Identifier: MIT

package import Catalogue

/// A column that a result keeps beside those that are shown, for whoever compares results.
package struct KeptField: Sendable {
  /// What it may be called, the declared name first; none where only messages name rows by it.
  package let names: [String]
  package let type: ValueType
  /// Whether it names an item of a source: that of the row, or of one that was put beside it.
  package let isKey: Bool
  /// Whether it is a field of a source, not made by a stage.
  package let isOfSource: Bool
  /// The column itself, which is also among those that are shown.
  package let id: ColumnID
}

extension BoundQuery {
  /// The columns that follow those that are shown where a plan keeps its scope, in their order.
  package var keptFields: [KeptField] {
    let keys = Set(([scope.key] + scope.fields.map { $0.home?.key?.column }).compactMap(\.self))
    return scope.keptColumns.map { id in
      let field = scope.field(id)
      let home = field?.home.map { home in home.names.map { "\(home.source).\($0)" } } ?? []
      return KeptField(
        names: (field?.names ?? []) + home, type: field?.type ?? .any, isKey: keys.contains(id),
        isOfSource: field.map { $0.index != nil || $0.home != nil } ?? true, id: id)
    }
  }
}
