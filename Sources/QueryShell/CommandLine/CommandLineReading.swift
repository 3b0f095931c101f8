// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc
import QueryEngine
import ResultRendering

/// The command line, word by word.
struct CommandLineReading {
  enum Request {
    /// The page of a command; nil for the page of the program.
    case help(Command?)
    case version
    case perform(Command, Invocation)
  }

  private var rest: ArraySlice<String>
  private var invocation = Invocation()
  /// The command, once a word has named it.
  private var command: Command?
  /// The options before it, which it may refuse.
  private var earlier: [Option] = []

  static func read(_ arguments: [String]) throws(UsageError) -> Request {
    var reading = CommandLineReading(rest: arguments[...])
    return try reading.read()
  }

  /// The form of errors that a command line asks for, also one that is wrong elsewhere.
  static func errorStyle(in arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    let values = zip(words, words.dropFirst() + [""]).compactMap { word, next in
      word == "--errors" ? next : word.hasPrefix("--errors=") ? String(word.dropFirst(9)) : nil
    }
    return values.last { DiagnosticStyle(rawValue: $0) != nil }
  }

  private init(rest: ArraySlice<String>) { self.rest = rest }

  private mutating func read() throws(UsageError) -> Request {
    while let word = rest.popFirst() {
      switch word {
      case "--":
        if command == nil { try settle(on: .unnamed) }
        invocation.operands += rest
        rest = []
      case "-h", "--help":
        if takesArguments {
          invocation.wantsScriptHelp = true
          continue
        }
        return .help(command?.isNamed == false ? nil : command)
      case "--version": return .version
      case _ where word.hasPrefix("-") && word != "-": try take(option: word)
      default: try take(word)
      }
    }
    if command == nil { try settle(on: .unnamed) }
    if invocation.run.isLive, invocation.run.isOffline {
      throw UsageError(
        message: "--live and --offline contradict each other",
        help: "nothing can be live where no server is asked")
    }
    return .perform(command ?? .unnamed, invocation)
  }

  /// A word that is no option: the command, if it is the first, else what the command works on.
  private mutating func take(_ word: String) throws(UsageError) {
    if command == nil {
      if let named = Command.named(word) { return try settle(on: named) }
      try Self.refuseMistypedCommand(word)
      try settle(on: .unnamed)
    }
    let isText = command?.takesPaths == false
    invocation.operands.append(isText ? try Self.validated(word, of: "the word") : word)
  }

  private mutating func settle(on found: Command) throws(UsageError) {
    command = found
    for option in earlier where !found.takes(option) { throw Self.refused(option.name, by: found) }
  }

  /// A word that is nearly a command and no script's name.
  private static func refuseMistypedCommand(_ word: String) throws(UsageError) {
    let names = Command.all.map(\.name)
    guard let question = Suggestion.question(for: word, among: names),
      unsafe access(SystemText.path(word), F_OK) != 0
    else { return }
    throw UsageError(
      message: "there is no command `\(word)`; \(question)", help: "cq --help lists the commands",
      code: .unknownCommand)
  }

  private mutating func take(option word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let inline = parts.count > 1 ? String(parts[1]) : nil
    let isShort = !name.hasPrefix("--")
    guard let option = option(name), !isShort || inline == nil || option.value == nil
    else {
      guard takesArguments, !isShort else { throw unknown(name, value: inline ?? rest.first) }
      return try takeArgument(String(name.dropFirst(2)), inline)
    }
    if let command, !command.takes(option) {
      throw Self.refused(name, by: command)
    }
    if command == nil { earlier.append(option) }
    guard option.value != nil else {
      if isShort, inline != nil {
        let long = option.choice.map { "`\(option.name)=\($0)`" }
        throw UsageError(message: "\(name) takes no value", help: long ?? option.help)
      }
      if let inline, inline != option.choice {
        let only = option.choice.map { " but `\(name)=\($0)`" } ?? ""
        throw UsageError(message: "\(name) takes no value\(only)", help: option.help)
      }
      return try option.apply(&invocation, inline ?? "")
    }
    guard let value = inline ?? rest.popFirst() else {
      throw UsageError(message: "\(name) needs a value", help: "cq --help explains it")
    }
    let text = try option.takesPath ? value : Self.validated(value, of: "the value of \(name)")
    try option.apply(&invocation, text)
  }

  /// A text as it was given; names of files may have other bytes.
  private static func validated(
    _ text: String, of what: String
  ) throws(UsageError) -> String {
    if let text = SystemText.validated(text) { return text }
    throw UsageError(
      message: "\(what) is no UTF-8 text", help: "only names of files may be other")
  }

  /// The option of a name; the table of all commands is made only for a name that running scripts
  /// does not know. One letter may mean something else to another command.
  private func option(_ name: String) -> Option? {
    let others = name.hasPrefix("--") ? { Option.all } : { command?.options ?? [] }
    return Option.running.first { $0.isWritten(name) } ?? others().first { $0.isWritten(name) }
  }

  /// Whether options are those of a script that has been named.
  private var takesArguments: Bool {
    guard let command, command.runsScripts else { return false }
    return !invocation.operands.isEmpty
  }

  /// `--name value` or `--name=value`; only the script tells whether it needs one.
  private mutating func takeArgument(
    _ name: String, _ inline: String?
  ) throws(UsageError) {
    var value = inline
    if value == nil, let next = rest.first, !next.hasPrefix("--") { value = rest.popFirst() }
    let text = try value.map { value throws(UsageError) in
      try Self.validated(value, of: "the value of --\(name)")
    }
    invocation.run.arguments.append(GivenParameter(name: name, text: text))
  }

  private static func refused(_ option: String, by command: Command) -> UsageError {
    UsageError(
      message: "`\(command.call)` takes no option `\(option)`",
      help: "\(command.call) --help lists those that it takes", code: .unknownOption)
  }

  private func unknown(_ name: String, value: String?) -> UsageError {
    if ["--api-key", "--key", "--token"].contains(name) {
      return UsageError(
        message: "\(name) is refused: whoever lists processes would read the key",
        help: "put it into the environment, as CQ_KEY_SOURCE", code: .unknownOption)
    }
    let names = (command?.options ?? Option.all).map(\.name) + ["--help", "--version"]
    let meant = OtherLanguageOption.meant(by: name, value: value)
    let isTaken = meant.map { meant in names.contains { meant.hasPrefix($0) } } ?? false
    let question =
      isTaken
      ? meant.map { "did you mean `\($0)`?" } : Suggestion.question(for: name, among: names)
    return UsageError(
      message: "there is no option `\(name)`\(question.map { "; \($0)" } ?? "")",
      help: "\(command?.call ?? "cq") --help lists the options", code: .unknownOption)
  }
}
