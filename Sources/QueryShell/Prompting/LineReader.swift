// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

/// What is known of a line while it is written, beyond its words: which names nothing has, and what
/// follows most likely. No server is asked for it.
final class LineReader {
  private let session: Session
  /// Lines that took longer than anybody waits; after some of them no line is read any more.
  private var slowLines = 0

  init(_ session: Session) { self.session = session }

  /// In nanoseconds of the session's clock: Swift's own would bring the library of concurrency into
  /// every start.
  private static let patience: UInt64 = 200_000_000
  private static let mostSlowLines = 3

  func read(_ text: String, wantsContinuation: Bool) -> LineReading {
    guard slowLines < Self.mostSlowLines, !text.hasPrefix("."), !opensFile(text) else {
      return LineReading()
    }
    let start = session.clock()
    defer { if session.clock() - start > Self.patience { slowLines += 1 } }
    return session.offline {
      session.sources.proposing {
        LineReading(
          unknown: unknownNames(text),
          continuation: wantsContinuation ? continuation(of: text) : "")
      }
    }
  }

  /// The names in a text that are those of nothing, in their order.
  private func unknownNames(_ text: String) -> [Range<Int>] {
    let source = ScriptText(name: InteractiveLoop.scriptName, text)
    let script = Parser.parse(source).tree
    let bound = Binder.bind(script, in: session.context, directory: session.sources)
    let ranges = bound.diagnostics.filter { Self.codes.contains($0.code) }
      .compactMap { $0.primary?.range }
      .filter { $0.end <= source.bytes.count && $0.start < $0.end }
    return Set(ranges.map { $0.start..<$0.end }).sorted { $0.lowerBound < $1.lowerBound }
  }

  private static let codes: Set<DiagnosticCode> = [
    .unknownField, .unknownSource, .unknownCategory, .unknownFunction, .unknownSetting,
  ]

  /// The rest of the word at the end, if a first candidate begins with it.
  private func continuation(of text: String) -> String {
    let list = Completer(session, tellsExamples: false).completions(in: text, at: text.utf8.count)
    let word = String(decoding: text.utf8.dropFirst(list.replaceFrom), as: UTF8.self)
    guard !word.isEmpty, let first = list.items.first?.replacement, first.hasPrefix(word) else {
      return ""
    }
    let rest = first.dropFirst(word.count)
    return String(rest.reversed().drop { $0 == " " }.reversed())
  }

  /// Whether a source is named by a path or an address, which would be opened, or may be through a
  /// view; nor is a pipe opened again that is the current source.
  private func opensFile(_ text: String) -> Bool {
    if let current = session.context.current, session.sources.isGivenOnce(current) { return true }
    let views = Set(session.context.declarations.viewNames.map { $0.lowercased() })
    var previous = ""
    let source = ScriptText(name: InteractiveLoop.scriptName, text)
    for token in Lexer.tokens(of: source).tokens {
      if token.kind == .text, Self.beforeSources.contains(previous) { return true }
      previous = source[token.range].lowercased()
      if views.contains(previous.filter { $0 != "`" }) { return true }
    }
    return false
  }

  private static let beforeSources: Set<String> = [
    "from", "use", "join", "left", "inner", "outer", "full", "right", "anti", "semi", "union",
    "include", "of", "changes", "describe", "fields", "categories",
  ]
}
