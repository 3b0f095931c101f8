// SPDX-License-Identifier: MIT

// The formats of results.
extension Vocabulary {
  public static let formatEntries: [Entry] = [
    Entry(
      word: "table", form: "table", summary: "columns that fit the line, and a footer",
      example: "limit 2 | to table"),
    Entry(
      word: "card", form: "card", summary: "a block for each row, a field a line",
      example: "limit 2 | to card"),
    Entry(
      word: "list", form: "list", summary: "`name: value` lines, nothing cut",
      example: "limit 2 | to list"),
    Entry(
      word: "plain", form: "plain", summary: "columns without lines, nothing cut",
      example: "limit 2 | to plain"),
    Entry(
      word: "tsv", form: "tsv", summary: "values with tabs between them, and a header",
      example: "limit 2 | to tsv"),
    Entry(
      word: "csv", form: "csv", summary: "values with commas between them, and a header",
      example: "limit 2 | to csv"),
    Entry(
      word: "json", form: "json", summary: "a list of objects", example: "limit 2 | to json"),
    Entry(
      word: "jsonl", form: "jsonl", summary: "an object a line", example: "limit 2 | to jsonl"),
    Entry(
      word: "markdown", form: "markdown", summary: "a table in Markdown",
      example: "limit 2 | to markdown"),
    Entry(
      word: "html", form: "html", summary: "a table in HTML", example: "limit 2 | to html"),
    Entry(
      word: "bars", form: "bars VALUE by LABEL", summary: "a bar for each row",
      example: "to bars rooms by name"),
    Entry(
      word: "hist", form: "hist VALUE", summary: "how many rows have a number in each range",
      example: "to hist distance"),
    Entry(
      word: "scatter", form: "scatter X, Y", summary: "a dot for each row",
      example: "to scatter distance, rooms"),
  ]

  /// Their names.
  public static let formats: [String] = formatEntries.map(\.word)
}
