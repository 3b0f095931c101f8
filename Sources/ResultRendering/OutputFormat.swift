// SPDX-License-Identifier: MIT

package import Catalogue

/// A form in which results are written, under the name that the language gives it.
package struct OutputFormat: Sendable {
  /// What begins one result of some columns, of which those at some places are drawn.
  private typealias Maker =
    @Sendable ([ResultColumn], _ drawn: [Int], RenderOptions) -> any ResultRenderer

  package let name: String
  /// Whether it is made for people, who read notes below it.
  package private(set) var showsFooter = false
  /// Whether it draws some columns, so that no row stands by itself.
  package private(set) var isChart = false
  /// Whether results that follow one another are parted by an empty line.
  package private(set) var isParted = true
  /// Whether it is no text, so that it is not for a terminal.
  package private(set) var isBinary = false
  private let make: Maker

  private init(_ name: String, _ make: @escaping Maker) {
    self.name = name
    self.make = make
  }

  package static let table = OutputFormat("table") { columns, _, options in
    TableRenderer(columns: columns, options: options)
  }.forPeople

  package static let card = OutputFormat("card") { columns, _, options in
    GridRenderer(columns: columns, options: options)
  }.forPeople

  package static let list = OutputFormat("list") { columns, _, options in
    ListRenderer(columns: columns, options: options)
  }.forPeople

  package static let plain = OutputFormat("plain") { columns, _, options in
    PlainRenderer(columns: columns, options: options)
  }

  package static let tsv = OutputFormat("tsv") { columns, _, options in
    SeparatedRenderer(.tabs, columns: columns, options: options)
  }

  package static let csv = OutputFormat("csv") { columns, _, options in
    SeparatedRenderer(.commas, columns: columns, options: options)
  }

  package static let json = OutputFormat("json") { columns, _, options in
    JSONRenderer(.document, columns: columns, options: options)
  }.unparted

  package static let jsonl = OutputFormat("jsonl") { columns, _, options in
    JSONRenderer(.lines, columns: columns, options: options)
  }.unparted

  package static let arrow = OutputFormat("arrow") { columns, _, options in
    ArrowRenderer(columns: columns, options: options)
  }.unparted.binary

  package static let markdown = OutputFormat("markdown") { columns, _, options in
    MarkdownRenderer(columns: columns, options: options)
  }

  package static let html = OutputFormat("html") { columns, _, options in
    HTMLRenderer(columns: columns, options: options)
  }

  package static let bars = OutputFormat("bars") { columns, drawn, options in
    let parts = drawn.map { ChartColumn(columns, $0, options) }
    return parts.count > 2
      ? ChartRenderer(
        StackGathering(value: parts[0], label: parts[1], part: parts[2], options: options), options)
      : ChartRenderer(
        BarsGathering(value: parts[0], label: parts[1], options: options), options)
        as any ResultRenderer
  }.chart

  package static let hist = OutputFormat("hist") { columns, drawn, options in
    ChartRenderer(
      HistogramGathering(column: ChartColumn(columns, drawn[0], options), options: options),
      options)
  }.chart

  package static let line = OutputFormat("line") { columns, drawn, options in
    let parts = drawn.map { ChartColumn(columns, $0, options) }
    return ChartRenderer(
      PlotGathering(
        x: parts[1], y: parts[0], name: parts.dropFirst(2).first, hasLines: true, options: options),
      options)
  }.chart

  package static let scatter = OutputFormat("scatter") { columns, drawn, options in
    ChartRenderer(
      PlotGathering(
        x: ChartColumn(columns, drawn[0], options), y: ChartColumn(columns, drawn[1], options),
        options: options), options)
  }.chart

  package static let all = [
    table, card, list, plain, tsv, csv, json, jsonl, arrow, markdown, html, bars, hist,
    line, scatter,
  ]

  /// Those that write every row with its columns.
  package static let ofRows: [OutputFormat] = all.filter { !$0.isChart }

  /// The format of a name in small letters.
  package static func named(_ name: String) -> OutputFormat? { all.first { $0.name == name } }

  /// Begins one result of the given columns, of which a chart draws those at some places.
  package func makeRenderer(
    columns: [ResultColumn], drawing places: [Int]? = nil, options: RenderOptions
  ) -> any ResultRenderer {
    let renderer = make(columns, places ?? Array(columns.indices), options)
    return options.isFigure && !isChart ? figure(renderer, columns, options) : renderer
  }

  /// The result as a figure of a page; what is no form for people stands there as it is.
  private func figure(
    _ renderer: any ResultRenderer, _ columns: [ResultColumn], _ options: RenderOptions
  ) -> FigureRenderer {
    let contents: FigureRenderer.Contents =
      switch name {
      case "table", "html": .table(HTMLRenderer(columns: columns, options: options))
      case "card": .cards(CardsInHTML(columns: columns, options: options))
      default: .text(renderer)
      }
    return FigureRenderer(contents, options: options)
  }

  private var forPeople: OutputFormat {
    var format = self
    format.showsFooter = true
    return format
  }

  private var chart: OutputFormat {
    var format = forPeople
    format.isChart = true
    return format
  }

  private var binary: OutputFormat {
    var format = self
    format.isBinary = true
    return format
  }

  private var unparted: OutputFormat {
    var format = self
    format.isParted = false
    return format
  }
}

extension OutputFormat: Equatable {
  package static func == (first: OutputFormat, second: OutputFormat) -> Bool {
    first.name == second.name
  }
}
