import QueryShell

/// Reads the command line, runs what it asks for and gives the exit status.
enum CommandLineProgram {
  static func run(_ arguments: [String]) -> Int32 {
    do throws(UsageError) {
      switch try CommandLineReading.read(arguments) {
      case .help(let word): return Shell.show(word.isEmpty ? usage : Help.text(for: word))
      case .version: return Shell.show("cq \(Product.version)\n")
      case .run(let invocation): return Shell.run(invocation)
      }
    } catch {
      return Shell.refuse(error.message, help: error.help, unknownOption: error.isUnknownOption)
    }
  }

  /// What `cq --help` prints.
  static var usage: String {
    let options = Option.all.map { option in
      let short = option.short.map { "-\($0), " } ?? "    "
      let value = option.value.map { " \($0)" } ?? ""
      let form = "\(short)--\(option.long)\(value)"
      return "  \(form)\(String(repeating: " ", count: max(1, 26 - form.count)))\(option.help)"
    }
    return """
      usage: cq [OPTIONS] [FILE.cq | run FILE.cq | -c QUERY]
      example: cq -c 'from hotels | filter stars >= 3 | sort by distance'

      Without a file or a query: a prompt on a terminal, else the script on standard input.
      Results go to standard output, a table on a terminal and TSV with a header in a pipe.

      commands
        cq                        the prompt; a script from standard input when that is no terminal
        cq run FILE.cq            run a script; `-` is standard input
        cq FILE.cq                the same
        cq -c QUERY               run a query
        cq help [WORD]            this page, or what a word of the language does

      options
      \(options.joined(separator: "\n"))
        -h, --help                this page
            --version             the version

      exit status
        0 done   1 a check of the script is false   2 command line   3 script   4 data
        5 source   6 output   70 a bug
        130, 143, 141 ended by Ctrl-C, a termination signal, a closed pipe

      language
      \(Help.overview.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      """ + "\n"
  }
}

/// The command line, word by word.
struct CommandLineReading {
  enum Request {
    case help(String)
    case version
    case run(Invocation)
  }

  private var rest: [String]
  private var invocation = Invocation()

  static func read(_ arguments: [String]) throws(UsageError) -> Request {
    var reading = CommandLineReading(rest: arguments)
    return try reading.read()
  }

  private init(rest: [String]) { self.rest = rest }

  private mutating func read() throws(UsageError) -> Request {
    var files: [String] = []
    var optionsEnded = false
    while !rest.isEmpty {
      let word = rest.removeFirst()
      let isHelp = word == "help" && files.isEmpty && !optionsEnded
      if !isHelp, optionsEnded || word == "-" || word.first != "-" {
        files.append(word)
        continue
      }
      switch word {
      case "help": return .help(rest.first ?? "")
      case "--": optionsEnded = true
      case "-h", "--help": return .help("")
      case "--version": return .version
      case "-c": invocation.input = .query(try value(of: "-c", inline: nil))
      default: try option(word)
      }
    }
    try take(files)
    return .run(invocation)
  }

  private mutating func take(_ words: [String]) throws(UsageError) {
    var files = words[...]
    let isRun = files.first == "run"
    if isRun { files = files.dropFirst() }
    if isRun, files.isEmpty {
      throw UsageError(
        message: "`cq run` needs a script", help: "for example cq run near.cq; - is standard input")
    }
    guard let file = files.first else { return }
    if !isRun { try refuseMistypedCommand(file) }
    if files.count > 1 {
      throw UsageError(
        message: "one script at a time, not `\(file)` and `\(files[files.startIndex + 1])`",
        help: "cq run FILE.cq")
    }
    if case .query = invocation.input {
      throw UsageError(message: "either -c or a script, not both", help: "cq -c QUERY")
    }
    invocation.input = file == "-" ? .standardInput : .file(file)
  }

  /// A word that is nearly a command and no script's name.
  private func refuseMistypedCommand(_ word: String) throws(UsageError) {
    guard word.count < 6, let command = Shell.question(for: word, among: ["run", "help"]),
      !Shell.hasFile(at: word)
    else { return }
    throw UsageError(
      message: "there is no command `\(word)`; \(command)", help: "cq --help lists the commands",
      isUnknownOption: true)
  }

  private mutating func option(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let inline = parts.count > 1 ? String(parts[1]) : nil
    let found = Option.all.first { option in
      name == "--\(option.long)" || option.short.map { name == "-\($0)" } ?? false
    }
    guard let found else { throw Self.unknown(name) }
    guard found.value != nil else {
      if inline != nil {
        throw UsageError(message: "\(name) takes no value", help: found.help)
      }
      try found.apply(&invocation, "")
      return
    }
    try found.apply(&invocation, try value(of: name, inline: inline))
  }

  private mutating func value(of option: String, inline: String?) throws(UsageError) -> String {
    if let inline { return inline }
    guard !rest.isEmpty else {
      throw UsageError(message: "\(option) needs a value", help: "cq --help explains it")
    }
    return rest.removeFirst()
  }

  private static func unknown(_ name: String) -> UsageError {
    if ["--api-key", "--key", "--token"].contains(name) {
      return UsageError(
        message: "\(name) is refused: whoever lists processes would read the key",
        help: "put it into the environment, as CQ_KEY_SOURCE", isUnknownOption: true)
    }
    let names = Option.all.map { "--\($0.long)" } + ["--help", "--version"]
    let question = Shell.question(for: name, among: names).map { "; \($0)" } ?? ""
    return UsageError(
      message: "there is no option `\(name)`\(question)", help: "cq --help lists the options",
      isUnknownOption: true)
  }
}
