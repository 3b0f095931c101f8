import Diagnostics
import QuerySyntax

extension LintRule {
  static let unusedName = LintRule(
    code: .unusedName, name: "unused-name",
    summary: "a `let`, `def` or `param` that nothing uses",
    reason: "what is not used is often misspelt where it was to be used"
  ) { script in
    // A script of declarations alone is there to be included.
    guard script.parts.contains(where: { $0.isOwn && !$0.statement.declares }) else { return [] }
    let uses = script.parts.map { NameUses(of: $0.statement) }
    return script.parts.indices.compactMap { index in
      guard script.parts[index].isOwn, let name = DeclaredName(script.parts[index].statement),
        !name.isUsed(after: index, in: script.parts.map(\.statement), uses)
      else { return nil }
      return LintFinding(
        "\(name.noun) `\(name.name.text)` is never used", at: name.name.range,
        fix: name.removal(in: script.source))
    }
  }
}

extension Statement {
  fileprivate var declares: Bool {
    switch self {
    case .binding, .macro, .parameter, .include, .set: true
    case .pipeline, .use, .describe, .explain, .expectError, .unreadable: false
    }
  }
}

/// A name that a statement gives to something.
private struct DeclaredName {
  enum Kind: Equatable { case value, view, macro, parameter }

  let kind: Kind
  let name: Name
  private let range: SourceRange
  private let hasSummary: Bool

  init?(_ statement: Statement) {
    range = statement.range
    switch statement {
    case .binding(let binding):
      name = binding.name
      hasSummary = !binding.summary.isEmpty
      switch binding.content {
      case .view: kind = .view
      case .value: kind = .value
      }
    case .macro(let macro):
      kind = .macro
      name = macro.name
      hasSummary = !macro.summary.isEmpty
    case .parameter(let parameter):
      kind = .parameter
      name = parameter.name
      hasSummary = !parameter.summary.isEmpty
    case .pipeline, .use, .describe, .include, .set, .explain, .expectError, .unreadable:
      return nil
    }
  }

  var noun: String {
    switch kind {
    case .value: "the value"
    case .view: "the view"
    case .macro: "the macro"
    case .parameter: "the parameter"
    }
  }

  /// Whether a later statement uses it, up to the one that gives its name to something else.
  func isUsed(after index: Int, in statements: [Statement], _ uses: [NameUses]) -> Bool {
    for later in statements.indices.dropFirst(index + 1) {
      if isNamed(in: uses[later]) { return true }
      if let other = DeclaredName(statements[later]), other.replaces(self) { return false }
    }
    return false
  }

  private func isNamed(in uses: NameUses) -> Bool {
    switch kind {
    case .value, .parameter: uses.values.contains(name.text)
    case .view: uses.sources.contains(name.text.lowercased())
    case .macro: uses.macros.contains(name.text.lowercased())
    }
  }

  private func replaces(_ other: DeclaredName) -> Bool {
    let isValue = kind == .value || kind == .parameter
    let wasValue = other.kind == .value || other.kind == .parameter
    return (kind == other.kind || isValue && wasValue) && name.text == other.name.text
  }

  /// Its lines taken out. A parameter stays, since whoever runs the script may give it, and so does
  /// what a comment tells of.
  func removal(in source: SourceText) -> FixIt? {
    guard kind != .parameter, !hasSummary else { return nil }
    let first = source.line(around: range.start).range
    let last = source.line(around: range.end).range
    guard first.start == range.start, last.end == range.end else { return nil }
    let end = min(last.end + 1, source.bytes.count)
    return .replace(SourceRange(first.start, end), with: "")
  }
}
