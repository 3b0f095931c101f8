// SPDX-License-Identifier: MIT

import CatalogueSources
import QuerySyntax

/// A query, a statement or the name of a source where the command line takes the name of a file.
enum MisplacedQuery {
  /// How the query is asked that words of the command line are; nil where they are none.
  static func call(of words: [String]) -> String? {
    let written = words.joined(separator: " ")
    if words.contains(where: { $0.lowercased().hasSuffix(".cq") }) { return nil }
    let text = written.first == "." ? String(written.dropFirst()) : written
    let names = BundledDefinitions.names
    let head = text.prefix { !$0.isWhitespace && $0 != "|" }.lowercased()
    let isOneWord = head.count == text.count
    guard
      names.contains(text) || Vocabulary.begins(head) || text.contains("|")
        || words.count == 1 && !isOneWord,
      let query = Parser.mended(text, sources: names)?.text
    else { return nil }
    return "cq -c '\(query.replacing("'", with: #"'\''"#))'"
  }
}
