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
