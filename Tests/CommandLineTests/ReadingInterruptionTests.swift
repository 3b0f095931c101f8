// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Ctrl-C while a definition or a script is read, before anything of it runs. The goal is a tenth
/// of what is asserted.
@Suite(.serialized) struct ReadingInterruptionTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// What is computed takes long to read and to check.
  private static let definition: String = {
    let sum = String(repeating: " + a - 3", count: 20)
    let fields = (0..<3_000).map { "  field d\($0) Int = a * \($0)\(sum)\n" }.joined()
    return "source wide {\n  list \"x.json\"\n  field id Id key\n  field a Int\n\(fields)}\n"
  }()

  private static let script = (0..<20_000).map { line in
    "from \"x.json\" | filter a >= \(line) and a < 7 or id = \"x\" | sort by id | limit 1\n"
  }.joined()

  private func write() throws {
    try workspace.write(Self.definition, to: "wide.cq")
    try workspace.write(Self.script, to: "long.cq")
    try workspace.write("[{\"id\":\"x\",\"a\":3}]", to: "x.json")
  }

  /// Far more than an answer takes by itself: all other suites run beside this one.
  private static let patience = Duration.seconds(15)

  static let commands = [["--define", "wide.cq", "-c", "from wide | count"], ["run", "long.cq"]]

  /// Signals at different times, each after the process has begun to listen to them.
  @Test(.timeLimit(.minutes(10)), arguments: commands)
  func aScriptEnds(arguments: [String]) throws {
    try write()
    for delay in [0, 100, 300] {
      let process = try TerminalDriver.start(
        program: Workspace.program, arguments: arguments, environment: workspace.environment(),
        directory: workspace.path)
      while !Self.listens(process.processIdentifier) { usleep(1_000) }
      usleep(UInt32(delay) * 1_000)
      let began = ContinuousClock.now
      kill(process.processIdentifier, SIGINT)
      #expect(try process.waitForExit(timeout: 60) == .exited(130), "\(delay)")
      #expect(ContinuousClock.now - began < Self.patience, "\(delay)")
    }
  }

  /// A signal that whoever starts a script lets it ignore stays ignored, as a shell does with what
  /// it leaves in the background. The spaces have gone when the script has begun to read.
  @Test(arguments: ["INT", "TERM", "HUP"]) func whatIsIgnoredStaysSo(signal: String) throws {
    let run = try workspace.shell(
      """
      trap '' \(signal); mkfifo in
      cq -q -c 'from "/dev/stdin" | save "o.csv"' < in &
      exec 3> in; head -c 300000 /dev/zero | tr '\\0' ' ' >&3
      kill -\(signal) $!; echo '[{"a":1}]' >&3; exec 3>&-; wait $!; echo $?; cat o.csv
      """)
    #expect(Outcome(run) == Outcome(output: "0\na\n1\n"))
  }

  /// So does one at the prompt: editing goes on.
  @Test(.timeLimit(.minutes(10))) func whatThePromptIgnoresStaysSo() throws {
    let prompt = try Prompt(
      workspace, program: "/bin/sh", arguments: ["-c", "trap '' HUP TERM; exec cq"])
    for signal in [SIGHUP, SIGTERM] {
      prompt.send("from hotels")
      try prompt.waitForLine("cq*> from hotels")
      kill(prompt.terminal.processIdentifier, signal)
      prompt.send(" | count\r")
      try prompt.wait { $0.contains("1 row") && $0.line == "cq*>" }
      prompt.send("\u{C}")
      try prompt.waitForScreen("cq*>")
    }
    #expect(try prompt.leave() == .exited(0))
  }

  /// Whether a process takes SIGINT as it wants to. Until it is `cq` it has what the tests have.
  private static func listens(_ identifier: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    guard status?.hasPrefix("Name:\tcq\n") ?? false else { return false }
    let line = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let caught = line.flatMap { line in
      UInt64(line.dropFirst(7).trimmingPrefix(while: \.isWhitespace), radix: 16)
    }
    return (caught ?? 0) & 1 << UInt64(SIGINT - 1) != 0
  }

  /// The first Tab reads the definitions. Nothing is completed before the line is dropped, and they
  /// are read when they are wanted again.
  @Test(.timeLimit(.minutes(10))) func tabEnds() throws {
    try write()
    let prompt = try Prompt(workspace, arguments: ["--define", "wide.cq"])
    prompt.send("from wid")
    try prompt.waitForLine("cq*> from wid")
    prompt.send("\t")
    try prompt.wait { _ in prompt.terminal.makesSignals }
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    #expect(prompt.screen.hasSuffix("cq*> from wid^C\ncq*>"))
    try workspace.write("source wide {\n  list \"x.json\"\n  field a Int\n}\n", to: "wide.cq")
    prompt.send("from wid\t")
    try prompt.waitForLine("cq*> from wide")
    prompt.send("\u{1C}\u{3}")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
  }

  /// At the prompt it is read again when it is wanted again.
  @Test(.timeLimit(.minutes(10))) func thePromptIsBack() throws {
    try write()
    let prompt = try Prompt(workspace, arguments: ["--define", "wide.cq"])
    for statement in ["from wide | count", "use wide", "from wide | limit 1"] {
      prompt.send("\(statement)\r")
      try prompt.wait { $0.line != "cq*> \(statement)" && $0.line != "cq*>" }
      usleep(300_000)
      let began = ContinuousClock.now
      kill(prompt.terminal.processIdentifier, SIGINT)
      try prompt.wait { $0.line == "cq*>" }
      #expect(ContinuousClock.now - began < Self.patience, "\(statement)")
      #expect(prompt.screen.contains("interrupted"), "\(statement)")
      prompt.send("\u{C}")
      try prompt.waitForScreen("cq*>")
    }
    try workspace.write("source wide {\n  list \"x.json\"\n  field a Int\n}\n", to: "wide.cq")
    prompt.send("from wide | show a\r")
    try prompt.wait { $0.contains("1 row") && $0.line == "cq*>" }
    #expect(try prompt.leave() == .exited(0))
  }
}
