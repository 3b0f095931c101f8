// SPDX-License-Identifier: MIT

internal import Catalogue

/// Counts how many rows have a number in each of some ranges.
struct HistogramGathering: ChartGathering {
  private let column: ChartColumn
  /// Between which numbers rows are counted; empty where round ones are found.
  private let ends: [Decimal]
  private var numbers: [Decimal] = []
  private var range: ClosedRange<Decimal>?
  private var areWhole = true
  private var total = 0
  /// Made when all numbers are there, which are then counted.
  private var bins: HistogramBins?
  private var counts: [Int] = []
  private var counted = 0
  /// How many numbers are in none of the ranges.
  private var outside = 0

  init(column: ChartColumn, options: RenderOptions) {
    self.column = column
    ends = options.rangeEnds
  }

  mutating func add(_ batch: Batch) {
    for case let number? in column.numbers(batch) {
      numbers.append(number)
      areWhole = areWhole && number.isInteger
      range =
        range.map { min($0.lowerBound, number)...max($0.upperBound, number) }
        ?? number...number
    }
    total += batch.count
  }

  var heldBytes: Int { numbers.count * MemoryLayout<Decimal>.stride }

  /// Counts a portion of the numbers. The bars are as few as a screen has room for, and are written
  /// at the end.
  mutating func gatherWaiting() -> Bool {
    guard let range else { return false }
    let bins = bins ?? self.bins(of: range)
    if counted == 0 { counts = Array(repeating: 0, count: bins.lowerEnds.count) }
    let end = min(counted + Batch.usualCount, numbers.count)
    for number in numbers[counted..<end] {
      if let index = bins.index(of: number) { counts[index] += 1 } else { outside += 1 }
    }
    counted = end
    self.bins = bins
    return counted < numbers.count
  }

  var figure: ChartFigure? {
    guard let bins, let range else { return nil }
    var figure = BarFigure(labelName: column.name, amountName: "rows", hasNumericLabels: true)
    let labels = Self.labels(bins, high: range.upperBound, areWhole: areWhole)
    figure.bars = zip(labels, counts).map { BarFigure.Bar(label: $0, amount: Decimal($1)) }
    return .bars(figure)
  }

  var notes: ChartNotes {
    var notes = ChartNotes(
      shown: total, total: total,
      missing: ChartNotes.Missing(count: total - numbers.count, names: [column.name]))
    if outside > 0 { notes.others.append("\(outside) outside of the ranges") }
    notes.leavesOut = outside > 0
    if bins?.haveOneSize == false { notes.others.append("the ranges are not of equal size") }
    return notes
  }

  private func bins(of range: ClosedRange<Decimal>) -> HistogramBins {
    if ends.count > 1 { return HistogramBins(between: ends) }
    return HistogramBins(
      from: range.lowerBound, to: range.upperBound, count: Self.wishedCount(of: numbers.count),
      areWhole: areWhole)
  }

  /// Sturges' rule, within what a screen shows and a handful of numbers deserves.
  static func wishedCount(of numbers: Int) -> Int {
    min(max(Int.bitWidth - numbers.leadingZeroBitCount + 1, 5), 20)
  }

  /// The ranges in words: `0 to <200`, or of whole numbers `0 to 199` and `3`.
  private static func labels(
    _ bins: HistogramBins, high: Decimal, areWhole: Bool
  ) -> [String] {
    let lower = bins.lowerEnds
    // Between ends with fractions no whole number is the last before the next range.
    let areWhole = areWhole && (lower + [bins.upperEnd ?? .zero]).allSatisfy(\.isInteger)
    let upper = lower.dropFirst().map { Optional($0) } + [bins.upperEnd]
    // The last number of each range, where it holds it.
    let last = upper.map { end in
      end.map { areWhole ? Decimal.sum($0, Decimal(-1)) : nil } ?? high
    }
    if zip(lower, last).allSatisfy({ $0 == $1 }) {
      let aligned = AlignedNumbers(lower)
      return lower.map { aligned.text($0) }
    }
    let ends = zip(last, upper).map { $0 ?? $1 ?? high }
    let (starts, stops) = (AlignedNumbers(lower), AlignedNumbers(ends))
    return lower.indices.map { index in
      let sign = last[index] == nil ? "<" : (last.contains(nil) ? " " : "")
      return "\(starts.text(lower[index])) to \(stops.text(ends[index], after: sign))"
    }
  }
}
