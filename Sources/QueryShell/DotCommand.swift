import Diagnostics
import QuerySyntax

/// A command of the prompt that is no statement of the language: `.help`, `.quit`.
struct DotCommand {
  private struct Entry {
    let word: String
    let form: String
    let summary: String
  }

  private static let entries = [
    Entry(word: "help", form: "help [WORD]", summary: "what a word does, or all words"),
    Entry(word: "quit", form: "quit", summary: "leave; so does Ctrl-D"),
  ]

  private let word: String
  private let argument: String
  private let isDotted: Bool

  /// Nil when the text is no command. `help` and `quit` may stand without the dot.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard let first = words.first, words.count <= 2 else { return nil }
    isDotted = first.first == "."
    word = isDotted ? String(first.dropFirst()) : first
    argument = words.count > 1 ? words[1] : ""
    let isKnown = Self.entries.contains { $0.word == word } || word == "exit"
    guard isDotted || isKnown else { return nil }
  }

  static func recognises(_ text: String) -> Bool { DotCommand(text) != nil }

  /// Does it; false to leave the prompt.
  func run(in session: Session) -> Bool {
    switch word {
    case "quit", "exit": return false
    case "help":
      session.output.write(Help.text(for: argument))
      session.output.flush()
    default:
      let words = Self.entries.map { "." + $0.word }
      let question = Suggestion.question(for: "." + word, among: words).map { "; \($0)" } ?? ""
      session.report(
        Diagnostic(
          .unknownCommand, "there is no command `.\(word)`\(question)",
          remarks: [Remark.commands(words)]))
    }
    return true
  }
}

private typealias Remark = Diagnostic.Remark

extension Diagnostic.Remark {
  fileprivate static func commands(_ words: [String]) -> Diagnostic.Remark {
    Diagnostic.Remark("commands", words.joined(separator: " "))
  }
}
