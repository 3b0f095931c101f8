// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// A file as it is checked and mended: a script, or a page of Markdown with scripts in it.
struct CheckedFile {
  let name: String
  private(set) var bytes: [UInt8]
  private let isPage: Bool

  /// Without being told so, a file is a page where its name says so.
  init(_ source: ScriptText, isPage: Bool? = nil) {
    name = source.name
    bytes = source.bytes
    self.isPage = isPage ?? source.isPage
  }

  /// The file as a page of Markdown; nil for a script.
  private var page: Transcript? {
    guard isPage else { return nil }
    return Transcript(name: name, text: String(decoding: bytes, as: UTF8.self))
  }

  private var pieces: [Mending.Piece] {
    guard let page else {
      return [Mending.Piece(source: ScriptText(name: name, bytes: bytes), start: 0)]
    }
    return page.scripts.map { Mending.Piece(source: $0.source, start: $0.start) }
  }

  /// The files that a page brings along, by their names.
  var files: [String: [UInt8]] { page?.files ?? [:] }

  /// The scripts in it.
  var scripts: [ScriptText] { pieces.map(\.source) }

  /// The file as one that declares sources; nil for any other.
  private var definitions: ScriptText? {
    let source = ScriptText(name: name, bytes: bytes)
    return page == nil && Formatter.isDefinition(source) ? source : nil
  }

  /// Whether it declares sources, so that there is nothing to run in it.
  var isDefinition: Bool { definitions != nil }

  /// What is wrong, in the order of the places. Only what `mend` mends has a certain fix.
  func faults(_ sources: SourceRegistry) -> [Diagnostic] {
    Mending.settled(bytes) { bytes in judged(bytes, sources) { $0.unsettled(sources) } }
  }

  /// What is wrong with other bytes in the place of these. Standard input is not read for what is
  /// only tried.
  private func judged(
    _ bytes: [UInt8], _ sources: SourceRegistry, _ faults: (CheckedFile) -> [Diagnostic]
  ) -> (pieces: [Mending.Piece], faults: [Diagnostic]) {
    var changed = self
    changed.bytes = bytes
    let found =
      bytes == self.bytes ? faults(changed) : sources.leavingInput { faults(changed) }
    return (changed.pieces, found)
  }

  private func unsettled(_ sources: SourceRegistry) -> [Diagnostic] {
    if let definitions { return Self.faults(inDefinitions: definitions) }
    return ScriptCheck(scripts, sources: sources).faults + pageFaults
  }

  /// What is wrong with source definitions; with what they compute, and with categories that no
  /// field tells, only where nothing else is.
  private static func faults(inDefinitions source: ScriptText) -> [Diagnostic] {
    let faults = SourceRegistry.faults(inDefinitions: source)
    guard faults.isEmpty else { return faults }
    return SourceRegistry.definitions(in: source).flatMap { definition, schema in
      let untold = schema.category == nil ? definition.clauses.categories.first : nil
      return DerivationCheck.faults(in: definition, schema, in: source)
        + (untold.map { [.untoldCategory($0.title.range, in: source)] } ?? [])
    }
  }

  /// All that can be mended, however much it is.
  private func mendable(_ sources: SourceRegistry) -> [Diagnostic] {
    if let definitions { return Self.faults(inDefinitions: definitions) }
    var context = ScriptCheck.unrun
    context.maximumFaults = Mending.maximumFaults
    return ScriptCheck(scripts, in: context, sources: sources).faults + pageFaults
  }

  /// What is wrong with the page around the scripts.
  var pageFaults: [Diagnostic] {
    guard let page else { return [] }
    let source = ScriptText(name: name, bytes: bytes)
    let starts = page.starts
    let unclosed = page.unclosed.map { line in
      Diagnostic.unclosedBlock(source.line(around: starts[line - 1]).range, in: source)
    }
    let refused = page.refused.map { fence in
      Diagnostic.refusedFence(fence, source.line(around: starts[fence.line - 1]).range, in: source)
    }
    let lessons =
      LessonParser.hasLessons(page)
      ? LessonParser(page).faults.map { Diagnostic($0, in: source) } : []
    return refused + lessons + [unclosed].compactMap(\.self)
  }

  /// Makes every certain fix, and those that show up afterwards, as long as nothing is
  /// wrong where one was made; gives how many were made.
  mutating func mend(_ sources: SourceRegistry) -> Int {
    guard String(validating: bytes, as: UTF8.self) != nil else { return 0 }
    let file = self
    var mending = Mending(bytes) { bytes in file.judged(bytes, sources) { $0.mendable(sources) } }
    let count = mending.run()
    bytes = mending.bytes
    return count
  }
}

extension Diagnostic {
  fileprivate static func refusedFence(
    _ fence: Transcript.RefusedFence, _ range: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, fence.reason, at: Label(range),
      remarks: [.help("a script stands between a line ```cq and a line ```")], in: source)
  }

  fileprivate static func untoldCategory(
    _ range: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .definitionClause, "no field tells the category of an item, so that none can be counted",
      at: Label(range),
      remarks: [
        .help(
          "add `field category Text category in request`, or mark the field that tells it with "
            + "`category`")
      ], severity: .warning, in: source)
  }

  fileprivate static func unclosedBlock(_ range: ScriptRange, in source: ScriptText) -> Diagnostic {
    let fence = source[range].prefix { $0 == "`" }
    return Diagnostic(
      .unclosedBracket, "the block is not closed", at: Label(range, "opened here"),
      remarks: [.help("end it with a line of \(fence.count) backticks alone")],
      in: source)
  }
}
