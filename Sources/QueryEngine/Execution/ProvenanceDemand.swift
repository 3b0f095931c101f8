// SPDX-License-Identifier: MIT

import Catalogue

/// What whoever runs a query asks of where its rows come from.
package struct ProvenanceDemand: Sendable, Equatable {
  /// Whether rows of a sample, and of copies that stand for an answer which did not come, are
  /// refused.
  package var isCurrent: Bool
  /// Whether lists are refused of which a part is missing.
  package var isWhole: Bool

  package init(isCurrent: Bool = false, isWhole: Bool = false) {
    self.isCurrent = isCurrent
    self.isWhole = isWhole
  }
}

extension RunState {
  /// Ends the run where rows come from elsewhere than they may.
  func judgeOrigin() throws(ExecutionFault) {
    guard demand.isCurrent, let old = report.provenance.firstOld else { return }
    throw .notCurrent(old)
  }

  /// The same, and where a part is missing of a list that has been read as far as it is wanted. A
  /// run that is interrupted ends as such.
  func judgeReading() throws(ExecutionFault) {
    try judgeOrigin()
    guard demand.isWhole, !report.isInterrupted, let partial = report.provenance.firstPartial else {
      return
    }
    throw .partial(partial)
  }
}
