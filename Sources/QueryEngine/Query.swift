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
  private let source: SourceText
  private let plan: LogicalPlan
  private let sources: any SourceDirectory

  /// Checks one pipeline. Throws what is wrong with it, every fault at once. The engine reads no
  /// clock: without `today` the function of that name gives null.
  public init(
    _ text: String, sources: any SourceDirectory, today: CalendarDate? = nil
  ) throws(QueryFault) {
    source = SourceText(name: "<query>", text)
    self.sources = sources
    let parsed = Parser.parse(source)
    var context = Binder.Context()
    context.today = today
    let bound = Binder.bind(parsed.tree, in: context, directory: sources)
    let faults = parsed.diagnostics + bound.diagnostics
    guard !faults.contains(where: \.isFatal), bound.statements.count == 1,
      case .query(let plan) = bound.statements[0].action
    else { throw QueryFault(diagnostics: faults) }
    self.plan = plan
  }

  /// The columns of the result, in order.
  public var columns: [ResultColumn] { plan.output.map { ResultColumn($0.label, $0.type) } }

  /// Runs the query and hands over its rows, batch by batch, with the columns of `columns`.
  public func run(_ receive: @escaping (Batch) -> Void) throws(QueryFault) {
    let environment = Executor.Environment(
      directory: sources, lastResult: nil, isCancelled: { false })
    do throws(ExecutionFault) {
      _ = try Executor.run(Planner.plan(plan, keepingScope: false), in: environment) { batch in
        receive(batch)
        return .more
      }
    } catch {
      let diagnostic = Diagnostic(error, in: source, at: plan.range)
      throw QueryFault(diagnostics: diagnostic.map { [$0] } ?? [])
    }
  }
}

/// Why a query cannot be asked or has no answer.
public struct QueryFault: Error, Sendable {
  /// In the order of their places in the query; empty when the text is not one pipeline.
  public let diagnostics: [Diagnostic]
}
