// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import QuerySyntax
import ResultRendering

/// What the shell tells about the words of the language, from the tables that define them.
package enum Help {
  typealias Entry = Vocabulary.Entry

  /// The help on a word, or the page with all of them.
  package static func text(for word: String) -> String {
    if word.isEmpty { return overview }
    let texts = entries(for: word)
    if !texts.isEmpty { return texts.joined(separator: "\n") }
    if word.lowercased() == "topics" { return HelpTopic.list }
    if let topic = HelpTopic.named(word) { return topic.page }
    let next = DiagnosticPages.page(of: word).map { "`.explain \($0.code)` explains the code." }
    return """
      \(unknown(word))
      \(next ?? "`help` lists the words of the language.")

      """
  }

  /// Whether there is help on a word or a subject.
  static func knows(_ word: String) -> Bool {
    !entries(for: word).isEmpty || word.lowercased() == "topics" || HelpTopic.named(word) != nil
  }

  /// That there is no help on a word, and what it may have been meant to be.
  static func unknown(_ word: String) -> String {
    let words = all.flatMap { [$0.word] + $0.others }.filter { $0.first?.isLetter ?? false }
    let question = Suggestion.question(for: word, among: words).map { "; \($0)" } ?? ""
    return "there is no help on `\(Sanitiser.visible(word))`\(question)"
  }

  /// Everything that a word of the language is, or the stage that another language calls so.
  static func entries(for word: String) -> [String] {
    let found = found(word.lowercased())
    guard found.isEmpty, let other = OtherLanguageWords.stage(called: word.lowercased()) else {
      return found.map(text)
    }
    return ["\(other.users); cq says `\(other.stage)`\n"] + self.found(other.stage).map(text)
  }

  private static func text(of entry: Entry) -> String {
    "\(entry.form)\n  \(entry.toldSummary)\n  example: \(entry.example)\n"
  }

  /// The entries of a word, of one that belongs to it, or of what begins so: `group by`, `@3`.
  private static func found(_ wanted: String) -> [Entry] {
    let named = all.filter { $0.word == wanted }
    let related = all.filter { $0.others.contains(wanted) }
    // What is written with the word comes before what it may only stand behind.
    let names = { (entry: Entry) in
      entry.form.lowercased().split(separator: " ").contains { $0 == wanted }
    }
    // A type may be a word of a statement besides: `decimal`.
    let isType = named.allSatisfy { entry in
      Vocabulary.types.contains { $0.word == entry.word }
    }
    if !named.isEmpty { return isType ? named + related : named }
    if !related.isEmpty { return related.filter(names) + related.filter { !names($0) } }
    let formed = all.filter { $0.form.lowercased() == wanted }
    if !formed.isEmpty { return formed }
    if wanted.contains(" ") {
      return all.filter { " \($0.form.lowercased()) ".contains(" \(wanted) ") }
    }
    let mark = wanted.prefix { $0 == "@" || $0 == "$" }
    return wanted.dropFirst(mark.count).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      ? all.filter { $0.word == mark } : []
  }

  /// Pages that are no word's and no subject's.
  static let pages = [("topics", "the pages of the help by subject")]

  /// The words that have help, each once, with what the first help says.
  static var words: [(word: String, summary: String)] {
    var seen: Set<String> = []
    return all.filter { $0.word.first?.isLetter ?? false }
      .filter { seen.insert($0.word).inserted }.map { ($0.word, $0.toldSummary) }
  }

  private static var all: [Entry] {
    Vocabulary.statements + Vocabulary.stages + Vocabulary.operators + Vocabulary.values
      + functions + rowFunctions + aggregates + Vocabulary.types + Vocabulary.formatEntries
      + settings
      + DotCommand.described
  }

  static var functions: [Entry] {
    ScalarFunction.all.map {
      Entry(word: $0.name, form: $0.form, summary: $0.summary, example: $0.example)
    }
  }

  static var rowFunctions: [Entry] {
    RowFunction.all.map {
      Entry(word: $0.name, form: $0.form, summary: $0.summary, example: $0.example)
    }
  }

  static var aggregates: [Entry] {
    AggregateFunction.all.map {
      Entry(word: $0.name, form: $0.form, summary: $0.summary, example: $0.example)
    }
  }

  static var settings: [Entry] {
    Setting.allCases.map {
      let form = "set \($0.rawValue) = VALUE"
      return Entry(word: $0.rawValue, form: form, summary: $0.summary, example: $0.example)
    }
  }
}

extension Vocabulary.Entry {
  /// What it does, with a command of this program where one serves it.
  var toldSummary: String {
    word == Keyword.param.rawValue ? "a value that `cq run` takes as --NAME" : summary
  }
}

// The page of all words.
extension Help {
  /// How many cells the page is wide.
  static let pageWidth = 80

  /// The language on one page.
  package static var overview: String {
    """
    A query is a source and stages: from hotels | filter stars >= 3 | sort by rooms
    `help WORD` tells more of a word; `help topics` lists the words by subject.

    Statements
    \(lines(Vocabulary.statements))
    Stages, after `|`
    \(lines(stages))
    Conditions and calculations
    \(flow(Vocabulary.operators.map(\.form)))
    Values
    \(flow(Vocabulary.values.map(\.form)))
    Functions
    \(flow(functions.map(\.form)))
    Aggregates, in `summarize`
    \(flow(aggregates.map(\.form)))
    Formats, after `to` and after `save "FILE" as`
    \(flow(Vocabulary.formatEntries.map(\.form)))
    Types
    \(flow(Vocabulary.types.map(\.form)))
    Settings, after `set`
    \(flow(settings.map(\.word)))
    Commands of the prompt
    \(flow(DotCommand.described.map(\.form)))
    """ + "\n"
  }

  /// The stages, but for those that a statement's line tells of.
  private static var stages: [Entry] {
    Vocabulary.stages.filter { stage in
      !Vocabulary.statements.contains { $0.form.hasPrefix("\(stage.form) [") }
    }
  }

  /// A line for each entry: how it is written, and what it does.
  static func lines(_ entries: [Entry]) -> String {
    let width = entries.map(\.form.count).max() ?? 0
    return entries.map { entry in
      let space = String(repeating: " ", count: width - entry.form.count)
      return "  \(entry.form)\(space)  \(entry.toldSummary)"
    }.joined(separator: "\n")
  }

  /// Forms one after another, in as many lines as they need.
  private static func flow(_ forms: [String]) -> String {
    var lines: [String] = []
    var line = ""
    for form in forms {
      if !line.isEmpty, line.count + 3 + form.count > pageWidth {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? "  \(form)" : "   \(form)"
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
