// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestSupport
import Testing

/// `cq run FILE.cq --every TIME`: a script that watches.
@Suite struct RepetitionTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("from \"n.json\" | filter v > 1 | expect no rows\n", to: "watch.cq")
    try write(1)
  }

  /// In the place of what was there, so that no half of it is read.
  private func write(_ value: Int) throws {
    try workspace.write("[{\"v\": \(value)}]\n", to: "next.json")
    unsafe rename("\(workspace.path)/next.json", "\(workspace.path)/n.json")
  }

  private var told: String {
    (try? String(contentsOfFile: "\(workspace.path)/told", encoding: .utf8)) ?? ""
  }

  /// Waits until something is so; false after far more time than it takes.
  private func waits(until isSo: () -> Bool) -> Bool {
    let began = ContinuousClock.now
    while !isSo() {
      if ContinuousClock.now - began > .seconds(60) { return false }
      usleep(50_000)
    }
    return true
  }

  /// A run that holds says nothing, one that does not is shown, and the next one follows.
  @Test(.timeLimit(.minutes(5)), arguments: [SIGINT, SIGTERM])
  func showsWhatDoesNotHold(signal: Int32) throws {
    let process = try TerminalDriver.start(
      program: "/bin/sh",
      arguments: [
        "-c", "exec \(Workspace.program) run watch.cq --every 1s --errors short > told 2>&1",
      ], environment: workspace.environment(), directory: workspace.path)
    usleep(2_500_000)
    #expect(told == "")
    try write(2)
    let line = "watch.cq:1:32: FAILED[CQ0601]: expected 0 rows, got 1"
    #expect(waits { told.contains(line) })
    let first = told.count
    #expect(waits { told.count > first })
    // Each that is shown says when it was.
    let heading = /note: the run of \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d:\n/
    #expect(told.prefixMatch(of: heading) != nil, "\(told)")
    #expect(told.replacing(heading, with: "").hasPrefix(line))
    kill(process.processIdentifier, signal)
    let status = try process.waitForExit(timeout: 60)
    #expect(status == (signal == SIGINT ? .exited(130) : .signaled(signal)))
  }

  /// How often a server may be asked holds from one run of a script to the next.
  @Test(.timeLimit(.minutes(5))) func aRateHoldsBetweenRuns() throws {
    let times = Mutex<[ContinuousClock.Instant]>([])
    let server = try LoopbackServer { request in
      times.withLock { $0.append(.now) }
      let page = request.parameter("page") ?? ""
      return .reply(
        200, ["Cache-Control": "max-age=0"],
        text: "12".contains(page) ? #"[{"id":\#(page)}]"# : "[]")
    }
    try workspace.write(
      """
      source shop {
        list "\(server.address("/list?page={page}"))"
        pages of 1
        rate 1 a second
        field id Id key
      }
      """, to: "shop.cq")
    try workspace.write("from shop | expect 3 rows\n", to: "watch.cq")
    let process = try TerminalDriver.start(
      program: "/bin/sh",
      arguments: [
        "-c",
        "exec \(Workspace.program) run watch.cq --define shop.cq --every 1s --errors short "
          + "> told 2>&1",
      ], environment: workspace.environment(["CQ_OFFLINE": ""]), directory: workspace.path)
    #expect(waits { times.withLock(\.count) >= 8 })
    kill(process.processIdentifier, SIGINT)
    #expect(try process.waitForExit(timeout: 60) == .exited(130))
    let met = times.withLock(\.self)
    let gaps = zip(met.dropFirst(), met).map { $0 - $1 }
    #expect(gaps.allSatisfy { $0 >= .milliseconds(900) }, "\(gaps)")
    #expect(told.contains("watch.cq:1:13: FAILED[CQ0601]: expected 3 rows, got 2\n"))
  }

  /// A run that holds by a copy alone is shown: what it watches may have changed since.
  @Test(.timeLimit(.minutes(5))) func showsThatAServerFails() throws {
    let isDown = Mutex(false)
    let server = try LoopbackServer { _ in
      isDown.withLock(\.self)
        ? .status(404) : .reply(200, ["Cache-Control": "max-age=0"], text: #"[{"id":1}]"#)
    }
    try workspace.write(
      "source shop {\n list \"\(server.address("/list"))\"\n field id Id key\n}\n", to: "shop.cq")
    try workspace.write("from shop | expect rows = 1\n", to: "watch.cq")
    let process = try TerminalDriver.start(
      program: "/bin/sh",
      arguments: [
        "-c",
        "exec \(Workspace.program) run watch.cq --define shop.cq --every 1s --quiet > told 2>&1",
      ], environment: workspace.environment(["CQ_OFFLINE": ""]), directory: workspace.path)
    #expect(waits { server.requests.count >= 2 })
    #expect(told == "")
    isDown.withLock { $0 = true }
    #expect(waits { told.contains("404 Not Found") })
    #expect(told.hasPrefix("note: the run of "), "\(told)")
    kill(process.processIdentifier, SIGINT)
    #expect(try process.waitForExit(timeout: 60) == .exited(130))
  }

  static let refused: [(arguments: [String], message: String)] = [
    (
      ["run", "watch.cq", "--every", "soon"],
      "error[CQ0002]: --every wants a time, not `soon`; a whole number and s, min, h or d, such as "
        + "--every 1h\n"
    ),
    (["run", "watch.cq", "--every", "0s"], "error[CQ0002]: --every wants a time, not `0s`"),
    (["run", "watch.cq", "--every", "9999d"], "error[CQ0002]: --every wants a time, not `9999d`"),
    (["run", "-", "--every", "1h"], "error[CQ0002]: standard input can be read only once"),
  ]

  @Test(arguments: refused.indices) func refuses(_ index: Int) throws {
    let (arguments, message) = Self.refused[index]
    let run = try workspace.run(arguments)
    #expect(run.errorText.hasPrefix(message))
    #expect(run.status == .exited(2))
  }

  /// A name that is mistyped is told once; a file that is gone for a while is told each time.
  @Test(.timeLimit(.minutes(5))) func aScriptThatIsNotThereEndsIt() throws {
    let run = try workspace.run(["run", "none.cq", "--every", "1h"])
    #expect(run.errorText.hasPrefix("error[CQ0503]: none.cq cannot be opened"), "\(run.errorText)")
    #expect(run.status == .exited(5))
    try workspace.write("from \"n.json\" | expect rows = 1\n", to: "gone.cq")
    let process = try TerminalDriver.start(
      program: "/bin/sh",
      arguments: ["-c", "exec \(Workspace.program) run gone.cq --every 1s > told 2>&1"],
      environment: workspace.environment(), directory: workspace.path)
    usleep(1_500_000)
    #expect(told == "")
    unsafe unlink("\(workspace.path)/gone.cq")
    #expect(waits { told.matches(of: /gone\.cq cannot be opened/).count >= 2 })
    kill(process.processIdentifier, SIGINT)
    #expect(try process.waitForExit(timeout: 60) == .exited(130))
  }

  /// What would be wrong each time ends it.
  @Test func aFaultOfTheScriptEndsIt() throws {
    try workspace.write("from \"n.json\" | filter w > 1\n", to: "wrong.cq")
    let run = try workspace.run(["run", "wrong.cq", "--every", "1h"])
    #expect(run.errorText.hasPrefix("wrong.cq:1:24: error[CQ0201]: n.json has no field `w`"))
    #expect(run.status == .exited(3))
  }
}
