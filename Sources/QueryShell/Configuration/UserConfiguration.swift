// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// What the file of a person's settings means: the `set`, `let` and `def` statements that are
/// right, each for itself, and what is wrong with the others.
struct UserConfiguration {
  private(set) var actions: [BoundStatement.Action] = []
  /// As warnings: a mistake in this file stops nothing.
  private(set) var faults: [Diagnostic]

  init(_ source: SourceText, in context: Binder.Context, sources: SourceRegistry) {
    let parsed = Parser.parse(source)
    var context = context
    faults = parsed.diagnostics
    for statement in parsed.tree.statements {
      switch statement {
      case .set, .binding, .macro: take(statement, of: source, in: &context, sources)
      case .unreadable: break
      case .pipeline, .use, .describe, .parameter, .include, .explain, .expectError:
        faults.append(.noSetting(statement.range, in: source))
      }
    }
    let placed = faults.enumerated().sorted { first, second in
      let places = [first, second].map { ($0.element.primary?.range.start ?? 0, $0.offset) }
      return places[0] < places[1]
    }
    faults = placed.map { _, fault in
      var warning = fault
      warning.severity = .warning
      return warning
    }
  }

  /// Takes a statement that is right. Of one that is not nothing is kept, so that what reads it is
  /// told that it is not there.
  private mutating func take(
    _ statement: Statement, of source: SourceText, in context: inout Binder.Context,
    _ sources: SourceRegistry
  ) {
    let script = Script(source: source, statements: [statement])
    let bound = Binder.bind(script, in: context, directory: sources)
    faults += bound.diagnostics
    guard !bound.diagnostics.contains(where: \.isFatal) else { return }
    for action in bound.statements.map(\.action) {
      if case .declare(let meaning) = action { context.declarations.add(meaning) }
      actions.append(action)
    }
  }
}

extension Session {
  /// Takes over a person's settings, as far as neither the command line nor the environment has
  /// decided them, and tells what is wrong with them.
  func configure(_ source: SourceText) {
    context.today = calendar()
    let configuration = UserConfiguration(source, in: context, sources: sources)
    for action in configuration.actions {
      switch action {
      case .set(let setting, let value, let range):
        if settings.given.contains(setting) { continue }
        guard var fault = apply(setting, value, range, of: source) else { continue }
        fault.severity = .warning
        report(fault)
      case .declare(let meaning): context.declarations.add(meaning)
      case .query, .use, .explain, .expectError: break
      }
    }
    for fault in configuration.faults { report(fault) }
  }
}

extension Diagnostic {
  fileprivate static func noSetting(_ range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "the file of settings takes `set`, `let` and `def` only",
      at: Label(range, "passed over"),
      remarks: [.help("what is to run stands in a script: cq run FILE.cq")], in: source)
  }
}
