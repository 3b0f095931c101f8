// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax

/// A place of a line: what the parser would take there, and what is known of what stands before.
struct CompletionPlace {
  /// A field that can be named, by its declared name first.
  typealias Field = (names: [String], type: ValueType?)

  let session: Session
  let word: CursorWord
  let point: ParsePoint
  /// The statements before the one that is being written.
  let statements: String
  let statementsBefore: [Statement]
  /// What the statements before have left.
  let context: Binder.Context
  /// The query for the rows that come in, without the statements before; nil where none do.
  let rows: String?
  /// What is known of these rows.
  let plan: BoundQuery?

  init(_ session: Session, atEndOf line: ScriptText) {
    self.session = session
    word = CursorWord(atEndOf: line)
    point = Parser.point(atEndOf: word.before)
    let statements = word.before[ScriptRange(0, point.statementStart)]
    let before = Parser.parse(ScriptText(name: "<prompt>", statements)).tree
    statementsBefore = before.statements
    context = Self.context(session, behind: before)
    let rows = Self.rows(at: point, in: word.before)
    // A stage without a source goes on from the statement before it, but for the `|`.
    let isBare = point.head == nil && context.current == nil
    plan =
      rows.flatMap { Self.query($0, behind: statements, session) }
      ?? (isBare ? Self.lastQuery(of: statements, session) : nil)
    self.statements = statements
    self.rows = rows
  }

  /// The text of a part of what stands before the word.
  func text(_ range: ScriptRange) -> String { word.before[range] }

  /// A pipeline that gives the rows whose fields can be named; nil where none come in.
  private static func rows(at point: ParsePoint, in source: ScriptText) -> String? {
    if let compared = point.compared { return "from \(source[compared])" }
    return point.readsRows ? rows(of: point, in: source) : nil
  }

  /// A pipeline that gives the rows before the stage that is being written.
  private static func rows(of point: ParsePoint, in source: ScriptText) -> String {
    let stages = point.stages.map { source[$0] }
    guard let head = point.head.map({ source[$0] }) else {
      // A bare stage reads the current source.
      return (stages.isEmpty ? ["show all"] : stages).joined(separator: " | ")
    }
    return ([head == "|" ? "from it" : head] + stages).joined(separator: " | ")
  }

  /// What a session knows behind some statements.
  private static func context(_ session: Session, behind script: Script) -> Binder.Context {
    var context = session.context
    guard !script.statements.isEmpty else { return context }
    let bound = Binder.bind(script, in: context, directory: session.sources)
    for action in bound.statements.map(\.action) {
      switch action {
      case .declare(let meaning): context.declarations.add(meaning)
      case .use(let reference, _): context.current = reference
      default: break
      }
    }
    return context
  }

  /// The last statement of a text, as the query that it is.
  func query(_ text: String) -> BoundQuery? {
    Self.query(text, behind: statements, session)
  }

  private static func query(
    _ text: String, behind statements: String, _ session: Session
  ) -> BoundQuery? {
    let plan = lastQuery(of: statements + "\n" + text, session)
    // Of a statement that cannot be bound nothing is left, and the last one stands before it.
    return plan.flatMap { $0.range.start > statements.utf8.count ? $0 : nil }
  }

  private static func lastQuery(of text: String, _ session: Session) -> BoundQuery? {
    let parsed = Parser.parse(ScriptText(name: "<completion>", text))
    let bound = Binder.bind(parsed.tree, in: session.context, directory: session.sources)
    guard case .query(let plan) = bound.statements.last?.action else { return nil }
    return plan
  }

  /// The fields of the rows that come in.
  var fields: [Field] { plan?.scope.named ?? [] }

  /// The fields of the source that is being joined, and what stands before their names.
  var joinedFields: (qualifier: String, fields: [Field])? {
    guard let joined = point.joined, let plan = query("from \(text(joined.range))") else {
      return nil
    }
    return (plan.scope.qualifier, plan.scope.named)
  }

  /// The type of an expression that stands before the word; nil where it has none or is wrong.
  func type(of expression: Expression) -> ValueType? {
    if case .name(let name) = expression.kind {
      let isMeant = { (field: Field) in field.names.contains { $0.isSameWord(as: name.text) } }
      if let field = fields.first(where: isMeant) { return field.type }
    }
    if case .member(let value, let name) = expression.kind {
      let isMeant = { (field: Field) in field.names.contains { $0.isSameWord(as: name.text) } }
      return members(of: value).first(where: isMeant)?.type
    }
    guard let rows else { return nil }
    let value = query("\(rows) | extend __value = (\(text(expression.range)))")
    return value?.scope.named.first { $0.names.first == "__value" }?.type
  }

  /// What can stand behind the dot of a value.
  func members(of value: Expression) -> [Field] {
    if case .name(let name) = value.kind {
      if let joinedFields, joinedFields.qualifier.isSameWord(as: name.text) {
        return joinedFields.fields
      }
      let joined = plan?.scope.named(of: name.text) ?? []
      if !joined.isEmpty { return joined }
    }
    if case .row = value.kind { return context.last?.named ?? [] }
    guard case .record(let members) = type(of: value) else { return [] }
    return members.map { ([$0.name], $0.type) }
  }

  /// The current source, else that of the last result.
  var currentSource: SourceReference? { context.current ?? context.lastSource }
}

extension String {
  /// Whether two names match in any case.
  func isSameWord(as other: String) -> Bool { lowercased() == other.lowercased() }
}

extension Statement {
  /// Whether it has a result that another statement can go on from.
  var givesRows: Bool { if case .pipeline = self { true } else { false } }
}
