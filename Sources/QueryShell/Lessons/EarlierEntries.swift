// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// What was entered at an exercise before, as far as the next entry may use it: what it has named,
/// and the query whose rows are `@1` and the like.
struct EarlierEntries {
  private var named: [Entry] = []
  private var asked: String?

  /// A text and what it names.
  private struct Entry {
    let text: String
    let names: Set<String>
    /// Whether it asks for nothing.
    let isSilent: Bool
    /// Whether its first query is about rows of the one before it.
    let readsLast: Bool

    init(_ text: String) {
      self.text = text
      let statements = Parser.parse(ScriptText(name: LessonRun.name, text)).tree.statements
      let names = statements.map(\.lessonName)
      self.names = Set(names.compactMap(\.self))
      isSilent = !names.isEmpty && names.allSatisfy { $0 != nil }
      readsLast =
        statements.lazy.compactMap {
          if case .pipeline(let pipeline) = $0 { pipeline } else { nil }
        }.first?.namesRows ?? false
    }
  }

  /// An entry behind those before that it may use, as one script.
  func script(_ text: String) -> String {
    let entry = Entry(text)
    let before = named.filter { $0.names.isDisjoint(with: entry.names) }.map(\.text)
    return (before + [behindLast(entry)]).joined(separator: "\n")
  }

  private func behindLast(_ entry: Entry) -> String {
    guard entry.readsLast, let asked else { return entry.text }
    return "\(asked)\n\(entry.text)"
  }

  /// Whether a text names something and asks for nothing.
  static func isSilent(_ text: String) -> Bool { Entry(text).isSilent }

  /// Keeps an entry that runs.
  mutating func keep(_ text: String) {
    let entry = Entry(text)
    guard entry.isSilent else {
      asked = behindLast(entry)
      return
    }
    named.removeAll { !$0.names.isDisjoint(with: entry.names) }
    named.append(entry)
  }
}

extension Statement {
  /// What it gives a name to, in small letters, or `use`; nil for what asks for something.
  fileprivate var lessonName: String? {
    switch self {
    case .binding(let binding): binding.name.text.lowercased()
    case .macro(let macro): macro.name.text.lowercased()
    case .parameter(let parameter): parameter.name.text.lowercased()
    case .use: "use"
    default: nil
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
