// SPDX-License-Identifier: MIT

/// The pages that `--help` prints, from the tables of commands and options.
enum UsagePage {
  static var program: String {
    """
    usage: cq [OPTIONS] [FILE.cq | COMMAND ... | -c QUERY]
    example: cq -c 'from hotels | filter stars >= 3 | sort by distance'

    Without a file or a query: a prompt on a terminal, else the script on standard input.
    Results go to standard output, a table on a terminal and TSV with a header in a pipe.

    commands
      cq                        the prompt; a script from standard input when that is no terminal
      cq FILE.cq                run a script, like `cq run FILE.cq`
      cq -c QUERY               run a query
    \(lines(Command.all.map { ($0.usage, $0.summary) }))

    options
    \(lines(Option.running.map(row)))
      -h, --help                this page; `cq COMMAND --help` tells of a command
          --version             the version

    exit status
      0 done   1 a check of the script is false   2 command line   3 script   4 data
      5 source   6 output   70 a bug
      130, 143, 141 ended by Ctrl-C, a termination signal, a closed pipe

    the language, which `cq help` shows alone

    \(Help.overview)
    """
  }

  static func page(of command: Command) -> String {
    let detail = command.detail.isEmpty ? "" : "\n\n" + command.detail
    return """
      usage: \(command.usage)

      \(command.summary)\(detail)

      options
      \(lines(command.options.map(row) + [("-h, --help", "this page")]))
      """ + "\n"
  }

  private static func row(_ option: Option) -> (form: String, help: String) {
    let short = option.short.map { "\($0), " } ?? (option.name.hasPrefix("--") ? "    " : "")
    let word = option.value.map { " \($0)" } ?? option.choice.map { "[=\($0)]" } ?? ""
    return ("\(short)\(option.name)\(word)", option.help)
  }

  /// Forms and what they mean, in two columns; a long form has a line of its own.
  static func lines(_ rows: [(form: String, help: String)]) -> String {
    rows.map { row in
      let gap = 26 - row.form.count
      let space =
        gap > 0
        ? String(repeating: " ", count: gap) : "\n" + String(repeating: " ", count: 28)
      return "  \(row.form)\(space)\(row.help)"
    }.joined(separator: "\n")
  }
}
