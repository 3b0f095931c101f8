// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// A folder of one test with the files that it needs, in which `cq` runs; removed with its owner.
final class Workspace {
  let path: String

  /// The built program.
  static let program = "\(TestSupport.productsDirectory)/cq"

  init(_ files: [String: String] = [:]) throws {
    path = try TestSupport.temporaryDirectory()
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A name may have folders in it, which are made.
  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Makes a named pipe and gives its path; to open it for writing waits for somebody who reads.
  func pipe(_ name: String) throws -> String {
    let path = "\(path)/\(name)"
    guard unsafe mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return path
  }

  /// Every file in the folder and below it, by its path.
  func contents() throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: path)
    return try paths.reduce(into: [:]) { contents, name in
      let kind = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.type]
      if kind as? FileAttributeType != .typeDirectory { contents[name] = try text(of: name) }
    }
  }

  func text(of name: String) throws -> String { try TestSupport.text(ofFile: "\(path)/\(name)") }

  /// What a run finds in its environment: a home in the workspace, `cq` in its path, no servers.
  func environment(_ changes: [String: String] = [:]) -> [String: String] {
    let path = "\(TestSupport.productsDirectory):/usr/bin:/bin"
    let standard = [
      "CQ_OFFLINE": "1", "HOME": self.path, "LANG": "C.UTF-8", "PATH": path,
    ]
    return standard.merging(changes) { $1 }
  }

  /// Runs `cq` to its end with pipes for its streams; ends it after so many seconds.
  func run(
    _ arguments: [String], input: String = "", environment changes: [String: String] = [:],
    timeout: Double = 60
  ) throws -> ProcessRun {
    try ProcessRun.run(
      Self.program, arguments, input: Array(input.utf8), environment: environment(changes),
      directory: path, timeout: timeout)
  }

  /// Runs a line of the system's shell, in which `cq` is found.
  func shell(
    _ line: String, environment changes: [String: String] = [:]
  ) throws -> ProcessRun {
    try ProcessRun.run(
      "/bin/sh", ["-c", line], environment: environment(changes), directory: path, timeout: 60)
  }

  /// Runs `cq` to its end on a terminal; gives all that it wrote there.
  func showOnTerminal(
    _ arguments: [String], environment changes: [String: String] = [:], columns: Int = 80
  ) throws -> (output: [UInt8], status: ExitStatus) {
    let terminal = try TerminalDriver.start(
      program: Self.program, arguments: arguments, environment: environment(changes),
      directory: path, columns: columns)
    let status = try terminal.waitForExit(timeout: 60)
    return (terminal.output, status)
  }
}

/// What a test expects of a finished run, and what came of it.
struct Outcome: Equatable, CustomStringConvertible {
  var output: String
  var errors: String
  var status: ExitStatus

  init(output: String = "", errors: String = "", status: Int32 = 0) {
    self.output = output
    self.errors = errors
    self.status = .exited(status)
  }

  init(_ run: ProcessRun) {
    output = run.outputText
    errors = run.errorText
    status = run.status
  }

  var description: String { "\(status)\nstdout:\n\(output)\nstderr:\n\(errors)" }
}
