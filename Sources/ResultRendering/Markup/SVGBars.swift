// SPDX-License-Identifier: MIT

internal import Catalogue

/// Bars as a picture: a line for each, with its label at the left and its amount at the right.
struct SVGBars {
  /// More of them are counted, and stand in the table.
  static let most = 200

  /// How many are not drawn.
  static func undrawn(of figure: BarFigure) -> Int { max(0, figure.bars.count - most) }

  private static let gap = 10.0
  private static let widestLabel = 34 * SVGCanvas.cell

  private let figure: BarFigure
  private let bars: ArraySlice<BarFigure.Bar>
  private let labelWidth: Double
  /// Where zero is, and how long one is.
  private let zero: Double
  private let scale: Double

  init(_ figure: BarFigure) {
    self.figure = figure
    bars = figure.bars.prefix(Self.most)
    let name = SVGText.width(of: figure.labelName, isName: true)
    let widest = bars.reduce(name) { max($0, SVGText.width(of: $1.label)) }
    let most = figure.hasNumericLabels ? SVGCanvas.width / 2 : Self.widestLabel
    labelWidth = min(widest, most)
    let nameWidth = SVGText.width(of: figure.amountName, isName: true)
    let amountWidth = bars.reduce(nameWidth) { max($0, SVGText.width(of: Self.words($1))) }
    let room = max(SVGCanvas.width - labelWidth - amountWidth - 2 * Self.gap, 80)
    let (low, high) = (figure.amounts.lowerBound, figure.amounts.upperBound)
    scale = high > low ? room / (high - low) : 0
    zero = labelWidth + Self.gap - low * scale
  }

  private static func words(_ bar: BarFigure.Bar) -> String {
    bar.amount.map { $0.rounded(places: 6).description } ?? ""
  }

  /// Draws it; gives the height.
  func draw(on canvas: inout SVGCanvas) -> Double {
    var y = canvas.appendKey(figure.parts, from: 16)
    canvas.append(
      SVGText.shortened(figure.labelName, to: labelWidth, isName: true), x: labelWidth, y: y, .end,
      isName: true)
    let rest = SVGCanvas.width - labelWidth - Self.gap
    canvas.append(
      SVGText.shortened(figure.amountName, to: rest, isName: true), x: SVGCanvas.width, y: y, .end,
      isName: true)
    let top = y + 8
    for bar in bars {
      y += 26
      draw(bar, at: y, on: &canvas)
    }
    canvas.appendRule(from: (zero, top), to: (zero, y + 8))
    let undrawn = Self.undrawn(of: figure)
    if undrawn > 0 {
      y += 26
      canvas.append("and \(undrawn) more", x: labelWidth, y: y, .end)
    }
    return y + 12
  }

  private func draw(_ bar: BarFigure.Bar, at y: Double, on canvas: inout SVGCanvas) {
    let words = bar.amount == nil ? bar.missing : Self.words(bar)
    canvas.appendGroup(titled: "\(bar.label): \(words)") { canvas in
      let label = SVGText.shortened(bar.label, to: labelWidth)
      canvas.append(label, x: labelWidth, y: y, .end)
      guard let amount = bar.amount else {
        return canvas.append(bar.missing, x: zero + Self.gap, y: y)
      }
      canvas.append(words, x: SVGCanvas.width, y: y, .end)
      if bar.parts.isEmpty {
        drawBar(from: 0, to: amount.approximate, of: 0, at: y, on: &canvas)
      }
      var sum = 0.0
      for (index, part) in bar.parts.enumerated() where part > .zero {
        let end = sum + part.approximate
        drawBar(from: sum, to: end, of: index, at: y, on: &canvas)
        sum = end
      }
    }
  }

  private func drawBar(
    from start: Double, to end: Double, of part: Int, at y: Double, on canvas: inout SVGCanvas
  ) {
    let ends = [start, end].map { zero + $0 * scale }.sorted()
    // What is not zero is always seen.
    let width = max(ends[1] - ends[0], start == end ? 0 : 0.5)
    canvas.appendBar(x: ends[0], y: y - 14, width: width, height: 18, of: part)
  }
}
