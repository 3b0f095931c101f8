import ResultRendering
import Testing

@testable import QueryShell

/// Which lines of the prompt are commands, and what they do.
@Suite struct DotCommandTests {
  /// Lines, and whether each is a command.
  static let lines: [(String, Bool)] = [
    ("help", true), (".help", true), ("help sort", true), (".help sort", true), ("quit", true),
    (".quit", true), ("exit", true), (".exit", true), ("  help  ", true), (".nothing", true),
    (".", true), (".help sort by", false), ("help sort by", false), ("from hotels", false),
    ("sources", false), ("", false), ("  ", false), ("helper", false), ("Help", false),
  ]

  @Test(arguments: lines) func knowsItsLines(line: String, isCommand: Bool) {
    #expect(DotCommand.recognises(line) == isCommand)
  }

  /// Commands, with whether the prompt stays and what is written.
  static let commands: [(line: String, stays: Bool, output: String, errors: String)] = [
    ("quit", false, "", ""), (".quit", false, "", ""), ("exit", false, "", ""),
    (".exit", false, "", ""), ("help", true, Help.overview, ""), (".help", true, Help.overview, ""),
    (".help limit", true, "limit N\n  keep the first N rows\n  example: limit 10\n", ""),
    (".hepl", true, "", "error[CQ0003]: there is no command `.hepl`; did you mean `.help`?\n"),
    (".tables", true, "", "error[CQ0003]: there is no command `.tables`\n"),
  ]

  @Test(arguments: commands)
  func doesWhatItSays(line: String, stays: Bool, output: String, errors: String) throws {
    let session = Session.collecting()
    let command = try #require(DotCommand(line))
    #expect(command.run(in: session) == stays)
    #expect(session.output.taken() == output)
    #expect(session.errors.taken() == errors)
  }

  @Test func anUnknownCommandNamesThoseThatAre() throws {
    let session = Session.collecting { $0.errorStyle = .full }
    _ = try #require(DotCommand(".tables")).run(in: session)
    #expect(
      session.errors.taken() == """
        error[CQ0003]: there is no command `.tables`
        commands: .help .quit

        """)
  }
}
