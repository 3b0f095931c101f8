// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import QuerySyntax

/// Turns a script's names into columns and checks its types, all statements before any runs.
package struct Binder {
  /// What a session knows before the script: its current source and its last result.
  package struct Context: Sendable {
    package var current: SourceReference?
    /// The categories of the current source to which `use` has narrowed it.
    package var categories: [TextLiteral] = []
    package var last: Scope? { didSet { isLastLost = false } }
    /// Whether a statement with rows of its own has failed since the last result.
    package var isLastLost = false
    /// The source of the item last shown or of the last result, for `show ID`.
    package var lastSource: SourceReference?
    /// The source of the item that `show ID` showed last, for `related` without an id.
    package var shownSource: SourceReference?
    /// What `let`, `def` and `param` have named.
    package var declarations = Declarations()
    /// The values that whoever runs the script has given to its parameters.
    package var given: [GivenParameter] = []
    /// Whether a parameter that has no value is bound by its type, for a script that does not run.
    package var supposesArguments = false
    /// Beyond so many faults a script is not judged on.
    package var maximumFaults = Parser.maximumFaults
    /// What `today()` is; without it that is null.
    package var today: CalendarDate?
    /// Set after a statement that could not be read, which may have set any of these.
    var isUncertain = false

    package init() {}
  }

  let directory: any SourceDirectory
  var context: Context
  var nextColumn = 0
  /// The files that the statements before write.
  var saved: [(file: String, line: Int)] = []
  /// The pipeline that stands directly before the present statement.
  var precedingPipeline: ScriptRange?
  /// The most views, one through another, that the present statement reads.
  var viewLevels = 0
  var diagnostics: [Diagnostic] = []
  var source = ScriptText(name: "", "")

  private init(_ directory: any SourceDirectory, _ context: Context) {
    self.directory = directory
    self.context = context
  }

  /// Binds every statement, each in the context that those before it leave.
  package static func bind(
    _ script: Script, in context: Context, directory: any SourceDirectory
  ) -> (statements: [BoundStatement], diagnostics: [Diagnostic]) {
    bind([script], in: context, directory: directory)
  }

  /// Binds scripts that stand one after another, as one that includes others does.
  package static func bind(
    _ scripts: [Script], in context: Context, directory: any SourceDirectory
  ) -> (statements: [BoundStatement], diagnostics: [Diagnostic]) {
    var binder = Binder(directory, context)
    // Columns of the last result keep their numbers, so new ones begin after them.
    let known = context.last.map { $0.fields.map(\.id) + $0.keptColumns } ?? []
    binder.nextColumn = known.map(\.number).max() ?? 0
    var statements: [BoundStatement] = []
    for script in scripts {
      binder.source = script.source
      binder.precedingPipeline = nil
      for statement in script.statements {
        // Nobody reads on, and each of them takes its time.
        if binder.diagnostics.count >= context.maximumFaults || binder.hasTooManyNames { break }
        let action = binder.bind(statement)
        binder.precedingPipeline =
          if case .pipeline(let last) = statement { last.range } else { nil }
        guard let action else { continue }
        statements.append(BoundStatement(action: action, source: script.source))
      }
    }
    return (statements, binder.diagnostics)
  }

  /// Whether a limit has been gone beyond, after which names cannot be judged.
  private var hasTooManyNames: Bool { context.declarations.count > Declarations.maximumCount }

  private mutating func bind(_ statement: Statement) -> BoundStatement.Action? {
    switch statement {
    case .pipeline(let pipeline):
      guard let query = query(pipeline) else {
        context.isUncertain = true
        return nil
      }
      if let target = query.presentation.target {
        let file = directory.identity(ofAddress: target.path)
        saved.append((file, source.place(of: target.range.start).line))
      }
      context.last = query.scope
      context.lastSource = query.scope.shownSource ?? context.lastSource
      context.shownSource = query.shownSource ?? context.shownSource
      return .query(query)
    case .use(let clause, _): return use(clause)
    case .unreadable:
      context.isUncertain = true
      return nil
    case .describe(let name, let range):
      guard let reference = reference(name, range),
        let found = find(reference, name?.range ?? range)
      else {
        context.isUncertain = true
        return nil
      }
      let query = description(of: found, reference, range)
      context.last = query.scope
      return .query(query)
    case .binding(let binding): return declare(binding)
    case .macro(let macro): return declare(macro)
    case .parameter(let parameter): return declare(parameter)
    case .include(let path, _):
      report(.includeNotOffered(path.range))
      return nil
    case .set(let clause): return set(clause)
    case .explain(let pipeline, _): return query(pipeline).map { .explain($0) }
    case .expectError(let expectation): return .expectError(expectedError(expectation))
    }
  }

  private mutating func use(_ clause: FromClause) -> BoundStatement.Action? {
    guard let reference = reference(clause.source, clause.range) else { return nil }
    guard let found = find(reference, clause.source.range) else {
      context.isUncertain = true
      return nil
    }
    check(clause.categories, of: found)
    context.current = reference
    context.categories = clause.categories
    return .use(reference, in: clause.categories)
  }

  /// The faults of a pipeline that has to have some; they are no faults of the script.
  private mutating func expectedError(
    _ expectation: ErrorExpectation
  ) -> BoundStatement.ExpectedError {
    var trial = self
    trial.diagnostics = []
    let query = expectation.pipeline.flatMap { trial.query($0) }
    nextColumn = trial.nextColumn
    let faults = (expectation.faults + trial.diagnostics).filter(\.isFatal)
    return BoundStatement.ExpectedError(
      code: expectation.code.text.uppercased(), query: faults.isEmpty ? query : nil,
      found: faults.map(\.code), range: expectation.range)
  }

  mutating func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.source = diagnostic.source ?? source
    diagnostics.append(diagnostic)
  }
}

/// A statement that can run, and the script it stands in.
package struct BoundStatement: Sendable {
  package enum Action: Sendable {
    case query(BoundQuery)
    case use(SourceReference, in: [TextLiteral])
    /// What is named from here on.
    case declare(Declarations.Meaning)
    case set(Setting, Value, ScriptRange)
    case explain(BoundQuery)
    case expectError(ExpectedError)
  }

  /// `expect error`: what has to go wrong, and what has, before anything runs.
  package struct ExpectedError: Sendable {
    package let code: String
    /// What is run to see it fail; nil when it was refused or could not be read.
    package let query: BoundQuery?
    /// The codes of the faults for which it was refused.
    package let found: [DiagnosticCode]
    package let range: ScriptRange
  }

  package let action: Action
  package let source: ScriptText
}

// Sources.
extension Binder {
  /// The source that a name stands for, or the current one.
  mutating func reference(_ name: SourceName?, _ place: ScriptRange) -> SourceReference? {
    if let name {
      if name.reference == nil { report(.resultIsNoSource(place)) }
      return name.reference
    }
    if let current = context.current { return current }
    if !context.isUncertain { report(.noCurrentSource(place, goesOn: followsPipeline(place))) }
    return nil
  }

  /// Whether a place is the start of the line behind a pipeline.
  private func followsPipeline(_ place: ScriptRange) -> Bool {
    guard let last = precedingPipeline else { return false }
    return source.place(of: place.start).line == source.place(of: last.end).line + 1
  }

  /// Opens a source; a fault of it becomes a diagnostic at the place that names it.
  mutating func find(
    _ reference: SourceReference, _ place: ScriptRange
  ) -> (any CatalogueSource)? {
    // What is there now is not what will be read.
    if case .address(let path, _) = reference, let earlier = save(before: path) {
      report(.savedBefore(path, line: earlier.line, place))
      return nil
    }
    do throws(SourceFault) {
      if let found = try directory.source(reference) { return found }
      if case .named(let name) = reference {
        report(
          context.declarations.view(name).map { .viewIsNoSource($0.name, place) }
            ?? .unknownSource(
              name, place, known: directory.names, views: context.declarations.viewNames))
      }
    } catch {
      if context.supposesArguments, case .server(let fault) = error, fault.kind == .offline {
        report(.unasked(fault.source, place))
      } else if case .cannotOpen(let path, reason: .absent) = error,
        let other = otherFile(than: path, place)
      {
        report(other)
      } else {
        report(Diagnostic(error, at: place, in: source))
      }
    }
    return nil
  }

  /// What is said of a path at which there is nothing where something else is likely meant.
  private func otherFile(than path: String, _ place: ScriptRange) -> Diagnostic? {
    if path == "-" { return .standardInput(place, .cannotOpen) }
    let others = directory.addresses(beside: path)
    let near = path.hasPrefix("~/") ? others : FileName.nearest(to: path, among: others)
    return near.isEmpty ? nil : .noSuchFile(path, near, place)
  }

  /// The last statement before that writes a file, however its path is written there.
  private func save(before path: String) -> (file: String, line: Int)? {
    guard !saved.isEmpty else { return nil }
    let file = directory.identity(ofAddress: path)
    return saved.last { $0.file == file }
  }
}
