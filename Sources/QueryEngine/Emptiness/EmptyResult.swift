// SPDX-License-Identifier: MIT

internal import Diagnostics

/// Why a result has no rows: what took the last of them, and the nearest query that has some.
package struct EmptyResult: Sendable {
  /// A line such as `` `stars > 4` leaves none of 7 rows: stars is 0–4 ``.
  package let reason: String
  /// The conditions, as they are written, without which there are rows; none where it is not
  /// conditions that left none.
  package var conditions: [String] = []
  package var nearest: NearestQuery?
}

/// A query that differs in little from one without rows, and has some.
package struct NearestQuery: Sendable, Equatable {
  /// The whole pipeline.
  package let text: String
  /// The stages that differ, such as `filter stars >= 4`.
  package let change: String
  package let rows: Int
  /// Whether there may be more rows.
  package let isLeast: Bool

  /// `1 row`, `100000 rows or more`.
  package var count: String {
    "\(CountText.of(rows)) \(rows == 1 ? "row" : "rows")" + (isLeast ? " or more" : "")
  }
}

/// How many rows come to each step of a relation.
struct StepCounts {
  /// Those of the origin, then those that each step gives.
  let counts: [Int]

  /// The step that takes the last rows; nil where none came to the first.
  var emptying: Int? {
    guard let first = counts.firstIndex(of: 0), first > 0 else { return nil }
    return first - 1
  }

  /// How many rows come to a step.
  func before(_ step: Int) -> Int { counts[step] }
}

extension Relation {
  /// Whether its rows can be had again without asking anybody: they are in a list or in the last
  /// result, and no step asks a server.
  var isAtHand: Bool {
    if case .lastResult = origin { return steps.allSatisfy(\.isAtHand) }
    guard case .scan = origin else { return false }
    return steps.allSatisfy(\.isAtHand)
  }

  /// Its rows after some of its steps, with some columns.
  func first(_ count: Int, giving columns: [ColumnID]) -> Relation {
    Relation(origin: origin, steps: Array(steps.prefix(count)), columns: columns)
  }
}

extension PlanStep {
  /// Whether it runs without asking a server.
  fileprivate var isAtHand: Bool {
    !traits.asksServer && innerSteps.allSatisfy(\.isAtHand) && relations.allSatisfy(\.isAtHand)
  }
}
