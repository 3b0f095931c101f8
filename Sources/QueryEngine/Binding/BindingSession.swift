// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// What the binders of one script share: where sources are found, the numbers of columns, and what
/// has been found wrong.
///
/// It is one object, so that a binder within another one has nothing that would have to be copied
/// into it and brought back.
final class BindingSession {
  let directory: any SourceDirectory
  /// Whether nobody waits for the script any more: what is bound then is cut, and means nothing.
  /// Asked for each statement, each stage and each field of a source that is computed.
  let isCancelled: () -> Bool
  private(set) var diagnostics: [Diagnostic] = []
  /// The files that the statements before write.
  var saved: [(file: String, line: Int)] = []
  /// The pipeline that stands directly before the present statement.
  var precedingPipeline: ScriptRange?
  /// How much files and pipes may give, and how much is kept of lists, as the `set` statements
  /// before have it.
  var allowance = ReadingLimits()
  /// The most views, one through another, that the present statement reads.
  var viewLevels = 0
  /// What may have been meant otherwise in the pipeline that is being bound.
  private var doubts: [String] = []
  /// The last column's number; numbers are never used twice in one script.
  private var lastColumn: Int

  /// The columns of a result that is gone on from keep their numbers, so new ones begin after them.
  init(
    _ directory: any SourceDirectory, after result: Scope? = nil,
    unless isCancelled: @escaping () -> Bool = { false }
  ) {
    self.directory = directory
    self.isCancelled = isCancelled
    let known = result.map { $0.fields.map(\.id) + $0.keptColumns } ?? []
    lastColumn = known.map(\.number).max() ?? 0
  }

  /// The source of a name or of an address, as the statements before let it be read.
  func open(_ reference: SourceReference) throws(SourceFault) -> (any CatalogueSource)? {
    try directory.source(reference, within: allowance)
  }

  /// The same as its list was read at a time; where it never was, it may be `begun`.
  func open(
    _ reference: SourceReference, at moment: ReadingMoment, begun: Bool
  ) throws(SourceFault) -> (any CatalogueSource)? {
    try telling { () throws(SourceFault) in
      try directory.source(reference, at: moment, begun: begun)
    }
  }

  /// The values of an item in all readings of a list.
  func history(
    of key: String, in reference: SourceReference
  ) throws(SourceFault) -> (any CatalogueSource)? {
    try telling { () throws(SourceFault) in try directory.history(of: key, in: reference) }
  }

  /// Looks for readings; that there are none is told as the statements before will have it, which
  /// have not run yet.
  private func telling(
    _ look: () throws(SourceFault) -> (any CatalogueSource)?
  ) throws(SourceFault) -> (any CatalogueSource)? {
    do {
      return try look()
    } catch .noReading(var missing) {
      if let most = allowance.readingBytes { missing.isWanted = most > 0 }
      throw .noReading(missing)
    }
  }

  func newColumn() -> ColumnID {
    lastColumn += 1
    return ColumnID(number: lastColumn)
  }

  /// How many faults and warnings have been reported.
  var reported: Int { diagnostics.count }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  func doubt(_ text: String) { if !doubts.contains(text) { doubts.append(text) } }

  func takeDoubts() -> [String] {
    defer { doubts = [] }
    return doubts
  }

  func hasFault(since start: Int) -> Bool { diagnostics[start...].contains(where: \.isFatal) }

  /// Takes back what has been reported since then.
  func takeBack(since start: Int) -> [Diagnostic] {
    let taken = Array(diagnostics[start...])
    diagnostics.removeSubrange(start...)
    return taken
  }
}

/// Where a part of a script is bound: in which session and which script, and what is known there.
struct BindingEnvironment {
  let session: BindingSession
  let source: ScriptText
  /// What the statements before have set and named.
  var known: Binder.Context
  /// How many faults had been reported before those of the pipeline; nil outside of one.
  var firstFault: Int?

  func report(_ diagnostic: Diagnostic) {
    var placed = diagnostic
    placed.source = placed.source ?? source
    // A value that has a name is changed where the name is given to it.
    if let fix = placed.fix, fix.edits.contains(where: replacesName) {
      placed = placed.with(fix.suggested)
    }
    // Both bounds of `between` meet a fault of the value.
    if let firstFault, session.reported > firstFault, session.diagnostics.last == placed { return }
    session.report(placed)
  }

  private func replacesName(_ edit: FixIt.Edit) -> Bool {
    source[edit.range].hasPrefix("$") && !edit.replacement.hasPrefix("$")
  }

  /// Whether the pipeline has a fault so far.
  var hasFault: Bool { firstFault.map(session.hasFault) ?? false }

  /// The faults that some work finds, which are not those of the script.
  func faults<Result>(of work: () -> Result) -> (result: Result, found: [Diagnostic]) {
    let start = session.reported
    let result = work()
    return (result, session.takeBack(since: start))
  }
}

/// What a script may ask for at most.
package enum BindingLimit {
  /// Columns that a pipeline computes.
  package static let computedColumns = 1_000
  /// Steps that a view stands for.
  package static let viewSteps = 2_000
  /// Macros that stand in each other, and views that are read one through another.
  package static let expansionDepth = 64
  /// Uses of macros in a pipeline.
  package static let expansions = 10_000
}
