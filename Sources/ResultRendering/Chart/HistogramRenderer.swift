// SPDX-License-Identifier: MIT

internal import Catalogue

/// How many rows have a number in each of some ranges, as bars.
struct HistogramRenderer: ResultRenderer {
  private let column: ChartColumn
  private let place: ChartPlace
  private var numbers: [Decimal] = []
  private var range: ClosedRange<Decimal>?
  private var areWhole = true
  private var total = 0
  /// Made when all numbers are there, which are then counted.
  private var bins: HistogramBins?
  private var counts: [Int] = []
  private var counted = 0

  init(column: ChartColumn, options: RenderOptions) {
    self.column = column
    place = ChartPlace(options)
  }

  mutating func add(_ batch: Batch, to output: inout [UInt8]) {
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
  mutating func appendWaiting(to output: inout [UInt8]) -> Bool {
    guard let range else { return false }
    let bins = bins ?? self.bins(of: range)
    if counted == 0 { counts = Array(repeating: 0, count: bins.lowerEnds.count) }
    let end = min(counted + Batch.usualCount, numbers.count)
    for number in numbers[counted..<end] { counts[bins.index(of: number)] += 1 }
    counted = end
    self.bins = bins
    return counted < numbers.count
  }

  mutating func finish(footer: String?, to output: inout [UInt8]) {
    while appendWaiting(to: &output) {}
    if let bins, let range {
      var chart = BarChart(
        labelName: column.name, amountName: "rows", hasNumericLabels: true, place: place)
      let labels = Self.labels(bins, high: range.upperBound, areWhole: areWhole)
      for (label, count) in zip(labels, counts) {
        chart.add(BarChart.Bar(label: label, amount: Decimal(count), missing: ""))
      }
      while chart.appendPortion(to: &output) {}
    }
    place.appendMissing(
      total - numbers.count, of: total, names: [column.name], to: &output)
    place.appendNotes(shown: total, total: total, footer: footer, to: &output)
  }

  private func bins(of range: ClosedRange<Decimal>) -> HistogramBins {
    HistogramBins(
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
