// SPDX-License-Identifier: MIT

internal import Catalogue

/// A dot for each row at the place that two of its numbers give it.
struct ScatterRenderer: ResultRenderer {
  private let x: ChartColumn
  private let y: ChartColumn
  private let place: ChartPlace
  private var across: [Decimal] = []
  private var up: [Decimal] = []
  private var total = 0

  init(x: ChartColumn, y: ChartColumn, options: RenderOptions) {
    self.x = x
    self.y = y
    place = ChartPlace(options)
  }

  mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    for (first, second) in zip(x.numbers(batch), y.numbers(batch)) {
      guard let first, let second else { continue }
      across.append(first)
      up.append(second)
    }
    total += batch.count
  }

  var heldBytes: Int { 2 * across.count * MemoryLayout<Decimal>.stride }

  mutating func finish(footer: String?, to output: inout [UInt8]) {
    if let horizontal = ChartAxis(across), let vertical = ChartAxis(up) {
      let plot = ScatterPlot(
        x: horizontal, y: vertical, xName: x.name, yName: y.name, place: place)
      plot.append(across, up, to: &output)
    }
    let names = x.index == y.index ? [x.name] : [x.name, y.name]
    place.appendMissing(total - across.count, of: total, names: names, to: &output)
    place.appendNotes(shown: total, total: total, footer: footer, to: &output)
  }
}

/// The numbers between which an axis lies.
struct ChartAxis {
  let low: Decimal
  let high: Decimal
  private let span: Double

  init?(_ numbers: [Decimal]) {
    guard let low = numbers.min(), let high = numbers.max() else { return nil }
    self.low = low
    self.high = high
    span = high.distance(above: low)
  }

  var isPoint: Bool { low == high }

  /// Which of `count` steps is the nearest to a number; the middle one where all are equal.
  func step(of number: Decimal, of count: Int) -> Int {
    guard span > 0 else { return (count - 1) / 2 }
    let share = number.distance(above: low) / span
    let step = Int(exactly: (share * Double(count - 1)).rounded()) ?? 0
    return min(max(step, 0), count - 1)
  }

  /// The ends in words.
  var range: String { isPoint ? low.description : "\(low) to \(high)" }
}

/// Dots between two axes with their names and ends.
///
/// Ends that take too much room stand with the name on lines of their own: they are never cut.
struct ScatterPlot {
  /// With the axes and their names some twenty lines.
  private static let rows = 16

  let x: ChartAxis
  let y: ChartAxis
  let xName: String
  let yName: String
  let place: ChartPlace

  func append(_ across: [Decimal], _ up: [Decimal], to output: inout [UInt8]) {
    let labels = AlignedNumbers([y.low, y.high])
    let isLabelled = labels.width <= place.width / 3
    let margin = isLabelled ? labels.width + 1 : 0
    var grid = DotGrid(
      columns: place.width - margin - 1, rows: Self.rows, ascii: place.ascii)
    for (first, second) in zip(across, up) {
      grid.mark(
        x: x.step(of: first, of: grid.dotsAcross),
        y: grid.dotsDown - 1 - y.step(of: second, of: grid.dotsDown))
    }
    appendName(yName, isLabelled ? nil : y.range, to: &output)
    for row in 0..<grid.rows {
      let start = output.count
      let label = isLabelled ? label(ofRow: row) : nil
      output.append(label.map { labels.text($0) + " " } ?? String(repeating: " ", count: margin))
      output.append(label == nil ? place.glyphs.axis : place.glyphs.tick)
      output.append(place.style.styled(grid.line(row).withoutTrailingSpaces, .cyan))
      output.endLine(from: start)
    }
    output.append(spaces: margin)
    output.append(place.glyphs.corner)
    output.append(String(repeating: place.glyphs.rule, count: grid.columns) + "\n")
    appendHorizontalLabels(from: margin + 1, width: grid.columns, to: &output)
  }

  /// The number that stands beside a row of the grid.
  private func label(ofRow row: Int) -> Decimal? {
    if y.isPoint { return row == Self.rows / 2 ? y.low : nil }
    return row == 0 ? y.high : (row == Self.rows - 1 ? y.low : nil)
  }

  private func appendHorizontalLabels(
    from margin: Int, width: Int, to output: inout [UInt8]
  ) {
    let (low, high) = (x.low.description, x.isPoint ? "" : x.high.description)
    let name = DisplayWidth.of(xName)
    // The name stands between the ends, with two cells on both sides.
    let room = width - low.utf8.count - high.utf8.count - 4
    guard name <= room else {
      return appendName(xName, x.range, to: &output)
    }
    let start = output.count
    let before = x.isPoint ? max(0, (width - low.utf8.count) / 2 - name - 2) : room - name
    output.append(spaces: margin)
    if x.isPoint {
      output.append(place.style.styled(xName, .bold))
      output.append(spaces: before + 2)
      output.append(low)
    } else {
      output.append(low)
      output.append(spaces: 2 + before / 2)
      output.append(place.style.styled(xName, .bold))
      output.append(spaces: 2 + before - before / 2)
      output.append(high)
    }
    output.endLine(from: start)
  }

  /// A line of a name, with the ends of its axis where they have no place beside it.
  private func appendName(_ name: String, _ range: String?, to output: inout [UInt8]) {
    guard let range else {
      return place.appendLines(place.truncated(name, to: place.width), .bold, to: &output)
    }
    let name = place.truncated(name, to: place.width / 2)
    place.appendLines("\(name): \(range)", .bold, to: &output)
  }
}

extension String {
  /// The text up to its last sign that is seen.
  fileprivate var withoutTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
