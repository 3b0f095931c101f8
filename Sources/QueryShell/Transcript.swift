// SPDX-License-Identifier: MIT

import Catalogue
package import CatalogueSources
import Diagnostics
import QuerySyntax
import ResultRendering

/// A Markdown text whose fenced blocks are a session: each `cq` block is followed by an `output`
/// block (what standard output shows, as a table 80 wide) or an `error` block (the short form of
/// what is wrong), or both. Notes and warnings are left out.
package struct Transcript: Sendable {
  /// A `cq` block and what should come of it.
  package struct Block: Sendable, Equatable {
    /// The line of the opening fence, from 1.
    package let line: Int
    package let script: String
    /// Nil where no such block follows.
    package let output: String?
    package let error: String?

    package init(line: Int, script: String, output: String?, error: String?) {
      self.line = line
      self.script = script
      self.output = output
      self.error = error
    }

    /// What the script is called in messages, which are the same wherever the block stands.
    fileprivate static let scriptName = "<block>"

    /// Messages with places in a page in the stead of those in the block.
    func placed(_ messages: String, in page: String) -> String {
      messages.split(separator: "\n", omittingEmptySubsequences: false).map { message in
        guard message.hasPrefix(Self.scriptName + ":") else { return String(message) }
        let rest = message.dropFirst(Self.scriptName.count + 1)
        let number = rest.prefix { $0.isNumber }
        return page + ":" + (Int(number).map { "\($0 + line)" } ?? "")
          + rest.dropFirst(number.count)
      }.joined(separator: "\n")
    }

    /// Whether nothing in it runs.
    fileprivate var isEmpty: Bool {
      let parsed = Parser.parse(ScriptText(name: Self.scriptName, script))
      return parsed.tree.statements.isEmpty && parsed.diagnostics.isEmpty
    }
  }

  /// A fence such as ```` ```cq exercise=1.1 ````, one of scripts in a list or a quotation, or one
  /// of a block with nothing to run: taking it for a plain one, or for none, would judge something
  /// else than is written.
  package struct RefusedFence: Sendable, Equatable {
    /// The line of the fence, from 1.
    package let line: Int
    /// Whether what it begins is a script.
    let isOfScript: Bool
    let reason: String
  }

  package let name: String
  package let blocks: [Block]
  /// The line of an opening fence, from 1, that has no closing one and so hides what is tested.
  package let unclosed: Int?
  /// In the order of their lines.
  package let refused: [RefusedFence]
  private let lines: [Line]
  /// The mark of byte order before the text, as editors of Windows write it; mostly empty.
  private let mark: String
  let fences: [Fence]

  package init(name: String, text: String) {
    self.name = name
    mark = text.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" : ""
    let lines = Line.lines(of: String(text.unicodeScalars.dropFirst(mark.isEmpty ? 0 : 1)))
    let found = Self.fences(in: lines)
    self.lines = lines
    fences = found.closed
    let blocks = Self.blocks(in: found.closed)
    self.blocks = blocks.filter { !$0.isEmpty }
    let empty = blocks.filter(\.isEmpty).map {
      RefusedFence(line: $0.line, isOfScript: true, reason: "the `cq` block has no statement")
    }
    refused = (Self.refused(in: found.closed) + found.misplaced + empty).sorted {
      $0.line < $1.line
    }
    unclosed = found.unclosed.flatMap { Self.hidesBlocks(lines[$0...]) ? $0 + 1 : nil }
  }

  init(_ source: ScriptText) {
    self.init(name: source.name, text: String(decoding: source.bytes, as: UTF8.self))
  }

  private struct Line: Sendable {
    let text: String
    /// The line break behind it; empty for the last line.
    let end: String

    /// What the first word of a fence means; nil for a line that is none.
    var fenceMeaning: String? {
      text.hasPrefix("```") ? Transcript.meaning(of: text.drop { $0 == "`" }) : nil
    }

    /// Whether it begins a script for other readers of Markdown, who look behind the marks of
    /// lists and quotations.
    var isMisplacedFence: Bool {
      var marks = text[...]
      while let container = marks.prefixMatch(of: /[ \t>]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+/) {
        marks = marks[container.range.upperBound...]
      }
      guard marks.hasPrefix("```") || marks.hasPrefix("~~~") else { return false }
      return Transcript.meaning(of: marks.drop { $0 == "`" || $0 == "~" }) == "cq"
    }

    /// The line breaks of Unix and of Windows; the two bytes of the latter are one character.
    static func lines(of text: String) -> [Line] {
      let parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return parts.enumerated().map { index, part in
        let isLast = index == parts.count - 1
        guard !isLast, part.last == UInt8(ascii: "\r") else {
          return Line(text: String(Substring(part)), end: isLast ? "" : "\n")
        }
        return Line(text: String(Substring(part.dropLast())), end: "\r\n")
      }
    }
  }

  /// A block between two lines of backticks.
  struct Fence: Sendable {
    /// The first word behind the marks, and the others.
    let kind: String
    let words: String
    let marks: String
    /// Indices of the fence's own lines.
    let opening: Int
    let closing: Int
    /// With its line breaks as they are.
    let text: String

    /// The block without space around it, at its place in the page.
    func script(of page: String) -> ScriptText {
      let space = text.prefix(while: \.isWhitespace)
      let lines = space.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return ScriptText(
        name: page, bytes: Array(text.trimmed.utf8), firstLine: opening + 1 + lines.count,
        firstColumn: (lines.last?.unicodeScalars.count ?? 0) + 1)
    }
  }

  private static func fences(
    in lines: [Line]
  ) -> (closed: [Fence], unclosed: Int?, misplaced: [RefusedFence]) {
    var fences: [Fence] = []
    var misplaced: [RefusedFence] = []
    var opening: (line: Int, marks: String)?
    for (index, line) in lines.enumerated() {
      if let open = opening {
        guard line.text == open.marks else { continue }
        let inner = lines[(open.line + 1)..<index]
        let words = lines[open.line].text.dropFirst(open.marks.count).split(separator: " ")
        fences.append(
          Fence(
            kind: words.first.map(String.init) ?? "",
            words: words.dropFirst().joined(separator: " "), marks: open.marks,
            opening: open.line, closing: index, text: inner.map { $0.text + $0.end }.joined()))
        opening = nil
      } else if line.text.hasPrefix("```") {
        opening = (index, String(line.text.prefix { $0 == "`" }))
      } else if line.isMisplacedFence {
        let reason = "`cq` blocks begin with ``` at the start of a line"
        misplaced.append(RefusedFence(line: index + 1, isOfScript: true, reason: reason))
      }
    }
    return (fences, opening?.line, misplaced)
  }

  /// Whether lines that a fence without an end has swallowed are tested, or would be.
  private static func hidesBlocks(_ lines: ArraySlice<Line>) -> Bool {
    let kind = lines.first.flatMap { $0.fenceMeaning }
    return kind == "output" || kind == "error" || lines.contains { $0.fenceMeaning == "cq" }
  }

  /// The word that is meant behind the marks of a fence. Other readers take `CQ`, `{cq}`, `{.cq}`
  /// and `cq,ignore` for `cq`.
  private static func meaning(of words: Substring) -> String {
    let isPart = { (character: Character) in
      character.isLetter || character.isNumber || character == "-" || character == "_"
    }
    return words.drop { !isPart($0) }.prefix(while: isPart).lowercased()
  }

  private static func refused(in fences: [Fence]) -> [RefusedFence] {
    var followsScript = false
    return fences.compactMap { fence in
      let meaning = meaning(of: fence.kind[...])
      let isExpectation = followsScript && ["output", "error"].contains(meaning)
      followsScript = meaning == "cq" || isExpectation
      let isPlain = fence.kind == meaning
      guard followsScript, !isPlain || !fence.words.isEmpty else { return nil }
      if isPlain, meaning == "cq", LessonParser.isOfLesson(fence.words) { return nil }
      let reason =
        isPlain
        ? "`\(meaning)` blocks take no `\(fence.words)`"
        : "`\(meaning)` blocks begin with ```\(meaning), not with ```\(fence.kind)"
      return RefusedFence(line: fence.opening + 1, isOfScript: meaning == "cq", reason: reason)
    }
  }

  private static func blocks(in fences: [Fence]) -> [Block] {
    fences.indices.filter { fences[$0].kind == "cq" && fences[$0].words.isEmpty }.map { index in
      block(
        fences[index].opening + 1, fences[index].text, expectations(after: index, in: fences))
    }
  }

  private static func block(
    _ line: Int, _ script: String, _ following: ArraySlice<Fence>
  ) -> Block {
    Block(
      line: line, script: script,
      output: following.first { $0.kind == "output" }.map { withPlainBreaks($0.text) },
      error: following.first { $0.kind == "error" }.map { withPlainBreaks($0.text) })
  }

  /// The blocks directly after a script that say what should come of it.
  private static func expectations(after script: Int, in fences: [Fence]) -> ArraySlice<Fence> {
    fences.dropFirst(script + 1).prefix {
      ["output", "error"].contains($0.kind) && $0.words.isEmpty
    }
  }

  /// The texts of blocks such as ```` ```csv file=old.csv ````, which scripts may read.
  var files: [String: [UInt8]] {
    fences.reduce(into: [:]) { files, fence in
      guard let name = LessonParser.fileName(fence.words) else { return }
      files[name] = Array(fence.text.utf8)
    }
  }

  /// What those blocks are called, by the lines where they begin, from 1.
  var namesOfFiles: [Int: String] {
    fences.reduce(into: [:]) { $0[$1.opening + 1] = LessonParser.fileName($1.words) }
  }

  /// The lines outside of blocks, each with its place from 0.
  var plainLines: [(index: Int, text: String)] {
    var hidden = Set<Int>()
    for fence in fences { hidden.formUnion(fence.opening...fence.closing) }
    return lines.indices.filter { !hidden.contains($0) }.map { ($0, lines[$0].text) }
  }

  /// The text, with empty lines in the place of some, which are counted from 1.
  func text(without numbers: Set<Int>) -> String {
    mark
      + lines.enumerated().map { index, line in
        (numbers.contains(index + 1) ? "" : line.text) + line.end
      }.joined()
  }

  /// Where each line begins, in bytes; the end of the text is the last.
  var starts: [Int] {
    lines.reduce(into: [mark.utf8.count]) { starts, line in
      starts.append((starts.last ?? 0) + line.text.utf8.count + line.end.utf8.count)
    }
  }

  /// The scripts of the blocks that are to succeed, each where it stands in the text.
  var scripts: [(source: ScriptText, start: Int)] {
    let starts = self.starts
    return blocks.filter { $0.error == nil }.map { (script(of: $0), starts[$0.line]) }
  }

  /// The script of a block, at its place in the page.
  func script(of block: Block) -> ScriptText {
    ScriptText(name: name, bytes: Array(block.script.utf8), firstLine: block.line + 1)
  }

  /// The text with what came of each block in the place of what was expected; a block of which
  /// nothing was expected gets a block of its own for what came.
  package func updated(with results: [Block]) -> String {
    var replacements: [Int: (closing: Int, lines: [String])] = [:]
    var additions: [Int: [String]] = [:]
    for result in results {
      guard let start = fences.firstIndex(where: { $0.opening + 1 == result.line })
      else { continue }
      let expectations = Self.expectations(after: start, in: fences)
      for fence in expectations {
        let text = fence.kind == "output" ? result.output : result.error
        replacements[fence.opening] = (
          fence.closing, Self.fenced(text ?? "", as: fence.kind, marks: fence.marks)
        )
      }
      // Nothing has to be written of what a lesson shows later.
      if expectations.isEmpty, fences[start].words.isEmpty {
        additions[fences[start].closing] = Self.expected(of: result)
      }
    }
    var result = mark
    var index = 0
    while index < lines.count {
      let replacement = replacements[index]
      let last = replacement?.closing ?? index
      let new = (replacement?.lines ?? [lines[index].text]) + (additions[index] ?? [])
      // The last line of a page has no line break, so what comes before gets that of the page.
      let lineBreak = lines[index].end.isEmpty ? lines[0].end : lines[index].end
      result += new.joined(separator: lineBreak) + lines[last].end
      index = last + 1
    }
    return result
  }

  /// The blocks that say what has come of a script.
  private static func expected(of result: Block) -> [String] {
    [("output", result.output), ("error", result.error)].flatMap { kind, text in
      text.flatMap { $0.isEmpty ? nil : fenced($0, as: kind, marks: "```") } ?? []
    }
  }

  /// A block in which a text stands, between fences that no line of it can close.
  private static func fenced(_ text: String, as kind: String, marks: String) -> [String] {
    var lines = Line.lines(of: text).map(\.text)
    if lines.last == "" { lines.removeLast() }
    let longest = lines.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
    let count = max(marks.count, longest >= 3 ? longest + 1 : 0)
    let fence = String(repeating: "`", count: count)
    return [fence + kind] + lines + [fence]
  }

  /// The text with the line breaks that results have.
  private static func withPlainBreaks(_ text: String) -> String {
    Line.lines(of: text).map { $0.text + ($0.end.isEmpty ? "" : "\n") }.joined()
  }
}

extension Transcript {
  /// Runs the page in one session that is offline; gives each block with what came of it.
  package func run(in pack: Pack? = nil, telling line: ProgressLine? = nil) -> [Block] {
    played(in: pack, telling: line).compactMap { $0.role == .example ? $0.result : nil }
  }

  /// What is written of a script and what came of it.
  struct Played {
    let expected: Block
    let result: Block
    let role: PageScript.Role
  }

  /// The same of all scripts, those of lessons too.
  func played(in pack: Pack? = nil, telling line: ProgressLine? = nil) -> [Played] {
    var settings = SessionSettings(
      Self.invocation, TerminalEnvironment(), watch: ProgressLine.watch(telling: line))
    settings.keepsResults = true
    settings.use(pack)
    settings.run.sources.texts = files
    let output = OutputStream()
    let errors = OutputStream()
    let session = Session(
      settings, output: output, errors: errors, progress: line.map(ProgressLine.init(partOf:)),
      calendar: { ScriptTest.day })
    // A solution is judged with its exercise; here it is only compared.
    let scripts = pageScripts(with: lessons).filter {
      $0.role != .solution || !expectations(at: $0.line).isEmpty
    }
    return scripts.enumerated().map { index, page in
      line?.show("\(name): block \(index + 1) of \(scripts.count)")
      let expected = expected(of: page)
      let before = session.state
      // What nobody has foreseen is looked for in the page.
      let isPlaced = page.isAside && expected.error == nil
      _ = session.run(
        isPlaced ? page.script : ScriptText(name: Block.scriptName, expected.script))
      if page.isAside { session.restore(before) }
      let error = errors.taken()
      let result = Block(
        line: page.line, script: expected.script,
        output: Self.withPlainBreaks(output.taken()),
        error: expected.error == nil && error.isEmpty ? nil : error)
      return Played(expected: expected, result: result, role: page.role)
    }
  }

  private var lessons: [Lesson] {
    LessonParser(self, isLenient: !LessonParser.hasLessons(self)).lessons
  }

  private func expected(of page: PageScript) -> Block {
    if let block = blocks.first(where: { $0.line == page.line }) { return block }
    return Self.block(page.line, page.script.text, expectations(at: page.line))
  }

  /// The blocks directly after a script that say what should come of it.
  private func expectations(at line: Int) -> ArraySlice<Fence> {
    let place = fences.firstIndex { $0.opening + 1 == line }
    return place.map { Self.expectations(after: $0, in: fences) } ?? []
  }

  private static var invocation: Invocation {
    var invocation = Invocation()
    invocation.format = OutputFormat.table.name
    invocation.errorStyle = DiagnosticStyle.short.rawValue
    invocation.run.isOffline = true
    invocation.run.quietness = .all
    return invocation
  }
}
