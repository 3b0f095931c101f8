// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Binds what is expected of the rows so far.
struct ExpectationBinder: ExpressionRoom {
  let context: ExpressionContext
  /// The stage before.
  let previous: Stage?

  /// The step that checks it; nil where it holds for any rows. The rows of `file` are those of the
  /// file that is named.
  func step(
    _ expectation: Expectation, _ stage: Stage, file: PipelineBinder?
  ) -> (any PlanStep)? {
    switch expectation {
    case .rows(let comparison, let count):
      let number = StageValueBinder(context: context).number(count)
      return ExpectRowsStep(
        expected: ExpectedRows(
          comparison: Comparison(comparison), count: number, context: place(of: stage),
          names: namingColumns, range: stage.range))
    case .columns(let names):
      return step(unlessShown: names.map(\.text), stage) { $0.lowercased() }
    case .same:
      guard let file else { return nil }
      let same = ExpectSameStep(
        wanted: file.relation(file.scope.visible.map(\.id)), columns: scope.shown,
        expected: file.scope.shown, range: stage.range)
      // It looks itself where a run decides which columns are seen.
      if isOpen { return same }
      return step(unlessShown: same.expected.map(\.label), stage) { $0 } ?? same
    case .live: return ExpectLiveStep(range: stage.range)
    }
  }

  /// Whether which columns are seen is a matter of the rows.
  private var isOpen: Bool { scope.visible.contains(where: \.isOptional) }

  /// What fails unless certain columns are shown, in order.
  private func step(
    unlessShown expected: [String], _ stage: Stage, _ compared: (String) -> String
  ) -> (any PlanStep)? {
    if isOpen {
      return ExpectColumnsStep(expected: expected, columns: scope.shown, range: stage.range)
    }
    let found = scope.visible.map(\.label)
    if expected.map(compared) == found.map(compared) { return nil }
    return FailColumnsStep(expected: expected, found: found, range: stage.range)
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
  private func place(of stage: Stage) -> String {
    guard !context.macros.isExpansion, let previous, previous.range.end <= stage.range.start else {
      return ""
    }
    let parameters = Lexer.parameters(in: source, previous.range)
    var values: [String] = []
    for name in parameters {
      guard let constant = context.known.declarations.constant(name) else { continue }
      let text = "\(name) = \(JSONText.string(constant.value))"
      if !values.contains(text) { values.append(text) }
    }
    let given = values.isEmpty ? "" : " with \(values.joined(separator: ", "))"
    let words = source[previous.range].split { $0.isWhitespace }.joined(separator: " ")
    return "after `\(words)`\(given)"
  }
}
