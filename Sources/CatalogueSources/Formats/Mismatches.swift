// SPDX-License-Identifier: MIT

/// What does not fit in one value, as far as it is told.
struct Mismatches: Sequence {
  struct Mismatch {
    let reason: ValueProblem.Reason
    let range: Range<Int>
  }

  /// How many parts of one value are noted, so that a value of millions does no harm.
  private static let limit = 100

  private var noted: [Mismatch] = []

  var isEmpty: Bool { noted.isEmpty }

  mutating func note(_ reason: ValueProblem.Reason, _ range: Range<Int>) {
    if noted.count < Self.limit { noted.append(Mismatch(reason: reason, range: range)) }
  }

  func makeIterator() -> IndexingIterator<[Mismatch]> { noted.makeIterator() }
}
