// SPDX-License-Identifier: MIT

/// The part of the repository that a rule is about.
struct Scope: Sendable {
  /// What the scope is called where a rule complains that it is empty.
  let name: String
  let covers: @Sendable (String) -> Bool
}

extension Scope {
  /// The Swift files of the product.
  static let swiftSources = Scope(name: "Sources") {
    $0.hasPrefix("Sources/") && $0.hasSuffix(".swift")
  }

  /// Every file of the product that people write, samples of data aside.
  static let sources = Scope(name: "Sources") {
    $0.hasPrefix("Sources/") && !$0.contains("/Samples/")
  }

  /// All Swift of the repository: product, tests and manifest.
  static let swift = Scope(name: "Sources and Tests") { $0.hasSuffix(".swift") }

  /// All files in a programming language, which have limits of length.
  static let code = Scope(name: "Sources and Tests") { path in
    [".swift", ".c", ".cpp", ".h", ".py"].contains { path.hasSuffix($0) } || isScript(path)
  }

  /// All files in which a licence can stand as a comment. Those of `Grammar` and of the fixtures
  /// are data, compared byte for byte, but for the grammar itself, which other programs read.
  static let licensed = Scope(name: "Sources, Scripts and Tests") { path in
    code.covers(path) || path.hasSuffix(".modulemap") || path.hasSuffix(".ebnf")
      || (path.hasSuffix(".cq") && !path.hasPrefix("Grammar/") && !path.hasPrefix("Tests/"))
  }

  /// Everything but data: samples, fixtures and transcripts are compared byte for byte.
  static let written = Scope(name: "Sources and Tests") { path in
    code.covers(path) || sources.covers(path) || documents.covers(path)
  }

  /// The pages that people read, which are free to have links.
  static let documents = Scope(name: "Documentation") { path in
    path.hasSuffix(".md") && !path.hasPrefix("Tests/Fixtures/")
      && !path.hasPrefix("Tests/Transcripts/")
  }

  static let decisionRecords = Scope(name: "Documentation/Decisions") {
    $0.hasPrefix("Documentation/Decisions/")
  }

  static let diagnosticPages = Scope(name: "Documentation/Diagnostics") {
    $0.hasPrefix("Documentation/Diagnostics/")
  }

  private static func isScript(_ path: String) -> Bool {
    (path.hasPrefix("Scripts/") && !path.contains(".")) || path.hasPrefix(".ci/")
  }
}
