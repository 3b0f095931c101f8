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
  private var horizontal: ChartAxis?
  private var vertical: ChartAxis?
  /// Begun when all numbers are there, which are then marked in it.
  private var plot: ScatterPlot?
  private var marked = 0

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
      horizontal = ChartAxis(horizontal, and: first)
      vertical = ChartAxis(vertical, and: second)
    }
    total += batch.count
  }

  var heldBytes: Int { 2 * across.count * MemoryLayout<Decimal>.stride }

  /// Marks a portion of the dots, which are written at the end.
  mutating func appendWaiting(to output: inout [UInt8]) -> Bool {
    guard let horizontal, let vertical else { return false }
    var plot =
      plot.take()
      ?? ScatterPlot(x: horizontal, y: vertical, xName: x.name, yName: y.name, place: place)
    let end = min(marked + Batch.usualCount, across.count)
    for index in marked..<end { plot.mark(across[index], up[index]) }
    marked = end
    self.plot = plot
    return marked < across.count
  }

  mutating func finish(footer: String?, to output: inout [UInt8]) {
    while appendWaiting(to: &output) {}
    plot?.append(to: &output)
    let names = x.index == y.index ? [x.name] : [x.name, y.name]
    place.appendMissing(total - across.count, of: total, names: names, to: &output)
    place.appendNotes(shown: total, total: total, footer: footer, to: &output)
  }
}

/// The numbers between which an axis lies.
struct ChartAxis {
  let low: Decimal
  let high: Decimal

  /// The numbers of another axis, where there is one, and one more.
  init(_ other: ChartAxis?, and number: Decimal) {
    low = min(other?.low ?? number, number)
    high = max(other?.high ?? number, number)
  }

  var isPoint: Bool { low == high }

  /// Which of `count` steps is the nearest to a number; the middle one where all are equal.
  func step(of number: Decimal, of count: Int) -> Int {
    let span = high.distance(above: low)
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
  /// The ends of the vertical axis, which stand beside it where there is room.
  private let labels: AlignedNumbers
  private let isLabelled: Bool
  private let margin: Int
  private var grid: DotGrid

  init(x: ChartAxis, y: ChartAxis, xName: String, yName: String, place: ChartPlace) {
    self.x = x
    self.y = y
    self.xName = xName
    self.yName = yName
    self.place = place
    labels = AlignedNumbers([y.low, y.high])
    isLabelled = labels.width <= place.width / 3
    margin = isLabelled ? labels.width + 1 : 0
    grid = DotGrid(columns: place.width - margin - 1, rows: Self.rows, ascii: place.ascii)
  }

  mutating func mark(_ across: Decimal, _ up: Decimal) {
    grid.mark(
      x: x.step(of: across, of: grid.dotsAcross),
      y: grid.dotsDown - 1 - y.step(of: up, of: grid.dotsDown))
  }

  func append(to output: inout [UInt8]) {
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
