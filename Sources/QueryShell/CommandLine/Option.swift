// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import ResultRendering

/// One option: how it is written, what it does, and how it changes the invocation.
struct Option: Sendable {
  /// With its dashes.
  let name: String
  var short: String?
  /// What the value is called in the help; nil for an option that takes none.
  var value: String?
  /// The one word that may follow it after `=` where it takes no value otherwise.
  var choice: String?
  let help: String
  /// Whether the value is or holds the name of a file, which need not be UTF-8.
  var takesPath = false
  let apply: @Sendable (inout Invocation, String) throws(UsageError) -> Void

  func isWritten(_ word: String) -> Bool { word == name || word == short }

  /// The options of commands that run scripts.
  static let running: [Option] =
    [.query, .to, .meta] + reading + [.live, .strict, .salvage] + telling + [.noRewrites]

  /// The options of commands that open sources.
  static let reading: [Option] = [.source, .define, .refresh]

  /// The options of every command, also of those that never ask a server: whoever says `--offline`
  /// need not know which these are.
  static let telling: [Option] = [.offline, .errors, .color, .quiet, .verbose]

  /// Every option of any command, each once.
  static var all: [Option] {
    var all = running
    for option in Command.all.flatMap(\.options)
    where !all.contains(where: { $0.name == option.name }) {
      all.append(option)
    }
    return all
  }
}

extension Option {
  static let query = Option(name: "-c", value: "QUERY", help: "what to run, instead of a file") {
    (invocation, value) throws(UsageError) in
    if invocation.query != nil {
      throw UsageError(
        message: "-c is given twice", help: "several statements are one text: cq -c 'A; B'")
    }
    invocation.query = value
  }

  static let to = Option(
    name: "--to", value: "FORMAT",
    help: Array(formats.dropLast()).joined(separator: ", ") + " or \(formats.last ?? "")"
  ) { (invocation, value) throws(UsageError) in
    invocation.format = try choice(value, of: formats, option: "--to")
  }

  static let source = Option(
    name: "--source", value: "NAME=PLACE", help: "read a built-in source's list elsewhere",
    takesPath: true
  ) { (invocation, value) throws(UsageError) in
    let (name, place) = try placed(value)
    invocation.run.sources.places[name] = place
  }

  static let define = Option(
    name: "--define", value: "FILE", help: "add the sources that a file defines", takesPath: true
  ) { (invocation, value) throws(UsageError) in
    invocation.run.sources.definitions.append(value)
  }

  static let offline = Option(name: "--offline", help: "never connect to a server") {
    (invocation, _) throws(UsageError) in
    invocation.run.isOffline = true
  }

  static let refresh = Option(
    name: "--refresh", help: "ask servers also where a kept copy is fresh"
  ) { (invocation, _) throws(UsageError) in
    invocation.run.refreshes = true
  }

  static let live = Option(name: "--live", help: "refuse samples and old copies") {
    (invocation, _) throws(UsageError) in
    invocation.run.isLive = true
  }

  static let meta = Option(
    name: "--meta", value: "FILE", help: "write where each result comes from, as JSON",
    takesPath: true
  ) { (invocation, value) throws(UsageError) in
    invocation.run.accountsPath = value
  }

  static let strict = Option(
    name: "--strict", help: "stop at bad records, partial lists and, online, what is not live"
  ) {
    (invocation, _) throws(UsageError) in
    invocation.run.sources.isStrict = true
  }

  static let salvage = Option(
    name: "--salvage", help: "of a file that breaks off, read all that is whole"
  ) { (invocation, _) throws(UsageError) in
    invocation.run.sources.readsPartialFiles = true
  }

  static let errors = Option(name: "--errors", value: "FORM", help: "full, short or json") {
    (invocation, value) throws(UsageError) in
    let styles = DiagnosticStyle.allCases.map(\.rawValue)
    invocation.errorStyle = try choice(value, of: styles, option: "--errors")
  }

  static let color = Option(name: "--color", value: "WHEN", help: "auto, always or never") {
    (invocation, value) throws(UsageError) in
    let wishes = TerminalEnvironment.ColourWish.allCases.map(\.rawValue)
    invocation.colour = .init(rawValue: try choice(value, of: wishes, option: "--color"))
  }

  static let quiet = Option(
    name: "--quiet", short: "-q", choice: "all",
    help: "no remarks and warnings; with =all nothing but faults"
  ) { (invocation, value) throws(UsageError) in
    invocation.run.quietness = value == "all" ? .all : .remarks
  }

  static let verbose = Option(name: "--verbose", help: "tell also what was left out without harm") {
    (invocation, _) throws(UsageError) in
    invocation.run.isVerbose = true
  }

  /// For tests, and for whoever doubts a result: no rewrite may change one.
  static let noRewrites = Option(
    name: "--no-rewrites",
    help: "run plans as they are written: of a whole list the same rows, later"
  ) { (invocation, _) throws(UsageError) in
    invocation.run.rewritesPlans = false
  }

  private static var formats: [String] { OutputFormat.ofRows.map(\.name) }

  private static func choice(
    _ value: String, of choices: [String], option: String
  ) throws(UsageError) -> String {
    if choices.contains(value) { return value }
    let question = Suggestion.question(for: value, among: choices).map { "; \($0)" } ?? ""
    throw UsageError(
      message: "\(option) knows no `\(value)`\(question)",
      help: "one of \(choices.joined(separator: ", "))")
  }

  private static func placed(_ value: String) throws(UsageError) -> (name: String, place: String) {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw UsageError(
        message: "--source needs NAME=PLACE, not `\(value)`",
        help: "for example --source hotels=list.json")
    }
    let names = BundledDefinitions.names
    guard let name = names.first(where: { $0.lowercased() == parts[0].lowercased() }) else {
      let question = Suggestion.question(for: String(parts[0]), among: names)
      throw UsageError(
        message: "there is no built-in source `\(parts[0])`" + (question.map { "; \($0)" } ?? ""),
        help: "one of \(names.joined(separator: ", "))")
    }
    return (name, String(parts[1]))
  }
}
