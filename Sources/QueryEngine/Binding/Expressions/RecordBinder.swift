// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Binds members of records and elements of lists.
struct RecordBinder: ExpressionRoom {
  let context: ExpressionContext

  func member(_ name: Name, of value: BoundExpression, _ range: ScriptRange) -> BoundExpression {
    guard let type = value.type else { return .unknown(range) }
    let money = MoneyBinder(context: context)
    if let part = money.member(of: value, name, range) { return part }
    guard case .record(let members) = type else {
      if let fault = Diagnostic.foreignProperty(name, of: source[value.range], range) {
        return unknown(fault, range)
      }
      if let fault = memberOfAny(name, value, type) { return unknown(fault, range) }
      return unknown(.noMembers(name, value, type, source), range)
    }
    let position =
      members.firstIndex { $0.name.isSpelled(as: name.text) }
      ?? members.firstIndex { $0.name.isSameName(as: name.text) }
    guard let position else {
      return unknown(.unknownMember(name, of: source[value.range], members.map(\.name)), range)
    }
    NameBinder(context: context)
      .reportHomonyms(name, name.text.homonyms(among: members.map(\.name)))
    return BoundExpression(.member(value, position), members[position].type, range)
  }

  /// What is said of a member of values of a document that have no certain type.
  private func memberOfAny(
    _ name: Name, _ value: BoundExpression, _ type: ValueType
  ) -> Diagnostic? {
    guard type == .any, let document = context.document, let way = way(to: value) else {
      return nil
    }
    return .memberOfAny(name, value, at: way, isMap: document.isMap(way), source)
  }

  /// The names of the field of the source, and of its members, that a value is.
  private func way(to value: BoundExpression) -> [String]? {
    switch value.kind {
    case .column(let id):
      guard let field = scope.field(id), field.index != nil else { return nil }
      return field.names.first.map { [$0] }
    case .member(let record, let position):
      guard case .record(let members) = record.type, let way = way(to: record) else { return nil }
      return way + [members[position].name]
    default: return nil
    }
  }

  func element(
    of list: BoundExpression, at position: BoundExpression, _ range: ScriptRange
  ) -> BoundExpression {
    if let type = position.type, type != .int {
      return unknown(.wrongIndex(position.range, type), range)
    }
    guard let type = list.type else { return .unknown(range) }
    guard case .list(let element) = type else {
      return unknown(.needsList("[ ]", list.range, type), range)
    }
    return BoundExpression(.index(list, position), element, range)
  }
}
