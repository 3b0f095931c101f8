// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Two tables that are compared.
extension HeadBinder {
  /// What has changed between two tables; nil after a fault, which has been reported.
  func head(_ clause: ChangesClause) -> PipelineBinder? {
    let sides = (old(of: clause), head(from: clause.new))
    guard let old = sides.0, let new = sides.1 else { return nil }
    let clause = clause.keys.isEmpty ? keyed(clause, old.scope) : clause
    guard let clause else { return nil }
    var binder = ChangesBinder(clause, old.scope, new.scope, environment)
    guard let (step, scope) = binder.step(to: new) else { return nil }
    return old.replaced(by: step, bringing: new, giving: scope)
  }

  /// The old side; nil after a fault, which has been reported.
  private func old(of clause: ChangesClause) -> PipelineBinder? {
    guard let moment = clause.old.moment else { return head(from: clause.old) }
    let isOfNow =
      clause.new.moment == nil && clause.new.source.reference == clause.old.source.reference
    return head(from: clause.old, at: moment, begun: isOfNow)
  }

  /// The clause with the key of its source; nil where that has none, which is reported.
  private func keyed(_ clause: ChangesClause, _ scope: Scope) -> ChangesClause? {
    guard let key = scope.key, let name = scope.field(key)?.names.first else {
      environment.report(.keyless(scope.noun, clause.new.range))
      return nil
    }
    return ChangesClause(
      old: clause.old, new: clause.new, keys: [Name(text: name, range: clause.new.source.range)],
      ignored: clause.ignored, tolerance: clause.tolerance, range: clause.range)
  }
}

/// Finds which fields of two sides are compared, and by which of them rows are the same.
private struct ChangesBinder {
  private let environment: BindingEnvironment
  private let clause: ChangesClause
  private let old: Side
  private let new: Side

  /// One of the two sides.
  private struct Side {
    let scope: Scope
    let clause: FromClause
    /// What is compared: the fields that are shown.
    let fields: [Scope.Field]

    /// Whether it is a list of which nothing tells fields, as `[]` is: all that it lacks is null.
    var isEmpty: Bool { scope.fields.isEmpty }
  }

  init(
    _ clause: ChangesClause, _ old: Scope, _ new: Scope, _ environment: BindingEnvironment
  ) {
    self.environment = environment
    self.clause = clause
    self.old = Self.side(old, clause.old)
    self.new = Self.side(new, clause.new)
  }

  /// What messages call the sides: where both are of one source, the list as it was is its reading;
  /// where both would be called the same they are as they are written.
  private var names: ChangesNames {
    let (old, new) = (old.scope.noun, new.scope.noun)
    guard old == new else { return ChangesNames(old: old, new: new) }
    let moments = (self.old.clause.moment, self.new.clause.moment)
    if (moments.0 == nil) != (moments.1 == nil) {
      let reading = "the reading of \(old)"
      return moments.0 == nil
        ? ChangesNames(old: old, new: reading) : ChangesNames(old: reading, new: new)
    }
    let written = [self.old, self.new].map { side in
      environment.source[side.clause.range].split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    return ChangesNames(old: written[0], new: written[1])
  }

  private static func side(_ scope: Scope, _ clause: FromClause) -> Side {
    Side(scope: scope, clause: clause, fields: scope.visible.compactMap { scope.field($0.id) })
  }

  /// The step, and what can be named after it; nil after a fault, which has been reported.
  mutating func step(to other: PipelineBinder) -> (step: ChangesStep, scope: Scope)? {
    let start = environment.session.reported
    let keys = keys
    let ignored = clause.ignored.compactMap { label(ofIgnored: $0, beside: keys) }
    let columns = keys.compactMap { column($0.name.text, $0.pair, of: $0.name) }
    var fields: [ComparedField] = []
    for (label, pair) in pairs where !keys.contains(where: { $0.isOf(pair) }) {
      let isIgnored = ignored.contains(label)
      // Two columns of this name cannot be told apart.
      if label.isSpelled(as: Self.change) {
        if !isIgnored { reportChange(pair, at: nil) }
        continue
      }
      guard let column = column(label, pair, isIgnored: isIgnored) else { continue }
      fields.append(
        ComparedField(id: newColumn, name: label, column: column, isCompared: !isIgnored))
    }
    let tolerance = tolerance
    guard environment.session.reported == start else { return nil }
    let read = (columns + fields.map(\.column)).compactMap(\.right?.id)
    let step = ChangesStep(
      new: other.relation(read), keys: columns, change: newColumn, fields: fields,
      tolerance: tolerance, names: names,
      range: clause.keys.dropFirst().reduce(clause.keys[0].range) { $0.union($1.range) })
    return (step, scope(of: step))
  }

  /// What the column is called that says what has happened to a row.
  private static let change = "change"

  private var newColumn: ColumnID { environment.session.newColumn() }

  /// A field of the old side beside that of the new side with its name, one of which may be
  /// missing.
  private typealias Pair = (old: Scope.Field?, new: Scope.Field?)

  /// The fields of both sides by their names, those of the old side first.
  private var pairs: [(label: String, pair: Pair)] {
    var pairs: [(label: String, pair: Pair)] = []
    for field in old.fields {
      guard let label = field.names.first else { continue }
      pairs.append(
        (label, (field, UnionBinder.partner(of: label, among: new.fields, not: old.fields))))
    }
    let known = pairs.compactMap(\.pair.new?.id)
    for field in new.fields where !known.contains(field.id) {
      if let label = field.names.first { pairs.append((label, (nil, field))) }
    }
    return pairs
  }

  /// A field that names the rows, as it is on both sides.
  private struct Key {
    let name: Name
    let pair: Pair

    /// Whether a pair is of the field on either side.
    func isOf(_ other: Pair) -> Bool {
      pair.old?.id == other.old?.id && other.old != nil
        || pair.new?.id == other.new?.id && other.new != nil
    }
  }

  /// The keys; what is wrong with their names is reported.
  private var keys: [Key] {
    var keys: [Key] = []
    for (place, name) in clause.keys.enumerated() {
      let sides = [old, new].map { present($0, name) }
      guard sides[0] != nil || old.isEmpty, sides[1] != nil || new.isEmpty else { continue }
      let key = Key(name: name, pair: (sides[0], sides[1]))
      if let first = keys.first(where: { $0.isOf(key.pair) }) {
        let whole = ScriptRange(clause.keys[place - 1].range.end, name.range.end)
        environment.report(.repeatedKey(name, first: first.name, whole: whole))
        continue
      }
      if name.text.isSpelled(as: Self.change) { reportChange(key.pair, at: name) }
      keys.append(key)
    }
    return keys
  }

  /// Reports a field that has the name of the column that says what has happened; `key` is the name
  /// of one that names the rows.
  private func reportChange(_ pair: Pair, at key: Name?) {
    let side = pair.old == nil ? new : old
    environment.report(
      .changeTaken(
        of: side.scope.noun, environment.source[side.clause.range],
        key?.range ?? side.clause.range, isKey: key != nil))
  }

  /// A field that has to be there; an unknown one is reported.
  private func present(_ side: Side, _ name: Name) -> Scope.Field? {
    if side.isEmpty { return nil }
    let context = ExpressionContext(environment, side.scope)
    guard let field = NameBinder(context: context).field(name) else { return nil }
    if field.isPending { environment.report(.pendingKey(name, side.scope.noun)) }
    return field
  }

  /// The label of a field that is not compared; an unknown one, or a key, is reported.
  private func label(ofIgnored name: Name, beside keys: [Key]) -> String? {
    let known = pairs.filter { pair in
      [pair.pair.old, pair.pair.new].contains { $0?.isNamed(name.text) ?? false }
    }
    if let found = known.first {
      if keys.contains(where: { $0.isOf(found.pair) }) { environment.report(.ignoredKey(name)) }
      return found.label
    }
    var both = old.scope
    both.fields += new.fields.filter { field in
      !old.fields.contains { $0.isNamed(field.names.first ?? "") }
    }
    environment.report(.unknownField(name, both))
    return nil
  }

  /// A column for what both sides have; nil where their types do not go together. `key` is the name
  /// of one that names the rows.
  private func column(
    _ label: String, _ pair: Pair, isIgnored: Bool = false, of key: Name? = nil
  ) -> UnionColumn? {
    let types = (pair.old.map { $0.type ?? .any }, pair.new.map { $0.type ?? .any })
    let type: ValueType
    switch types {
    case (let one?, let other?):
      if let common = Self.onlyType(pair) ?? one.common(with: other) {
        type = common
      } else if isIgnored {
        type = .any
      } else {
        environment.report(
          .differentlyTyped(
            label, (names.old, one), (names.new, other), key?.range ?? clause.new.range,
            help: key.map { castHelp(of: $0, one, other) }))
        return nil
      }
    case (let one?, nil), (nil, let one?): type = one
    // Two empty lists have no row that would have this key.
    case (nil, nil): type = .any
    }
    return UnionColumn(
      id: newColumn, type: type, range: key?.range ?? clause.range,
      left: pair.old.map(UnionColumn.Part.init), right: pair.new.map(UnionColumn.Part.init))
  }

  /// The type of the side that may have values, where the other has none; nil elsewhere.
  private static func onlyType(_ pair: Pair) -> ValueType? {
    guard let old = pair.old, let new = pair.new, old.mayHaveValues != new.mayHaveValues else {
      return nil
    }
    return (old.mayHaveValues ? old : new).type
  }

  /// How a key of two types becomes one that can be compared: as text, which some side may be.
  private func castHelp(of key: Name, _ one: ValueType, _ other: ValueType) -> String {
    let sides = zip([clause.old, clause.new], [one, other])
      .filter { $1 != .text && $1 != .id }.map { environment.source[$0.0.range] }
    let name = key.text.asName
    let view = "let a = from \(sides.first ?? "…") | extend \(name) = text(\(name))"
    return "a view makes one type of both: `\(view)`"
      + (sides.count > 1 ? ", and the like of the other side" : "")
  }

  private var tolerance: Decimal? {
    guard let written = clause.tolerance else { return nil }
    if let number = Decimal(written.digits) { return number }
    environment.report(.longTolerance(written.range))
    return nil
  }

  /// What stands over a table of what has changed.
  private var title: String {
    old.scope.noun == new.scope.noun
      ? "changes of \(new.scope.noun)"
      : "changes from \(old.scope.noun) to \(new.scope.noun)"
  }

  private func scope(of step: ChangesStep) -> Scope {
    var scope = Scope(noun: Scope.nounOfTable, title: title)
    let keys = zip(step.keys, clause.keys).map { column, name in
      Scope.Field(id: column.id, names: [name.text], type: column.type)
    }
    let change = Scope.Field(id: step.change, names: [Self.change], type: .text)
    let fields = step.fields.map { Scope.Field(id: $0.id, names: [$0.name], type: $0.type) }
    scope.fields = keys + [change] + fields
    scope.visible = (keys + [change]).compactMap(\.shown)
    scope.visible += step.fields.filter(\.isCompared).map {
      Scope.Visible(label: $0.name, id: $0.id, isOptional: true)
    }
    if keys.count == 1 {
      scope.nameRowsInMessages(by: RowNames(column: keys[0].id, type: keys[0].type ?? .id))
    }
    return scope
  }
}

extension Diagnostic {
  /// A field of two sides whose values cannot be compared. Without `help` it may be left out.
  fileprivate static func differentlyTyped(
    _ field: String, _ old: (noun: String, type: ValueType), _ new: (noun: String, type: ValueType),
    _ range: ScriptRange, help: String?
  ) -> Diagnostic {
    let usual = "a `let` can make one type of both; `ignoring \(field.asName)` does not compare it"
    return Diagnostic(
      .typeMismatch, "`\(field)` is \(old.type) in \(old.noun) and \(new.type) in \(new.noun)",
      at: Label(range), remarks: [.help(help ?? usual)])
  }

  fileprivate static func changeTaken(
    of noun: String, _ side: String, _ range: ScriptRange, isKey: Bool
  ) -> Diagnostic {
    let view = "let a = from \(side) | rename change as was_changed"
    return Diagnostic(
      .duplicateColumn,
      "there are two columns called `change`: that of \(noun), and the one that says what has "
        + "happened to a row", at: Label(range),
      remarks: [
        .help(
          isKey
            ? "a view gives the key another name: `\(view)`"
            : "`ignoring change` leaves it out; a view gives it another name: `\(view)`")
      ])
  }

  /// `whole` is the key with the comma before it.
  fileprivate static func repeatedKey(
    _ name: Name, first: Name, whole: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .duplicateColumn, "`\(name.text)` is a key already", at: Label(name.range),
      secondary: [Label(first.range, "the first one")],
      fix: .replace(whole, with: "", .suggested))
  }

  fileprivate static func ignoredKey(_ name: Name) -> Diagnostic {
    Diagnostic(
      .notOffered, "`\(name.text)` says which rows are the same, and is always compared",
      at: Label(name.range),
      remarks: [.help("leave it out of `ignoring`, or name the rows by other fields")])
  }

  fileprivate static func keyless(_ noun: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .notOffered, "nothing names a row of \(noun)", at: Label(range),
      remarks: [.help("`by` says which fields do, such as `by brand, model`")])
  }

  fileprivate static func pendingKey(_ name: Name, _ noun: String) -> Diagnostic {
    Diagnostic(
      .unknownField, "`\(name.text)` stands in the items' own records, not in the list of \(noun)",
      at: Label(name.range),
      remarks: [.help("a view that shows it has it: `let a = from \(noun) | show all`")])
  }

  fileprivate static func longTolerance(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "this number has more than \(Decimal.maximumDigits) digits",
      at: Label(range))
  }
}
