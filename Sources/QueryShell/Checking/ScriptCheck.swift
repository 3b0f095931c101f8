// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// Scripts that stand one after another, bound and not run, and what is wrong with them.
struct ScriptCheck {
  /// With those that they include, cut where one is included.
  let scripts: [Script]
  let statements: [BoundStatement]
  /// In the order of their places; those that point into data come last.
  let faults: [Diagnostic]

  init(
    _ source: ScriptText, in context: Binder.Context = Self.unrun, sources: SourceRegistry,
    unless isCancelled: @escaping () -> Bool = { false }
  ) {
    self.init([source], in: context, sources: sources, unless: isCancelled)
  }

  /// What is cancelled is cut anywhere and means nothing.
  init(
    _ texts: [ScriptText], in context: Binder.Context = Self.unrun, sources: SourceRegistry,
    unless isCancelled: @escaping () -> Bool = { false }
  ) {
    let names = sources.names + context.declarations.viewNames
    let inclusions = texts.map {
      ScriptInclusion.resolve(
        $0, maximumFaults: context.maximumFaults, names: names, watch: sources.watch,
        unless: isCancelled)
    }
    scripts = inclusions.flatMap(\.scripts)
    let bound = Binder.bind(
      scripts, in: context, directory: sources, unless: isCancelled)
    statements = bound.statements
    let read = inclusions.flatMap(\.diagnostics).map { $0.doubted(by: bound.diagnostics) }
    let doubtful = inclusions.flatMap(\.doubtful)
    let meant = bound.diagnostics.map { fault in
      let stands = doubtful.contains { fault.begins(in: $0.range) && $0.source == fault.source }
      return stands ? fault.with(fault.fix?.suggested) : fault
    }
    faults = Self.ordered(read + meant, in: inclusions.flatMap(\.sources))
  }

  /// A script that is read without those that it includes, and not bound.
  init(reading source: ScriptText) {
    scripts = [Parser.parse(source, maximumFaults: 1).tree]
    statements = []
    faults = []
  }

  /// What is known of a script that does not run: nobody has given its arguments yet.
  static var unrun: Binder.Context {
    var context = Binder.Context()
    context.isChecking = true
    return context
  }

  /// Whether a statement asks for rows and does not go on from a result.
  var hasRowsOfItsOwn: Bool {
    scripts.flatMap(\.statements).contains { statement in
      switch statement {
      case .pipeline(let pipeline): !pipeline.readsLastResult
      // One that is included has not been read, and may have some.
      case .describe, .include: true
      default: false
      }
    }
  }

  /// Whether several queries read rows.
  var asksSeveralTimes: Bool {
    statements.count { if case .query = $0.action { true } else { false } } > 1
  }

  /// Whether no more than one query reads rows, the last statement, which may be asked twice with
  /// what stands before it, and asks for no item by its key, which a file has only where all of its
  /// records tell so.
  var isOneQuery: Bool {
    statements.enumerated().allSatisfy { place, statement in
      switch statement.action {
      case .use, .set: true
      case .query(let query): place == statements.count - 1 && !query.relation.isItem
      case .declare, .explain, .steps, .definition, .expectError: false
      }
    }
  }

  private static func ordered(_ faults: [Diagnostic], in scripts: [ScriptText]) -> [Diagnostic] {
    let placed = faults.enumerated().map { offset, fault in
      let script = fault.source.flatMap { source in scripts.firstIndex { $0 == source } }
      let place = script.flatMap { _ in fault.primary?.range.start }
      return (fault: fault, key: (script ?? .max, place ?? .max, offset))
    }
    return placed.sorted { $0.key < $1.key }.map(\.fault)
  }
}

extension Diagnostic {
  /// The fault, without a certain fix where a warning about the same words says that they do
  /// not fit.
  fileprivate func doubted(by others: [Diagnostic]) -> Diagnostic {
    guard let fix, others.contains(where: { $0.isDoubt(about: self) }) else { return self }
    return with(fix.suggested)
  }

  fileprivate func begins(in range: ScriptRange) -> Bool {
    primary.map { range.start <= $0.range.start && $0.range.start < range.end } ?? false
  }

  private func isDoubt(about other: Diagnostic) -> Bool {
    severity == .warning && primary?.range == other.primary?.range && source == other.source
  }
}
