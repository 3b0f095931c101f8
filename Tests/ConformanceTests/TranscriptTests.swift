// SPDX-License-Identifier: MIT

import Foundation
import QueryShell
import TestSupport
import Testing

/// Every transcript of the repository, in process and through the built binary.
///
/// With `CQ_UPDATE=1` in the environment the files are rewritten with what came out; the change is
/// then reviewed like any other.
@Suite struct TranscriptTests {
  static let files: [String] = {
    let root = URL(fileURLWithPath: TestSupport.repositoryRoot)
    let folders = [
      "Tests/Transcripts", "Documentation", "Documentation/Language", "Documentation/Diagnostics",
    ]
    var paths = ["README.md"]
    for folder in folders {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: root.appendingPathComponent(folder).path)
      paths += (names ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    return paths.sorted()
  }()

  static func transcript(_ path: String) throws -> Transcript {
    let full = "\(TestSupport.repositoryRoot)/\(path)"
    return Transcript(name: path, text: try String(contentsOfFile: full, encoding: .utf8))
  }

  @Test(arguments: files) func inProcess(_ path: String) throws {
    let transcript = try Self.transcript(path)
    let results = transcript.run()
    if ProcessInfo.processInfo.environment["CQ_UPDATE"] == "1" {
      try transcript.updated(with: results).write(
        toFile: "\(TestSupport.repositoryRoot)/\(path)", atomically: true, encoding: .utf8)
      return
    }
    for (block, result) in zip(transcript.blocks, results) {
      #expect(Outcome(block) == Outcome(result, like: block), "\(path):\(block.line)")
    }
  }

  @Test(arguments: files) func throughTheBinary(_ path: String) throws {
    let transcript = try Self.transcript(path)
    let succeeding = transcript.blocks.filter { $0.error == nil }
    if !succeeding.isEmpty {
      let script = succeeding.map(\.script).joined(separator: "\n")
      let run = try Self.run(script)
      let expected = succeeding.compactMap(\.output).filter { !$0.isEmpty }
      #expect(run.outputText == Self.joined(expected), "\(path)")
      #expect(run.status == .exited(0), "\(path)")
    }
    for block in transcript.blocks where block.output == nil && block.error != nil {
      let run = try Self.run(block.script)
      let errors = run.errorText.replacing("<stdin>", with: "<block>")
      #expect(errors == block.error, "\(path):\(block.line)")
      #expect(run.status != .exited(0), "\(path):\(block.line)")
    }
  }

  /// Results as one run writes them: an empty line before each but JSON documents.
  private static func joined(_ outputs: [String]) -> String {
    outputs.reduce(into: "") { all, output in
      let isJSON = output.hasPrefix("[") || output.hasPrefix("{")
      all += (all.isEmpty || isJSON ? "" : "\n") + output
    }
  }

  private static func run(_ script: String) throws -> ProcessRun {
    try ProcessRun.run(
      "\(TestSupport.productsDirectory)/cq",
      ["--offline", "--quiet=all", "--to", "table", "--errors", "short"], input: Array(script.utf8),
      environment: ["COLUMNS": "80", "LANG": "C.UTF-8"])
  }
}

/// What is compared: where a block expects no error, none may come.
private struct Outcome: Equatable, CustomStringConvertible {
  let output: String
  let error: String

  init(_ expected: Transcript.Block) {
    output = expected.output ?? ""
    error = expected.error ?? ""
  }

  init(_ result: Transcript.Block, like expected: Transcript.Block) {
    output = expected.output == nil && expected.error != nil ? "" : result.output ?? ""
    error = result.error ?? ""
  }

  var description: String { "\n\(output)\(error.isEmpty ? "" : "error:\n\(error)")" }
}
