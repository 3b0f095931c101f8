// SPDX-License-Identifier: MIT

import Foundation

extension Rule {
  /// A link within the repository leads to a file that is there, and to a heading that it has.
  static let links = Rule("links lead somewhere") { tree in
    try tree.files(in: .documents).flatMap { file in
      try MarkdownPage(file).links.compactMap { link in
        guard let problem = try tree.problem(with: link.target, from: file) else { return nil }
        return file.finding(problem, line: link.line)
      }
    }
  }

  /// A record that takes more than a screen is not read, and one without alternatives persuades
  /// nobody.
  static let decisionRecords = Rule("decision records have one form") { tree in
    let records = tree.files(in: .decisionRecords).filter { $0.name != "README.md" }
    let numbers = Dictionary(records.map { (String($0.name.prefix(4)), $0.path) }) { first, _ in
      first
    }
    return try records.flatMap { file in
      let headings = try MarkdownPage(file).headings
      let missing = ["Context", "Decision", "Consequences", "Alternatives considered"]
        .filter { !headings.contains($0) }
        .map { "the heading '\($0)' is missing" }
      let isNamed = file.name.wholeMatch(of: try Regex(#"\d{4}-[a-z0-9-]+\.md"#)) != nil
      let number = String(file.name.prefix(4))
      let others = [
        isNamed ? nil : "the name is not of the form 0001-some-words.md",
        numbers[number] == file.path ? nil : "the number \(number) is taken",
        file.lines.count < 60 ? nil : "the record has \(file.lines.count) lines; fewer than 60 fit",
      ]
      return (missing + others.compactMap(\.self)).map { file.finding($0, line: 1) }
    }
  }

  /// Every code that a user can meet has its page, and no page explains what cannot happen.
  static let diagnosticPages = Rule("every diagnostic code has its page") { tree in
    var raised: [String: Finding] = [:]
    for file in tree.files(in: .swiftSources) {
      for (code, line) in try file.diagnosticCodes where raised[code] == nil {
        let page = "Documentation/Diagnostics/\(code).md"
        raised[code] = file.finding("\(code) has no page \(page)", line: line)
      }
    }
    let pages = tree.files(in: .diagnosticPages).filter { $0.name != "README.md" }
    let explained = Set(pages.map { String($0.name.dropLast(".md".count)) })
    let idle = pages.filter { raised[String($0.name.dropLast(".md".count))] == nil }
    return raised.filter { !explained.contains($0.key) }.map(\.value)
      + idle.map { $0.finding("no source raises what the page is named for", line: 1) }
  }
}

extension RepositoryTree {
  /// What is wrong with a link, if it is one within the repository.
  fileprivate func problem(with target: String, from file: RepositoryFile) throws -> String? {
    guard target.wholeMatch(of: try Regex(#"[a-z][a-z+.-]*:.*"#)) == nil else { return nil }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts[0].removingPercentEncoding ?? String(parts[0])
    let path = place.isEmpty ? file.path : Self.resolve(place, from: file.path)
    guard paths.contains(path) else { return "the link to \(target) leads to no file" }
    guard parts.count > 1, let page = self.file(path), path.hasSuffix(".md") else { return nil }
    let isKnown = try MarkdownPage(page).anchors.contains(String(parts[1]))
    return isKnown ? nil : "the link to \(target) leads to no heading"
  }

  private static func resolve(_ target: String, from path: String) -> String {
    var parts = target.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
    for part in target.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}

extension RepositoryFile {
  /// The codes that the file raises: those in its literals and those that it declares by name.
  fileprivate var diagnosticCodes: [(code: String, line: Int)] {
    get throws {
      let code = try Regex(#"\bCQ\d{4}\b"#)
      let declared = zip(layers.code, layers.literals).map { code, literals in
        code.contains("static let") ? "\(code) \(literals)" : literals
      }
      return RepositoryFile.numbered(declared).flatMap { line in
        line.text.matches(of: code).map { (String(line.text[$0.range]), line.number) }
      }
    }
  }
}
