// SPDX-License-Identifier: MIT

package import Diagnostics

// Fixes that are certain: the script is read with each of them, and no fault comes with it.
extension Parser {
  /// A script with more fixes to try, weighed by its length, is mended on trust; `cq check`
  /// looks at the whole again.
  private static let maximumTried = 1 << 20

  /// Reads on up to so many faults. The names of sources are only for advice. What is cancelled is
  /// cut between two statements. Without doubts it is not asked what else may be another
  /// language's.
  package static func parse(
    _ source: ScriptText, maximumFaults: Int, sources: [String] = [],
    translatesCalls: Bool = false, doubts: Bool = true,
    unless isCancelled: () -> Bool = { false }
  ) -> Parsed<Script> {
    parse(
      source, maximumFaults: maximumFaults, sources: sources, translatesCalls: translatesCalls,
      doubts: doubts, mendedTexts: MendedTexts(), unless: isCancelled)
  }

  private static func parse(
    _ source: ScriptText, maximumFaults: Int, sources: [String], translatesCalls: Bool,
    doubts: Bool, mendedTexts: MendedTexts, unless isCancelled: () -> Bool = { false }
  ) -> Parsed<Script> {
    let parsed = read(
      source, maximumFaults: maximumFaults, sources: sources, translatesCalls: translatesCalls,
      mendedTexts: mendedTexts, unless: isCancelled)
    let count = parsed.diagnostics.count { $0.fix != nil }
    guard !parsed.diagnostics.isEmpty, !isCancelled() else { return parsed }
    var diagnostics = parsed.diagnostics
    var doubtful: [ScriptRange] = []
    if count * source.bytes.count <= maximumTried {
      diagnostics = diagnostics.indices.map {
        certain($0, of: parsed.diagnostics, source, sources, mendedTexts)
      }
    }
    if doubts {
      let fixes = DoubtfulFixes(parsed, of: source, sources: sources, mendedTexts: mendedTexts)
      (diagnostics, doubtful) = fixes.judged(diagnostics)
    }
    return Parsed(
      tree: parsed.tree, tokens: parsed.tokens, diagnostics: diagnostics,
      isIncomplete: parsed.isIncomplete, doubtful: doubtful)
  }

  /// How often fixes are made that show up after others.
  private static let maximumRounds = 8

  /// A text with every fix made, and how certain that is; nil where it cannot be read even then.
  /// The names of sources are only for advice. What another language calls may be a function that
  /// the script defines: only of what can be none it is asked to translate that. Without doubts
  /// it is not asked what else may be another language's. What is mended inside of a text that is
  /// being mended is tried only so deep.
  package static func mended(
    _ text: String, sources: [String] = [], translatesCalls: Bool = false, doubts: Bool = true
  ) -> (text: String, certainty: FixIt.Certainty)? {
    mended(
      text, sources: sources, translatesCalls: translatesCalls, doubts: doubts, MendedTexts())
  }

  /// The same inside of a text for which others are mended.
  static func mended(
    _ text: String, sources: [String] = [], translatesCalls: Bool = false, doubts: Bool = true,
    inside outer: MendedTexts
  ) -> (text: String, certainty: FixIt.Certainty)? {
    outer.inner.flatMap {
      mended(text, sources: sources, translatesCalls: translatesCalls, doubts: doubts, $0)
    }
  }

  private static func mended(
    _ text: String, sources: [String], translatesCalls: Bool, doubts: Bool,
    _ mendedTexts: MendedTexts
  ) -> (text: String, certainty: FixIt.Certainty)? {
    var source = ScriptText(name: "", text)
    var certainty = FixIt.Certainty.certain
    for _ in 0..<maximumRounds {
      let faults = parse(
        source, maximumFaults: maximumFaults, sources: sources, translatesCalls: translatesCalls,
        doubts: doubts, mendedTexts: mendedTexts
      ).diagnostics
      if faults.isEmpty { return (String(decoding: source.bytes, as: UTF8.self), certainty) }
      var edits: [FixIt.Edit] = []
      for fix in faults.compactMap(\.fix) where edits.allSatisfy({ !fix.touches($0.range) }) {
        edits += fix.edits
        certainty = certainty.with(fix.certainty)
      }
      if edits.isEmpty { return nil }
      source = ScriptText(name: "", bytes: FixIt(edits).appliedBytes(to: source))
    }
    return nil
  }

  /// The same, once for each text of a script and of what its fixes make of it.
  func mended(
    _ text: String, translatesCalls: Bool = false
  ) -> (text: String, certainty: FixIt.Certainty)? {
    mendedTexts.mended(text, translatesCalls) {
      Self.mended(text, translatesCalls: translatesCalls, inside: mendedTexts)
    }
  }

  /// A fault, without its fix where that makes another fault.
  private static func certain(
    _ index: Int, of faults: [Diagnostic], _ source: ScriptText, _ sources: [String],
    _ mendedTexts: MendedTexts
  ) -> Diagnostic {
    let isRead = { (fix: FixIt, others: [Diagnostic]) in
      Self.isRead(fix, besides: others, source, sources, mendedTexts)
    }
    let fault = faults[index]
    guard let fix = fault.fix else { return fault }
    var others = faults
    others.remove(at: index)
    guard isRead(fix, others) else { return fault.withoutFix }
    // What begins like another language's comment may be an operator written twice.
    if let mark = fault.comment, isRead(mark, others) {
      let quotient = fault.quotient
      let fits = quotient.map { isRead($0, others) } ?? false
      return fault.with(fits ? quotient : nil)
    }
    return fault
  }

  /// Whether a script with a fix has only the other faults that it had, and those that the mended
  /// one has hidden behind it, if they can be mended likewise.
  private static func isRead(
    _ fix: FixIt, besides others: [Diagnostic], _ source: ScriptText, _ sources: [String],
    _ mendedTexts: MendedTexts, rounds: Int = maximumRounds
  ) -> Bool {
    let mended = ScriptText(name: source.name, bytes: fix.appliedBytes(to: source))
    var known = others.map { FaultPlace($0, after: fix.edits) }
    var (old, hidden) = ([Diagnostic](), [FixIt.Edit]())
    let read = read(
      mended, maximumFaults: maximumFaults, sources: sources, mendedTexts: mendedTexts)
    for fault in read.diagnostics {
      if let same = known.firstIndex(of: FaultPlace(fault)) {
        known.remove(at: same)
        old.append(fault)
      } else if let next = fault.fix, next.certainty == .certain, next.stands(behind: fix) {
        hidden += next.edits
      } else {
        return false
      }
    }
    return hidden.isEmpty
      || rounds > 0
        && isRead(FixIt(hidden), besides: old, mended, sources, mendedTexts, rounds: rounds - 1)
  }
}

/// What texts are with every fix made: to find that out is dear, and each fix of a script is tried
/// by reading all of it again.
final class MendedTexts {
  typealias Mended = (text: String, certainty: FixIt.Certainty)

  /// Texts within texts that are mended: deeper ones come from brackets in brackets, or are the
  /// same again.
  private static let maximumDepth = 3

  /// A text by its bytes, and how it is read.
  private struct Asked: Hashable {
    let bytes: [UInt8]
    let translatesCalls: Bool
  }

  /// Nil for what cannot be mended.
  private var known: [Asked: Mended?] = [:]
  /// How many texts are being mended around these.
  private let depth: Int
  /// Those inside of one of these; nil where that is too deep.
  private(set) lazy var inner =
    depth < Self.maximumDepth ? MendedTexts(depth: depth + 1) : nil

  init(depth: Int = 0) { self.depth = depth }

  /// How many texts have been asked for.
  var count: Int { known.count }

  fileprivate func mended(
    _ text: String, _ translatesCalls: Bool, _ mend: () -> Mended?
  ) -> Mended? {
    let asked = Asked(bytes: Array(text.utf8), translatesCalls: translatesCalls)
    if let mended = known[asked] { return mended }
    let mended = mend()
    known[asked] = .some(mended)
    return mended
  }
}

/// Which fault it is, and where: the same before and after another one has been mended.
package struct FaultPlace: Hashable, Sendable {
  private let code: DiagnosticCode
  /// Nil for a fault without a place.
  private let start: Int?

  init(_ fault: Diagnostic, after edits: [FixIt.Edit] = []) {
    self.init(fault.code, at: fault.primary?.range.start, after: edits)
  }

  /// Where a fault is after edits of the text around it.
  package init(_ code: DiagnosticCode, at place: Int?, after edits: [FixIt.Edit] = []) {
    self.code = code
    start = place.map { place in
      edits.reduce(place) { moved, edit in
        edit.range.end <= place ? moved + edit.replacement.utf8.count - edit.range.count : moved
      }
    }
  }
}

extension Diagnostic {
  fileprivate var withoutFix: Diagnostic { with(nil) }

  /// The fault with what helps against another one that follows from it.
  func helped(by other: Diagnostic) -> Diagnostic {
    Diagnostic(
      code, message, at: primary, secondary: secondary, remarks: remarks + other.remarks,
      fix: fix,
      severity: severity, in: source)
  }

  /// For `A // B`, where two plain values stand around the mark, the whole quotient.
  fileprivate var quotient: FixIt? {
    guard let source, let range = primary?.range, source[range] == "//" else { return nil }
    let line = source.line(around: range.start).range
    let before = source[ScriptRange(line.start, range.start)]
    let after = source[ScriptRange(range.end, line.end)]
    guard let left = before.firstMatch(of: /([\w.$]+)[ \t]*$/)?.output,
      let right = after.firstMatch(of: /^[ \t]*([\w.$]+)/)?.output
    else { return nil }
    let whole = ScriptRange(range.start - left.0.utf8.count, range.end + right.0.utf8.count)
    return .replace(whole, with: "floor(\(left.1) / \(right.1))", .suggested)
  }

  /// For another language's comment the fix that makes a division or a difference of it.
  fileprivate var comment: FixIt? {
    guard let fix, fix.edits.count == 1, fix.edits[0].replacement == "#", let source,
      let range = primary?.range
    else { return nil }
    return .replace(range, with: String(source[range].prefix(1)))
  }
}
