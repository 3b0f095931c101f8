// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

extension Command {
  static let doctor = Command(
    name: "doctor", form: "[SOURCE]",
    summary: "why a source gives nothing, and what cq finds around it",
    detail: """
      SOURCE is the name of a source, an address or the path of a file. Its server is asked whatever
      is kept, and nothing of the answer is kept. No key is ever shown.
      """,
    options: [.to] + Option.reading.filter { $0.name != Option.refresh.name } + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    guard invocation.operands.count <= 1 else {
      throw UsageError(
        message: "`cq doctor` takes one source", help: "for example cq doctor hotels")
    }
    let sources = SourceRegistry(streams.settings.sources, watch: streams.settings.watch)
    if let fault = sources.definitionFaults.first {
      _ = streams.report(sources.definitionFaults)
      return fault.code.exitStatus
    }
    guard let operand = invocation.operands.first else {
      let rows = HostExamination(streams, sources).rows
      return streams.show(rows, under: ["part", "item", "state"], .success)
    }
    do throws(SourceFault) {
      return try SourceExamination(operand, streams, sources).run()
    } catch {
      return streams.fail(Diagnostic(error, at: nil, in: nil))
    }
  }
}

extension StandardStreams {
  /// Writes rows of texts, which nothing cuts; gives the exit status.
  func show(_ rows: [[String]], under heads: [String], _ status: ExitStatus) -> ExitStatus {
    var options = settings.options
    options.width = 10_000
    options.maximumRows = nil
    let columns = heads.map { ResultColumn($0, .text) }
    var renderer = settings.format.makeRenderer(columns: columns, options: options)
    let texts = heads.indices.map { index in Column(.text, rows.map { .text($0[index]) }) }
    var bytes: [UInt8] = []
    renderer.add(Batch(texts, count: rows.count), to: &bytes)
    renderer.finish(footer: nil, to: &bytes)
    output.write(bytes)
    return finish(status)
  }
}
