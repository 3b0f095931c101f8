// SPDX-License-Identifier: MIT

internal import Catalogue

/// A chart as a picture in SVG, alone or as a figure of HTML with its numbers in a table.
struct MarkupChart: Sendable {
  private let isAlone: Bool
  /// Whether the page around it has the style.
  private let isStyled: Bool
  private let number: Int
  private let text: MarkupText
  private let sanitiser: Sanitiser

  /// Nil where a chart is drawn as text.
  init?(_ options: RenderOptions) {
    guard let markup = options.chartMarkup else { return nil }
    // On a page a picture stands as others do, in a box that scrolls, with its numbers.
    isAlone = markup == "svg" && !options.isFigure
    isStyled = options.isFigure
    number = options.figureNumber
    text = MarkupText(.html, options: options)
    sanitiser = options.sanitiser
  }

  func append(
    _ figure: ChartFigure?, _ notes: ChartNotes, footer: String?, to output: inout [UInt8]
  ) {
    if isAlone { return appendPicture(figure, notes, to: &output) }
    output.append("<figure class=\"cq-result\">\n")
    if let figure {
      output.append("<div class=\"cq-wide\" role=\"region\" tabindex=\"0\" aria-label=\"chart\">\n")
      appendPicture(figure, notes, to: &output)
      output.append("</div>\n")
    }
    let words = (footer.map { [$0] } ?? []) + notes.words + (figure?.undrawn ?? [])
    output.append("<figcaption>")
    text.append(words.joined(separator: " · "), to: &output)
    output.append("</figcaption>\n")
    if let figure {
      output.append("<details>\n<summary>The numbers</summary>\n")
      ChartTable(figure, titled: figure.title, text: text).append(to: &output)
      output.append("</details>\n")
    }
    output.append("</figure>\n")
  }

  private func appendPicture(
    _ figure: ChartFigure?, _ notes: ChartNotes, to output: inout [UInt8]
  ) {
    var canvas = SVGCanvas(text)
    let height =
      switch figure {
      case .bars(let bars): SVGBars(bars).draw(on: &canvas)
      case .plot(let plot): SVGPlot(plot).draw(on: &canvas)
      case nil: 20.0
      }
    let size = "0 0 \(SVGCanvas.number(SVGCanvas.width)) \(SVGCanvas.number(height))"
    // Charts of other documents may stand in the same page, as those of a notebook do.
    let id = "cq-chart-\(number)-\(Self.mark(of: canvas.bytes))"
    output.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cq-chart\"")
    output.append(" viewBox=\"\(size)\" role=\"img\"")
    output.append(" aria-labelledby=\"\(id)-title \(id)-desc\">\n<title id=\"\(id)-title\">")
    text.append(figure?.title ?? "no rows", to: &output)
    output.append("</title>\n<desc id=\"\(id)-desc\">")
    text.append(description(figure, notes), to: &output)
    output.append("</desc>\n")
    if !isStyled {
      output.append("<style>\n\(Self.style)\(isAlone ? Self.styleAlone : "")</style>\n")
    }
    output += canvas.bytes
    output.append("</svg>\n")
  }

  /// What tells a picture from others: FNV-1a of what is drawn, in six digits.
  private static func mark(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return String(hash % 0x7FFF_FFFF, radix: 36)
  }

  /// How many marks there are, between which numbers, and which rows have none.
  private func description(_ figure: ChartFigure?, _ notes: ChartNotes) -> String {
    ([figure?.description].compactMap(\.self) + notes.words + (figure?.undrawn ?? []))
      .joined(separator: "; ")
  }

  /// Each colour has a contrast of 4.5 at least to a white and to a black page.
  static let style = """
    .cq-chart{font:13px system-ui,sans-serif;width:100%;min-width:480px;max-width:720px;height:auto}
    .cq-chart text{fill:currentColor}
    .cq-chart rect,.cq-chart circle{fill:currentColor}
    .cq-chart polyline{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
    .cq-axis{stroke:currentColor}
    .cq-grid{stroke:currentColor;stroke-opacity:.18}
    .cq-s0{color:#0b62a8;color:light-dark(#0b62a8,#6cb6ff)}
    .cq-s1{color:#b04c00;color:light-dark(#b04c00,#ffa657)}
    .cq-s2{color:#1a7334;color:light-dark(#1a7334,#56d364)}
    .cq-s3{color:#7a35d9;color:light-dark(#7a35d9,#d2a8ff)}
    .cq-s4{color:#b3263e;color:light-dark(#b3263e,#ff8b98)}
    .cq-s5{color:#00666f;color:light-dark(#00666f,#5ad1dc)}
    .cq-l1{stroke-dasharray:7 3}
    .cq-l2{stroke-dasharray:2 3}
    .cq-l3{stroke-dasharray:9 3 2 3}
    .cq-l4{stroke-dasharray:14 4}
    .cq-l5{stroke-dasharray:5 2}

    """

  private static let styleAlone = """
    .cq-chart{color-scheme:light dark;color:#1f2328;color:light-dark(#1f2328,#e6edf3)}
    .cq-chart{background:#fff;background:light-dark(#fff,#0d1117)}

    """
}

extension ChartNotes {
  /// All that is said, in lines; that nothing of what there is was left out too.
  fileprivate var words: [String] {
    [words() ?? (leavesOut || shown == 0 ? nil : "none skipped")].compactMap(\.self)
      + (total > shown ? ["\(total - shown) more rows"] : []) + others
  }
}

extension ChartFigure {
  var title: String {
    switch self {
    case .bars(let bars): "\(bars.amountName) by \(bars.labelName)"
    case .plot(let plot): "\(plot.y.name) by \(plot.x.name)"
    }
  }

  /// What of it the picture leaves out; nothing where that is none.
  fileprivate var undrawn: [String] {
    guard case .bars(let bars) = self, SVGBars.undrawn(of: bars) > 0 else { return [] }
    return ["the first \(SVGBars.most) of \(bars.bars.count) bars are drawn"]
  }

  fileprivate var description: String {
    switch self {
    case .bars(let bars):
      let amounts = bars.bars.compactMap(\.amount)
      let count = bars.bars.count == 1 ? "1 bar" : "\(bars.bars.count) bars"
      guard let low = amounts.min(), let high = amounts.max() else { return count }
      return "\(count), \(bars.amountName) from \(low) to \(high)"
    case .plot(let plot):
      let count = plot.pointCount == 1 ? "1 point" : "\(plot.pointCount) points"
      return "\(count), \(plot.x.name) from \(plot.x.range), \(plot.y.name) from \(plot.y.range)"
    }
  }
}
