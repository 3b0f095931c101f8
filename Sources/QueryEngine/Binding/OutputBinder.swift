// SPDX-License-Identifier: MIT

import Catalogue
package import Diagnostics
import QuerySyntax

/// The file that a pipeline writes.
package struct SaveTarget: Sendable {
  /// What is written.
  package enum Contents: Sendable { case rows, picture }

  package let path: String
  package let replaces: Bool
  package let contents: Contents
  /// Where the path stands in the script.
  package let range: ScriptRange
}

// Where a result goes and in which form.
extension PipelineBinder {
  mutating func save(_ clause: SaveClause, _ stage: ScriptRange) {
    guard isFile(clause, stage) else { return }
    let ending = clause.path.value.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let isPicture = clause.format == nil && Self.pictureEndings.contains(ending)
    target = SaveTarget(
      path: clause.path.value, replaces: clause.replaces,
      contents: isPicture ? .picture : .rows, range: clause.path.range)
    if isPicture {
      if !scope.hasPictures { report(.noItems(clause.path)) }
      return
    }
    if let written = clause.format {
      form = form(written)
      return
    }
    guard let known = Self.formats.first(where: { $0.endings.contains(ending) }) else {
      let endings = Self.formats.flatMap(\.endings) + Self.pictureEndings
      report(.unknownEnding(clause.path, endings))
      return
    }
    form = .rows(known.format)
  }

  /// Whether a path can be a file's; else it is reported.
  private mutating func isFile(_ clause: SaveClause, _ stage: ScriptRange) -> Bool {
    if clause.path.value.isEmpty {
      report(.emptyPath(clause.path.range))
      return false
    }
    guard Self.streams.contains(clause.path.value) else { return true }
    let format = clause.format.map { source[$0.name.range] }
    report(.streamForFile(clause.path, format, stage))
    return false
  }

  /// Names under which a person means standard output.
  private static let streams = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/tty"]

  /// The endings of file names that tell a format.
  private static let formats: [(format: OutputFormat, endings: [String])] = [
    (.csv, ["csv"]), (.tsv, ["tsv", "tab"]), (.json, ["json"]), (.jsonl, ["jsonl", "ndjson"]),
    (.markdown, ["md", "markdown"]), (.html, ["html", "htm"]), (.plain, ["txt"]),
  ]

  /// The endings of files that hold the picture of one item.
  private static let pictureEndings = ["jpg", "jpeg", "png"]

  /// The form that a clause asks for; nil for a chart of columns that are not there.
  mutating func form(_ clause: FormatClause) -> OutputForm? {
    let name = clause.name.text.lowercased()
    let drawn = chartColumns(clause)
    switch name {
    case "bars": return drawn == 2 ? .bars(value: 0, label: 1) : nil
    case "hist": return drawn == 1 ? .hist(0) : nil
    case "scatter": return drawn == 2 ? .scatter(x: 0, y: 1) : nil
    default:
      guard let format = OutputFormat(rawValue: name) else {
        preconditionFailure("the parser lets a format pass that nothing writes: \(name)")
      }
      return .rows(format)
    }
  }

  /// Makes the columns that a chart draws, and no others, those of the result; gives how many of
  /// them there are.
  private mutating func chartColumns(_ clause: FormatClause) -> Int {
    if clause.columns.isEmpty { return 0 }
    let name = clause.name.text.lowercased()
    let fields = clause.columns.compactMap { resolve($0) }
    fetchDetails()
    let numbers = name == "bars" ? fields.prefix(1) : fields[...]
    for (field, column) in zip(numbers, clause.columns) {
      if let type = field.type, !type.isDrawable {
        report(.needsNumber(name, column.range, type))
      }
    }
    scope.visible = zip(fields, clause.columns).map { field, column in
      Scope.Visible(label: scope.label(for: column.text, of: field), id: field.id)
    }
    return fields.count
  }
}

extension Diagnostic {
  fileprivate static func noItems(_ path: TextLiteral) -> Diagnostic {
    Diagnostic(
      .notOffered, "a picture is saved of one item, and these rows are no items of a source",
      at: Label(path.range),
      remarks: [.help("`show ID | save \(path.value.asText)` saves the picture of one item")])
  }

  fileprivate static func emptyPath(_ place: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`save` needs a file's name between the quotes", at: Label(place),
      remarks: [.help("for example `save \"hotels.csv\"`")])
  }

  fileprivate static func streamForFile(
    _ path: TextLiteral, _ format: String?, _ stage: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`save` writes files, and `\(path.value)` is none", at: Label(path.range),
      remarks: [.help("without it a result goes to standard output; `to csv` chooses the form")],
      fix: format.map { .replace(stage, with: "to \($0)") })
  }

  fileprivate static func unknownEnding(
    _ path: TextLiteral, _ endings: [String]
  ) -> Diagnostic {
    Diagnostic(
      .missingOperand, "the name \(path.value.asText) does not tell a format",
      at: Label(path.range, "known endings: \(endings.map { ".\($0)" }.joined(separator: " "))"),
      remarks: [.help("write the format: `save \(path.value.asText) as csv`")])
  }
}
