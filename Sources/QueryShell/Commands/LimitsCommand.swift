import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering

extension Command {
  static let limits = Command(
    name: "limits", form: "", summary: "how large scripts, data and results may be",
    options: Option.telling
  ) { (invocation, streams) throws(UsageError) in
    if let word = invocation.operands.first {
      throw UsageError(message: "`cq limits` takes no `\(word)`", help: "cq limits lists them all")
    }
    streams.output.write(Limit.table)
    return streams.finish(.success)
  }
}

/// A bound that the program keeps, with the value where it is enforced.
struct Limit {
  let name: String
  let value: Int
  var unit = ""

  static var all: [Limit] {
    [
      Limit(name: "size of a script", value: Lexer.maximumBytes, unit: "bytes"),
      Limit(name: "tokens of a script", value: Lexer.maximumTokens),
      Limit(name: "nesting of an expression", value: Parser.maximumDepth),
      Limit(name: "terms of one and, or, list or call", value: Parser.maximumTerms),
      Limit(name: "stages of a pipeline", value: Parser.maximumStages),
      Limit(name: "computed columns of a pipeline", value: PipelineBinder.maximumComputed),
      Limit(name: "length of a pattern", value: TextMatcher.maximumLength, unit: "bytes"),
      Limit(name: "faults that are told of a script", value: Session.maximumFaults),
      Limit(name: "nesting of JSON", value: JSONScanner.depthLimit),
      Limit(name: "size of a JSON record", value: RecordStatus.sizeLimit, unit: "bytes"),
      Limit(name: "names of fields in a file", value: ValueShape.memberLimit),
      Limit(name: "digits of a number", value: Decimal.maximumDigits),
      Limit(
        name: "size of a file, half of the memory", value: Payload.halfOfMemory, unit: "bytes"),
      Limit(name: "replies of servers that are kept", value: ResponseCache.capacity, unit: "bytes"),
      Limit(
        name: "time for which a reply is kept", value: ResponseCache.retention / 86_400,
        unit: "days"),
      Limit(name: "width or height of a picture", value: Picture.maximumSide, unit: "pixels"),
      Limit(name: "size of a picture", value: Picture.maximumPixels, unit: "pixels"),
      Limit(name: "rows shown on a terminal", value: SessionSettings.maximumRows),
      Limit(name: "width of a text in a table", value: TableColumn.maximumTextWidth, unit: "cells"),
      Limit(
        name: "width of a fault in one line", value: DiagnosticRenderer.maximumShortWidth,
        unit: "cells"),
      Limit(name: "entries of the history", value: EditHistory.maximumEntries),
    ]
  }

  static var table: String {
    let rows = all.map { (name: $0.name, value: "\($0.value)", unit: $0.unit) }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    return rows.map { row in
      let name = row.name + String(repeating: " ", count: nameWidth - row.name.count)
      let value = String(repeating: " ", count: valueWidth - row.value.count) + row.value
      return "\(name)  \(value)\(row.unit.isEmpty ? "" : " \(row.unit)")\n"
    }.joined()
  }
}
