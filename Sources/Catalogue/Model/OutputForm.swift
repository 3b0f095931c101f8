// SPDX-License-Identifier: MIT

/// The forms in which the rows of a result are written, by the names that the language gives them.
package enum OutputFormat: String, CaseIterable, Sendable {
  case table
  case card
  case list
  case plain
  case tsv
  case csv
  case json
  case jsonl
  case markdown
  case html
}

/// What becomes of a result: its rows in a format, or a chart of one or two of its columns, which
/// are given by their places among those of the result.
package enum OutputForm: Hashable, Sendable {
  case rows(OutputFormat)
  /// A bar for each row.
  case bars(value: Int, label: Int)
  /// How many rows have a number in each of some ranges.
  case hist(Int)
  /// A dot for each row.
  case scatter(x: Int, y: Int)

  /// The name that the language gives it.
  package var name: String {
    switch self {
    case .rows(let format): format.rawValue
    case .bars: "bars"
    case .hist: "hist"
    case .scatter: "scatter"
    }
  }
}
