// SPDX-License-Identifier: MIT

import Catalogue

// The list as it was read before.
extension DefinedSource {
  var readings: KeptReadings {
    guard let first = list(for: ScanRequest(fields: [])).firstRequest else { return KeptReadings() }
    return store.readings(from: first)
  }

  /// When the readings were taken that are kept, as people write it, the last one first.
  var readingTimes: [String] { readings.all.map { ReadingMoment.words(at: $0.time) } }

  /// The list as the last reading has it that is not later than a time.
  func reading(at moment: ReadingMoment) throws(SourceFault) -> ReadList {
    let readings = readings
    var damaged: [Int] = []
    for dated in readings.all where moment.admits(dated.time, now: readings.now) {
      if let found = source(of: dated) { return found }
      damaged.append(dated.reading.id)
    }
    throw noReading(
      at: moment, readings.all.filter { !damaged.contains($0.reading.id) }, readings.obstacle)
  }

  /// The values of an item in all readings that are kept.
  func history(of key: String) throws(SourceFault) -> HistorySource {
    let readings = readings
    let found = readings.all.reversed().compactMap { dated in
      source(of: dated).map { (time: dated.time, list: $0.source) }
    }
    if found.isEmpty { throw noReading(at: nil, [], readings.obstacle) }
    return HistorySource(of: key, in: schema, found)
  }

  private func noReading(
    at moment: ReadingMoment?, _ kept: [KeptReadings.Dated], _ obstacle: MissingReading.Obstacle?
  ) -> SourceFault {
    .noReading(
      MissingReading(
        source: schema.source, wanted: moment?.words,
        kept: kept.suffix(MissingReading.named).reversed().map {
          ReadingMoment.words(at: $0.time)
        }, count: kept.count, isPart: !store.keptAddresses.isEmpty, obstacle: obstacle))
  }

  /// The list of one reading, all of it; nil where that is not as it was kept.
  private func source(of dated: KeptReadings.Dated) -> ReadList? {
    guard let store = store.store(of: dated.reading) else { return nil }
    var asking = Asking()
    asking.byCategory = self.asking.byCategory
    asking.byPage = self.asking.byPage
    return ReadList(
      source: DefinedSource(definition, in: store, asking: asking, strict: strict),
      taken: ReadingMoment.words(at: dated.time))
  }
}

/// A list as it was read before: its rows and categories, and nothing else of its source.
struct ReadList: CatalogueSource {
  let source: DefinedSource
  /// When that was, as people write it.
  let taken: String?

  var schema: Schema { source.schema }

  var capability: SourceCapability {
    var capability = SourceCapability()
    capability.choosesCategories = source.capability.choosesCategories
    return capability
  }

  var categoryList: (any CategoryFacet)? { source }

  func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    try source.scan(request)
  }
}
