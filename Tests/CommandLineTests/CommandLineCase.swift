// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// A command line and what comes of it, to the last byte.
struct CommandLineCase: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var input = ""
  var files: [String: String] = [:]
  var output = ""
  var errors = ""
  var status: Int32 = 0

  var testDescription: String {
    (["cq"] + arguments).joined(separator: " ") + (input.isEmpty ? "" : " < \(input)")
  }

  func run() throws -> (actual: Outcome, expected: Outcome) {
    let run = try Workspace(files).run(arguments, input: input)
    return (Outcome(run), Outcome(output: output, errors: errors, status: status))
  }
}

extension String {
  /// What is said below results that come from a bundled list, where no footer says it.
  static func sampleNote(_ noun: String) -> String {
    "note: \(noun): the sample that comes with cq, not live data\n"
  }
}
