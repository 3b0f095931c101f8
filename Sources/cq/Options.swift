import QueryShell

/// What is wrong with a command line.
struct UsageError: Error {
  let message: String
  let help: String
  var isUnknownOption = false
}

/// One option: how it is written, what it does, and how it changes the invocation.
struct Option: Sendable {
  let long: String
  var short: Character?
  /// What the value is called in the help; nil for an option that takes none.
  var value: String?
  let help: String
  let apply: @Sendable (inout Invocation, String) throws(UsageError) -> Void

  /// The table of all options, in the order of the help.
  static let all: [Option] = [
    Option(long: "to", value: "FORMAT", help: "table, card, tsv, csv, json or jsonl") {
      (invocation, value) throws(UsageError) in
      invocation.format = try choice(value, of: Shell.formats, option: "to")
    },
    Option(long: "source", value: "NAME=PLACE", help: "read a built-in source's list elsewhere") {
      (invocation, value) throws(UsageError) in
      let (name, place) = try placed(value)
      invocation.places[name] = place
    },
    Option(long: "offline", help: "never connect to a server") {
      (invocation, _) throws(UsageError) in invocation.isOffline = true
    },
    Option(long: "strict", help: "stop at the first bad record or value") {
      (invocation, _) throws(UsageError) in invocation.isStrict = true
    },
    Option(long: "errors", value: "FORM", help: "full, short or json") {
      (invocation, value) throws(UsageError) in
      invocation.errorStyle = try choice(value, of: Shell.errorStyles, option: "errors")
    },
    Option(long: "color", value: "WHEN", help: "auto, always or never") {
      (invocation, value) throws(UsageError) in
      let wishes = Surroundings.ColourWish.allCases.map(\.rawValue)
      invocation.colour = .init(rawValue: try choice(value, of: wishes, option: "color"))
    },
    Option(long: "quiet", short: "q", help: "no notes and no warnings") {
      (invocation, _) throws(UsageError) in invocation.isQuiet = true
    },
    Option(long: "verbose", help: "tell also what was left out without harm") {
      (invocation, _) throws(UsageError) in invocation.isVerbose = true
    },
  ]

  private static func choice(
    _ value: String, of choices: [String], option: String
  ) throws(UsageError) -> String {
    if choices.contains(value) { return value }
    let question = Shell.question(for: value, among: choices).map { "; \($0)" } ?? ""
    throw UsageError(
      message: "--\(option) knows no `\(value)`\(question)",
      help: "one of \(choices.joined(separator: ", "))")
  }

  private static func placed(_ value: String) throws(UsageError) -> (name: String, place: String) {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw UsageError(
        message: "--source needs NAME=PLACE, not `\(value)`",
        help: "for example --source hotels=list.json")
    }
    let name = Shell.sourceNames.first { $0.lowercased() == parts[0].lowercased() }
    guard let name else {
      let question = Shell.question(for: String(parts[0]), among: Shell.sourceNames)
      throw UsageError(
        message: "there is no built-in source `\(parts[0])`" + (question.map { "; \($0)" } ?? ""),
        help: "one of \(Shell.sourceNames.joined(separator: ", "))")
    }
    return (name, String(parts[1]))
  }
}
