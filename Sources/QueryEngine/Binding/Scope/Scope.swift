// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics

/// What a stage can name: the fields there are, which of them are seen, and which have gone.
package struct Scope: Sendable {
  /// A field with its names; the first name is the declared one.
  package struct Field: Sendable {
    let id: ColumnID
    var names: [String]
    let type: ValueType?
    /// Whether any row may have a value.
    var mayHaveValues = true
    /// Its index in the schema of the source; nil for what a stage has made.
    var index: Int?
    /// Set while the field is still to be fetched from the items' own records.
    var pendingDetail: PendingDetail?
    /// Set while the field is still to be computed from such fields.
    var pendingDerivation: PendingDerivation?
    /// After a join, the source whose field it is.
    var home: Home?

    func isNamed(_ name: String) -> Bool { names.contains { $0.isSameName(as: name) } }

    /// Whether it has no column yet.
    var isPending: Bool { pendingDetail != nil || pendingDerivation != nil }

    /// The field once it is there.
    var settled: Field {
      var settled = self
      settled.pendingDetail = nil
      settled.pendingDerivation = nil
      return settled
    }

    /// The field as a column under its own name; nil where it has none.
    var shown: Visible? { names.first.map { Visible(label: $0, id: id) } }
  }

  /// What the items' own records tell.
  enum PendingDetail: Sendable {
    /// A field, by its index in the schema.
    case field(Int)
    /// Whether there is such a record.
    case isKnown
  }

  /// One of the sources whose rows have been put beside each other.
  struct Home: Sendable {
    /// What stands before the names of its fields.
    let source: String
    /// The names of the field in it, the declared one first.
    let names: [String]
    /// What names its items.
    let key: RowNames?

    func isOf(_ name: String) -> Bool { source.isSameName(as: name) }
  }

  /// A derived field that reads fields of the items' own records.
  package struct PendingDerivation: Sendable {
    let projection: Projection
    /// What of the pending fields it reads itself, in the order in which it is brought in.
    let needs: [ColumnID]
    /// The fields among which these are; a stage may have dropped them from the scope since.
    let among: PendingFields
  }

  /// A column that is shown, under the name that the query uses for it.
  package struct Visible: Sendable {
    let label: String
    let id: ColumnID
    /// Whether it is left out where a run finds that its rows tell nothing by it.
    var isOptional = false
  }

  /// Categories of a source that rows are, by the column of their ids.
  package struct Categories: Sendable {
    package let source: SourceReference
    let id: ColumnID
  }

  /// Fields that a stage has taken away.
  struct Departure: Sendable {
    let names: [String]
    let stage: ScriptRange
    /// The script of the stage; the last result may come from another one.
    let source: ScriptText
  }

  /// What messages call the rows: the source's name.
  var noun: String
  /// What stands over a table of the rows, where that is not the noun.
  var title: String?
  /// Where items' own records can be fetched.
  package var source: SourceReference?
  var fields: [Field] = [] {
    didSet { table = fields.count > FieldTable.scanned ? FieldTable() : nil }
  }
  /// Where many fields are.
  private(set) var table: FieldTable?
  var visible: [Visible] = []
  private(set) var key: ColumnID?
  /// What names the rows in messages: the key, or after a union the keys of both sides, which may
  /// be the same.
  private(set) var identity: RowNames?
  /// Set where the rows come from the categories of a source. Whatever a stage makes of them, a row
  /// with the id is that category.
  var categories: Categories?
  var departures: [Departure] = []
  /// The names of fields that only the items' own records have, where these cannot be read.
  private(set) var unread: [String] = []
  /// Set after a stage that could not be read: a name that is unknown may have come from it.
  var isUncertain = false
  /// Whether there are no rows, as for the value of a `let`.
  var isConstant = false

  /// Whether the rows are those of `it`.
  var isLastResult = false

  /// What stands before the names of the fields where two sources are joined: the name of a file
  /// without its folder and ending.
  package var qualifier: String {
    if isLastResult { return "it" }
    let file = noun.split(separator: "/").last ?? ""
    return String(file.split(separator: ".").first ?? file)
  }

  /// The field of a source that has been joined.
  func field(_ name: String, of source: String) -> Field? {
    let fields = fields.filter { $0.home?.isOf(source) ?? false }
    func first(_ isMeant: (String) -> Bool) -> Field? {
      fields.first { $0.home?.names.contains(where: isMeant) ?? false }
    }
    return first { $0.isSpelled(as: name) } ?? first { $0.isSameName(as: name) }
  }

  /// For each field of a source that has been joined its names.
  func names(of source: String) -> [[String]] {
    fields.compactMap(\.home).filter { $0.isOf(source) }.map(\.names)
  }

  /// The key of the item that a value comes from, where the rows have it; that of the row for a
  /// value of several sources.
  func key(of value: BoundExpression) -> RowNames? {
    let homes = value.fields.map { field -> Home? in
      guard case .column(let id) = field.kind else { return nil }
      return self.field(id)?.home
    }
    guard let home = homes.first ?? nil, home.key?.column != identity?.column,
      homes.allSatisfy({ $0?.source == home.source })
    else { return identity }
    return home.key.flatMap { field($0.column) == nil ? nil : $0 }
  }

  /// The field of a name: as it is spelled if there is one, else in any case; a declared name goes
  /// before an alias.
  func field(_ name: String) -> Field? {
    if let table { return table.index(of: name, in: fields).map { fields[$0] } }
    return fields.first { $0.names.first?.isSpelled(as: name) ?? false }
      ?? fields.first { $0.names.contains { $0.isSpelled(as: name) } }
      ?? fields.first { $0.names.first?.isSameName(as: name) ?? false }
      ?? fields.first { $0.isNamed(name) }
  }

  /// The names of several fields that one in another case may mean; none where it means one of
  /// them, as a declared name does before an alias.
  func homonyms(of name: String) -> [String] {
    let all = self.fields
    let fields = table.map { $0.homonyms(of: name, in: all).map { all[$0] } } ?? all
    guard !fields.contains(where: { $0.names.contains { $0.isSpelled(as: name) } }) else {
      return []
    }
    let declared = fields.compactMap(\.names.first)
    if declared.contains(where: { $0.isSameName(as: name) }) {
      return name.homonyms(among: declared)
    }
    return name.homonyms(among: fields.flatMap(\.names))
  }

  func field(_ id: ColumnID) -> Field? { index(of: id).map { fields[$0] } }

  private func index(of id: ColumnID) -> Int? {
    table.map { $0.index(of: id, in: fields) } ?? fields.firstIndex { $0.id == id }
  }

  /// The fields that are there now, not those that would have to be fetched.
  var present: [Field] { fields.filter { !$0.isPending } }

  /// Leaves only what the list itself has, as where items' own records cannot be read.
  mutating func keepListAlone() {
    unread = fields.filter(\.isPending).flatMap(\.names)
    fields.removeAll(where: \.isPending)
    visible = visible.filter { field($0.id) != nil }
    source = nil
  }

  /// The columns that are shown, with their types.
  var shown: [OutputColumn] {
    visible.map {
      OutputColumn(
        label: $0.label, id: $0.id, type: field($0.id)?.type ?? .any, isOptional: $0.isOptional)
    }
  }

  /// Shows every field that is there, in order.
  mutating func showAll() { visible = present.compactMap(\.shown) }

  /// Shows no columns any more of which a run has found that they tell nothing.
  package mutating func hide(_ columns: [ColumnID]) {
    visible.removeAll { $0.isOptional && columns.contains($0.id) }
  }

  /// Leaves out the fields that would be computed from columns which a result has not kept.
  mutating func forgetLostDerivations() {
    let kept = ColumnSet(keptColumns)
    var known: (among: PendingFields, reachable: ColumnSet)?
    fields.removeAll { field in
      guard let pending = field.pendingDerivation else { return false }
      if let known, known.among === pending.among { return !known.reachable.contains(field.id) }
      let reachable = pending.among.reachable(from: kept)
      known = (pending.among, reachable)
      return !reachable.contains(field.id)
    }
  }

  /// Puts a field in the place of another one, also where that is shown, under a label of its own
  /// if one is given.
  mutating func replace(_ id: ColumnID, by field: Field, shownAs label: String? = nil) {
    fields = fields.map { $0.id == id ? field : $0 }
    visible = visible.map {
      $0.id == id ? Visible(label: label ?? $0.label, id: field.id) : $0
    }
  }

  /// Notes that a field has been fetched, or computed.
  mutating func settle<Pending>(_ id: ColumnID, _ pending: WritableKeyPath<Field, Pending?>) {
    guard let index = index(of: id) else { return }
    // No field has another place or name for it.
    let table = table
    fields[index][keyPath: pending] = nil
    self.table = table
  }

  /// Notes of a field that it is still to be computed.
  mutating func derive(at index: Int, _ derivation: PendingDerivation) {
    let table = table
    fields[index].pendingDerivation = derivation
    self.table = table
  }

  /// Says which column names the items that the rows are, also in messages; nil where they are
  /// none.
  mutating func nameRows(by key: RowNames?) {
    self.key = key?.column
    identity = key
  }

  /// Says that the rows are items of several sources, which a column names in messages alone.
  mutating func nameRowsInMessages(by identity: RowNames?) {
    key = nil
    self.identity = identity
  }

  /// The columns of a result that others can go on from: the present fields, and what names the
  /// rows even where it has been dropped.
  var keptColumns: [ColumnID] {
    let columns = present.map(\.id)
    guard let name = key ?? identity?.column, !columns.contains(name) else { return columns }
    return columns + [name]
  }

  /// Whether a row can have a picture: it is an item or a category of a source.
  package var hasPictures: Bool { key != nil && source != nil || isOfCategories }

  /// The source whose items or categories the rows are.
  package var shownSource: SourceReference? { source ?? categories?.source }

  /// Whether the rows tell which categories they are.
  var isOfCategories: Bool { categories.map { keptColumns.contains($0.id) } ?? false }

  /// The spelling under which a field was asked for: the declared one of that name.
  func label(for name: String, of field: Field) -> String {
    field.names.first { $0.isSpelled(as: name) }
      ?? field.names.first { $0.isSameName(as: name) } ?? name
  }

  /// Leaves only the given fields. The rows stay the items that they were; a stage that makes
  /// other rows of them clears `key` as well.
  mutating func keep(_ kept: [Field], because stage: ScriptRange, in source: ScriptText) {
    let ids = Set(kept.map(\.id))
    let gone = fields.filter { !ids.contains($0.id) }.flatMap(\.names)
    departures.append(Departure(names: gone, stage: stage, source: source))
    fields = kept
    visible = kept.compactMap(\.shown)
  }

  func departure(of name: String) -> Departure? {
    departures.last { $0.names.contains { $0.isSameName(as: name) } }
  }
}

extension Scope {
  /// The fields that can be named, for completion: their names, the declared one first.
  package var named: [(names: [String], type: ValueType?)] { fields.map { ($0.names, $0.type) } }

  /// The same of a source that has been joined, by what stands before its fields.
  package func named(of source: String) -> [(names: [String], type: ValueType?)] {
    fields.compactMap { field in
      guard let home = field.home, home.isOf(source) else { return nil }
      return (home.names, field.type)
    }
  }
}

extension String {
  /// Whether two names mean the same: they match in any case.
  func isSameName(as other: String) -> Bool { lowercased() == other.lowercased() }

  /// Several of some names that it is in another case; none where it is one of them as it is
  /// spelled, or where at most one differs from it only in case.
  func homonyms(among names: [String]) -> [String] {
    let same = names.filter { $0.isSameName(as: self) }
    return same.count > 1 && !same.contains { $0.isSpelled(as: self) } ? same : []
  }
}
