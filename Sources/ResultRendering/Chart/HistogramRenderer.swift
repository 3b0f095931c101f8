// SPDX-License-Identifier: MIT

internal import Catalogue

/// How many rows have a number in each of some ranges, as bars.
struct HistogramRenderer: ResultRenderer {
  private let column: ChartColumn
  private let place: ChartPlace
  private var numbers: [Decimal] = []
  private var total = 0

  init(column: ChartColumn, options: RenderOptions) {
    self.column = column
    place = ChartPlace(options)
  }

  mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    numbers += column.numbers(batch).lazy.compactMap(\.self)
    total += batch.count
  }

  var heldBytes: Int { numbers.count * MemoryLayout<Decimal>.stride }

  mutating func finish(footer: String?, to output: inout [UInt8]) {
    if let low = numbers.min(), let high = numbers.max() {
      BarChart(
        bars: bars(from: low, to: high), labelName: column.name, amountName: "rows",
        hasNumericLabels: true, place: place
      ).append(to: &output)
    }
    place.appendMissing(
      total - numbers.count, of: total, names: [column.name], to: &output)
    place.appendNotes(shown: total, total: total, footer: footer, to: &output)
  }

  private func bars(from low: Decimal, to high: Decimal) -> [BarChart.Bar] {
    let areWhole = numbers.allSatisfy(\.isInteger)
    let bins = HistogramBins(
      from: low, to: high, count: Self.wishedCount(of: numbers.count), areWhole: areWhole)
    var counts = Array(repeating: 0, count: bins.lowerEnds.count)
    for number in numbers { counts[bins.index(of: number)] += 1 }
    let labels = Self.labels(bins, high: high, areWhole: areWhole)
    return zip(labels, counts).map {
      BarChart.Bar(label: $0, amount: Decimal($1), missing: "")
    }
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
