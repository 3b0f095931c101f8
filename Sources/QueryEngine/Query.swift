// SPDX-License-Identifier: MIT

public import Catalogue
public import Diagnostics
import QuerySyntax

/// A query that has been checked and can be run: the way into the engine for other programs.
///
/// ```swift
/// let query = try Query("from hotels | filter stars >= 3 | show name", sources: sources)
/// try query.run { batch in ... }
/// ```
public struct Query: Sendable {
  private let source: ScriptText
  private let query: BoundQuery
  private let sources: any SourceDirectory

  /// Checks one pipeline. Throws what is wrong with it, every fault at once. The engine reads no
  /// clock: without `today` the function of that name gives null. It writes nothing either, so
  /// `to` and `save` are refused.
  public init(
    _ text: String, sources: any SourceDirectory, today: CalendarDate? = nil
  ) throws(QueryFault) {
    source = ScriptText(name: "<query>", text)
    self.sources = sources
    let parsed = Parser.parse(source)
    var context = Binder.Context()
    context.today = today
    let bound = Binder.bind(parsed.tree, in: context, directory: sources)
    let faults = parsed.diagnostics + bound.diagnostics + Self.writing(parsed.tree)
    guard !faults.contains(where: \.isFatal), bound.statements.count == 1,
      case .query(let query) = bound.statements[0].action
    else { throw QueryFault(diagnostics: faults.inOrderOfPlaces) }
    self.query = query
  }

  /// The stages that ask for what only a shell does.
  private static func writing(_ script: Script) -> [Diagnostic] {
    var stages: [Stage] = []
    for case .pipeline(let pipeline) in script.statements { stages += pipeline.stages }
    return stages.compactMap { stage in
      switch stage.kind {
      case .save, .to: .writesNothing(script.source, stage)
      default: nil
      }
    }
  }

  /// The columns of the result, in order.
  public var columns: [ResultColumn] {
    query.presentation.columns.map { ResultColumn($0.label, $0.type) }
  }

  /// Runs the query and hands over its rows, batch by batch, with the columns of `columns`.
  public func run(_ receive: @escaping (Batch) -> Void) throws(QueryFault) {
    let environment = Executor.Environment(
      directory: sources, lastResult: nil, isCancelled: { false })
    do throws(ExecutionFault) {
      _ = try Executor.run(Planner.plan(query, keepingScope: false), in: environment) { batch in
        receive(batch)
        return .more
      }
    } catch {
      let diagnostic = Diagnostic(error, in: source, at: query.range)
      throw QueryFault(diagnostics: diagnostic.map { [$0] } ?? [])
    }
  }
}

/// Why a query cannot be asked or has no answer.
public struct QueryFault: Error, Sendable {
  /// In the order of their places in the query; empty when the text is not one pipeline.
  public let diagnostics: [Diagnostic]
}

extension [Diagnostic] {
  fileprivate var inOrderOfPlaces: [Diagnostic] {
    let places = map { $0.primary?.range.start ?? 0 }
    return indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { self[$0] }
  }
}

extension Diagnostic {
  fileprivate static func writesNothing(_ source: ScriptText, _ stage: Stage) -> Diagnostic {
    Diagnostic(
      .notOffered, "a query that a program asks writes nothing", at: Label(stage.range),
      remarks: [.help("leave `\(source[stage.keyword])` out; `run` hands over the rows")],
      in: source)
  }
}
