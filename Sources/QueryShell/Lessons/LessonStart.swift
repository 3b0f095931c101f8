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
  /// What the examples have named, and what their last result is like.
  private(set) var context = Binder.Context()
  private var queries: [BoundQuery] = []

  init(behind scripts: [Script], in directory: any SourceDirectory) {
    self.directory = directory
    context.today = ScriptTest.day
    for script in scripts { take(script) }
  }

  /// What does not run has changed nothing.
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

  /// The result from which an answer may go on, which is read once and only where one does.
  private(set) lazy var last: KeptResult? = {
    var last: KeptResult?
    for query in queries {
      guard let batches = try? LessonRun.batches(of: query, in: directory, after: last) else {
        continue
      }
      last = LessonRun.kept(query, batches)
    }
    return last
  }()

  /// The scripts of examples with those that they include, all of which can be read.
  static func scripts(of examples: [ScriptText], in course: Course) -> [Script] {
    examples.flatMap { example in
      let found = ScriptInclusion.resolve(example, watch: course.world?.watch ?? .unwatched)
      return found.diagnostics.contains(where: \.isFatal) ? [] : found.scripts
    }
  }
}
