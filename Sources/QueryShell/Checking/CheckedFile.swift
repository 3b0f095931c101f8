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

  /// What is wrong, in the order of the places.
  func faults(_ sources: SourceRegistry) -> [Diagnostic] {
    ScriptCheck(scripts, sources: sources).faults + pageFaults
  }

  /// What is wrong with the page around the scripts.
  var pageFaults: [Diagnostic] {
    guard let page, let line = page.unclosed else { return [] }
    let source = SourceText(name: name, bytes: bytes)
    return [.unclosedBlock(source.line(around: page.starts[line - 1]).range, in: source)]
  }

  /// Makes every certain correction, and those that show up afterwards, as long as nothing is
  /// wrong where one was made; gives how many were made.
  mutating func mend(_ sources: SourceRegistry) -> Int {
    guard String(validating: bytes, as: UTF8.self) != nil else { return 0 }
    var mended = 0
    for _ in 0..<Self.maximumRounds {
      let fixes = corrections(of: faults(sources))
      let attempts = [fixes] + (fixes.count > 1 ? fixes.map { [$0] } : [])
      guard !fixes.isEmpty, let kept = attempts.first(where: { helps($0, sources) }) else { break }
      bytes = text(with: kept)
      mended += kept.count
    }
    return mended
  }

  /// Whether nothing is wrong any more at the places that corrections change.
  private func helps(_ corrections: [[FixIt.Edit]], _ sources: SourceRegistry) -> Bool {
    var changed = self
    changed.bytes = text(with: corrections)
    guard changed.bytes != bytes else { return false }
    let pieces = changed.pieces
    let left = changed.faults(sources).compactMap { fault in
      pieces.first { $0.source == fault.source }.flatMap { piece in
        fault.primary.map { ($0.range.start + piece.start, $0.range.end + piece.start) }
      }
    }
    return Self.places(of: corrections.flatMap { $0 }).allSatisfy { place in
      !left.contains { $0.0 < place.end && place.start < $0.1 }
    }
  }

  /// Where replacements stand after all of them have been made.
  private static func places(of edits: [FixIt.Edit]) -> [SourceRange] {
    var moved = 0
    return edits.sorted { $0.range.start < $1.range.start }.map { edit in
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
    for fault in faults {
      guard let fix = fault.fix, let piece = pieces.first(where: { $0.source == fault.source })
      else { continue }
      let edits = fix.edits.map { edit in
        FixIt.Edit(
          SourceRange(edit.range.start + piece.start, edit.range.end + piece.start),
          edit.replacement)
      }
      let taken = corrections.flatMap { $0 }
      let overlaps = edits.contains { edit in
        taken.contains { $0.range.start <= edit.range.end && edit.range.start <= $0.range.end }
      }
      if !overlaps { corrections.append(edits) }
    }
    return corrections
  }

  private func text(with corrections: [[FixIt.Edit]]) -> [UInt8] {
    FixIt(corrections.flatMap { $0 }).appliedBytes(to: SourceText(name: name, bytes: bytes))
  }
}

extension Diagnostic {
  fileprivate static func unclosedBlock(_ range: SourceRange, in source: SourceText) -> Diagnostic {
    let fence = source[range].prefix { $0 == "`" }
    return Diagnostic(
      .unclosedBracket, "the block is not closed", at: Label(range, "opened here"),
      remarks: [.help("end it with a line of \(fence.count) backticks alone")],
      in: source)
  }
}
