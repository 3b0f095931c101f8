// SPDX-License-Identifier: MIT

import Testing

/// The style of the repository, as far as a program can see it.
@Suite struct TidyTests {
  @Test(arguments: Rule.all)
  func repositoryKeeps(rule: Rule) throws {
    let findings = try rule.findings(RepositoryTree.current.get())
    #expect(findings.isEmpty, "\(rule.name):\n\(findings.report)")
  }

  /// The rules look at what is there: a wrong root would please them all.
  @Test func treeHoldsTheRepository() throws {
    let tree = try RepositoryTree.current.get()
    #expect(tree.file("Package.swift") != nil)
    #expect(!tree.files(in: .swiftSources).isEmpty)
    #expect(tree.file("Tests/RepositoryTests/TidyTests.swift") != nil)
  }
}
