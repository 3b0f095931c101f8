// SPDX-License-Identifier: MIT

internal import Catalogue

/// Dots and lines between two axes with their names and ends.
///
/// Ends that take too much room stand with the name on lines of their own: they are never cut.
struct PlotText {
  /// With the axes and their names some twenty lines.
  private static let rows = 16

  private let figure: PlotFigure
  private let place: ChartPlace
  /// The ends of the vertical axis, which stand beside it where there is room.
  private let labels: AlignedTexts
  private let isLabelled: Bool
  private let margin: Int
  private var grid: DotGrid
  /// The letters of lines at their points, where there are several.
  private var letters: [[UInt8?]] = []
  private var marked = 0
  private var markedSeries = 0

  init(_ figure: PlotFigure, place: ChartPlace) {
    self.figure = figure
    self.place = place
    labels = AlignedTexts(figure.y)
    isLabelled = labels.width <= place.width / 3
    margin = isLabelled ? labels.width + 1 : 0
    grid = DotGrid(columns: place.width - margin - 1, rows: Self.rows, ascii: place.ascii)
    if isNamed {
      letters = Array(repeating: Array(repeating: nil, count: grid.columns), count: grid.rows)
    }
  }

  private var x: ChartAxis { figure.x }
  private var y: ChartAxis { figure.y }
  private var isNamed: Bool { figure.seriesName != nil }

  /// Marks a portion of the points, and writes everything once all are marked; false then.
  mutating func appendPortion(to output: inout [UInt8]) -> Bool {
    guard markedSeries < figure.series.count else { return false }
    let points = figure.series[markedSeries].points
    let end = min(marked + Batch.usualCount, points.count)
    for index in marked..<end {
      mark(points[index], after: figure.hasLines && index > 0 ? points[index - 1] : nil)
    }
    marked = end
    if marked == points.count { (markedSeries, marked) = (markedSeries + 1, 0) }
    if markedSeries < figure.series.count { return true }
    append(to: &output)
    return false
  }

  private func place(of point: PlotFigure.Point) -> (x: Int, y: Int) {
    (
      x.step(of: point.x, of: grid.dotsAcross),
      grid.dotsDown - 1 - y.step(of: point.y, of: grid.dotsDown)
    )
  }

  private mutating func mark(_ point: PlotFigure.Point, after last: PlotFigure.Point?) {
    let end = place(of: point)
    if let last {
      grid.markLine(from: place(of: last), to: end)
    } else {
      grid.mark(x: end.x, y: end.y)
    }
    guard isNamed else { return }
    let row = end.y * grid.rows / grid.dotsDown
    letters[row][end.x * grid.columns / grid.dotsAcross] = Self.letter(markedSeries)
  }

  private static func letter(_ series: Int) -> UInt8 { UInt8(ascii: "a") + UInt8(series) }

  private func append(to output: inout [UInt8]) {
    if isNamed { appendKey(to: &output) }
    appendName(y.name, isLabelled ? nil : y.range, to: &output)
    for row in 0..<grid.rows {
      let start = output.count
      let label = isLabelled ? label(ofRow: row) : nil
      output.append(label.map { $0 + " " } ?? String(repeating: " ", count: margin))
      output.append(label == nil ? place.glyphs.axis : place.glyphs.tick)
      output.append(line(row))
      output.endLine(from: start)
    }
    output.append(spaces: margin)
    output.append(place.glyphs.corner)
    output.append(String(repeating: place.glyphs.rule, count: grid.columns) + "\n")
    appendHorizontalLabels(from: margin + 1, width: grid.columns, to: &output)
  }

  /// A row of the grid with the letters in it.
  private func line(_ row: Int) -> String {
    let dots = grid.line(row)
    guard isNamed else { return place.style.styled(dots.withoutTrailingSpaces, .cyan) }
    var line = ""
    for (cell, letter) in zip(dots, letters[row]) {
      guard let letter else {
        line.append(cell)
        continue
      }
      let look = ChartPlace.look(Int(letter - UInt8(ascii: "a")))
      line += place.style.styled(String(Character(Unicode.Scalar(letter))), look)
    }
    return line.withoutTrailingSpaces
  }

  private func appendKey(to output: inout [UInt8]) {
    let key = figure.series.enumerated().map { index, series in
      let letter = String(Character(Unicode.Scalar(Self.letter(index))))
      return (place.style.styled(letter, ChartPlace.look(index)), series.name)
    }
    place.appendKey(key, to: &output)
  }

  /// What stands beside a row of the grid.
  private func label(ofRow row: Int) -> String? {
    if y.isPoint { return row == Self.rows / 2 ? labels.low : nil }
    return row == 0 ? labels.high : (row == Self.rows - 1 ? labels.low : nil)
  }

  private func appendHorizontalLabels(
    from margin: Int, width: Int, to output: inout [UInt8]
  ) {
    let (low, high) = (x.text(x.low), x.isPoint ? "" : x.text(x.high))
    let name = DisplayWidth.of(x.name)
    // The name stands between the ends, with two cells on both sides.
    let room = width - low.utf8.count - high.utf8.count - 4
    guard name <= room else {
      return appendName(x.name, x.range, to: &output)
    }
    let start = output.count
    let before = x.isPoint ? max(0, (width - low.utf8.count) / 2 - name - 2) : room - name
    output.append(spaces: margin)
    if x.isPoint {
      output.append(place.style.styled(x.name, .bold))
      output.append(spaces: before + 2)
      output.append(low)
    } else {
      output.append(low)
      output.append(spaces: 2 + before / 2)
      output.append(place.style.styled(x.name, .bold))
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

/// The ends of an axis as texts of one width.
private struct AlignedTexts {
  let low: String
  let high: String

  init(_ axis: ChartAxis) {
    if axis.isOfDates {
      let (low, high) = (axis.text(axis.low), axis.text(axis.high))
      let width = max(low.utf8.count, high.utf8.count)
      let pad = { (text: String) in
        text + String(repeating: " ", count: width - text.utf8.count)
      }
      (self.low, self.high) = (pad(low), pad(high))
    } else {
      let numbers = AlignedNumbers([axis.low, axis.high])
      (low, high) = (numbers.text(axis.low), numbers.text(axis.high))
    }
  }

  var width: Int { low.utf8.count }
}

extension String {
  /// The text up to its last sign that is seen.
  fileprivate var withoutTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
