// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// Where an answer begins: behind the examples of the page that stand before its exercise, since
/// the blocks of a page are one session.
final class LessonStart {
  private let directory: any SourceDirectory
  private let isLate: () -> Bool
  /// What the examples have named, and what their last result is like.
  private(set) var context = Binder.Context()
  private var queries: [BoundQuery] = []

  /// Examples are not read any further where `isLate`.
  init(
    behind scripts: [Script], in directory: any SourceDirectory,
    unless isLate: @escaping () -> Bool
  ) {
    self.directory = directory
    self.isLate = isLate
    context.today = ScriptTest.day
    for script in scripts { take(script) }
  }

  /// What cannot be bound has changed nothing.
  private func take(_ script: Script) {
    let bound = Binder.bind(script, in: context, directory: directory)
    if bound.diagnostics.contains(where: \.isFatal) { return }
    for statement in bound.statements {
      switch statement.action {
      case .use(let reference, let categories):
        context.current = reference
        context.categories = categories
      case .declare(let meaning): context.declarations.add(meaning)
      case .query(let query):
        queries.append(query)
        context.last = query.scope
        context.lastSource = query.scope.shownSource ?? context.lastSource
        context.shownSource = query.shownSource ?? context.shownSource
      case .set, .explain, .steps, .definition, .expectError: continue
      }
    }
  }

  /// The result from which an answer may go on, which is read once and only where one does; nil
  /// where the last example gives none.
  private(set) lazy var last: KeptResult? = queries.reduce(nil) { last, query in
    let batches = try? LessonRun.batches(of: query, in: directory, after: last, unless: isLate)
    return batches.map { LessonRun.kept(query, $0) }
  }

  /// The scripts of examples with those that they include, all of which can be read.
  static func scripts(of examples: [ScriptText], in course: Course) -> [Script] {
    examples.flatMap { example in
      let found = ScriptInclusion.resolve(example, watch: course.world?.watch ?? .unwatched)
      return found.diagnostics.contains(where: \.isFatal) ? [] : found.scripts
    }
  }
}
