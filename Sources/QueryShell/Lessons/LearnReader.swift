// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import LineEditing
import QuerySyntax
import ResultRendering

/// Reads what a pupil writes: with keys and completion on a terminal, in plain lines on one that
/// moves no cursor, and from a pipe, which is then told so that what comes reads like a session.
final class LearnReader {
  /// What stands before an answer.
  static let answerPrompt = "learn> "

  private let output: OutputStream
  private let isTerminal: Bool
  private var plain = PlainLineReader()
  private var prompt = LearnReader.answerPrompt
  private lazy var editor = isTerminal ? makeEditor() : nil
  /// What was entered as an answer, for the keys that step back.
  private let history = EditHistory(path: nil)
  private let session: Session
  private let language: SpokenLanguage
  /// Whether nothing needs to be added to what is written.
  var isWhole: (String) -> Bool = { _ in true }

  init(_ session: Session, _ language: SpokenLanguage, isTerminal: Bool) {
    self.session = session
    self.language = language
    self.output = session.output
    self.isTerminal = isTerminal
  }

  private func makeEditor() -> LineEditor? {
    LineEditor(
      program: "cq", history: history,
      delegate: LineEditorDelegate(
        prompt: { [weak self] in self?.prompt ?? "" }, continuationPrompt: { "   …> " },
        isComplete: { [weak self] in self?.isWhole($0) ?? true },
        completions: { [weak self, session] line, cursor in
          if let words = self?.commands(beginning: line) { return words }
          return session.completions(in: line, at: cursor)
        },
        endedCompletions: {
          defer { Interruption.clear() }
          return Interruption.isRequested
        }, wayOfLongText: "an answer is shorter"))
  }

  /// What is no query, as far as a line begins with it; nil where nothing does.
  private func commands(beginning line: String) -> CompletionList? {
    let words = LearnWord.offered(in: language)
    let found = words.filter { !line.isEmpty && $0.hasPrefix(line) && $0 != line }
    guard !found.isEmpty else { return nil }
    return CompletionList(
      replaceFrom: 0, items: found.map { Completion(replacement: $0, label: $0) })
  }

  /// The next line behind a prompt.
  func next(_ prompt: String) -> LineInput {
    self.prompt = prompt
    output.flush()
    if let editor {
      let input = editor.readLine()
      if case .line(let text) = input { keep(text) }
      return input
    }
    if isTerminal {
      output.write(prompt)
      output.flush()
    }
    let input = plain.next()
    if !isTerminal, case .line(let text) = input {
      output.write(session.settings.options.page("\(prompt)\(text)\n"))
    }
    return input
  }

  /// Keeps an answer; commands and what is expected at a question are not entered again.
  private func keep(_ text: String) {
    guard prompt == Self.answerPrompt, LearnWord(text.trimmed, in: language) == nil else { return }
    history.append(text)
  }

  func close() { if isTerminal { editor?.close() } }
}
