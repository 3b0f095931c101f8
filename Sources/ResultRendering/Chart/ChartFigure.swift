// SPDX-License-Identifier: MIT

internal import Catalogue

/// A chart as data, of which its text and its picture are drawn.
enum ChartFigure {
  case bars(BarFigure)
  case plot(PlotFigure)
}

/// Bars with their labels, whole or in parts.
struct BarFigure {
  /// One bar; without an amount there is a text instead.
  struct Bar {
    let label: String
    var amount: Decimal?
    var missing = ""
    /// How much of it each part has, by the places of their names; empty for a bar of one part.
    var parts: [Decimal] = []
  }

  let labelName: String
  let amountName: String
  /// Whether labels are numbers, which are not cut.
  let hasNumericLabels: Bool
  /// What the parts of each bar are called; empty where bars have none.
  var parts: [String] = []
  var bars: [Bar] = []

  /// The least and the greatest amount, and zero.
  var amounts: ClosedRange<Double> {
    bars.reduce(0.0...0.0) { amounts, bar in
      guard let size = bar.amount?.approximate else { return amounts }
      return min(size, amounts.lowerBound)...max(size, amounts.upperBound)
    }
  }
}

/// Points between two axes, as dots or joined by lines.
struct PlotFigure {
  struct Point {
    let x: Decimal
    let y: Decimal
  }

  /// Points that belong together.
  struct Series {
    let name: String
    var points: [Point]
  }

  let x: ChartAxis
  let y: ChartAxis
  /// What tells the series apart; nil where there is one without a name.
  let seriesName: String?
  let series: [Series]
  let hasLines: Bool

  var pointCount: Int { series.reduce(0) { $0 + $1.points.count } }
}

/// What is said of a chart besides its marks.
struct ChartNotes {
  /// Rows that are not drawn because columns have no value.
  struct Missing {
    let count: Int
    let names: [String]
  }

  /// How many rows are drawn, and how many there are.
  var shown: Int
  var total: Int
  var missing: Missing?
  var others: [String] = []
  /// Whether others say of rows that they are not drawn.
  var leavesOut = false
}

/// An axis: what it is called, and the numbers between which it lies.
struct ChartAxis {
  let name: String
  let isOfDates: Bool
  private(set) var low: Decimal
  private(set) var high: Decimal
  private(set) var areWhole: Bool

  init(_ column: ChartColumn, at number: Decimal) {
    name = column.name
    isOfDates = column.type == .date
    (low, high, areWhole) = (number, number, number.isInteger)
  }

  mutating func reach(_ number: Decimal) {
    low = min(low, number)
    high = max(high, number)
    areWhole = areWhole && number.isInteger
  }

  var isPoint: Bool { low == high }

  /// Where a number lies between the ends, from 0 to 1; the middle where all are equal.
  func share(of number: Decimal) -> Double {
    let span = high.distance(above: low)
    guard span > 0 else { return 0.5 }
    return min(max(number.distance(above: low) / span, 0), 1)
  }

  /// Which of `count` steps is the nearest to a number; the middle one where all are equal.
  func step(of number: Decimal, of count: Int) -> Int {
    if isPoint { return (count - 1) / 2 }
    let step = Int(exactly: (share(of: number) * Double(count - 1)).rounded()) ?? 0
    return min(max(step, 0), count - 1)
  }

  func text(_ number: Decimal) -> String {
    isOfDates ? CalendarDate(number)?.description ?? "\(number)" : number.description
  }

  /// The ends in words.
  var range: String { isPoint ? text(low) : "\(text(low)) to \(text(high))" }
}
