// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import QueryEngine

extension DotCommand {
  /// What may stand behind a command besides words of its own.
  enum Argument: Sendable {
    case words
    /// What may stand there in a statement that begins so.
    case statement(behind: String)
    /// A script; in quotes what may stand there in a statement that begins so.
    case file(behind: String)
    /// A time, and a statement.
    case watched
    /// A setting; behind its name what may stand there in `set`.
    case setting
    /// A number of `.history`.
    case entry
  }

  /// What can stand at the end of a line that is a command.
  enum Candidates {
    /// Words in the place of the last one, which begins there.
    case words([Completion], start: Int)
    /// Files in the place of a path, which begins there.
    case paths(start: Int)
    /// What a statement takes at its end, which the line has from there on, behind other words; and
    /// some words besides.
    case statement(behind: String, start: Int, words: [Completion])
  }

  /// The candidates at the end of a line; nil for lines that are no command.
  static func candidates(of line: String, in session: Session) -> Candidates? {
    guard let space = line.firstIndex(of: " ") else {
      guard line.first == "." else { return nil }
      return .words(
        entries.map {
          Completion(replacement: ".\($0.word) ", label: ".\($0.word)", note: $0.summary)
        }, start: 0)
    }
    let command = line[..<space]
    let entry = entries.first { command == ".\($0.word)" || $0.standsAlone && command == $0.word }
    let last = line.index(after: line.lastIndex(of: " ") ?? space)
    let wordStart = line[..<last].utf8.count
    guard let entry, line.first == "." || !entry.arguments().isEmpty else {
      return line.first == "." ? .words([], start: wordStart) : nil
    }
    let argument = line[line.index(after: space)...].drop { $0 == " " }
    let words = (entry.setting?.words ?? []).map { Completion(replacement: $0, label: $0) }
    return entry.candidates(
      argument, of: line, words + entry.arguments(), wordStart: wordStart, in: session)
  }

  /// The commands that stand without their dot, as words that may begin a line.
  static var bare: [Completion] {
    entries.filter(\.standsAlone).flatMap { entry in
      ([entry.word] + entry.others).map {
        Completion(replacement: $0, label: $0, note: entry.summary)
      }
    }
  }
}

extension DotCommand.Entry {
  fileprivate func candidates(
    _ argument: Substring, of line: String, _ words: [Completion], wordStart: Int,
    in session: Session
  ) -> DotCommand.Candidates {
    let start = line[..<argument.startIndex].utf8.count
    let isFirst = !argument.contains(" ")
    switch completes {
    case .words: return .words(words, start: wordStart)
    case .statement(let behind):
      return .statement(behind: behind, start: start, words: isFirst ? words : [])
    case .file(let behind):
      if let first = argument.first, first == "\"" || first == "'" {
        return .statement(behind: behind, start: start, words: [])
      }
      return isFirst ? .paths(start: start) : .words([], start: wordStart)
    case .watched:
      guard let time = argument.firstIndex(of: " ") else {
        let time = Completion(replacement: "5 ", label: "5", note: "seconds; or 1min, 2h")
        return .words([time], start: start)
      }
      let query = argument[time...].drop { $0 == " " }
      return .statement(behind: "", start: line[..<query.startIndex].utf8.count, words: [])
    case .setting:
      return isFirst
        ? .words(words, start: start) : .statement(behind: "set ", start: start, words: [])
    case .entry:
      let entries = session.log.entries.enumerated().reversed().map { number, entry in
        Completion(
          replacement: "\(number + 1)", label: "\(number + 1)", note: entry.text.onOneLine)
      }
      return .words(isFirst ? Array(entries) : [], start: wordStart)
    }
  }
}
