// SPDX-License-Identifier: MIT

import Testing

/// A few files, and what a rule has to find in them.
struct RuleSample: Sendable, CustomTestStringConvertible {
  let rule: Rule
  let files: [String: String]
  /// The findings, in the order of the report.
  let findings: [String]

  init(_ rule: Rule, _ files: [String: String], finds findings: [String]) {
    self.rule = rule
    self.files = files
    self.findings = findings
  }

  /// A sample of one source file of the product.
  init(
    _ rule: Rule, in path: String = "Sources/QueryShell/A.swift", _ text: String,
    finds messages: [String]
  ) {
    self.init(rule, [path: text], finds: messages.map { "\(path):\($0)" })
  }

  static let all = ofModules + ofLengths + ofWords + ofSwitches + ofDocuments

  var testDescription: String {
    "\(rule.name): \(findings.first ?? "nothing in \(files.keys.sorted().joined(separator: ", "))")"
  }
}

@Suite struct RuleTests {
  /// Every rule is shown what it forbids and what it must leave alone.
  @Test(
    arguments: RuleSample.all)
  func ruleFinds(sample: RuleSample) throws {
    let files = sample.files.map { RepositoryFile(path: $0.key, text: $0.value) }
    let findings = try sample.rule.findings(RepositoryTree(files: files))
    #expect(findings.report == sample.findings.joined(separator: "\n"))
  }

  /// A rule without a sample that breaks it may be one that cannot fail.
  @Test func everyRuleIsSeenToFail() {
    let broken = Set(RuleSample.all.filter { !$0.findings.isEmpty }.map(\.rule.name))
    #expect(Rule.all.map(\.name).filter { !broken.contains($0) } == [])
  }
}
