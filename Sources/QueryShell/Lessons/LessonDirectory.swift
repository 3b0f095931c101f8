// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import QuerySyntax

/// What a course reads that is not part of the program.
package struct LessonWorld: Sendable {
  let options: SourceRegistry.Options
  let watch: ReadingWatch

  /// The sources and files that a session reads.
  init(_ settings: SessionSettings) {
    options = settings.run.sources
    watch = settings.watch
  }

  /// Those of a pack.
  init(_ pack: Pack) {
    var settings = SessionSettings(Invocation(), TerminalEnvironment(), watch: .unwatched)
    settings.use(pack)
    self.init(settings)
  }
}

/// What answers may read: the samples of the program and the files of the lesson; on a second look
/// other rows stand in the place of some.
struct LessonDirectory: SourceDirectory {
  private let registry: SourceRegistry
  /// The files that queries may read.
  private let files: Set<String>
  private let twins: [SourceReference: TwinSource]

  /// The files of a course and those beside it that its own queries name, also in examples.
  init(_ course: Course, reading named: [String], behind examples: [Script] = []) {
    var options = course.world?.options ?? SourceRegistry.Options()
    options.texts = course.files
    registry = SourceRegistry(options, watch: course.world?.watch ?? .unwatched)
    files = Set(named + SolutionFacts(of: examples).files + course.files.keys)
    twins = [:]
  }

  private init(_ other: LessonDirectory, _ twins: [SourceReference: TwinSource]) {
    registry = other.registry
    files = other.files
    self.twins = twins
  }

  /// The same with other rows for some sources.
  func with(_ twins: [SourceReference: TwinSource]) -> LessonDirectory {
    LessonDirectory(self, twins)
  }

  func source(
    _ reference: SourceReference, within allowance: ReadingLimits
  ) throws(SourceFault) -> (any CatalogueSource)? {
    if let twin = twins[reference] { return twin }
    if case .address(let path, _) = reference, !files.contains(path) {
      throw .cannotOpen(path: path, reason: .other("the exercise does not read it"))
    }
    return try registry.source(reference, within: allowance)
  }

  var names: [String] { registry.names }

  func summaries() throws(SourceFault) -> [SourceSummary] { try registry.summaries() }
}
