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
    package var last: Scope? {
      didSet {
        isLastLost = false
        if last?.isOfCategories ?? false { lastCategories = nil }
      }
    }
    /// The categories that the rows of the last result of such are; nil before it has been shown.
    package var lastCategories: ShownCategories?
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
    /// Whether the script is only checked and does not run: a parameter without a value is bound by
    /// its type, and what may mean something else another day is told.
    package var isChecking = false
    /// Beyond so many faults a script is not judged on.
    package var maximumFaults = Parser.maximumFaults
    /// What `today()` is; without it that is null.
    package var today: CalendarDate?
    /// Set after a statement that could not be read, which may have set any of these.
    var isUncertain = false

    package init() {}
  }

  private let session: BindingSession
  private let source: ScriptText
  private var context: Context

  /// Binds every statement, each in the context that those before it leave.
  package static func bind(
    _ script: Script, in context: Context, directory: any SourceDirectory,
    unless isCancelled: @escaping () -> Bool = { false }
  ) -> (statements: [BoundStatement], diagnostics: [Diagnostic]) {
    bind([script], in: context, directory: directory, unless: isCancelled)
  }

  /// Binds scripts that stand one after another, as one that includes others does. What is
  /// cancelled is cut anywhere.
  package static func bind(
    _ scripts: [Script], in context: Context, directory: any SourceDirectory,
    unless isCancelled: @escaping () -> Bool = { false }
  ) -> (statements: [BoundStatement], diagnostics: [Diagnostic]) {
    let session = BindingSession(directory, after: context.last, unless: isCancelled)
    var context = context
    var statements: [BoundStatement] = []
    for script in scripts {
      var binder = Binder(session: session, source: script.source, context: context)
      statements += binder.bind(script.statements)
      context = binder.context
    }
    return (statements, session.diagnostics)
  }

  private mutating func bind(_ statements: [Statement]) -> [BoundStatement] {
    session.precedingPipeline = nil
    var bound: [BoundStatement] = []
    for statement in statements {
      // Nobody reads on, and each of them takes its time.
      if session.isCancelled() { break }
      if session.reported >= context.maximumFaults || hasTooManyNames { break }
      let action = bind(statement)
      session.precedingPipeline =
        if case .pipeline(let last) = statement { last.range } else { nil }
      if let action { bound.append(BoundStatement(action: action, source: source)) }
    }
    return bound
  }

  /// Whether a limit has been gone beyond, after which names cannot be judged.
  private var hasTooManyNames: Bool { context.declarations.count > Declarations.maximumCount }

  private var environment: BindingEnvironment {
    BindingEnvironment(session: session, source: source, known: context)
  }

  private mutating func bind(_ statement: Statement) -> BoundStatement.Action? {
    switch statement {
    case .pipeline(let pipeline): return query(pipeline)
    case .use(let clause, _): return use(clause)
    case .unreadable:
      context.isUncertain = true
      return nil
    case .describe(let name, let range): return describe(name, range)
    case .definition(let name, let range): return definition(of: name, range)
    case .binding(let binding):
      return declare(
        DeclarationBinder(environment: environment).meaning(of: binding), binding.name)
    case .macro(let macro):
      return declare(DeclarationBinder(environment: environment).meaning(of: macro), macro.name)
    case .parameter(let parameter):
      return declare(
        ArgumentBinder(environment: environment).meaning(of: parameter), parameter.name)
    case .include(let path, _):
      environment.report(.includeNotOffered(path.range))
      return nil
    case .set(let clause): return set(clause)
    case .explain(let pipeline, _): return explain(pipeline)
    case .steps(let pipeline, let range): return steps(pipeline, range)
    case .expectError(let expectation): return .expectError(expectedError(expectation))
    }
  }

  private mutating func query(_ pipeline: Pipeline) -> BoundStatement.Action? {
    guard var query = HeadBinder(environment: environment).query(pipeline) else {
      context.isUncertain = true
      return nil
    }
    if let target = query.presentation.target {
      let file = session.directory.identity(ofAddress: target.path)
      session.saved.append((file, source.place(of: target.range.start).line))
    }
    context.last = query.scope
    context.lastSource = query.scope.shownSource ?? context.lastSource
    context.shownSource = query.shownSource ?? context.shownSource
    query.written = WrittenPipeline(pipeline)
    return .query(query)
  }

  /// How much files may give counts from here on: they are read while a script is bound. So are the
  /// readings of lists looked for, of which a statement before may want none.
  private func set(_ clause: SettingClause) -> BoundStatement.Action? {
    let action = DeclarationBinder(environment: environment).action(of: clause)
    if case .set(let setting, let value, _) = action {
      if setting == .unpackRatio { session.allowance.unpackRatio = value.int }
      if setting == .pipeLimit { session.allowance.pipeBytes = value.int }
      if setting == .readingsLimit { session.allowance.readingBytes = value.int }
    }
    return action
  }

  private mutating func explain(_ pipeline: Pipeline) -> BoundStatement.Action? {
    noteUse(of: pipeline)
    return HeadBinder(environment: environment).query(pipeline).map { .explain($0) }
  }

  private mutating func steps(
    _ pipeline: Pipeline?, _ range: ScriptRange
  ) -> BoundStatement.Action? {
    guard let pipeline else {
      if context.last == nil, !context.isUncertain { environment.report(.noLastResult(range)) }
      return .steps(nil)
    }
    noteUse(of: pipeline)
    guard var query = HeadBinder(environment: environment).query(pipeline) else { return nil }
    query.written = WrittenPipeline(pipeline)
    return .steps(query)
  }

  private mutating func describe(
    _ name: SourceName?, _ range: ScriptRange
  ) -> BoundStatement.Action? {
    let heads = HeadBinder(environment: environment)
    guard let query = heads.description(of: name, range) else {
      context.isUncertain = true
      return nil
    }
    context.last = query.scope
    return .query(query)
  }

  private mutating func definition(
    of name: SourceName?, _ range: ScriptRange
  ) -> BoundStatement.Action? {
    let found = SourceFinder(environment: environment).defined(name, range)
    if found == nil { context.isUncertain = true }
    return found.map { .definition(of: $0) }
  }

  private mutating func use(_ clause: FromClause) -> BoundStatement.Action? {
    let sources = SourceFinder(environment: environment)
    guard let reference = sources.reference(clause.source, clause.range) else { return nil }
    guard let found = sources.find(reference, clause.source.range) else {
      context.isUncertain = true
      return nil
    }
    let chosen = sources.check(clause.categories, of: found, reference)
    context.current = reference
    context.categories = chosen.titles
    return .use(reference, in: chosen.titles)
  }

  private mutating func declare(
    _ meaning: Declarations.Meaning?, _ name: Name
  ) -> BoundStatement.Action? {
    guard let meaning else { return nil }
    if case .brokenConstant = meaning {
      context.declarations.add(meaning)
      return nil
    }
    if case .view(let view) = meaning { noteUse(of: view.pipeline) }
    let count = context.declarations.count
    if count == Declarations.maximumCount { environment.report(.tooManyNames(name.range)) }
    // One more, so that the limit is told once.
    if count <= Declarations.maximumCount { context.declarations.add(meaning) }
    context.isUncertain = context.isUncertain || count >= Declarations.maximumCount
    return .declare(meaning)
  }

  /// Notes where a pipeline reads a view whose faults have been reported: what would be wrong
  /// because of that is not told.
  private mutating func noteUse(of pipeline: Pipeline) {
    guard case .from(let clause) = pipeline.head, case .name(let name) = clause.source.kind else {
      return
    }
    if context.declarations.view(name)?.isBroken ?? false { context.isUncertain = true }
  }

  /// The faults of a pipeline that has to have some; they are no faults of the script.
  private func expectedError(_ expectation: ErrorExpectation) -> BoundStatement.ExpectedError {
    let trial = environment.faults {
      expectation.pipeline.flatMap { HeadBinder(environment: environment).query($0) }
    }
    let faults = (expectation.faults + trial.found).filter(\.isFatal)
    return BoundStatement.ExpectedError(
      code: expectation.code.text.uppercased(), query: faults.isEmpty ? trial.result : nil,
      found: faults.map(\.code), range: expectation.range)
  }
}
