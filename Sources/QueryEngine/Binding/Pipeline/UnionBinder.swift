// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Finds which fields of two sides go into one column.
struct UnionBinder {
  private let environment: BindingEnvironment
  private let left: Scope
  private let right: Scope
  /// What names the other side.
  private let name: SourceName
  private(set) var columns: [UnionColumn] = []
  /// The fields that there are after it.
  private(set) var fields: [Scope.Field] = []
  /// For the fields of the rows before it the columns that take their place.
  private(set) var united: [ColumnID: ColumnID] = [:]
  /// What is shown after it: what either side shows.
  private(set) var visible: [Scope.Visible] = []
  /// The column that names the rows in messages; nil where one side has none.
  private(set) var identity: RowNames?

  init(_ left: Scope, _ right: Scope, _ name: SourceName, _ environment: BindingEnvironment) {
    self.environment = environment
    self.left = left
    self.right = right
    self.name = name
    addLeft()
    addRight()
    show()
    nameRows()
  }

  private var newColumn: ColumnID { environment.session.newColumn() }

  private mutating func addLeft() {
    for field in left.present {
      guard let label = field.names.first else { continue }
      let partner = Self.partner(of: label, among: right.present, not: left.present)
      guard let type = common(field, partner) else { continue }
      let column = UnionColumn(
        id: newColumn, type: type, range: name.range, left: UnionColumn.Part(field),
        right: partner.map(UnionColumn.Part.init))
      columns.append(column)
      united[field.id] = column.id
      var united = Scope.Field(id: column.id, names: field.names, type: type)
      united.mayHaveValues = field.mayHaveValues || partner?.mayHaveValues ?? false
      fields.append(united)
    }
  }

  private mutating func addRight() {
    let known = columns.compactMap(\.right?.id)
    for field in right.present where !known.contains(field.id) {
      let column = UnionColumn(
        id: newColumn, type: field.type ?? .any, range: name.range, left: nil,
        right: UnionColumn.Part(field))
      columns.append(column)
      var united = Scope.Field(id: column.id, names: field.names, type: field.type)
      united.mayHaveValues = field.mayHaveValues
      fields.append(united)
    }
  }

  private mutating func show() {
    let seen =
      Self.seen(left.visible, columns, \.left) + Self.seen(right.visible, columns, \.right)
    for column in seen where !visible.contains(where: { $0.id == column.id }) {
      visible.append(column)
    }
  }

  /// Finds the column that names the rows, also where neither side shows it.
  private mutating func nameRows() {
    guard let one = left.identity, let other = right.identity else { return }
    let shared = columns.first {
      $0.left?.id == one.column && $0.right?.id == other.column
    }
    if let shared {
      identity = RowNames(column: shared.id, type: shared.type)
      return
    }
    let column = UnionColumn(
      id: newColumn, type: one.type == other.type ? one.spelled : .id, range: name.range,
      left: UnionColumn.Part(id: one.column, type: one.spelled),
      right: UnionColumn.Part(id: other.column, type: other.spelled))
    columns.append(column)
    identity = RowNames(column: column.id, type: column.type)
  }

  /// The field of the other side that a name means: as it is spelled if there is one, else in any
  /// case, unless that is spelled as another field of this side.
  static func partner(
    of label: String, among others: [Scope.Field], not fields: [Scope.Field]
  ) -> Scope.Field? {
    others.first { $0.names.contains { $0.isSpelled(as: label) } }
      ?? others.first { other in
        other.isNamed(label)
          && !fields.contains { field in
            other.names.contains { $0.isSpelled(as: field.names.first ?? "") }
          }
      }
  }

  /// The columns of a union that one side shows, in its order.
  private static func seen(
    _ visible: [Scope.Visible], _ columns: [UnionColumn],
    _ side: (UnionColumn) -> UnionColumn.Part?
  ) -> [Scope.Visible] {
    visible.compactMap { column in
      columns.first { side($0)?.id == column.id }.map {
        Scope.Visible(label: column.label, id: $0.id)
      }
    }
  }

  /// The type of a field that two sources have; nil when theirs do not go together.
  private func common(_ field: Scope.Field, _ partner: Scope.Field?) -> ValueType? {
    let first = field.type ?? .any
    guard let partner, partner.type != first else { return first }
    guard let second = partner.type, first != .any, second != .any else { return .any }
    if field.mayHaveValues != partner.mayHaveValues { return field.mayHaveValues ? first : second }
    if first.isNumber, second.isNumber { return .decimal }
    if case .length = first, case .length = second { return first }
    if first.common(with: second) == .text { return .text }
    if let texts = first.withDatesAsTexts(like: second) { return texts }
    if first.hasCurrency, second.hasCurrency { return .money(.varying) }
    environment.report(
      .differentTypes(
        field.names.first ?? "", first, left.noun, second, right.noun, name.range))
    return nil
  }
}
