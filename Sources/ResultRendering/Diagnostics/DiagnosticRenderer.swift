// SPDX-License-Identifier: MIT

import Catalogue
package import Diagnostics

/// The forms in which diagnostics are written, by the names of the option `--errors`.
package enum DiagnosticStyle: String, CaseIterable, Sendable {
  /// Several lines with an excerpt of the source, for a person at a terminal.
  case full
  /// One line of at most 200 cells that is complete by itself.
  case short
  /// One object a line.
  case json
}

/// Writes diagnostics. Whatever they quote is made safe for a terminal in every form.
package struct DiagnosticRenderer: Sendable {
  package static let maximumShortWidth = 200

  private let form: DiagnosticStyle
  private let width: Int
  private let wraps: Bool
  private let ascii: Bool
  private let lostLetters: LostLetters?
  private let style: TextStyle

  /// `width` is that of the terminal, in cells; longer lines of source are cut around the fault.
  /// With `wraps` sentences that are longer are broken between words.
  package init(
    _ form: DiagnosticStyle, width: Int = 80, wraps: Bool = false, colour: Bool = false,
    ascii: Bool = false, lostLetters: LostLetters? = nil
  ) {
    self.form = form
    self.width = width
    self.wraps = wraps && form == .full
    self.ascii = ascii
    self.lostLetters = lostLetters
    style = TextStyle(isOn: colour)
  }

  /// The diagnostic in lines, each with its line break.
  package func text(_ diagnostic: Diagnostic) -> String {
    switch form {
    case .full: full(diagnostic.withoutSecrets)
    case .short: short(diagnostic) + "\n"
    case .json: DiagnosticJSON(ascii: ascii).line(diagnostic)
    }
  }

  /// What is told besides, with its line break.
  package func text(note: String) -> String {
    if form == .json { return DiagnosticJSON(ascii: ascii).line(note: note) }
    // Told at nearly every start: without the types that folding makes.
    guard wraps else { return "note: \(words.safe(note))\n" }
    return folded("note", words.safe(note)).map { $0 + "\n" }.joined()
  }

  /// A sentence behind a word for what it is, in as many lines as it needs.
  private func folded(
    _ kind: String, _ text: String, _ look: TextStyle.Look? = nil,
    _ textLook: TextStyle.Look? = nil
  ) -> [String] {
    let styled = { (text: String, look: TextStyle.Look?) in
      look.map { style.styled(text, $0) } ?? text
    }
    // The room of an indentation is kept free in every line.
    let parts =
      wraps && DisplayWidth.of("\(kind): \(text)") > width
      ? DisplayWidth.wrapped("\(kind): \(text)", to: max(width - 2, 1)) : ["\(kind): \(text)"]
    return parts.enumerated().map { number, part in
      guard number == 0, part.hasPrefix(kind + ": ") else { return "  " + styled(part, textLook) }
      let rest = styled(String(part.dropFirst(kind.count + 2)), textLook)
      // The code of a fault is set off, without what stands behind it.
      return (textLook == nil ? styled("\(kind):", look) : styled(kind, look) + ":") + " \(rest)"
    }
  }

  /// Appends the diagnostic in lines.
  package func append(_ diagnostic: Diagnostic, to output: inout [UInt8]) {
    output.append(contentsOf: text(diagnostic).utf8)
  }

  private var words: DiagnosticWords { DiagnosticWords(ascii: ascii, lostLetters: lostLetters) }

  private func full(_ diagnostic: Diagnostic) -> String {
    let look = Self.look(of: diagnostic.severity)
    let head = "\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]"
    var lines = folded(head, words.quotesFitted(diagnostic.message), look, .bold)
    if let place = place(of: diagnostic), diagnostic.source?.isNamed == true {
      lines.append(style.styled(" --> \(place)", .dim))
    }
    if let source = diagnostic.source {
      let excerpt = SourceExcerpt(
        diagnostic, of: source, width: width, wraps: wraps, look: look, style: style, words: words)
      lines += excerpt.lines
    }
    for remark in diagnostic.remarks {
      lines += folded(words.safe(remark.kind), words.safe(remark.text), .cyan)
    }
    if let fix = diagnostic.fix, let source = diagnostic.source {
      let isCertain = diagnostic.automaticFix != nil
      let word = style.styled(isCertain ? "fix:" : "maybe:", isCertain ? .green : .cyan)
      lines.append("\(word) \(words.safe(correction(fix, in: source)))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The corrected line; what takes out whole lines leaves none to be shown.
  private func correction(_ fix: FixIt, in source: ScriptText) -> String {
    let corrected = fix.correctedLine(in: source)
    let start = fix.edits.first?.range.start ?? 0
    guard corrected != source[source.line(around: start).range] else { return "leave this out" }
    return String(corrected.drop { $0 == " " || $0 == "\t" })
  }

  private func short(_ diagnostic: Diagnostic) -> String {
    var line = place(of: diagnostic).map { "\($0): " } ?? ""
    line += "\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]: "
    line += words.quotesFitted(diagnostic.message)
    if let label = diagnostic.primary, label.isQuestion {
      line += "; " + words.quotesFitted(label.text)
    }
    return words.cut(line, to: Self.maximumShortWidth)
  }

  /// `file:line:column`, as editors and compilers understand it.
  private func place(of diagnostic: Diagnostic) -> String? {
    guard let source = diagnostic.source else { return nil }
    let name = words.safe(source.name)
    guard let primary = diagnostic.primary else { return name }
    let place = source.place(of: primary.range.start)
    return "\(name):\(place.line):\(place.column)"
  }

  private static func look(of severity: Diagnostic.Severity) -> TextStyle.Look {
    switch severity {
    case .error, .failed: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }
}

extension Diagnostic {
  /// The same with a source that may be quoted.
  fileprivate var withoutSecrets: Diagnostic {
    var diagnostic = self
    diagnostic.source = source?.withoutSecrets
    return diagnostic
  }
}

extension ScriptText {
  /// The text as it may be quoted, with all places as they are.
  fileprivate var withoutSecrets: ScriptText {
    let shown = AddressSecrets.starred(bytes)
    if shown == bytes { return self }
    let first = place(of: 0)
    return ScriptText(
      name: name, bytes: shown, firstLine: first.line, firstColumn: first.column)
  }

  /// Whether the name is that of a file; others are in angle brackets.
  fileprivate var isNamed: Bool { name.utf8.first != UInt8(ascii: "<") }
}
