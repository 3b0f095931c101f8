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
  private let guesses: Guesses
  /// Where guesses have been made.
  private var guessed: [ScriptRange] = []
  /// What was wrong before anything was mended, and where that stands now.
  let found: [Diagnostic]
  private var foundPlaces: [Int?] = []

  /// Which guesses are made of themselves.
  enum Guesses {
    /// None: only what is another way to write the same.
    case none
    /// Those after which nothing is wrong with their statement.
    case certain
    /// Those that follow from others too: a person looks at the text before it is used.
    case chained
  }

  private static let maximumRounds = 20
  /// So many faults are mended in one round: each round checks all of the text.
  static let maximumFaults = 20_000
  /// How often a text may be checked to find out which fixes are good.
  private static let maximumTrials = 200

  init(
    _ bytes: [UInt8], guesses: Guesses = .certain,
    judge: @escaping ([UInt8]) -> (pieces: [Piece], faults: [Diagnostic])
  ) {
    self.bytes = bytes
    self.guesses = guesses
    self.judge = { bytes in
      let (pieces, faults) = judge(bytes)
      return (pieces, faults.map(\.keepingComments))
    }
    (pieces, faults) = self.judge(bytes)
    found = faults
    foundPlaces = faults.map { start(of: $0) }
  }

  /// A text with more fixes to judge, weighed by its length, is told on trust.
  private static let maximumSettled = 1 << 20

  /// What is wrong with a text, where only a fix that `run` makes is one that needs no asking.
  static func settled(
    _ bytes: [UInt8], judge: @escaping ([UInt8]) -> (pieces: [Piece], faults: [Diagnostic])
  ) -> [Diagnostic] {
    var mending = Mending(bytes, judge: judge)
    let count = mending.found.count { $0.fix != nil }
    guard count > 0, count * bytes.count <= maximumSettled,
      String(validating: bytes, as: UTF8.self) != nil
    else { return mending.found }
    _ = mending.run()
    let untouched = Mending(bytes, judge: judge)
    return mending.settled.map { fault in
      guard let fix = fault.fix, fix.isOneWord, fix.certainty == .suggested,
        !untouched.leadsOn(fix, of: fault)
      else { return fault }
      return fault.with(nil)
    }
  }

  /// Whether a word that may be meant fits into its stage: nothing else is wrong there then.
  private func leadsOn(_ fix: FixIt, of fault: Diagnostic) -> Bool {
    guard let piece = pieces.first(where: { $0.source == fault.source }) else { return true }
    let edits = fix.edits.map { edit in
      FixIt.Edit(
        ScriptRange(edit.range.start + piece.start, edit.range.end + piece.start),
        edit.replacement)
    }
    var changed = self
    let known = places(of: faults, after: edits)
    let (pieces, left) = judge(text(with: [FixIt(edits)]))
    changed.pieces = pieces
    let places = Self.places(of: edits)
    let stages = Bounds(pieces, of: Lexer.stageBounds)
    return left.allSatisfy { other in
      guard other.isFatal, other.code.isOfSyntax || other.code.isOfMeaning,
        let start = changed.start(of: other), !known.contains(FaultPlace(other.code, at: start))
      else { return true }
      return !Self.changes(stages.around(start), places)
    }
  }

  /// What was wrong at first, where only a fix that has been made is one that needs no asking.
  private var settled: [Diagnostic] {
    let left = Set(
      faults.compactMap { fault in
        start(of: fault).map { FaultPlace(fault.code, at: $0) }
      })
    return zip(found, foundPlaces).map { fault, start in
      guard let fix = fault.automaticFix, let start,
        left.contains(FaultPlace(fault.code, at: start))
      else { return fault }
      return fault.with(fix.suggested)
    }
  }

  /// Makes fixes as long as nothing is wrong where one was made; gives how many were made.
  mutating func run() -> Int {
    let untouched = self
    var mended = 0
    var trials = Self.maximumTrials
    for _ in 0..<Self.maximumRounds {
      let fixes = fixes(of: faults)
      let breaks = statementBreaks(of: fixes)
      let kept = helping(fixes[...], breaks, besides: nil, of: faults, &trials)
      guard let kept else { break }
      keep(kept)
      mended += kept.fixes.count
    }
    guard guesses == .certain, !guessesHold else { return mended }
    // A later round has not mended what stood beside a guess, which was none of the certain then.
    self = Mending(untouched.bytes, guesses: .none, judge: judge)
    return run()
  }

  private mutating func keep(_ kept: Mended) {
    let edits = kept.fixes.flatMap(\.edits).sorted { $0.range.start < $1.range.start }
    foundPlaces = foundPlaces.map { $0.map { Self.place($0, after: edits) } }
    guessed = guessed.map { range in
      ScriptRange(Self.place(range.start, after: edits), Self.place(range.end, after: edits))
    }
    guessed += Self.guesses(of: kept.fixes, among: edits)
    guessed.sort { $0.start < $1.start }
    bytes = kept.bytes
    pieces = kept.pieces
    faults = kept.faults
  }

  /// Whether nothing is wrong with the statements in which words were guessed.
  private var guessesHold: Bool {
    let statements = Self.statements(with: guessed, in: pieces)
    return faults.allSatisfy { fault in
      guard fault.isFatal, let start = start(of: fault) else { return true }
      return !statements.contains { $0.start <= start && start <= $0.end }
    }
  }

  /// Where a fault begins in the text; nil for one of another text, or without a place.
  private func start(of fault: Diagnostic) -> Int? {
    guard let piece = pieces.first(where: { $0.source == fault.source }) else { return nil }
    return fault.primary.map { $0.range.start + piece.start }
  }

  /// Where a place is after edits.
  private static func place(_ place: Int, after edits: [FixIt.Edit]) -> Int {
    edits.reduce(place) { moved, edit in
      edit.range.end <= place ? moved + edit.replacement.utf8.count - edit.range.count : moved
    }
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
  /// where all of them do not, of statements first. Nil where none helps.
  private func helping(
    _ fixes: ArraySlice<FixIt>, _ breaks: [Int], besides others: Mended?,
    of faults: [Diagnostic], _ trials: inout Int
  ) -> Mended? {
    guard !fixes.isEmpty, trials > 0 else { return others }
    trials -= 1
    let all = (others?.fixes ?? []) + fixes
    let trial = trial(of: all, faults)
    if let mended = trial.mended { return mended }
    guard fixes.count > 1 else { return others }
    // Where each statement has one of them, those of the statements that are wrong do not help.
    let refused = Set(trial.refused)
    let statements = Set([fixes.startIndex] + breaks)
    let offset = all.count - fixes.count - fixes.startIndex
    let helpful = fixes.indices.filter { !refused.contains($0 + offset) }.map { fixes[$0] }
    if statements.count == fixes.count, !refused.isEmpty, helpful.count < fixes.count {
      if helpful.isEmpty { return others }
      trials -= 1
      let all = (others?.fixes ?? []) + helpful
      if let mended = self.trial(of: all, faults).mended { return mended }
    }
    let half = fixes.startIndex + fixes.count / 2
    let inside = breaks.filter { $0 > fixes.startIndex && $0 < fixes.endIndex }
    let middle = inside.min { abs($0 - half) < abs($1 - half) } ?? half
    let first = helping(fixes[..<middle], inside, besides: others, of: faults, &trials)
    return helping(fixes[middle...], inside, besides: first, of: faults, &trials)
  }

  /// The fixes with which another statement begins, by their numbers.
  private func statementBreaks(of fixes: [FixIt]) -> [Int] {
    let bounds = pieces.flatMap { piece in
      Lexer.statementBounds(piece.source).map { ScriptRange($0 + piece.start, $0 + piece.start) }
    }
    let statements = fixes.map { bounds.firstEnding(after: ($0.edits.first?.range.start ?? 0) - 1) }
    return statements.indices.dropFirst().filter { statements[$0] != statements[$0 - 1] }
  }

  /// What comes of fixes that are made together.
  private struct Trial {
    var mended: Mended?
    /// The numbers of those in whose statements something is wrong then, where nothing but these
    /// statements can be the reason; none where that cannot be told.
    var refused: Set<Int> = []
  }

  /// Makes fixes. They do not help where something is wrong at a place that they change, where the
  /// scripts cannot be read as far as before, where a name or a type is wrong in a stage around
  /// such a place that was not before, or where anything is in a statement with a guessed word.
  /// What the next round mends for certain is no reason.
  private func trial(of fixes: [FixIt], _ known: [Diagnostic]) -> Trial {
    let changed = text(with: fixes)
    guard changed != bytes else { return Trial() }
    let (pieces, faults) = judge(changed)
    let edits = fixes.flatMap(\.edits).sorted { $0.range.start < $1.range.start }
    let places = Self.places(of: edits)
    let guesses = Self.statements(with: Self.guesses(of: fixes, among: edits), in: pieces)
    let chains = self.guesses == .chained
    let lasting = self.places(of: known.filter { $0.automaticFix == nil }, after: edits)
    let known = self.places(of: known, after: edits)
    let stages = Bounds(pieces, of: Lexer.stageBounds)
    let objections = faults.compactMap { fault -> Int? in
      guard let piece = pieces.first(where: { $0.source == fault.source }),
        let range = fault.primary?.range
      else { return nil }
      let start = range.start + piece.start
      // What is mended in the next round is no reason against a guess.
      if fault.isFatal, !(chains ? fault.automaticFix != nil : fault.isMendedNext),
        Self.changes(ScriptRange(start, start + 1), guesses)
      {
        return start
      }
      if lasting.contains(FaultPlace(fault.code, at: start)) { return nil }
      if !known.contains(FaultPlace(fault.code, at: start)) {
        if fault.code.isOfSyntax, !fault.isMendedNext { return start }
        if fault.code.isOfMeaning, Self.changes(stages.around(start), places) { return start }
      }
      // What cannot be opened now says nothing of the words, but of a path that is no better.
      if !fault.code.isOfSyntax, !fault.code.isOfMeaning {
        let isNoBetter =
          known.contains(FaultPlace(fault.code, at: start))
          && Self.changes(ScriptRange(start, range.end + piece.start), places)
        return isNoBetter ? start : nil
      }
      let place = places.dropFirst(places.firstEnding(after: start)).first
      let helps = fault.isMendedNext || place.map { $0.start >= range.end + piece.start } ?? true
      return helps ? nil : start
    }
    if objections.isEmpty {
      let mended = Mended(fixes: fixes, pieces: pieces, bytes: changed, faults: faults)
      return Trial(mended: mended)
    }
    guard fixes.count > 1 else { return Trial() }
    let starts = Dictionary(
      zip(edits, places).map { ($0.range.start, $1.start) }, uniquingKeysWith: { first, _ in first }
    )
    let firsts = fixes.map { $0.edits.first.flatMap { starts[$0.range.start] } }
    return Trial(refused: Self.refused(firsts, by: objections, changed, pieces))
  }

  /// The numbers of fixes, by their places, that stand in statements in which something is wrong.
  private static func refused(
    _ places: [Int?], by objections: [Int], _ bytes: [UInt8], _ pieces: [Piece]
  ) -> Set<Int> {
    let statements = Bounds(pieces, of: Lexer.statementBounds)
    // What stands between two may be of either.
    guard !objections.contains(where: { statements.around($0).start == $0 && $0 > 0 }) else {
      return []
    }
    let wrong = Set(objections.map { statements.around($0) })
    // What another statement declares or gives may be the reason.
    let standAlone = wrong.allSatisfy { statement in
      let text = String(decoding: bytes[statement.start..<statement.end], as: UTF8.self)
      return text.starts(with: /\s*from\s/.ignoresCase())
        && !text.contains(/\bit\b|@/.ignoresCase())
    }
    guard standAlone else { return [] }
    return Set(
      places.indices.filter { places[$0].map { wrong.contains(statements.around($0)) } ?? false })
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
    }.filter { statement in
      let next = guesses.dropFirst(guesses.firstEnding(after: statement.start)).first
      return next.map { $0.start < statement.end } ?? false
    }
  }

  /// The fixes with their places in the whole file; none of them overlap.
  private func fixes(of faults: [Diagnostic]) -> [FixIt] {
    var fixes: [FixIt] = []
    // The places of them all, in order.
    var taken: [ScriptRange] = []
    for fault in faults {
      guard let fix = fault.automaticFix, guesses != .none || fix.certainty == .certain,
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

/// Where parts of scripts begin and end, which is found when it is asked first.
private final class Bounds {
  private let pieces: [Mending.Piece]
  private let find: (ScriptText) -> [Int]
  /// By the places of the scripts.
  private var known: [Int: [ScriptRange]] = [:]

  init(_ pieces: [Mending.Piece], of find: @escaping (ScriptText) -> [Int]) {
    self.pieces = pieces
    self.find = find
  }

  /// The part that holds a place.
  func around(_ place: Int) -> ScriptRange {
    guard let piece = pieces.last(where: { $0.start <= place }) ?? pieces.first else {
      return ScriptRange(place, place)
    }
    let parts = known[piece.start] ?? parts(of: piece)
    known[piece.start] = parts
    return parts[Swift.min(parts.firstEnding(after: place), parts.count - 1)]
  }

  private func parts(of piece: Mending.Piece) -> [ScriptRange] {
    let bounds = find(piece.source).map { $0 + piece.start }
    let end = piece.start + piece.source.bytes.count
    return zip([piece.start] + bounds, bounds + [end]).map { ScriptRange($0, Swift.max($0, $1)) }
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

extension FixIt {
  /// Whether it puts words or marks into the places of others, and no phrase.
  fileprivate var isOneWord: Bool { edits.allSatisfy { !$0.replacement.contains(" ") } }
}

extension Diagnostic {
  /// Whether a next round mends it, which is no guess.
  fileprivate var isMendedNext: Bool { fix?.certainty == .certain }
}

extension DiagnosticCode {
  var isOfSyntax: Bool { rawValue.hasPrefix("CQ01") }
  fileprivate var isOfMeaning: Bool { rawValue.hasPrefix("CQ02") || rawValue.hasPrefix("CQ03") }
}
