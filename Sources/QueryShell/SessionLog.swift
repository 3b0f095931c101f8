// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import QuerySyntax

/// What was typed in a session of the prompt, the oldest first, and where the session stood before.
struct SessionLog {
  /// All that a statement can change.
  struct State {
    let context: Binder.Context
    let settings: SessionSettings
    let last: KeptResult?
    let shownItem: String?
    let attempt: Attempt?
    let lastAttempt: Attempt?
    let history: ResultHistory
  }

  struct Entry {
    fileprivate(set) var text: String
    let status: ExitStatus
    /// How long it took.
    let nanoseconds: UInt64
    /// How many rows its result had; nil where it had none.
    let rows: Int?
    /// The columns that were shown.
    let columns: [String]
    /// Whether a server gave them, which may give others the next time.
    let isOfServer: Bool
    /// Nil where it is no longer known.
    fileprivate(set) var before: State?
  }

  /// No more statements can be taken back: what each began with is kept for that.
  private static let mostStates = 20

  private(set) var entries: [Entry] = []

  mutating func add(_ entry: Entry) {
    entries.append(entry)
    if entries.count > Self.mostStates {
      entries[entries.count - 1 - Self.mostStates].before = nil
    }
  }

  /// Takes the last statement back that ended well.
  mutating func takeBack() -> Entry? {
    guard let index = entries.lastIndex(where: { $0.status == .success }),
      entries[index].before != nil
    else { return nil }
    return entries.remove(at: index)
  }

  /// The statements as a script that says what each gave: those that ended well, each once, with
  /// those that go on from a result behind it, and with parameters in the place of some values.
  func script(
    with parameters: [SavingWish.Parameter]
  ) throws(SavingWish.Failure) -> String {
    var pieces: [Entry] = []
    for entry in entries where entry.status == .success && !entry.isOfPrompt {
      if entry.text.first == "|", let before = pieces.last, before.rows != nil {
        pieces[pieces.count - 1] = entry.following(before)
      } else if !pieces.contains(where: { $0.text == entry.text }) {
        pieces.append(entry)
      }
    }
    for parameter in parameters {
      var places = 0
      for index in pieces.indices { places += pieces[index].put(parameter) }
      guard places > 0 else { throw .init(reason: parameter.isNowhere) }
    }
    return (parameters.map(\.declaration) + pieces.map(\.withExpectation)).map { $0 + "\n" }
      .joined()
  }
}

extension SessionLog.Entry {
  /// Whether it sets only how the prompt looks and works, which is nothing to a script.
  fileprivate var isOfPrompt: Bool {
    Parser.parse(ScriptText(name: "<session>", text)).tree.statements.allSatisfy { statement in
      guard case .set(let clause) = statement else { return false }
      return Setting(rawValue: clause.name.lowercased())?.isOfPrompt ?? false
    }
  }

  /// Puts a parameter where its value stands; gives in how many places.
  fileprivate mutating func put(_ parameter: SavingWish.Parameter) -> Int {
    let (put, count) = parameter.put(in: text)
    text = put
    return count
  }

  /// The same behind the statement that gave the rows it goes on from.
  fileprivate func following(_ other: Self) -> Self {
    Self(
      text: other.text + "\n" + text, status: status, nanoseconds: nanoseconds, rows: rows,
      columns: columns, isOfServer: isOfServer)
  }

  /// The text with the stage that expects as many rows as there were, before one that writes.
  fileprivate var withExpectation: String {
    let parsed = Parser.parse(ScriptText(name: "<session>", text))
    guard let rows, parsed.tree.statements.count == 1,
      case .pipeline(let pipeline)? = parsed.tree.statements.first
    else { return text }
    let wanted = isOfServer ? "rows >= \(min(rows, 1))" : "\(rows) \(rows == 1 ? "row" : "rows")"
    let bytes = Array(text.utf8)
    var end = pipeline.range.end
    // What ends in what it expects shows nothing.
    let shown = columns.map(\.asName).joined(separator: ", ")
    var expected = " | expect \(wanted) | show \(shown)"
    if let last = pipeline.stages.last, last.kind.writes {
      end = last.range.start
      expected = "expect \(wanted) | "
    }
    let told =
      String(decoding: bytes[..<end], as: UTF8.self) + expected
      + String(decoding: bytes[end...], as: UTF8.self)
    let isRead = Parser.parse(ScriptText(name: "<session>", told)).diagnostics.isEmpty
    return isRead ? told : text
  }
}

extension Stage.Kind {
  /// Whether nothing can stand behind it.
  var writes: Bool {
    switch self {
    case .to, .save: true
    default: false
    }
  }
}
