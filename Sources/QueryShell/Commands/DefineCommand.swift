// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

extension Command {
  static let define = Command(
    name: "define", form: "SOURCE [items PATH]",
    summary: "print the definition of a source, a file or an address",
    detail: """
      SOURCE is the name of a source, or the path or the address of JSON. The definition of JSON
      says what was found in it: save it, edit it, and use it with --define. `items data.rooms`
      tells which of several lists gives the rows.
      """,
    options: [.define] + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    let operands = invocation.operands
    let isPart = operands.count == 3 && operands[1].lowercased() == "items"
    guard let operand = operands.first, operands.count == 1 || isPart else {
      throw UsageError(
        message: "`cq define` needs one source", help: "for example cq define hotels")
    }
    let rows = isPart ? RowsChoice(operands[2]) : nil
    let network = operand.contains("://") ? NetworkAccess.real(streams) : nil
    let sources = streams.sources(asking: network)
    do throws(SourceFault) {
      guard let text = try sources.definitionText(of: operand, rows: rows) else {
        return streams.fail(
          Diagnostic(
            .unknownSource, "there is no source and no file called `\(operand)`",
            remarks: [.help("the sources are \(sources.names.joined(separator: ", "))")]))
      }
      // A definition may hold what a terminal would obey.
      if streams.environment.outputIsTerminal {
        streams.show(String(decoding: text, as: UTF8.self))
      } else {
        streams.output.write(text)
      }
      return streams.finish(.success)
    } catch {
      return streams.fail(Diagnostic(error, at: nil, in: nil))
    }
  }
}
