// SPDX-License-Identifier: MIT

import Testing

/// Something that holds for the whole repository and that no compiler checks.
struct Rule: Sendable, CustomTestStringConvertible {
  let name: String
  /// Pure, so that a test can show it the wrong kind of file and see it complain.
  let findings: @Sendable (RepositoryTree) throws -> [Finding]

  var testDescription: String { name }

  init(_ name: String, findings: @escaping @Sendable (RepositoryTree) throws -> [Finding]) {
    self.name = name
    self.findings = findings
  }

  /// A rule that looks at one file at a time.
  ///
  /// A scope with no file in it is a finding: a rule that looks at nothing after a folder was
  /// renamed would hold for ever.
  init(
    _ name: String, eachOf scope: Scope,
    findings: @escaping @Sendable (RepositoryFile) throws -> [Finding]
  ) {
    self.init(name) { tree in
      let files = tree.files(in: scope)
      guard !files.isEmpty else {
        return [Finding(path: scope.name, line: 1, message: "no file for the rule '\(name)'")]
      }
      return try files.flatMap(findings)
    }
  }
}
