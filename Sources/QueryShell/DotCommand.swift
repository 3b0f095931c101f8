// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering

/// A command of the prompt that is no statement of the language: `.help`, `.quit`.
struct DotCommand {
  struct Entry {
    let word: String
    let form: String
    let summary: String
    /// Whether it is a command without its dot too.
    var standsAlone = false
    /// Other words for the same, which stand alone too.
    var others: [String] = []
    /// The setting that it changes where one of its words stands behind it.
    var setting: Setting?
    /// Words that may stand behind it.
    var arguments: @Sendable () -> [Completion] = { [] }
    /// What else may.
    var completes = Argument.words
    /// Stands for what the command wants in help.
    var example = ""
    /// Does it with what stands behind it; false to leave the prompt.
    let run: @Sendable (Session, _ argument: String) -> Bool
  }

  static let entries = [
    Entry(
      word: "help", form: "help [WORD]", summary: "what a word does, or all words",
      standsAlone: true,
      arguments: {
        (Help.words + HelpTopic.all.map { ($0.word, $0.title) } + Help.pages).map {
          Completion(replacement: $0, label: $0, note: $1)
        }
      },
      run: { session, word in
        let keys = word.lowercased() == "keys" ? session.keyPage.map { "\n" + $0 } : nil
        let text = Help.text(for: word) + (keys ?? "")
        session.show(page: text)
        return true
      }),
    Entry(
      word: "explain", form: ".explain [CODE]",
      summary: "what a code of a fault means, or that of the last one",
      arguments: {
        DiagnosticPages.all.map {
          Completion(replacement: $0.code, label: $0.code, note: $0.title)
        }
      },
      run: { session, code in
        explain(code, in: session)
        return true
      }),
    Entry(
      word: "back", form: ".back", summary: "the result before this one, to go on from it",
      run: { session, _ in
        session.goBack()
        return true
      }),
    Entry(
      word: "forward", form: ".forward", summary: "the result from which .back has led",
      run: { session, _ in
        session.goForward()
        return true
      }),
    Entry(
      word: "last", form: ".last", summary: "the last result again",
      run: { session, _ in
        session.showAgain { _ in }
        return true
      }),
    Entry(
      word: "wide", form: ".wide", summary: "the last result with every column, nothing cut",
      run: { session, _ in
        session.showAgain {
          $0.formAgain = .table
          $0.options.fitsCells = false
        }
        return true
      }),
    Entry(
      word: "card", form: ".card", summary: "the last result as cards",
      run: { session, _ in
        session.showAgain { $0.formAgain = .card }
        return true
      }),
    Entry(
      word: "browse", form: ".browse",
      summary: "the last result in the whole window, where keys write the query further",
      run: { session, _ in
        session.browse()
        return true
      }),
    Entry(
      word: "more", form: "more", summary: "the next page of the last list", standsAlone: true,
      run: { session, _ in
        session.showMore()
        return true
      }),
    Entry(
      word: "retry", form: ".retry", summary: "the last statement again; servers are asked anew",
      run: { session, _ in
        session.retry()
        return true
      }),
    Entry(
      word: "undo", form: ".undo", summary: "takes back the last statement that ended well",
      run: { session, _ in
        session.undo()
        return true
      }),
    Entry(
      word: "history", form: ".history [failed | WORD]",
      summary: "what was entered in this session, with a mark before what failed",
      arguments: {
        [Completion(replacement: "failed", label: "failed", note: "only what failed")]
      },
      run: { session, word in
        session.showLog(holding: word == "failed" ? "" : word, failedOnly: word == "failed")
        return true
      }),
    Entry(
      word: "edit", form: ".edit [N]",
      summary: "the last statement, or that number of `.history`, in `$VISUAL` or `$EDITOR`",
      completes: .entry,
      run: { session, number in
        session.edit(number)
        return true
      }),
    Entry(
      word: "save", form: ".save FILE [replace] [param NAME = VALUE]",
      summary: "what has worked as a script, each with the rows that it expects",
      completes: .file(behind: "from it | save "), example: "tour.cq",
      run: { session, path in
        session.saveLog(to: path)
        return true
      }),
    Entry(
      word: "run", form: ".run FILE", summary: "the statements of a script, as `include` runs them",
      completes: .file(behind: "include "), example: "tour.cq",
      run: { session, path in
        session.run("include", path.withoutQuotes.inQuotes, wanting: path, as: ".run tour.cq")
      }),
    Entry(
      word: "sources", form: ".sources", summary: "what can be read, as `sources` shows it",
      run: { session, _ in session.run("sources", "") }),
    Entry(
      word: "open", form: ".open SOURCE | FILE",
      summary: "make it the current source, as `use` does",
      completes: .statement(behind: "use "), example: "hotels",
      run: { session, name in
        // A word that is no file is a source that is written otherwise.
        let isSource =
          session.sources.names.contains { $0.isSameWord(as: name) }
          || (Lexer.isPlainName(name) && !FileAtPath(name).isThere)
        return session.run(
          "use", isSource ? name.asName : name.withoutQuotes.inQuotes, wanting: name,
          as: ".open items.csv")
      }),
    Entry(
      word: "schema", form: ".schema [SOURCE]", summary: "its fields, as `describe` shows them",
      completes: .statement(behind: "describe "), example: "hotels",
      run: { session, name in session.run("describe", name) }),
    Entry(
      word: "mode", form: ".mode FORMAT",
      summary: "the format of results that name none, as `set format` does",
      arguments: { CompletionPlace.formats }, example: "json",
      run: { session, format in
        session.run("set format =", format, wanting: format, as: ".mode json")
      }),
    Entry(
      word: "set", form: ".set [SETTING]",
      summary: "the settings, and where each was made",
      arguments: {
        Setting.allCases.map {
          Completion(replacement: $0.rawValue, label: $0.rawValue, note: $0.summary)
        }
      },
      completes: .setting, example: "format",
      run: { session, setting in
        session.showSettings(setting)
        return true
      }),
    Entry(
      word: "watch", form: ".watch SECONDS [QUERY]",
      summary: "a query again and again, with what has changed, until a key is pressed",
      completes: .watched, example: "5 from hotels",
      run: { session, query in
        session.watch(query)
        return true
      }),
    showing(.errors), showing(.theme),
    Entry(
      word: "timer", form: ".timer [on | off]",
      summary: "how long the last statement took; on: it is told of each", setting: .timer,
      run: { session, _ in
        session.tellTime()
        return true
      }),
    Entry(
      word: "plan", form: ".plan [QUERY | on | off]",
      summary: "how a query is run, or the last one; on: each tells it before", setting: .plan,
      completes: .statement(behind: "explain "), example: "from hotels | count",
      run: { session, query in
        session.showPlan(of: query)
        return true
      }),
    Entry(
      word: "steps", form: ".steps [QUERY | on | off]",
      summary: "what each stage of a query, or of the last one, does; on: each tells it",
      setting: .steps,
      completes: .statement(behind: "explain steps "), example: "from hotels | count",
      run: { session, query in
        _ = session.run(
          ScriptText(name: TypedCommand.statementName, "explain steps \(query)"))
        return true
      }),
    Entry(
      word: "say", form: ".say [QUERY]",
      summary: "what a query does, or the last one, in a sentence",
      completes: .statement(behind: ""), example: "from hotels | count",
      run: { session, query in
        session.say(query)
        return true
      }),
    Entry(
      word: "quit", form: "quit", summary: "leave; so do `exit` and Ctrl-D", standsAlone: true,
      others: ["exit"], run: { _, _ in false }),
  ]

  /// A command that shows a setting, and sets it to what stands behind it.
  private static func showing(_ setting: Setting) -> Entry {
    let words = setting.words.joined(separator: " | ")
    return Entry(
      word: setting.rawValue, form: ".\(setting.rawValue) [\(words)]",
      summary: setting.summary.split(separator: ":").first.map(String.init) ?? "",
      setting: setting,
      run: { session, value in
        session.showSettings(setting.rawValue + (value.isEmpty ? "" : " = \(value)"))
        return true
      })
  }

  private let text: String
  private let word: String
  private let argument: String
  private let isDotted: Bool

  /// Nil when the text is no command. `help` and `quit` may stand without the dot.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard let first = words.first, words.count <= 2 || first.first == "." || first == "help"
    else { return nil }
    self.text = text
    // `.[]` is a path of jq.
    isDotted = first.first == "." && first.dropFirst().first?.isLetter ?? true
    word = isDotted ? String(first.dropFirst()) : first
    argument = Self.rest(of: text)
    let isKnown = Self.entries.contains { entry in
      (entry.word == word && entry.standsAlone) || entry.others.contains(word)
    }
    guard isDotted || isKnown else { return nil }
  }

  /// What stands behind the first word, as it is written.
  private static func rest(of text: String) -> String {
    let parts = text.split(separator: " ", maxSplits: 1)
    let rest = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
    return String(rest.dropLast(rest.reversed().prefix { $0 == " " }.count))
  }

  /// What help tells of each.
  static var described: [Vocabulary.Entry] {
    entries.map { entry in
      Vocabulary.Entry(
        word: ".\(entry.word)", form: entry.form, summary: entry.summary,
        example: ".\(entry.word)\(entry.example.isEmpty ? "" : " \(entry.example)")",
        others: [entry.word] + entry.others)
    }
  }

  static func recognises(_ text: String) -> Bool { DotCommand(text) != nil }

  /// Does it; false to leave the prompt.
  func run(in session: Session) -> Bool {
    session.command = TypedCommand(text, argument: argument)
    let known = Self.entries.first { $0.word == word || $0.others.contains(word) }
    if let setting = known?.setting, setting.words.contains(argument.lowercased()) {
      return session.run("set \(setting.rawValue) =", argument)
    }
    if let known { return known.run(session, argument) }
    let words = Self.entries.map { "." + $0.word }
    let question = Suggestion.question(for: "." + word, among: words).map { "; \($0)" } ?? ""
    session.report(
      Diagnostic(
        .unknownCommand, "there is no command `.\(word)`\(question)",
        remarks: [Remark.commands(words)]))
    return true
  }

  /// The page of a code, or of the last fault.
  private static func explain(_ code: String, in session: Session) {
    let word = code.isEmpty ? session.lastFault?.code.rawValue : code
    guard let word else {
      return session.note("there was no fault yet; `.explain CQ0201` explains a code")
    }
    guard let page = DiagnosticPages.page(of: word) else {
      return session.report(
        Diagnostic(
          .unknownCommand, DiagnosticPages.unknown(word),
          remarks: [.help("on the command line `cq explain` lists the codes")]))
    }
    session.show(markdown: page.text)
  }
}

extension Session {
  /// Runs the statement that a command stands for; `example` is told where what it wants is not
  /// there.
  fileprivate func run(
    _ words: String, _ argument: String, wanting wanted: String? = nil, as example: String = ""
  ) -> Bool {
    if wanted?.isEmpty == true {
      note("the command wants more, as in `\(example)`")
    } else if runTyped(
      ScriptText(name: TypedCommand.statementName, "\(words) \(argument)")) == .interrupted
    {
      note("interrupted")
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
