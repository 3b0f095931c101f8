// SPDX-License-Identifier: MIT

import Catalogue

/// Gives rows of a file whose columns were kept when it was read, as reading it again would.
final class KeptCursor: BatchCursor {
  private var rows: KeptRows
  private(set) var report: ScanReport
  let batchesAtOnce = 8

  init(
    _ file: KeptFile, wanted: [Int], of text: WindowedText, copy: Provenance.Origin,
    sharedKeys: SharedKeys?
  ) {
    rows = KeptRows(file, wanted)
    report = ScanReport(copy: copy)
    report.remarks = text.remarks
    report.takenList = file.survey.takenList(of: text)
    report.sharedKeys = sharedKeys
  }

  func next() -> Batch? {
    let batch = rows.next(Batch.usualCount)
    report.records += batch?.count ?? 0
    return batch
  }
}
