// SPDX-License-Identifier: MIT

import Diagnostics

/// The words behind ```` ```cq ```` at the block of an exercise.
struct ExerciseWords {
  let id: String
  private var kind = Exercise.Kind.free
  private var order = Exercise.Care.any
  private var columns = Exercise.Care.any
  private var twin: String?

  private static let names = ["exercise", "kind", "order", "columns", "twin"]

  /// Adds what is wrong with them to the faults; nil where no exercise is named.
  init?(_ words: String, _ line: Int, _ faults: inout [LessonFault]) {
    var found: String?
    for word in words.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
      switch name {
      case "exercise": found = value
      case "kind": kind = Self.choice(value, name, line, &faults) ?? kind
      case "order": order = Self.choice(value, name, line, &faults) ?? order
      case "columns": columns = Self.choice(value, name, line, &faults) ?? columns
      case "twin": twin = value
      default: faults.append(Self.unknown(name, line))
      }
    }
    guard let found, !found.isEmpty else {
      faults.append(
        LessonFault(
          line: line, reason: "the exercise has no name",
          help: "```cq exercise=1.1 names it"))
      return nil
    }
    id = found
  }

  private static func unknown(_ name: String, _ line: Int) -> LessonFault {
    let near = Suggestion.question(for: name, among: names).map { "; \($0)" } ?? ""
    return LessonFault(
      line: line, reason: "an exercise has no `\(name)`\(near)",
      help: "it has " + names.map { "`\($0)=`" }.joined(separator: ", "))
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: String, _ name: String, _ line: Int, _ faults: inout [LessonFault]
  ) -> Choice? {
    if let choice = Choice(rawValue: value) { return choice }
    let all = Choice.allCases.map(\.rawValue)
    let near = Suggestion.question(for: value, among: all).map { "; \($0)" } ?? ""
    faults.append(
      LessonFault(
        line: line, reason: "`\(name)` is never `\(value)`\(near)",
        help: "one of " + all.map { "`\(name)=\($0)`" }.joined(separator: ", ")))
    return nil
  }

  func exercise(
    _ title: String, task: [String], block: ScriptText, _ line: Int
  ) -> Exercise {
    Exercise(
      id: id, title: title, task: task, kind: kind, order: order, columns: columns, twin: twin,
      block: block, line: line)
  }
}
