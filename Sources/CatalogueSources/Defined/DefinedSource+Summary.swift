// SPDX-License-Identifier: MIT

import Catalogue

// What is known of a list without asking a server for it.
extension DefinedSource {
  /// How many items the copy at hand holds, and what was last read in this session, else what that
  /// copy is. A source that is not kept has its sample at hand.
  func atHand(sample: SampleStore?) -> ListAtHand {
    let last = store.lastGiven
    if case .sample = last, let sample { return counted(in: sample) }
    let local = store.kept ?? (store.isLocal ? store : nil)
    guard let kept = local.map({ counted(in: $0) }), let copy = kept.copy else {
      if last != nil { return ListAtHand(copy: last) }
      return sample.map { counted(in: $0) } ?? ListAtHand()
    }
    // What was live is so until its copy would no longer be taken.
    return last == .live && copy.isCurrent ? ListAtHand(rows: kept.rows, copy: .live) : kept
  }

  /// The list in a store; nil where it is not there, or not all of it.
  private func counted(in store: any PayloadStore) -> ListAtHand {
    let source = DefinedSource(definition, in: store, asking: asking, strict: strict)
    do throws(SourceFault) {
      let cursor = try source.scan(fields: [])
      var rows = 0
      while let batch = try cursor.next() { rows += batch.count }
      let report = cursor.report
      return ListAtHand(
        rows: report.missingParts == 0 ? rows : nil, copy: report.copy,
        oldParts: Provenance.Reading(report).oldParts)
    } catch {
      return ListAtHand()
    }
  }
}

/// What is known of a list without asking for it.
struct ListAtHand {
  /// How many items it has; nil where that is not known.
  var rows: Int?
  /// What it is; nil where there is none.
  var copy: Provenance.Origin?
  /// The parts that are older than the others.
  var oldParts: [PartOrigins.Part] = []
}
