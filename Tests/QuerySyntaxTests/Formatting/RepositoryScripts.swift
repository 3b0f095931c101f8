// SPDX-License-Identifier: MIT

import Foundation
import QuerySyntax
import TestSupport

/// Every script that stands anywhere in the repository: files, blocks of documents, entries of
/// corpora in the tests, and the examples of the help.
enum RepositoryScripts {
  static let all: [[UInt8]] = {
    let folders = ["Sources", "Tests", "Scripts", "Grammar", "Documentation"]
    let paths = ["README.md"] + folders.flatMap { files(in: $0) }
    return paths.flatMap { scripts(in: $0) }
      + (Vocabulary.stages + Vocabulary.statements).map { Array($0.example.utf8) }
  }()

  private static func files(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(
      atPath: "\(TestSupport.repositoryRoot)/\(folder)")?.allObjects
    return (names ?? []).compactMap { $0 as? String }.sorted().map { "\(folder)/\($0)" }
  }

  private static func scripts(in path: String) -> [[UInt8]] {
    guard [".cq", ".md", ".swift"].contains(where: path.hasSuffix),
      let bytes = FileManager.default.contents(atPath: "\(TestSupport.repositoryRoot)/\(path)")
    else { return [] }
    if path.hasSuffix(".cq") { return [Array(bytes)] }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return (path.hasSuffix(".md") ? blocks(lines) : entries(lines)).map { Array($0.utf8) }
  }

  /// What stands between the fences of a document.
  private static func blocks(_ lines: [Substring]) -> [String] {
    let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
    return stride(from: 0, to: fences.count - 1, by: 2).map {
      lines[(fences[$0] + 1)..<fences[$0 + 1]].joined(separator: "\n")
    }
  }

  /// Lines after each other that begin with `>`, as `Corpus` reads them.
  private static func entries(_ lines: [Substring]) -> [String] {
    let stripped = lines.map { $0.drop { $0 == " " } }
    return stripped.split { $0.first != ">" }.map {
      $0.map { $0.dropFirst(2) }.joined(separator: "\n")
    }
  }
}
