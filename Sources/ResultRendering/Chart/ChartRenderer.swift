// SPDX-License-Identifier: MIT

internal import Catalogue

/// Draws a chart once all rows are there, as text or in a markup language.
struct ChartRenderer<Gathering: ChartGathering>: ResultRenderer {
  private var gathering: Gathering
  private let place: ChartPlace
  /// What draws it in a markup language; nil for text.
  private let markup: MarkupChart?
  /// The text that is being written.
  private var text: ChartText?

  init(_ gathering: Gathering, _ options: RenderOptions) {
    self.gathering = gathering
    place = ChartPlace(options)
    markup = MarkupChart(options)
  }

  mutating func add(_ batch: Batch, to output: inout [UInt8]) { gathering.add(batch) }

  var heldBytes: Int { gathering.heldBytes }

  mutating func appendWaiting(to output: inout [UInt8]) -> Bool {
    if gathering.gatherWaiting() { return true }
    guard markup == nil else { return false }
    if text == nil { text = gathering.figure.map { ChartText($0, place) } }
    return text?.appendPortion(to: &output) ?? false
  }

  mutating func finish(footer: String?, to output: inout [UInt8]) {
    while appendWaiting(to: &output) {}
    if let markup {
      markup.append(gathering.figure, gathering.notes, footer: footer, to: &output)
    } else {
      place.append(gathering.notes, footer: footer, to: &output)
    }
  }
}

/// The text of a chart, which is written portion by portion.
private enum ChartText {
  case bars(BarText)
  case plot(PlotText)

  init(_ figure: ChartFigure, _ place: ChartPlace) {
    switch figure {
    case .bars(let bars): self = .bars(BarText(bars, place: place))
    case .plot(let plot): self = .plot(PlotText(plot, place: place))
    }
  }

  /// Writes a portion; false once nothing is left.
  mutating func appendPortion(to output: inout [UInt8]) -> Bool {
    switch self {
    case .bars(var bars):
      defer { self = .bars(bars) }
      return bars.appendPortion(to: &output)
    case .plot(var plot):
      defer { self = .plot(plot) }
      return plot.appendPortion(to: &output)
    }
  }
}
