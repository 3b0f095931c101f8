// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

extension Command {
  static let define = Command(
    name: "define", form: "SOURCE [items PATH | with FORM]",
    summary: "print the definition of a source, a file or an address",
    detail: """
      SOURCE is the name of a source, or the path or the address of JSON or of a table. The
      definition of these says what was found: save it, edit it, and use it with --define.
      `items data.rooms` tells which of several lists gives the rows, `with separator ";" header no
      decimal comma` how a table is written, as far as that has to be said.
      """,
    options: [.define] + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    let operands = invocation.operands
    guard let operand = operands.first else {
      throw UsageError(
        message: "`cq define` needs one source", help: "for example cq define hotels")
    }
    let rows = try DefinedRows.choice(operands.dropFirst())
    let network = operand.contains("://") ? NetworkAccess.real(streams) : nil
    let sources = streams.sources(asking: network)
    let found: [UInt8]?
    do throws(SourceFault) {
      found = try sources.definitionText(of: operand, rows: rows)
    } catch {
      return streams.fail(Diagnostic(error, at: nil, in: nil))
    }
    guard let text = found else {
      if let rows { try refuse(rows, of: operand, sources.names) }
      return streams.fail(
        Diagnostic(
          .unknownSource, "there is no source and no file called `\(operand)`",
          remarks: [.help("the sources are \(sources.names.joined(separator: ", "))")]))
    }
    // A definition may hold what a terminal would obey.
    if streams.environment.outputIsTerminal {
      streams.show(source: String(decoding: text, as: UTF8.self))
    } else {
      streams.output.write(text)
    }
    return streams.finish(.success)
  }

  /// Throws where rows are chosen of a source, which has its own.
  private static func refuse(
    _ rows: RowsChoice, of name: String, _ sources: [String]
  ) throws(UsageError) {
    guard let source = sources.first(where: { $0.lowercased() == name.lowercased() }) else {
      return
    }
    let word = if case .table = rows { "with" } else { "items" }
    throw UsageError(
      message: "`\(word)` belongs to a file, and `\(source)` is the name of a source",
      help: "`cq define \(source)` prints its definition")
  }
}
