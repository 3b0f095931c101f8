// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering
import Workers

/// How many rows a line has while it is written: what its footer would tell if it was run now.
///
/// Only rows are counted that are loaded: those of the last result, columns of files that were kept,
/// and lists for which no server would be asked. Of what would have to be read, takes longer than
/// nobody notices, or ends with a fault, nothing is told.
final class RowPreview {
  private let session: Session
  /// The time in nanoseconds that the thread has worked: other programs do not count.
  private let worked: () -> UInt64
  /// One thread is enough for what takes so short a time.
  private let workers = WorkerCount()
  /// The sources whose rows took too long to get at.
  private var slowSources: Set<String> = []

  init(_ session: Session, worked: @escaping () -> UInt64 = Shell.worked) {
    self.session = session
    self.worked = worked
    workers.set(to: 1)
  }

  /// In nanoseconds.
  private static let patience: UInt64 = 20_000_000
  /// No more bytes of rows are held for it.
  private static let memory = 64 << 20

  /// What is told of a text; `isAwaited` says that a key waits, which comes first.
  func preview(_ text: String, unless isAwaited: @escaping () -> Bool) -> Preview {
    session.offline {
      guard let query = query(of: text) else { return .nothing }
      if isAwaited() { return .interrupted }
      let end = worked() + Self.patience
      return count(query) { [worked] in isAwaited() || worked() > end }
        .map(Preview.words) ?? (isAwaited() ? .interrupted : .nothing)
    }
  }

  /// The one query that a text is, where all that it reads is loaded and its rows are shown.
  private func query(of text: String) -> BoundQuery? {
    let source = ScriptText(name: InteractiveLoop.scriptName, text)
    guard !DotCommand.recognises(text) else { return nil }
    let parsed = Parser.parse(source)
    guard parsed.tree.statements.count == 1, case .pipeline = parsed.tree.statements[0],
      !parsed.diagnostics.contains(where: \.isFatal)
    else { return nil }
    var context = session.context
    context.today = session.calendar()
    let bound = Binder.bind(
      parsed.tree, in: context, directory: LoadedSources(of: session.sources))
    guard !bound.diagnostics.contains(where: \.isFatal), bound.statements.count == 1,
      case .query(let query) = bound.statements[0].action, query.isCountable,
      query.presentation.isShown, session.settings.format(of: query).showsFooter
    else { return nil }
    return query
  }

  /// Counts the rows of a query; nil where that is not known in time.
  private func count(_ query: BoundQuery, unless isOver: @escaping () -> Bool) -> String? {
    let plan = session.physicalPlan(of: query)
    let sources = plan.readings
    guard
      sources.allSatisfy({ source, fields in
        !slowSources.contains(source.schema.source)
          && (source as? FileSource)?.isLoaded(fields) ?? true
      })
    else { return nil }
    let settings = session.settings
    let environment = Executor.Environment(
      directory: LoadedSources(of: session.sources), lastResult: session.last,
      shownItem: session.shownItem, locale: settings.locale, demand: settings.demand,
      memory: MemoryAccount(limit: Self.memory), workers: workers, isCancelled: isOver)
    let started = worked()
    var rows = 0
    do throws(ExecutionFault) {
      let report = try Executor.run(plan, in: environment) { batch in
        rows += batch.count
        return .more
      }
      return report.isInterrupted ? nil : RunNotes(query, report, settings).count
    } catch {
      // What nothing has come of in so long was still being read.
      if rows == 0, worked() - started > 2 * Self.patience {
        slowSources.formUnion(sources.map(\.source.schema.source))
      }
      return nil
    }
  }
}
