// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Texts without their quotes between which an `or` stands.
extension NameBinder {
  /// `name = Dream or Inn`: one of two texts, or one text, and none of them in quotes.
  func unquotedAlternatives(_ terms: [Expression]) -> Diagnostic? {
    guard
      let index = terms.indices.dropFirst().first(where: { unquoted(terms[$0]) != nil }),
      let (left, operand) = textOperands(of: terms[index - 1])
    else { return nil }
    let words = terms[index...].prefix { unquoted($0) != nil }.compactMap(unquoted)
    let test = source[ScriptRange(left.range.start, operand.range.start)]
    let first = unquoted(operand)?.inQuotes ?? source[operand.range]
    let isEqual = if case .comparison = terms[index - 1].kind { true } else { false }
    let whole = unquoted(operand).map { _ in
      source[operand.range.union(terms[index + words.count - 1].range)]
    }
    let ways = UnquotedAlternatives.ways(
      field: source[left.range], test: test, isEqual: isEqual,
      texts: [first] + words.map(\.inQuotes), whole: whole)
    let place = unquoted(operand) == nil ? terms[index].range : operand.range
    return .unquotedTexts(scope.noun, source[place], place, ways)
  }

  /// The word that an expression is, where nothing has that name.
  private func unquoted(_ expression: Expression) -> String? {
    guard case .name(let name) = expression.kind, isUnknown(name) else { return nil }
    return name.text
  }

  /// A field of text and what it is compared with, where that is a text with its quotes or without.
  private func textOperands(of term: Expression) -> (left: Expression, operand: Expression)? {
    switch term.kind {
    case .comparison(.equal, let left, let operand, _),
      .textTest(_, let left, let operand, false, _):
      guard case .name(let field) = left.kind, !operand.isExact,
        scope.field(field.text)?.type.map(Self.holdsText) ?? false
      else { return nil }
      if case .text = operand.expression.kind { return (left, operand.expression) }
      return unquoted(operand.expression).map { _ in (left, operand.expression) }
    default: return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func unquotedTexts(
    _ noun: String, _ word: String, _ range: ScriptRange, _ ways: String
  ) -> Diagnostic {
    Diagnostic(
      .unknownField, "\(noun) has no field `\(word)`, and a text stands in quotes",
      at: Label(range), remarks: [.help(ways)])
  }
}
