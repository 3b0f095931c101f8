// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import LineEditing

/// Reads what a pupil writes: with keys and completion on a terminal, in plain lines on one that
/// moves no cursor, and from a pipe, which is then told so that what comes reads like a session.
final class LearnReader {
  private let output: OutputStream
  private let isTerminal: Bool
  private var plain = PlainLineReader()
  private var prompt = "learn> "
  private lazy var editor = isTerminal ? makeEditor() : nil
  private let session: Session
  /// Whether nothing needs to be added to what is written.
  var isWhole: (String) -> Bool = { _ in true }

  init(_ session: Session, isTerminal: Bool) {
    self.session = session
    self.output = session.output
    self.isTerminal = isTerminal
  }

  private func makeEditor() -> LineEditor? {
    LineEditor(
      program: "cq", history: EditHistory(path: nil),
      delegate: LineEditorDelegate(
        prompt: { [weak self] in self?.prompt ?? "" }, continuationPrompt: { "   …> " },
        isComplete: { [weak self] in self?.isWhole($0) ?? true },
        completions: { [session] line, cursor in
          if let words = Self.commands(beginning: line) { return words }
          return session.completions(in: line, at: cursor)
        },
        endedCompletions: {
          defer { Interruption.clear() }
          return Interruption.isRequested
        }, wayOfLongText: "an answer is shorter"))
  }

  /// What is no query, as far as a line begins with it; nil where nothing does.
  private static func commands(beginning line: String) -> CompletionList? {
    let words = ["hint", "solution", "rows", "skip", "back", "list", "reset", "quit", "help"]
    let found = words.filter { !line.isEmpty && $0.hasPrefix(line) && $0 != line }
    guard !found.isEmpty else { return nil }
    return CompletionList(
      replaceFrom: 0, items: found.map { Completion(replacement: $0, label: $0) })
  }

  /// The next line behind a prompt.
  func next(_ prompt: String) -> LineInput {
    self.prompt = prompt
    output.flush()
    if let editor { return editor.readLine() }
    if isTerminal {
      output.write(prompt)
      output.flush()
    }
    let input = plain.next()
    if !isTerminal, case .line(let text) = input { output.write("\(prompt)\(text)\n") }
    return input
  }

  func close() { if isTerminal { editor?.close() } }
}
