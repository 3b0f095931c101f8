import Catalogue
import Diagnostics
import QuerySyntax

// Stages that check rows or choose a page of them.
extension PipelineBinder {
  /// How many rows a page has when nothing is said.
  private static let usualPage = 10

  mutating func page(_ page: Count, _ size: Count?) {
    let rows = size?.value ?? Self.usualPage
    let (before, overflow) = max(page.value - 1, 0).multipliedReportingOverflow(by: rows)
    if page.value == 0 { report(.noPageZero(page.range)) }
    append(.skip(overflow ? .max : before))
    append(.limit(rows))
  }

  mutating func assert(_ condition: Expression, _ message: TextLiteral?) {
    let bound = bind(condition)
    if let type = bound.type, type != .bool {
      report(.notACondition(source, condition.range, type))
    }
    append(.assert(bound, message: message?.value, key: scope.key))
  }

  mutating func expect(_ expectation: Expectation, _ stage: Stage) {
    switch expectation {
    case .rows(let comparison, let count):
      append(.expectRows(Comparison(comparison), count.value, stage.range))
    case .columns(let names):
      let expected = names.map { $0.text.lowercased() }
      let found = scope.visible.map { $0.label.lowercased() }
      guard expected != found else { return }
      append(
        .failColumns(
          expected: names.map(\.text), found: scope.visible.map(\.label), stage.range))
    }
  }
}

extension Diagnostic {
  fileprivate static func noPageZero(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.missingOperand, "pages are counted from 1", at: Label(range))
  }
}
