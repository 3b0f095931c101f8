// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// What is long is told on a terminal by every command that reads data, not by queries alone.
@Suite struct LocalProgressTests {
  /// A pipe whose rows come in three pieces, the last long after it is told what takes long; once
  /// more for who looks twice. Who waits in vain to write ends with the terminal.
  private static let slowly = """
    mkfifo p.jsonl
    piece() { for row in 1 2 3; do printf '{"id":%d}\\n' $row; sleep 0.3; done; }
    { piece > p.jsonl; sleep 1; piece > p.jsonl; } &
    exec cq
    """

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "check -c 'from \"p.jsonl\" | sort by id'", "lint -c 'from \"p.jsonl\" | sort by id'",
      "debug plan -c 'from \"p.jsonl\" | sort by id'", "test page.md", "test script.cq",
    ])
  func everyCommandTellsWhatItReads(arguments: String) throws {
    let query = "from \"p.jsonl\" | sort by id | to csv\n"
    let workspace = try Workspace([
      "page.md": "```cq\n\(query)```\n```output\nid\n1\n2\n3\n```\n", "script.cq": query,
    ])
    let terminal = try TerminalDriver.start(
      program: "/bin/sh", arguments: ["-c", "\(Self.slowly) \(arguments)"],
      environment: workspace.environment(), directory: workspace.path)
    let status = try terminal.waitForExit(timeout: 60)
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(status == .exited(0), "\(text)")
    #expect(text.contains("\rp.jsonl: read "), "\(text)")
    #expect(text.contains("\r\u{1B}[K"), "\(text)")
  }
}
