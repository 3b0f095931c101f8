// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// What was entered at an exercise before, as far as the next entry may use it: what it has named,
/// and the query whose rows are `@1` and the like.
struct EarlierEntries {
  private var named: [String] = []
  private var asked: String?

  private struct Entry {
    let text: String
    /// Whether it asks for nothing.
    let isSilent: Bool
    /// Whether its first query is about rows of the one before it.
    let readsLast: Bool

    init(_ text: String) {
      self.text = text
      let statements = Parser.parse(ScriptText(name: LessonRun.name, text)).tree.statements
      isSilent = !statements.isEmpty && statements.allSatisfy(\.asksNothing)
      readsLast =
        statements.lazy.compactMap {
          if case .pipeline(let pipeline) = $0 { pipeline } else { nil }
        }.first?.namesRows ?? false
    }
  }

  /// An entry behind those before that it may use, as one script: a name that is named again stands
  /// for what it meant last, and may be made of what it meant before.
  func script(_ text: String) -> String {
    (named + [behindLast(Entry(text))]).joined(separator: "\n")
  }

  private func behindLast(_ entry: Entry) -> String {
    guard entry.readsLast, let asked else { return entry.text }
    return "\(asked)\n\(entry.text)"
  }

  /// Whether a text names something and asks for nothing.
  static func isSilent(_ text: String) -> Bool { Entry(text).isSilent }

  /// A script up to each of its queries but the last.
  static func steps(of text: String) -> [String] {
    let source = ScriptText(name: LessonRun.name, text)
    let asking = Parser.parse(source).tree.statements.filter { !$0.asksNothing }
    return asking.dropLast().map { source[ScriptRange(0, $0.range.end)] }
  }

  /// Keeps an entry that runs.
  mutating func keep(_ text: String) {
    let entry = Entry(text)
    if entry.isSilent {
      named.append(text)
    } else {
      asked = behindLast(entry)
    }
  }
}

extension Statement {
  /// Whether it only names something.
  fileprivate var asksNothing: Bool {
    switch self {
    case .binding, .macro, .parameter, .use: true
    default: false
    }
  }
}

extension Pipeline {
  /// Whether it is about rows of the result before it.
  fileprivate var namesRows: Bool {
    readsLastResult
      || stages.flatMap(\.withInnerStages).flatMap(\.expressions).contains(where: \.namesRow)
  }
}

extension Expression {
  fileprivate var namesRow: Bool {
    if case .row = kind { return true }
    return kind.children.contains(where: \.namesRow)
  }
}
