package import Catalogue

/// The forms in which a result is written, by the names that the language gives them.
package enum OutputFormat: String, CaseIterable, Sendable {
  case table
  case card
  case tsv
  case csv
  case json
  case jsonl

  /// Begins one result of the given columns.
  package func makeRenderer(
    columns: [ResultColumn], options: RenderOptions
  ) -> any ResultRenderer {
    switch self {
    case .table: TableRenderer(columns: columns, options: options)
    case .card: CardRenderer(columns: columns, options: options)
    case .tsv: SeparatedRenderer(.tabs, columns: columns, options: options)
    case .csv: SeparatedRenderer(.commas, columns: columns, options: options)
    case .json: JSONRenderer(.document, columns: columns, options: options)
    case .jsonl: JSONRenderer(.lines, columns: columns, options: options)
    }
  }
}

/// Writes one result batch by batch. It touches no stream: it appends bytes.
package protocol ResultRenderer {
  /// Takes the next rows, whose columns are those given at creation, in their order.
  mutating func add(_ batch: Batch, to output: inout [UInt8])

  /// Ends the result. Only the formats made for people show the footer, which may have lines.
  mutating func finish(footer: String?, to output: inout [UInt8])
}

/// What the place of the output can show.
package struct RenderOptions: Sendable {
  /// The cells of a line.
  package var width: Int
  package var colour: Bool
  /// Whether text from data has to be made harmless: true for a terminal.
  package var sanitise: Bool
  /// Whether people's formats keep to ASCII.
  package var ascii: Bool
  /// Whether the rows of a table are numbered, from 1.
  package var rowNumbers: Bool
  /// How many rows people's formats show; further ones are counted.
  package var maximumRows: Int?

  package init(
    width: Int = 80, colour: Bool = false, sanitise: Bool = false, ascii: Bool = false,
    rowNumbers: Bool = false, maximumRows: Int? = nil
  ) {
    self.width = width
    self.colour = colour
    self.sanitise = sanitise
    self.ascii = ascii
    self.rowNumbers = rowNumbers
    self.maximumRows = maximumRows
  }
}
