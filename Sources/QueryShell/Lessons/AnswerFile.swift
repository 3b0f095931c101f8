// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// A file of answers, each below a line such as `# 2.1`.
struct AnswerFile {
  struct Answer: Equatable {
    let id: String
    let text: String
    /// Where it begins in the file.
    var start = SourcePlace(line: 1, column: 1)

    /// Where in the file a place of the answer is.
    func place(_ place: SourcePlace) -> SourcePlace {
      SourcePlace(
        line: start.line + place.line - 1,
        column: place.column + (place.line == 1 ? start.column - 1 : 0))
    }
  }

  private(set) var answers: [Answer] = []
  /// What is wrong with the lines that name exercises. An answer that stands below such a line
  /// would be judged as that of another exercise.
  private(set) var faults: [Diagnostic] = []
  private let source: ScriptText
  private let ids: [String]

  /// What stands before the first line that names an exercise is no answer.
  init(_ source: ScriptText, of course: Course) {
    self.source = source
    ids = course.exercises.map(\.id)
    let text = String(decoding: source.bytes, as: UTF8.self)
    var open: (id: String, lines: [Substring])?
    var heads: [String: Int] = [:]
    let place = { (index: String.Index) in
      min(text.utf8.distance(from: text.startIndex, to: index), source.bytes.count)
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      // The mark that some editors put before a text is no part of its first line.
      let line = line.first == "\u{FEFF}" ? line.dropFirst() : line
      guard let head = AnswerHead(line, ids) else {
        open?.lines.append(line)
        continue
      }
      close(open, place)
      open = (head.id, [])
      let label = Diagnostic.Label(source.line(around: place(line.startIndex)).range)
      if let fault = fault(of: head, heads[head.id], at: label) { faults.append(fault) }
      heads[head.id] = heads[head.id] ?? source.place(of: label.range.start).line
    }
    close(open, place)
  }

  private mutating func close(
    _ open: (id: String, lines: [Substring])?, _ place: (String.Index) -> Int
  ) {
    guard let open else { return }
    var answer = Answer(id: open.id, text: open.lines.joined(separator: "\n").trimmed)
    let begin = open.lines.lazy.compactMap { line in line.firstIndex { !$0.isWhitespace } }.first
    if let begin { answer.start = source.place(of: place(begin)) }
    answers.append(answer)
  }

  /// What is wrong with a line that names an exercise; nil where nothing is. A line before it may
  /// have named the same one.
  private func fault(
    of head: AnswerHead, _ before: Int?, at label: Diagnostic.Label
  ) -> Diagnostic? {
    guard ids.contains(head.id) else {
      let all = "the course has \(ids.first ?? "none") to \(ids.last ?? "none")"
      return fault(
        "there is no exercise `\(head.id)`; "
          + (Suggestion.question(for: head.id, among: ids) ?? all),
        "\(all); a comment that names none has several words", at: label)
    }
    if let rest = head.rest {
      return fault(
        "`# \(head.id)` names an exercise, and `\(rest)` stands behind it",
        "a line `# \(head.id)` alone stands above its answer; a comment begins with another word",
        at: label)
    }
    return before.map {
      fault(
        "`\(head.id)` has two answers, the first below line \($0)",
        "leave one, which is then judged", at: label)
    }
  }

  private func fault(_ message: String, _ help: String, at label: Diagnostic.Label) -> Diagnostic {
    Diagnostic(.badOptionValue, message, at: label, remarks: [.help(help)], in: source)
  }
}

/// A line that names an exercise, or looks as if it were to.
private struct AnswerHead {
  let id: String
  /// What stands behind the name, where nothing should.
  let rest: String?

  /// Nil for a comment of a script, and for what is no comment.
  init?(_ line: Substring, _ ids: [String]) {
    let text = line.drop(while: \.isWhitespace)
    guard text.first == "#" else { return nil }
    let behind = text.drop { $0 == "#" }
    let words = behind.split(whereSeparator: \.isWhitespace)
    guard let first = words.first.map(String.init) else { return nil }
    id = first
    rest = words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
    let isApart = behind.first?.isWhitespace ?? false
    let hasDigit = first.contains(where: \.isNumber)
    if ids.contains(first) {
      // Words are said in comments; a number such as 2.1 hardly is.
      guard rest == nil || hasDigit else { return nil }
    } else {
      let isName = isApart || hasDigit || Suggestion.question(for: first, among: ids) != nil
      guard rest == nil, isName else { return nil }
    }
  }
}
