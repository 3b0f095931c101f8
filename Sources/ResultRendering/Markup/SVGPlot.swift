// SPDX-License-Identifier: MIT

internal import Catalogue

/// Points between two axes as a picture.
struct SVGPlot {
  private static let height = 320.0
  private static let widestName = 60 * SVGCanvas.cell

  private let figure: PlotFigure
  private let horizontal: ScaledAxis
  private let vertical: ScaledAxis
  private let left: Double
  private let right: Double

  init(_ figure: PlotFigure) {
    self.figure = figure
    horizontal = ScaledAxis(figure.x)
    vertical = ScaledAxis(figure.y)
    left = vertical.widestTick + 10
    right = SVGCanvas.width - max(12, horizontal.lastTickWidth / 2 + 2)
  }

  /// Draws it; gives the height.
  func draw(on canvas: inout SVGCanvas) -> Double {
    let names = figure.series.map(\.name)
    let y = canvas.appendKey(figure.seriesName == nil ? [] : names, from: 16)
    canvas.append(
      SVGText.shortened(figure.y.name, to: Self.widestName, isName: true), x: 0, y: y,
      isName: true)
    let top = y + 16
    drawAxes(from: top, on: &canvas)
    for (index, series) in figure.series.enumerated() {
      let title = figure.seriesName == nil ? figure.y.name : series.name
      canvas.appendGroup(titled: title) { draw(series, index, from: top, on: &$0) }
    }
    let end = top + Self.height + 2 * SVGCanvas.line
    canvas.append(
      SVGText.shortened(figure.x.name, to: Self.widestName, isName: true), x: (left + right) / 2,
      y: end, .middle, isName: true)
    return end + 8
  }

  private func drawAxes(from top: Double, on canvas: inout SVGCanvas) {
    let bottom = top + Self.height
    for (share, words) in vertical.ticks {
      let y = bottom - share * Self.height
      canvas.appendRule(from: (left, y), to: (right, y), isFaint: true)
      canvas.append(words, x: left - 6, y: y + 4, .end)
    }
    for (share, words) in horizontal.ticks {
      let x = left + share * (right - left)
      canvas.appendRule(from: (x, bottom), to: (x, bottom + 5))
      let isAtStart = share == 0 && horizontal.isOfDates
      canvas.append(words, x: x, y: bottom + SVGCanvas.line, isAtStart ? .start : .middle)
    }
    canvas.appendRule(from: (left, top), to: (left, bottom))
    canvas.appendRule(from: (left, bottom), to: (right, bottom))
  }

  private func draw(
    _ series: PlotFigure.Series, _ index: Int, from top: Double, on canvas: inout SVGCanvas
  ) {
    var places: [(x: Double, y: Double)] = []
    var seen: Set<String> = []
    for point in series.points {
      let x = left + horizontal.share(of: point.x) * (right - left)
      let y = top + Self.height - vertical.share(of: point.y) * Self.height
      if figure.hasLines {
        if let last = places.last, abs(last.x - x) < 0.1, abs(last.y - y) < 0.1 { continue }
        places.append((x, y))
      } else if seen.insert("\(SVGCanvas.number(x)) \(SVGCanvas.number(y))").inserted {
        canvas.appendDot(x: x, y: y, of: index)
      }
    }
    guard figure.hasLines else { return }
    if places.count > 1 { canvas.appendLine(places, of: index) }
    // Single readings are seen as such where there are few.
    if places.count <= 60 {
      for place in places { canvas.appendDot(x: place.x, y: place.y, of: index) }
    }
  }
}

/// An axis between round numbers, with marks at some of them; dates have marks at their ends.
private struct ScaledAxis {
  let isOfDates: Bool
  /// Where marks are, from 0 to 1, and what stands there.
  let ticks: [(share: Double, words: String)]
  private let axis: ChartAxis

  init(_ axis: ChartAxis) {
    isOfDates = axis.isOfDates
    if axis.isOfDates || axis.isPoint {
      self.axis = axis
      let ends = axis.isPoint ? [axis.low] : [axis.low, axis.high]
      ticks = ends.map { (axis.share(of: $0), axis.text($0)) }
      return
    }
    let steps = HistogramBins(
      from: axis.low, to: axis.high, count: 5, areWhole: axis.areWhole)
    let numbers = steps.lowerEnds + [steps.upperEnd].compactMap(\.self)
    var wide = axis
    for end in [numbers.first, numbers.last].compactMap(\.self) { wide.reach(end) }
    self.axis = wide
    ticks = numbers.map { (wide.share(of: $0), $0.description) }
  }

  func share(of number: Decimal) -> Double { axis.share(of: number) }

  var widestTick: Double { ticks.map { SVGText.width(of: $0.words) }.max() ?? 0 }
  var lastTickWidth: Double { ticks.last.map { SVGText.width(of: $0.words) } ?? 0 }
}
