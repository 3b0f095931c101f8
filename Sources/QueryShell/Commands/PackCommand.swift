// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

extension Command {
  static let pack = Command(
    name: "pack", form: "FILE -o FILE.cqpack | --list FILE.cqpack",
    summary: "put a text and all that it reads into one file",
    detail: """
      The text, a page of Markdown or a script, runs, and what it reads goes along: scripts that it
      includes, data, definitions, pictures, and what servers say. `cq learn`, `play`, `report`,
      `run`, `say` and `test` take the pack in its place: then nothing is read beside it, no server
      is asked and nothing is written. Results say of when they are. A pack holds no keys. The same
      content makes the same bytes. With --list nothing is made: the files of a pack are listed.
      """,
    options: [.page, .list, .to, .define, .refresh] + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    guard let operand = invocation.operands.first, invocation.operands.count == 1 else {
      throw UsageError(
        message: "`cq pack` needs one file", help: "for example cq pack lesson.md -o lesson.cqpack")
    }
    if invocation.lists { return streams.finish(list(operand, streams)) }
    guard let path = invocation.report.path else {
      throw UsageError(
        message: "`cq pack` needs a name for the pack",
        help: "for example cq pack \(operand) -o lesson\(Pack.ending)")
    }
    guard path.hasSuffix(Pack.ending) else {
      throw UsageError(
        message: "a pack's name ends in \(Pack.ending), by which it is known",
        help: "for example cq pack \(operand) -o lesson\(Pack.ending)")
    }
    return streams.finish(make(.file(operand), path, streams))
  }

  private static func list(_ path: String, _ streams: StandardStreams) -> ExitStatus {
    do throws(SourceFault) {
      let format = streams.settings.format
      let listing = PackListing(try Pack.read(path: path), isForPeople: format.showsFooter)
      var renderer = format.makeRenderer(
        columns: listing.columns, options: streams.settings.options)
      var bytes: [UInt8] = []
      renderer.add(listing.batch, to: &bytes)
      renderer.finish(footer: listing.footer(path: nil), to: &bytes)
      streams.output.write(bytes)
      return .success
    } catch {
      return streams.fail(Diagnostic(error, at: nil, in: nil))
    }
  }

  private static func make(
    _ input: ScriptInput, _ path: String, _ streams: StandardStreams
  ) -> ExitStatus {
    let source: ScriptText
    do throws(UnreadableScript) { source = try input.read(streams) } catch {
      return streams.fail(error.diagnostic)
    }
    if let fault = Diagnostic.nothing(in: source, to: "packed") { return streams.fail(fault) }
    if source.isPage, let lack = MarkdownPage.lack { return streams.fail(lack) }
    Interruption.watch(once: true)
    let network = NetworkAccess.real(streams)
    defer { network.finish() }
    let making = PackMaking(source, streams, network)
    let made = making.made()
    guard let pack = made.pack else {
      streams.progress?.end()
      streams.errors.write(made.told)
      streams.errors.flush()
      return made.status
    }
    if making.reads(path) { return streams.fail(.overwritesRead(path)) }
    do throws(AtomicFile.Fault) { try AtomicFile.replace(path, with: pack.bytes) } catch {
      return streams.fail(Diagnostic(error))
    }
    let told = PackListing(pack, isForPeople: true).footer(path: nil)
    streams.note("\(Sanitiser.visible(path)): \(told)")
    return .success
  }
}

extension Diagnostic {
  /// That a page or a pack would take the place of something that it was made of.
  static func overwritesRead(_ path: String) -> Diagnostic {
    Diagnostic(
      .badOptionValue, "\(path) would take the place of what it is made of",
      remarks: [.help("name another file behind -o")])
  }
}
