// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// A file as it is checked and mended: a script, or a page of Markdown with scripts in it.
struct CheckedFile {
  /// A script and where it begins in the file.
  private struct Piece {
    let source: SourceText
    let start: Int
  }

  let name: String
  private(set) var bytes: [UInt8]

  private static let maximumRounds = 20
  /// So many faults are mended in one round: each round checks all of the file.
  private static let maximumFaults = 20_000
  /// How often a file may be checked to find out which corrections are good.
  private static let maximumTrials = 200

  init(_ source: SourceText) {
    name = source.name
    bytes = source.bytes
  }

  /// The file as a page of Markdown; nil for a script.
  private var page: Transcript? {
    guard name.hasSuffix(".md") else { return nil }
    return Transcript(name: name, text: String(decoding: bytes, as: UTF8.self))
  }

  private var pieces: [Piece] {
    guard let page else { return [Piece(source: SourceText(name: name, bytes: bytes), start: 0)] }
    return page.scripts.map { Piece(source: $0.source, start: $0.start) }
  }

  /// The scripts in it.
  var scripts: [SourceText] { pieces.map(\.source) }

  /// The file as one that declares sources; nil for any other.
  private var definitions: SourceText? {
    let source = SourceText(name: name, bytes: bytes)
    return page == nil && Formatter.isDefinition(source) ? source : nil
  }

  /// Whether it declares sources, so that there is nothing to run in it.
  var isDefinition: Bool { definitions != nil }

  /// What is wrong, in the order of the places.
  func faults(_ sources: SourceRegistry) -> [Diagnostic] {
    if let definitions { return SourceRegistry.faults(inDefinitions: definitions) }
    return ScriptCheck(scripts, sources: sources).faults + pageFaults
  }

  /// All that can be mended, however much it is.
  private func mendable(_ sources: SourceRegistry) -> [Diagnostic] {
    if let definitions { return SourceRegistry.faults(inDefinitions: definitions) }
    var context = ScriptCheck.unrun
    context.maximumFaults = Self.maximumFaults
    return ScriptCheck(scripts, in: context, sources: sources).faults + pageFaults
  }

  /// What is wrong with the page around the scripts.
  var pageFaults: [Diagnostic] {
    guard let page else { return [] }
    let source = SourceText(name: name, bytes: bytes)
    let starts = page.starts
    let unclosed = page.unclosed.map { line in
      Diagnostic.unclosedBlock(source.line(around: starts[line - 1]).range, in: source)
    }
    let refused = page.refused.map { fence in
      Diagnostic.refusedFence(fence, source.line(around: starts[fence.line - 1]).range, in: source)
    }
    return refused + [unclosed].compactMap(\.self)
  }

  /// Makes every certain correction, and those that show up afterwards, as long as nothing is
  /// wrong where one was made; gives how many were made.
  mutating func mend(_ sources: SourceRegistry) -> Int {
    guard String(validating: bytes, as: UTF8.self) != nil else { return 0 }
    var mended = 0
    var trials = Self.maximumTrials
    var faults = mendable(sources)
    for _ in 0..<Self.maximumRounds {
      let kept = helping(
        corrections(of: faults)[...], besides: nil, of: faults, sources, &trials)
      guard let kept else { break }
      bytes = kept.bytes
      faults = kept.faults
      mended += kept.corrections.count
    }
    return mended
  }

  /// Corrections that help, and the file after them.
  private struct Mended {
    let corrections: [[FixIt.Edit]]
    let bytes: [UInt8]
    /// What is still wrong.
    let faults: [Diagnostic]
  }

  /// Those of some corrections that help, made together with others that do; halves are looked at
  /// where all of them do not. Nil where none helps.
  private func helping(
    _ corrections: ArraySlice<[FixIt.Edit]>, besides others: Mended?, of faults: [Diagnostic],
    _ sources: SourceRegistry, _ trials: inout Int
  ) -> Mended? {
    guard !corrections.isEmpty, trials > 0 else { return others }
    trials -= 1
    let all = (others?.corrections ?? []) + corrections
    if let mended = mended(by: all, of: faults, sources) { return mended }
    guard corrections.count > 1 else { return others }
    let middle = corrections.startIndex + corrections.count / 2
    let first = helping(corrections[..<middle], besides: others, of: faults, sources, &trials)
    return helping(corrections[middle...], besides: first, of: faults, sources, &trials)
  }

  /// The file after corrections; nil where something is wrong at a place that they change, where
  /// the scripts cannot be read as far as before, or where a value is of a wrong type in a stage
  /// around such a place that was not before.
  private func mended(
    by corrections: [[FixIt.Edit]], of known: [Diagnostic], _ sources: SourceRegistry
  ) -> Mended? {
    var changed = self
    changed.bytes = text(with: corrections)
    guard changed.bytes != bytes else { return nil }
    let pieces = changed.pieces
    let edits = corrections.flatMap { $0 }.sorted { $0.range.start < $1.range.start }
    let places = Self.places(of: edits)
    let known = self.places(of: known, after: edits)
    let faults = changed.mendable(sources)
    let helps = faults.allSatisfy { fault in
      guard let piece = pieces.first(where: { $0.source == fault.source }),
        let range = fault.primary?.range
      else { return true }
      let start = range.start + piece.start
      if !known.contains(FaultPlace(fault.code, at: start)) {
        if fault.code.isOfSyntax { return false }
        if fault.code.isOfTypes, Self.changes(Self.stage(around: start, in: piece), places) {
          return false
        }
      }
      let place = places.dropFirst(places.firstEnding(after: start)).first
      return place.map { $0.start >= range.end + piece.start } ?? true
    }
    return helps ? Mended(corrections: corrections, bytes: changed.bytes, faults: faults) : nil
  }

  /// The faults of the file at the places where they are after edits, which are in order.
  private func places(of faults: [Diagnostic], after edits: [FixIt.Edit]) -> Set<FaultPlace> {
    let pieces = self.pieces
    var growths = [0]
    for edit in edits {
      growths.append(growths[growths.count - 1] + edit.replacement.utf8.count - edit.range.count)
    }
    let ranges = edits.map(\.range)
    let known = faults.compactMap { fault -> FaultPlace? in
      guard let piece = pieces.first(where: { $0.source == fault.source }),
        let range = fault.primary?.range
      else { return nil }
      let start = range.start + piece.start
      return FaultPlace(fault.code, at: start + growths[ranges.firstEnding(after: start)])
    }
    return Set(known)
  }

  /// Whether replacements stand in a part of the text.
  private static func changes(_ part: SourceRange, _ places: [SourceRange]) -> Bool {
    let next = places.dropFirst(places.firstEnding(after: part.start - 1)).first
    return next.map { $0.start < part.end } ?? false
  }

  /// Where the stage stands that holds a place.
  private static func stage(around place: Int, in piece: Piece) -> SourceRange {
    let bounds = Lexer.stageBounds(piece.source).map { $0 + piece.start }
    let start = bounds.last { $0 <= place } ?? piece.start
    return SourceRange(start, bounds.first { $0 > place } ?? piece.start + piece.source.bytes.count)
  }

  /// Where replacements stand after all of them have been made; the edits are in order.
  private static func places(of edits: [FixIt.Edit]) -> [SourceRange] {
    var moved = 0
    return edits.map { edit in
      let start = edit.range.start + moved
      let count = edit.replacement.utf8.count
      moved += count - edit.range.count
      return SourceRange(start, start + count)
    }
  }

  /// For each correction its edits in the whole file; none of them overlap.
  private func corrections(of faults: [Diagnostic]) -> [[FixIt.Edit]] {
    let pieces = self.pieces
    var corrections: [[FixIt.Edit]] = []
    // The places of them all, in order.
    var taken: [SourceRange] = []
    for fault in faults {
      guard let fix = fault.fix, let piece = pieces.first(where: { $0.source == fault.source })
      else { continue }
      let edits = fix.edits.map { edit in
        FixIt.Edit(
          SourceRange(edit.range.start + piece.start, edit.range.end + piece.start),
          edit.replacement)
      }
      // What only touches another change overlaps it.
      let places = edits.map { (index: taken.firstEnding(after: $0.range.start - 1), edit: $0) }
      guard
        places.allSatisfy({ index, edit in
          index == taken.count || taken[index].start > edit.range.end
        })
      else { continue }
      corrections.append(edits)
      for (index, edit) in places.reversed() { taken.insert(edit.range, at: index) }
    }
    return corrections
  }

  private func text(with corrections: [[FixIt.Edit]]) -> [UInt8] {
    FixIt(corrections.flatMap { $0 }).appliedBytes(to: SourceText(name: name, bytes: bytes))
  }
}

extension [SourceRange] {
  /// The index of the first range that ends after a place, of ranges in order that do not overlap.
  fileprivate func firstEnding(after place: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].end > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension DiagnosticCode {
  fileprivate var isOfSyntax: Bool { rawValue.hasPrefix("CQ01") }
  fileprivate var isOfTypes: Bool { rawValue.hasPrefix("CQ03") }
}

extension Diagnostic {
  fileprivate static func refusedFence(
    _ fence: Transcript.RefusedFence, _ range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, fence.reason, at: Label(range),
      remarks: [.help("a script stands between a line ```cq and a line ```")], in: source)
  }

  fileprivate static func unclosedBlock(_ range: SourceRange, in source: SourceText) -> Diagnostic {
    let fence = source[range].prefix { $0 == "`" }
    return Diagnostic(
      .unclosedBracket, "the block is not closed", at: Label(range, "opened here"),
      remarks: [.help("end it with a line of \(fence.count) backticks alone")],
      in: source)
  }
}
