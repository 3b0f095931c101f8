// SPDX-License-Identifier: MIT

/// Scripts with what is expected of each, as a text that reads like a session.
///
/// An entry is the lines of a script, each after `>`, and the lines that describe what comes of
/// it; an empty line ends the entry.
package struct Corpus: Sendable {
  package struct Entry: Sendable {
    package let script: String
    package let expected: String
  }

  package let entries: [Entry]

  package init(_ text: String) {
    var entries: [Entry] = []
    var script: [Substring] = []
    var expected: [Substring] = []
    for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.first == ">" {
        script.append(line.dropFirst(2))
      } else if !line.isEmpty {
        expected.append(line)
      } else if !script.isEmpty {
        entries.append(
          Entry(
            script: script.joined(separator: "\n"), expected: expected.joined(separator: "\n")))
        (script, expected) = ([], [])
      }
    }
    self.entries = entries
  }

  private init(_ entries: [Entry]) { self.entries = entries }

  package static func + (first: Corpus, second: Corpus) -> Corpus {
    Corpus(first.entries + second.entries)
  }

  package var scripts: [String] { entries.map(\.script) }

  /// The entries for which something else comes out, with what that is.
  package func differences(_ actual: (String) -> String) -> [String] {
    entries.compactMap { entry in
      let found = actual(entry.script)
      return found == entry.expected ? nil : "\(entry.script)\n\(found)\nnot\n\(entry.expected)"
    }
  }
}
