// SPDX-License-Identifier: MIT

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
    var findings: [LintFinding] = []
    // What the statements after the present one use, as far as no other one takes the name over.
    var used: Set<NameUses.Key> = []
    for part in script.parts.reversed() {
      if let name = DeclaredName(part.statement), used.remove(name.key) == nil, part.isOwn {
        findings.append(
          LintFinding(
            "\(name.noun) `\(name.name.text)` is never used", at: name.name.range,
            fix: name.removal(in: script.source)))
      }
      used.formUnion(NameUses(of: part.statement).keys)
    }
    return findings.reversed()
  }
}

extension Statement {
  fileprivate var declares: Bool {
    switch self {
    case .binding, .macro, .parameter, .include, .set: true
    case .pipeline, .use, .describe, .definition, .explain, .steps, .expectError, .unreadable: false
    }
  }
}

/// A name that a statement gives to something.
private struct DeclaredName {
  enum Kind: Equatable { case value, view, macro, parameter }

  let kind: Kind
  let name: Name
  private let range: ScriptRange
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
    case .pipeline, .use, .describe, .definition, .include, .set, .explain, .steps, .expectError,
      .unreadable:
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

  /// How statements use it.
  var key: NameUses.Key {
    switch kind {
    case .value, .parameter: .value(name.text)
    case .view: .source(name.text.lowercased())
    case .macro: .macro(name.text.lowercased())
    }
  }

  /// Its lines taken out. A parameter stays, since whoever runs the script may give it, and so does
  /// what a comment tells of.
  func removal(in source: ScriptText) -> FixIt? {
    guard kind != .parameter, !hasSummary else { return nil }
    let first = source.line(around: range.start).range
    let last = source.line(around: range.end).range
    guard first.start == range.start, last.end == range.end else { return nil }
    let end = min(last.end + 1, source.bytes.count)
    return .replace(ScriptRange(first.start, end), with: "")
  }
}
