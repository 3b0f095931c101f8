// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import LineEditing
import QuerySyntax
import TestSupport
import Testing

@testable import QueryShell

/// Tab at the places of the scripts of the repository: whatever is offered can stand there, and the
/// word that stands there is offered.
@Suite struct CompletionCorpusTests {
  /// How many places are looked at; `CQ_COMPLETION_PLACES` asks for more, and
  /// `CQ_COMPLETION_SEED` for others.
  private static let count = number("CQ_COMPLETION_PLACES") ?? 150
  private static let seed = number("CQ_COMPLETION_SEED") ?? 20_261_127

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// A script, and those that have run before it.
  private struct CorpusScript {
    /// Those in which a word is a name, or a line goes on, only because of what follows, and those
    /// of which a part is wrong on purpose.
    static let misleading = [
      "expect-error-of-apostrophes", "expect-error-of-syntax", "expect-error-over-lines",
      "line-continued-in-brackets",
      "name-like-an-operator-at-the-end", "show-computed",
    ]

    let name: String
    let text: String
    let before: [String]
  }

  /// Valid scripts of the grammar's corpus, and the blocks of pages, each behind those above it.
  private static func scripts() throws -> [CorpusScript] {
    var scripts = try files("Grammar/corpus/valid", ".cq").filter {
      let name = $0.split(separator: "/").last ?? ""
      return !name.hasPrefix("definition-")
        && !CorpusScript.misleading.contains(String(name.dropLast(3)))
    }.map { CorpusScript(name: $0, text: try text($0), before: []) }
    let pages = try ["Documentation/Language", "Tests/Transcripts"].flatMap { try files($0, ".md") }
    for page in ["README.md"] + pages {
      let blocks = Transcript(name: page, text: try text(page)).blocks.filter { $0.error == nil }
      for (index, block) in blocks.enumerated() {
        scripts.append(
          CorpusScript(
            name: "\(page):\(block.line)", text: block.script,
            before: blocks[..<index].map(\.script)))
      }
    }
    return scripts
  }

  private static func files(_ folder: String, _ ending: String) throws -> [String] {
    let path = "\(TestSupport.repositoryRoot)/\(folder)"
    return try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(TestSupport.repositoryRoot)/\(path)", encoding: .utf8)
  }

  @Test func whatIsOfferedFits() throws {
    var random = Seeded(UInt64(Self.seed))
    let places = try Self.scripts().flatMap { script in
      PlaceOfCorpus.all(in: script.text).map { (script, $0) }
    }
    let chosen = places.indices.shuffled(using: &random).prefix(Self.count).sorted()
    var faults: [String] = []
    var session: (before: [String], session: Session)?
    for (script, place) in chosen.map({ places[$0] }) {
      if session?.before != script.before {
        let anew = Session.collecting { $0.keepsResults = true }
        for text in script.before { _ = anew.run(ScriptText(name: "<test>", text)) }
        session = (script.before, anew)
      }
      guard let session = session?.session else { continue }
      let found = Completer(session).completions(in: place.line, at: place.cursor)
      faults += place.faults(of: found).map { "\(script.name): \($0)" }
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}

/// A place of a script: before a word of it, of which some may have been typed.
private struct PlaceOfCorpus {
  let line: String
  let cursor: Int
  /// The word, and whether it is one that has to be offered.
  let word: String
  let isKnown: Bool
  private let point: ParsePoint

  /// The places before each word and mark, and behind the first letters of longer words.
  static func all(in script: String) -> [PlaceOfCorpus] {
    let source = ScriptText(name: "<test>", script)
    let tokens = Lexer.tokens(of: source).tokens.filter { $0.kind != .end && $0.kind != .newline }
    return tokens.flatMap { token -> [PlaceOfCorpus] in
      let start = token.range.start
      let length = token.range.end - start
      let typed = token.kind == .name && length > 3 ? [0, length / 2] : [0]
      return typed.compactMap { PlaceOfCorpus(source, token, typed: $0) }
    }
  }

  private init?(_ source: ScriptText, _ token: Token, typed: Int) {
    let typed = String(decoding: source.bytes[..<(token.range.start + typed)], as: UTF8.self)
    // A mark may stand directly behind a word, which is over once there is a blank.
    let isOver = typed.last?.isWhitespace != false || token.kind == .name
    line = isOver ? typed : typed + " "
    cursor = line.utf8.count
    word = source[token.range]
    let before = source.bytes[..<token.range.start]
    point = Parser.point(atEndOf: ScriptText(name: "<test>", bytes: Array(before)))
    isKnown = Self.isKnown(token, word, point)
  }

  /// Whether it is a word or a mark of the language, where none may be given by the writer.
  private static func isKnown(_ token: Token, _ word: String, _ point: ParsePoint) -> Bool {
    let takesNew = point.expected.contains { expected in
      switch expected {
      case .newName, .value, .condition, .key, .field, .aggregate, .argument, .operand, .member,
        .setting, .settingValue, .part, .way, .source, .relation, .list, .macro:
        true
      default: false
      }
    }
    // Which stages there are depends on the source in use, whether `in` on its categories, and what
    // a word means on how it is written.
    let depends = point.expected.contains { expected in
      switch expected {
      case .statement, .pipeline: Vocabulary.isStage(word.lowercased()) || word == "|"
      case .narrowing: word.lowercased() == Keyword.in.rawValue
      // In capitals it may be a currency.
      case .unit: word == word.uppercased()
      default: false
      }
    }
    if depends { return false }
    switch token.kind {
    case .name: return !takesNew && Keyword(of: word.lowercased()) != nil
    case .pipe, .comma, .equal, .less, .lessOrEqual, .greater, .greaterOrEqual: return !takesNew
    default: return false
    }
  }

  /// What is wrong with what is offered there.
  func faults(of found: CompletionList) -> [String] {
    let start = String(decoding: Array(line.utf8)[..<found.replaceFrom], as: UTF8.self)
    let known = Self.faults(in: start, before: start.utf8.count)
    var faults = found.items.compactMap { item -> String? in
      let text = start + item.replacement
      let new = Self.faults(in: text, before: text.utf8.count).filter { !known.contains($0) }
      // A bracket that is open may make a new statement of the next line.
      let closed = text + Self.closingMarks(of: text)
      let isOpen = closed != text && Self.faults(in: closed, before: text.utf8.count).isEmpty
      return new.isEmpty || isOpen ? nil : "\(line)^ offers \(item.replacement): \(new)"
    }
    let isOffered = found.items.contains { item in
      item.replacement.lowercased().hasPrefix(word.lowercased())
        || item.label.lowercased() == word.lowercased()
    }
    if isKnown, !isOffered {
      faults.append("\(line)^ lacks \(word): \(point.expected.map { "\($0)".prefix(40) })")
    }
    return faults
  }

  /// The marks that close the brackets of a text.
  private static func closingMarks(of text: String) -> String {
    var open: [String] = []
    for token in Lexer.tokens(of: ScriptText(name: "<test>", text)).tokens {
      switch token.kind {
      case .openParenthesis: open.append(")")
      case .openBracket: open.append("]")
      case .openBrace: open.append("}")
      case .closeParenthesis, .closeBracket, .closeBrace: _ = open.popLast()
      default: break
      }
    }
    return open.reversed().joined()
  }

  /// What is wrong with a text that goes on, but for what is only missing.
  private static func faults(in text: String, before end: Int) -> [String] {
    let trimmed = text.utf8.reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    return Parser.parse(ScriptText(name: "<test>", text)).diagnostics.compactMap { fault in
      // What is missing is missing behind the mark that it is told of.
      let isLack = fault.code == .missingOperand
      guard fault.isFatal, let range = fault.primary?.range,
        ![.unclosedBracket, .unclosedText].contains(fault.code),
        (isLack ? range.end : range.start) < Array(trimmed).count,
        !(isLack && Array(text.utf8)[range.start] == UInt8(ascii: "("))
      else { return nil }
      return "\(fault.code.rawValue) \(range.start) \(fault.message)"
    }
  }
}
