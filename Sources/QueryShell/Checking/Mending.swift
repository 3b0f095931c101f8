// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// Makes the certain fixes of a text together, and those that show up after others.
struct Mending {
  /// A script and where it begins in the text.
  struct Piece {
    let source: ScriptText
    let start: Int
  }

  /// The text with what has been mended so far.
  private(set) var bytes: [UInt8]
  private var pieces: [Piece]
  /// What is still wrong.
  private(set) var faults: [Diagnostic]
  /// The scripts of a text and what is wrong with them.
  private let judge: ([UInt8]) -> (pieces: [Piece], faults: [Diagnostic])

  private static let maximumRounds = 20
  /// So many faults are mended in one round: each round checks all of the text.
  static let maximumFaults = 20_000
  /// How often a text may be checked to find out which fixes are good.
  private static let maximumTrials = 200

  init(
    _ bytes: [UInt8], judge: @escaping ([UInt8]) -> (pieces: [Piece], faults: [Diagnostic])
  ) {
    self.bytes = bytes
    self.judge = judge
    (pieces, faults) = judge(bytes)
  }

  /// Makes fixes as long as nothing is wrong where one was made; gives how many were made.
  mutating func run() -> Int {
    var mended = 0
    var trials = Self.maximumTrials
    for _ in 0..<Self.maximumRounds {
      let kept = helping(fixes(of: faults)[...], besides: nil, of: faults, &trials)
      guard let kept else { break }
      bytes = kept.bytes
      pieces = kept.pieces
      faults = kept.faults
      mended += kept.fixes.count
    }
    return mended
  }

  /// Fixes that help, and the file after them.
  private struct Mended {
    let fixes: [FixIt]
    let pieces: [Piece]
    let bytes: [UInt8]
    /// What is still wrong.
    let faults: [Diagnostic]
  }

  /// Those of some fixes that help, made together with others that do; halves are looked at
  /// where all of them do not. Nil where none helps.
  private func helping(
    _ fixes: ArraySlice<FixIt>, besides others: Mended?, of faults: [Diagnostic],
    _ trials: inout Int
  ) -> Mended? {
    guard !fixes.isEmpty, trials > 0 else { return others }
    trials -= 1
    let all = (others?.fixes ?? []) + fixes
    if let mended = mended(by: all, of: faults) { return mended }
    guard fixes.count > 1 else { return others }
    let middle = fixes.startIndex + fixes.count / 2
    let first = helping(fixes[..<middle], besides: others, of: faults, &trials)
    return helping(fixes[middle...], besides: first, of: faults, &trials)
  }

  /// The file after fixes; nil where something is wrong at a place that they change, where the
  /// scripts cannot be read as far as before, where a name or a type is wrong in a stage around
  /// such a place that was not before, or where anything is in a statement with a guessed word.
  /// What the next round mends for certain is no reason.
  private func mended(
    by fixes: [FixIt], of known: [Diagnostic]
  ) -> Mended? {
    let changed = text(with: fixes)
    guard changed != bytes else { return nil }
    let (pieces, faults) = judge(changed)
    let edits = fixes.flatMap(\.edits).sorted { $0.range.start < $1.range.start }
    let places = Self.places(of: edits)
    let guesses = Self.statements(with: Self.guesses(of: fixes, among: edits), in: pieces)
    let lasting = self.places(of: known.filter { $0.certainFix == nil }, after: edits)
    let known = self.places(of: known, after: edits)
    let helps = faults.allSatisfy { fault in
      guard let piece = pieces.first(where: { $0.source == fault.source }),
        let range = fault.primary?.range
      else { return true }
      let start = range.start + piece.start
      // What is mended in the next round is no reason against a guess.
      if fault.isFatal, fault.certainFix == nil,
        Self.changes(ScriptRange(start, start + 1), guesses)
      {
        return false
      }
      if lasting.contains(FaultPlace(fault.code, at: start)) { return true }
      if !known.contains(FaultPlace(fault.code, at: start)) {
        if fault.code.isOfSyntax, !fault.isMendedNext { return false }
        if fault.code.isOfMeaning, Self.changes(Self.stage(around: start, in: piece), places) {
          return false
        }
      }
      let place = places.dropFirst(places.firstEnding(after: start)).first
      return fault.isMendedNext || place.map { $0.start >= range.end + piece.start } ?? true
    }
    guard helps else { return nil }
    return Mended(fixes: fixes, pieces: pieces, bytes: changed, faults: faults)
  }

  /// The faults of the file at the places where they are after edits, which are in order.
  private func places(of faults: [Diagnostic], after edits: [FixIt.Edit]) -> Set<FaultPlace> {
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
  private static func changes(_ part: ScriptRange, _ places: [ScriptRange]) -> Bool {
    let next = places.dropFirst(places.firstEnding(after: part.start - 1)).first
    return next.map { $0.start < part.end } ?? false
  }

  /// Where the stage stands that holds a place.
  private static func stage(around place: Int, in piece: Piece) -> ScriptRange {
    let bounds = Lexer.stageBounds(piece.source).map { $0 + piece.start }
    let start = bounds.last { $0 <= place } ?? piece.start
    return ScriptRange(start, bounds.first { $0 > place } ?? piece.start + piece.source.bytes.count)
  }

  /// Where replacements stand after all of them have been made; the edits are in order.
  private static func places(of edits: [FixIt.Edit]) -> [ScriptRange] {
    var moved = 0
    return edits.map { edit in
      let start = edit.range.start + moved
      let count = edit.replacement.utf8.count
      moved += count - edit.range.count
      return ScriptRange(start, start + count)
    }
  }

  /// Where the replacements of guessed words stand after all edits, which are in order.
  private static func guesses(
    of fixes: [FixIt], among edits: [FixIt.Edit]
  ) -> [ScriptRange] {
    let guessed = fixes.filter { $0.certainty == .guessed }.flatMap(\.edits)
    let starts = Set(guessed.map(\.range.start))
    return zip(edits, places(of: edits)).filter { starts.contains($0.0.range.start) }.map(\.1)
  }

  /// The statements in which words are guessed, in order.
  private static func statements(
    with guesses: [ScriptRange], in pieces: [Piece]
  ) -> [ScriptRange] {
    guard !guesses.isEmpty else { return [] }
    return pieces.flatMap { piece in
      let ends = Lexer.statementBounds(piece.source).map { $0 + piece.start }
      return zip([piece.start] + ends, ends).map { ScriptRange($0, $1) }
    }.filter { changes($0, guesses) }
  }

  /// The fixes with their places in the whole file; none of them overlap.
  private func fixes(of faults: [Diagnostic]) -> [FixIt] {
    var fixes: [FixIt] = []
    // The places of them all, in order.
    var taken: [ScriptRange] = []
    for fault in faults {
      guard let fix = fault.certainFix,
        let piece = pieces.first(where: { $0.source == fault.source })
      else { continue }
      let edits = fix.edits.map { edit in
        FixIt.Edit(
          ScriptRange(edit.range.start + piece.start, edit.range.end + piece.start),
          edit.replacement)
      }
      // What only touches another change overlaps it.
      let places = edits.map { (index: taken.firstEnding(after: $0.range.start - 1), edit: $0) }
      guard
        places.allSatisfy({ index, edit in
          index == taken.count || taken[index].start > edit.range.end
        })
      else { continue }
      fixes.append(FixIt(edits, fix.certainty))
      for (index, edit) in places.reversed() { taken.insert(edit.range, at: index) }
    }
    return fixes
  }

  private func text(with fixes: [FixIt]) -> [UInt8] {
    FixIt(fixes.flatMap(\.edits)).appliedBytes(to: ScriptText(name: "", bytes: bytes))
  }
}

extension [ScriptRange] {
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

extension Diagnostic {
  /// Whether a next round mends it, which is no guess.
  fileprivate var isMendedNext: Bool { fix?.certainty == .certain }
}

extension DiagnosticCode {
  var isOfSyntax: Bool { rawValue.hasPrefix("CQ01") }
  fileprivate var isOfMeaning: Bool { rawValue.hasPrefix("CQ02") || rawValue.hasPrefix("CQ03") }
}
