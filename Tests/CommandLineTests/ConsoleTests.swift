// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The `console` blocks of the documentation, run by the shell in a folder of their own: each line
/// after `$` is a command, and what follows is all that it writes. `$ cat FILE` with a text makes
/// the file where there is none; what begins with `Scripts/` builds, and is left out.
@Suite struct ConsoleTests {
  static let pages: [String] = {
    let folder = "Documentation/Language"
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: "\(TestSupport.repositoryRoot)/\(folder)")
    return [
      "README.md", "Documentation/Teaching.md", "Documentation/Demonstrating.md",
      "Documentation/YourOwnCatalogue.md",
    ]
      + (names ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }.sorted()
  }()

  /// A command with what it writes.
  private struct Step {
    let command: String
    var written = ""
  }

  private static func blocks(of page: String) throws -> [[Step]] {
    let text = try TestSupport.text(ofFile: "\(TestSupport.repositoryRoot)/\(page)")
    var blocks: [[Step]] = []
    // The marks of the block that is open, longer ones where it shows a page with blocks.
    var open: Substring?
    var isConsole = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let marks = open, line == marks {
        (open, isConsole) = (nil, false)
      } else if open == nil, line.hasPrefix("```") {
        open = line.prefix { $0 == "`" }
        isConsole = line.drop { $0 == "`" } == "console"
        if isConsole { blocks.append([]) }
      } else if isConsole, line.hasPrefix("$ ") {
        blocks[blocks.count - 1].append(Step(command: String(line.dropFirst(2))))
      } else if isConsole, let last = blocks.last?.indices.last {
        blocks[blocks.count - 1][last].written += line + "\n"
      }
    }
    return blocks
  }

  @Test(arguments: pages) func page(_ page: String) throws {
    for block in try Self.blocks(of: page) {
      let workspace = try Workspace()
      for step in block where !step.command.hasPrefix("Scripts/") {
        let words = step.command.split(separator: " ")
        if words.count == 2, words[0] == "cat",
          !FileManager.default.fileExists(atPath: "\(workspace.path)/\(words[1])")
        {
          try workspace.write(step.written, to: String(words[1]))
          continue
        }
        let run = try workspace.shell("{ \(step.command)\n} 2>&1")
        #expect(run.outputText == step.written, "\(page): \(step.command)")
      }
    }
  }
}
