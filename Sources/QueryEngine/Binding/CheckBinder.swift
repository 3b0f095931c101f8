// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Stages that check rows or choose a page of them.
extension PipelineBinder {
  /// How many rows a page has when nothing is said.
  private static let usualPage = 10

  mutating func page(_ page: Count, _ size: Count?) {
    let rows = size.map { number($0) } ?? Self.usualPage
    let first = number(page)
    let (before, overflow) = max(first - 1, 0).multipliedReportingOverflow(by: rows)
    if first == 0 { report(.noPageZero(page.range)) }
    append(LimitStep.after(overflow ? .max : before))
    append(LimitStep.first(rows))
  }

  mutating func assert(_ condition: Expression, _ message: TextLiteral?) {
    let bound = bind(condition)
    if let type = bound.type, type != .bool {
      report(.notACondition(source, condition.range, type))
    }
    append(AssertStep(condition: bound, message: message?.value, key: scope.key))
  }

  mutating func expect(_ expectation: Expectation, _ stage: Stage) {
    switch expectation {
    case .rows(let comparison, let count):
      append(
        ExpectRowsStep(
          expected: ExpectedRows(
            comparison: Comparison(comparison), count: number(count), context: context(of: stage),
            names: namingColumns, range: stage.range)))
    case .columns(let names):
      let expected = names.map { $0.text.lowercased() }
      let found = scope.visible.map { $0.label.lowercased() }
      guard expected != found else { return }
      append(
        FailColumnsStep(
          expected: names.map(\.text), found: scope.visible.map(\.label), range: stage.range))
    case .same(let path): expectSame(path, stage)
    case .live: append(ExpectLiveStep(range: stage.range))
    }
  }

  /// The key and the first text that is shown, or the first column of any kind.
  private var namingColumns: [OutputColumn] {
    let shown = scope.shown
    let key = scope.key.flatMap { scope.field($0) }.map {
      OutputColumn(label: "", id: $0.id, type: .id)
    }
    let others = shown.filter { $0.id != key?.id }
    let name = others.first { $0.type == .text } ?? (key == nil ? others.first : nil)
    return [key, name].compactMap(\.self)
  }

  /// The stage before and what its parameters stand for: "after `limit $n` with n = 3".
  private func context(of stage: Stage) -> String {
    guard !isExpansion, let previous, previous.range.end <= stage.range.start else { return "" }
    let parameters = Lexer.parameters(in: source, previous.range)
    var values: [String] = []
    for name in parameters {
      guard let constant = outer?.context.declarations.constant(name) else { continue }
      let text = "\(name) = \(JSONText.string(constant.value))"
      if !values.contains(text) { values.append(text) }
    }
    let given = values.isEmpty ? "" : " with \(values.joined(separator: ", "))"
    let words = source[previous.range].split { $0.isWhitespace }.joined(separator: " ")
    return "after `\(words)`\(given)"
  }

  /// The rows of a file, in which every visible column must be, with the same cells.
  private mutating func expectSame(_ path: TextLiteral, _ stage: Stage) {
    let name = SourceName(kind: .address(path.value), range: path.range)
    guard let head = open(FromClause(source: name, categories: [], range: path.range)) else {
      return
    }
    let file = head.binder.scope
    let expected = file.visible.map(\.label)
    guard expected == scope.visible.map(\.label) else {
      append(
        FailColumnsStep(
          expected: expected, found: scope.visible.map(\.label), range: stage.range))
      return
    }
    append(
      ExpectSameStep(
        wanted: head.relation(file.visible.map(\.id)), columns: scope.shown,
        expected: file.shown, range: stage.range))
  }
}

extension Diagnostic {
  fileprivate static func noPageZero(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(.missingOperand, "pages are counted from 1", at: Label(range))
  }
}
