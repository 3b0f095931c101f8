// SPDX-License-Identifier: MIT

import Catalogue

/// A list of a time at which it was not read: whoever asks for it reads it now, so that there is a
/// reading the next time, and is told so.
struct FirstReading: CatalogueSource {
  private let source: DefinedSource
  private let missing: MissingReading

  init(of source: DefinedSource, insteadOf missing: MissingReading) {
    self.source = source
    self.missing = missing
  }

  var schema: Schema { source.schema }

  var taken: String? { missing.wanted }

  var capability: SourceCapability {
    var capability = SourceCapability()
    capability.choosesCategories = source.capability.choosesCategories
    return capability
  }

  var categoryList: (any CategoryFacet)? { source }

  /// Throws: there is no such list. A part of it alone would be no reading, so all is read, but
  /// where no reading is wanted.
  func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    var missing = missing
    // What has run since it was bound may want none.
    missing.obstacle = source.readings.obstacle
    guard missing.isWanted else { throw .noReading(missing) }
    missing.begun = try source.begun(besides: missing.count)
    throw .noReading(missing)
  }
}

extension DefinedSource {
  /// Reads the whole list, which keeps it where it may be kept; nil where that is one of the so
  /// many readings that there were.
  fileprivate func begun(
    besides count: Int
  ) throws(SourceFault) -> MissingReading.Beginning? {
    let cursor = cursor(ScanRequest(fields: []))
    do {
      while try cursor.next() != nil {}
    } catch {
      if error == .cancelled { throw error }
      return .failed(error)
    }
    if cursor.report.isInterrupted { throw .cancelled }
    let readings = readings
    guard let taken = cursor.keptReading,
      let kept = readings.all.first(where: { $0.reading.taken == taken })
    else { return cursor.report.reasonForNoReading }
    if readings.all.count == count { return nil }
    let time = ReadingMoment.words(at: kept.time)
    if cursor.report.skipped > 0 { return .incomplete(time, skipped: cursor.report.skipped) }
    return readings.areInMemory ? .held(time) : .kept(time)
  }
}

extension ScanReport {
  /// What a list that is no reading lacks for that; records that are skipped may stand in one.
  fileprivate var reasonForNoReading: MissingReading.Beginning {
    let missing = shortfalls.filter { if case .skipped = $0 { false } else { true } }
    return .notKept(copy, missing: missing)
  }
}
