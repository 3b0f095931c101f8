// SPDX-License-Identifier: MIT

/// One thing that is wrong in one place, written as compilers write it: editors can jump there.
struct Finding: Hashable, Sendable, CustomStringConvertible {
  let path: String
  let line: Int
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}

extension [Finding] {
  /// One finding a line, in the order of the files, for a test's failure.
  var report: String {
    sorted { ($0.path, $0.line, $0.message) < ($1.path, $1.line, $1.message) }
      .map(\.description)
      .joined(separator: "\n")
  }
}
