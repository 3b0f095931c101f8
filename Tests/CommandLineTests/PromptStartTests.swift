// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// How soon the first prompt comes. `Scripts/bench latency` measures it against its goals; here
/// each is given ten times as long: other tests run beside it, and the program is for debugging.
@Suite struct PromptStartTests {
  private static let other = "/usr/bin/sqlite3"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: other)))
  func comesSoonBesideSQLite() throws {
    let workspace = try Workspace()
    var own: [Duration] = []
    var others: [Duration] = []
    for _ in 0..<5 {
      own.append(try Self.time(Workspace.program, "cq*>", workspace))
      others.append(try Self.time(Self.other, "sqlite>", workspace))
    }
    let (first, second) = (try #require(own.min()), try #require(others.min()))
    #expect(first <= .seconds(1) && first <= second * 20, "\(first) beside \(second)")
  }

  /// From nothing to the prompt.
  private static func time(
    _ program: String, _ prompt: String, _ workspace: Workspace
  ) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let terminal = try TerminalDriver.start(
      program: program, environment: workspace.environment(), directory: workspace.path)
    try terminal.wait(until: { $0.line == prompt }, timeout: 60)
    return clock.now - start
  }
}
