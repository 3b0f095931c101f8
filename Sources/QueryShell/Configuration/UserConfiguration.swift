// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax
import Synchronization

/// What the file of a person's settings means: the `set`, `let` and `def` statements that are
/// right, each for itself, and what is wrong with the others.
///
/// No file and no server is asked for it: a view over one is judged where it is used.
struct UserConfiguration {
  private(set) var actions: [BoundStatement.Action] = []
  /// As warnings: a mistake in this file stops nothing.
  private(set) var faults: [Diagnostic]

  init(_ source: ScriptText, in context: Binder.Context, sources: SourceRegistry) {
    let parsed = Parser.parse(source)
    var context = context
    faults = parsed.diagnostics
    for statement in parsed.tree.statements {
      switch statement {
      case .set, .binding, .macro: take(statement, of: source, in: &context, sources)
      case .unreadable: break
      case .pipeline, .use, .describe, .definition, .parameter, .include, .explain, .steps,
        .expectError:
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
    _ statement: Statement, of source: ScriptText, in context: inout Binder.Context,
    _ sources: SourceRegistry
  ) {
    let script = Script(source: source, statements: [statement])
    let names = NamedSources(sources)
    let bound = Binder.bind(script, in: context, directory: names)
    let isJudged = !names.hasRefused
    if isJudged { faults += bound.diagnostics }
    guard !isJudged || !bound.diagnostics.contains(where: \.isFatal) else { return }
    for action in bound.statements.map(\.action) {
      guard case .declare(let meaning) = action else {
        actions.append(action)
        continue
      }
      let declared = isJudged ? meaning : meaning.unjudged
      context.declarations.add(declared)
      actions.append(.declare(declared))
    }
  }
}

/// The sources that have a name; a file or an address is not read.
private final class NamedSources: SourceDirectory {
  private let all: SourceRegistry
  private let refused = Mutex(false)

  init(_ all: SourceRegistry) { self.all = all }

  /// Whether a file or an address has been asked for.
  var hasRefused: Bool { refused.withLock(\.self) }

  func source(
    _ reference: SourceReference, within allowance: ReadingLimits
  ) throws(SourceFault) -> (any CatalogueSource)? {
    if case .named = reference { return try all.source(reference, within: allowance) }
    refused.withLock { $0 = true }
    throw .cancelled
  }

  func source(
    _ reference: SourceReference, at moment: ReadingMoment, begun: Bool
  ) throws(SourceFault) -> (any CatalogueSource)? {
    try all.source(reference, at: moment, begun: begun)
  }

  func history(
    of key: String, in reference: SourceReference
  ) throws(SourceFault) -> (any CatalogueSource)? { try all.history(of: key, in: reference) }

  var names: [String] { all.names }

  func summaries() throws(SourceFault) -> [SourceSummary] { try all.summaries() }
}

extension StandardStreams {
  /// The sources for what only judges scripts or describes files, which reads them as a person's
  /// settings say. Servers are asked only through a network that is given.
  func sources(
    asking network: NetworkAccess? = nil, with texts: [String: [UInt8]] = [:]
  ) -> SourceRegistry {
    var settings = settings
    settings.sources.texts = texts
    if let network { settings.sources.network = network.store }
    let usual = SourceRegistry(settings.sources, watch: settings.watch)
    // A file that cannot be read sets nothing; what runs a script tells of it.
    guard let file = try? environment.configuration.read(noting: usual.watch.files) else {
      return usual
    }
    let found = UserConfiguration(file, in: Binder.Context(), sources: usual)
    for case .set(let setting, let value, _) in found.actions where setting.isOfReading {
      settings.apply(setting, value)
    }
    return SourceRegistry(settings.sources, watch: settings.watch)
  }
}

extension Session {
  /// Takes over a person's settings, as far as neither the command line nor the environment has
  /// decided them, and tells what is wrong with them.
  func configure(_ source: ScriptText) {
    context.today = calendar()
    let configuration = UserConfiguration(source, in: context, sources: sources)
    for action in configuration.actions {
      switch action {
      case .set(let setting, let value, let range):
        if settings.given[setting] != nil { continue }
        guard var fault = apply(setting, value, range, of: source) else { continue }
        fault.severity = .warning
        report(fault)
      case .declare(let meaning): context.declarations.add(meaning)
      case .query, .use, .explain, .steps, .definition, .expectError: break
      }
    }
    for fault in configuration.faults { report(fault) }
  }
}

extension Diagnostic {
  fileprivate static func noSetting(_ range: ScriptRange, in source: ScriptText) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "the file of settings takes `set`, `let` and `def` only",
      at: Label(range, "passed over"),
      remarks: [.help("what is to run stands in a script: cq run FILE.cq")], in: source)
  }
}
