// SPDX-License-Identifier: MIT

/// A form in which a result is written, as the language knows it; `ResultRendering` has what writes
/// it, by the same name.
package struct ResultFormat: Sendable {
  /// What a column that is drawn is there for.
  package enum DrawnColumn: Sendable { case number, label, place }

  /// Whether a chart may be written in it, or must be.
  package enum Charts: Sendable { case none, some, only }

  package let entry: Vocabulary.Entry
  /// The endings of files that are written so if nothing else is said.
  package let endings: [String]
  /// The columns that it is given; none for a format of rows, which takes all.
  package let draws: [DrawnColumn]
  /// Whether one more column may tell its marks apart: `, SERIES`.
  package let takesSeries: Bool
  package let charts: Charts
  /// Whether the values of a column may head the rows that have them: `by FIELD`.
  package let takesHeading: Bool

  package var name: String { entry.word }

  fileprivate init(
    _ name: String, form: String, summary: String, example: String, endings: [String] = [],
    draws: [DrawnColumn] = [], takesSeries: Bool = false, charts: Charts = .none,
    takesHeading: Bool = false
  ) {
    entry = Vocabulary.Entry(word: name, form: form, summary: summary, example: example)
    self.endings = endings
    self.draws = draws
    self.takesSeries = takesSeries
    self.charts = charts
    self.takesHeading = takesHeading
  }

  package static let all = [
    ResultFormat(
      "table", form: "table [by FIELD]",
      summary: "columns that fit the line, and a footer; each value of FIELD heads its rows",
      example: "limit 2 | to table", takesHeading: true),
    ResultFormat(
      "card", form: "card [by FIELD]",
      summary: "a card for each row, side by side, with its picture where the terminal can",
      example: "limit 2 | to card", takesHeading: true),
    ResultFormat(
      "list", form: "list", summary: "`name: value` lines, nothing cut",
      example: "limit 2 | to list"),
    ResultFormat(
      "plain", form: "plain", summary: "columns without lines, nothing cut",
      example: "limit 2 | to plain", endings: ["txt"]),
    ResultFormat(
      "tsv", form: "tsv", summary: "values with tabs between them, and a header",
      example: "limit 2 | to tsv", endings: ["tsv", "tab"]),
    ResultFormat(
      "csv", form: "csv", summary: "values with commas between them, and a header",
      example: "limit 2 | to csv", endings: ["csv"]),
    ResultFormat(
      "json", form: "json", summary: "a list of objects",
      example: "limit 2 | to json", endings: ["json"]),
    ResultFormat(
      "jsonl", form: "jsonl", summary: "an object a line",
      example: "limit 2 | to jsonl", endings: ["jsonl", "ndjson"]),
    ResultFormat(
      "arrow", form: "arrow", summary: "columns with their types, for other programs",
      example: "limit 2 | to arrow", endings: ["arrow", "arrows", "feather"]),
    ResultFormat(
      "markdown", form: "markdown", summary: "a table in Markdown",
      example: "limit 2 | to markdown", endings: ["md", "markdown"]),
    ResultFormat(
      "html", form: "html [CHART]", summary: "a table in HTML, or a chart with its numbers",
      example: "limit 2 | to html", endings: ["html", "htm"], charts: .some),
    ResultFormat(
      "bars", form: "bars VALUE by LABEL[, PART]",
      summary: "a bar for each row, or of the parts of each label",
      example: "to bars rooms by name", draws: [.number, .label], takesSeries: true),
    ResultFormat(
      "hist", form: "hist VALUE [at ENDS]", summary: "how many rows have a number in each range",
      example: "to hist distance", draws: [.number]),
    ResultFormat(
      "line", form: "line VALUE by X[, NAME]", summary: "values over numbers or dates, as lines",
      example: "to line rooms by distance", draws: [.number, .place], takesSeries: true),
    ResultFormat(
      "scatter", form: "scatter X, Y", summary: "a dot for each row",
      example: "to scatter distance, rooms", draws: [.place, .number]),
    ResultFormat(
      "svg", form: "svg CHART", summary: "a chart as a picture: `svg bars VALUE by LABEL`",
      example: "to svg bars rooms by name", endings: ["svg"], charts: .only),
  ]

  /// Those that write every row with its columns.
  package static let ofRows: [ResultFormat] = all.filter { $0.draws.isEmpty && $0.charts != .only }

  /// Those that draw columns.
  package static let ofCharts: [ResultFormat] = all.filter { !$0.draws.isEmpty }

  /// The format of a page, in which charts are figures.
  package static let page = "html"

  /// The format of a name in small letters.
  package static func named(_ name: String) -> ResultFormat? { all.first { $0.name == name } }

  /// The format that the ending of a file's name tells.
  package static func ofFile(endingIn ending: String) -> ResultFormat? {
    all.first { $0.endings.contains(ending) }
  }
}

// The formats of results.
extension Vocabulary {
  public static let formatEntries: [Entry] = ResultFormat.all.map(\.entry)

  /// Their names.
  public static let formats: [String] = formatEntries.map(\.word)
}
