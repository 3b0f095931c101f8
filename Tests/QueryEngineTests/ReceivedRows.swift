// SPDX-License-Identifier: MIT

import Catalogue

@testable import QueryEngine

/// Keeps what the operator before hands on.
final class ReceivedRows: Operator {
  private(set) var batches: [Batch] = []

  func consume(_ batch: Batch) -> Demand {
    batches.append(batch)
    return .more
  }

  func finish() {}
}
