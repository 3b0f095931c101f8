// SPDX-License-Identifier: MIT

/// One fault of a script, of data or of the world, in the form a person reads.
///
/// A fault is found once and said once. The wording is declared beside the check that finds it;
/// how it is laid out (in full, in one line, as JSON) is decided where it is rendered.
public struct Diagnostic: Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error
    case warning
    case note
    /// An `assert` or `expect` that was false.
    case failed = "FAILED"
  }

  /// A place and what is to be said about it; the text may be empty.
  public struct Label: Sendable, Equatable {
    public let range: ScriptRange
    public let text: String
    /// Whether it asks for what was meant, which is told in one line too.
    public let isQuestion: Bool

    public init(_ range: ScriptRange, _ text: String = "") {
      self.range = range
      self.text = text
      isQuestion = false
    }

    /// A label that asks `did you mean ...?`, or says nothing where there is no question.
    public init(_ range: ScriptRange, question: String?) {
      self.range = range
      text = question ?? ""
      isQuestion = question != nil
    }

    fileprivate func moved(to range: ScriptRange) -> Label {
      isQuestion ? Label(range, question: text) : Label(range, text)
    }
  }

  /// A line below the excerpt, introduced by a word such as `help` or `fields`.
  public struct Remark: Sendable, Equatable {
    public let kind: String
    /// Empty where a remedy is told of.
    public let text: String
    /// What whoever shows the diagnostic puts into words of its own.
    public let remedy: Remedy?

    public init(_ kind: String, _ text: String) {
      self.kind = kind
      self.text = text
      remedy = nil
    }

    private init(_ kind: String, _ remedy: Remedy) {
      self.kind = kind
      text = ""
      self.remedy = remedy
    }

    public static func help(_ text: String) -> Remark { Remark("help", text) }
    public static func help(_ remedy: Remedy) -> Remark { Remark("help", remedy) }
    public static func note(_ text: String) -> Remark { Remark("note", text) }
    public static func note(_ remedy: Remedy) -> Remark { Remark("note", remedy) }
  }

  public let code: DiagnosticCode
  public var severity: Severity
  public let message: String
  /// The text that the labels point into; nil for faults that have no place.
  public var source: ScriptText?
  public let primary: Label?
  public let secondary: [Label]
  public private(set) var remarks: [Remark]
  /// A change that mends it or may be meant.
  public let fix: FixIt?

  /// The fix, where it is made without asking: a certain one, or a guess, which is certain where
  /// nothing is wrong with the statement then.
  public var automaticFix: FixIt? { fix?.certainty == .suggested ? nil : fix }

  /// The fix, where a person has to decide on it.
  public var suggestion: FixIt? { fix?.certainty == .suggested ? fix : nil }

  public init(
    _ code: DiagnosticCode, _ message: String, at primary: Label? = nil,
    secondary: [Label] = [], remarks: [Remark] = [], fix: FixIt? = nil,
    severity: Severity = .error, in source: ScriptText? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.source = source
    self.primary = primary
    self.secondary = secondary
    self.remarks = remarks
    self.fix = fix
  }

  /// The same with another fix, or none.
  package func with(_ fix: FixIt?) -> Diagnostic {
    Diagnostic(
      code, message, at: primary, secondary: secondary, remarks: remarks, fix: fix,
      severity: severity, in: source)
  }

  /// The same with other remarks.
  public func with(remarks: [Remark]) -> Diagnostic {
    var copy = self
    copy.remarks = remarks
    return copy
  }

  /// The same at places of another text, to which `place` leads; without the fix where that changes
  /// what the other text does not have.
  package func moved(
    into source: ScriptText, _ place: (ScriptRange) -> (range: ScriptRange, isThere: Bool)
  ) -> Diagnostic {
    let edits = fix?.edits.map { (place($0.range), $0.replacement) } ?? []
    let isWhole = edits.allSatisfy { $0.0.isThere }
    return Diagnostic(
      code, message, at: primary.map { $0.moved(to: place($0.range).range) },
      secondary: secondary.map { $0.moved(to: place($0.range).range) }, remarks: remarks,
      fix: isWhole
        ? fix.map { FixIt(edits.map { .init($0.0.range, $0.1) }, $0.certainty) } : nil,
      severity: severity, in: source)
  }

  /// Whether work stops because of it.
  public var isFatal: Bool { severity == .error || severity == .failed }
}

/// A change of the text that mends a fault: edits that do not overlap, in order.
public struct FixIt: Sendable, Equatable {
  /// How sure it is that a change says what was meant.
  public enum Certainty: Sendable {
    /// It is another way to write the same.
    case certain
    /// A word is guessed: it was meant if nothing is wrong with the statement then.
    case guessed
    /// It may have been meant, and something else as well: a person decides.
    case suggested

    /// That of two changes together: one guess on top of another is no more than a suggestion.
    package func with(_ other: Self) -> Self {
      switch (self, other) {
      case (.certain, let only), (let only, .certain): only
      case (.guessed, _), (.suggested, _): .suggested
      }
    }
  }

  public struct Edit: Sendable, Equatable {
    public let range: ScriptRange
    public let replacement: String

    public init(_ range: ScriptRange, _ replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  public let edits: [Edit]
  public let certainty: Certainty

  public init(_ edits: [Edit], _ certainty: Certainty = .certain) {
    self.edits = edits.sorted { $0.range.start < $1.range.start }
    self.certainty = certainty
  }

  public static func replace(
    _ range: ScriptRange, with text: String, _ certainty: Certainty = .certain
  ) -> FixIt {
    FixIt([Edit(range, text)], certainty)
  }

  /// The only word that is near another one in its place: a guess where one slip of the keys lies
  /// between them, else a suggestion. Nil where none is near, or several are.
  public static func word(
    _ word: String, at range: ScriptRange, near: [String],
    as written: (String) -> String = { $0 }
  ) -> FixIt? {
    guard near.count == 1 else { return nil }
    let isSlip = Suggestion.isSlip(word, of: near[0])
    return .replace(range, with: written(near[0]), isSlip ? .guessed : .suggested)
  }

  /// Whether it changes a place, or what stands next to it.
  package func touches(_ place: ScriptRange) -> Bool {
    edits.contains { $0.range.start <= place.end && place.start <= $0.range.end }
  }

  /// Whether it changes only what stands behind another change, which has been made.
  package func stands(behind other: FixIt) -> Bool {
    guard let first = edits.first, let last = other.edits.last else { return false }
    let growth = other.edits.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count }
    return first.range.start >= last.range.end + growth
  }

  /// The same change where it is not certain.
  public var suggested: FixIt { FixIt(edits, .suggested) }

  /// The source with the edits made.
  public func applied(to source: ScriptText) -> String {
    String(decoding: appliedBytes(to: source), as: UTF8.self)
  }

  /// A line and those after it on which a replacement goes on.
  private func lines(in source: ScriptText, from line: ScriptRange) -> ScriptRange {
    let replaced = edits.filter { $0.range.start <= line.end && !$0.replacement.isEmpty }
    guard let last = replaced.map(\.range.end).max(), last > line.end,
      last <= source.bytes.count
    else { return line }
    return line.union(source.line(around: last).range)
  }

  /// The bytes of the source with the edits made.
  package func appliedBytes(to source: ScriptText) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for edit in edits where edit.range.start >= copied && edit.range.end <= source.bytes.count {
      result += source.bytes[copied..<edit.range.start]
      result += Array(edit.replacement.utf8)
      copied = edit.range.end
    }
    result += source.bytes[copied...]
    return result
  }

  /// The corrected line on which the first edit stands, as the shell offers it, with those after it
  /// over which words are replaced.
  public func correctedLine(in source: ScriptText) -> String {
    guard let first = edits.first else { return "" }
    let line = lines(in: source, from: source.line(around: first.range.start).range)
    let inLine = edits.filter { $0.range.start >= line.start && $0.range.end <= line.end }
    let text = ScriptText(name: source.name, bytes: Array(source.bytes[line.start..<line.end]))
    let moved = inLine.map { edit in
      Edit(
        ScriptRange(edit.range.start - line.start, edit.range.end - line.start), edit.replacement)
    }
    return FixIt(moved).applied(to: text)
  }
}
