// SPDX-License-Identifier: MIT

internal import Catalogue

/// Gathers what a chart draws from the rows of a result.
protocol ChartGathering: Sendable {
  mutating func add(_ batch: Batch)

  /// Does a portion of what has to wait for all rows; false once nothing is left to do.
  mutating func gatherWaiting() -> Bool

  /// About how many bytes are held.
  var heldBytes: Int { get }

  /// The chart of all rows, once nothing waits; nil where there is nothing to draw.
  var figure: ChartFigure? { get }

  var notes: ChartNotes { get }
}

extension ChartGathering {
  mutating func gatherWaiting() -> Bool { false }
}

/// Names of lines or parts in the order in which they come; the last may stand for several.
struct SeriesNames {
  /// More than these are hardly told apart.
  static let most = 6

  private(set) var names: [String] = []
  private var places: [String: Int] = [:]
  private var others: Set<String> = []

  /// The place of a name; those beyond the most share the last one.
  mutating func place(of name: String) -> Int {
    if let place = places[name] { return place }
    if names.count < Self.most {
      names.append(name)
      places[name] = names.count - 1
      return names.count - 1
    }
    others.insert(name)
    return Self.most - 1
  }

  /// The names, the last of which says how many others it stands for.
  var told: [String] {
    guard !others.isEmpty, let last = names.last else { return names }
    return names.dropLast() + ["\(last) and \(others.count) more"]
  }
}
