// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// What is said of an answer.
struct Verdict: Sendable {
  /// How the answer compares, as reports name it.
  enum Kind: String, Sendable {
    case right
    /// Rows are missing or too many.
    case rows
    case order, columns, value, shape, form
    /// Right by luck: other rows would be lost or too many.
    case lucky
    /// It ended with a fault where the solution does not, or the other way round.
    case stopped
    /// It is no query that runs, and is no try.
    case unrun
    case late
  }

  let kind: Kind
  var missing = 0
  var extra = 0
  /// The short name of the misconception that it shows.
  var code: String?
  /// What is wrong, in sentences.
  let message: String
  /// Where an answer stops to be one; nil where that is in no single place.
  var place: SourcePlace?
  /// Where to look; nil where rows are all that can be told.
  var advice: String?
  /// A shorter answer that is right too.
  var shorter: String?

  var isRight: Bool { kind == .right }
  /// Whether it counts: what does not run was not tried.
  var isTry: Bool { kind != .unrun }

  /// Whether it tells the same wrong rows as another; of a form they may be those that are right.
  func repeats(_ other: Verdict) -> Bool {
    !isRight && kind != .form && message == other.message
  }
}
