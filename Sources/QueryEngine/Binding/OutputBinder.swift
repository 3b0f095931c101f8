import Catalogue
package import Diagnostics
import QuerySyntax

/// The file that a pipeline writes.
package struct SaveTarget: Sendable {
  package let path: String
  package let replaces: Bool
  /// Where the path stands in the script.
  package let range: SourceRange
}

// Where a result goes and in which form.
extension PipelineBinder {
  mutating func save(_ clause: SaveClause) {
    target = SaveTarget(
      path: clause.path.value, replaces: clause.replaces, range: clause.path.range)
    if let written = clause.format {
      format = format(written)
      return
    }
    let ending = clause.path.value.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let known = Self.formats.first(where: { $0.endings.contains(ending) }) else {
      report(.unknownEnding(clause.path, Self.formats.flatMap(\.endings)))
      return
    }
    format = known.format
  }

  /// The endings of file names that tell a format.
  private static let formats: [(format: String, endings: [String])] = [
    ("csv", ["csv"]), ("tsv", ["tsv", "tab"]), ("json", ["json"]), ("jsonl", ["jsonl", "ndjson"]),
    ("markdown", ["md", "markdown"]), ("html", ["html", "htm"]), ("plain", ["txt"]),
  ]

  /// The name of a format. A chart draws the columns that it names and no others.
  mutating func format(_ clause: FormatClause) -> String {
    let name = clause.name.text.lowercased()
    guard !clause.columns.isEmpty else { return name }
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
    return name
  }
}

extension Diagnostic {
  fileprivate static func unknownEnding(
    _ path: TextLiteral, _ endings: [String]
  ) -> Diagnostic {
    Diagnostic(
      .missingOperand, "the name \(path.value.asText) does not tell a format",
      at: Label(path.range, "known endings: \(endings.map { ".\($0)" }.joined(separator: " "))"),
      remarks: [.help("write the format: `save \(path.value.asText) as csv`")])
  }
}
