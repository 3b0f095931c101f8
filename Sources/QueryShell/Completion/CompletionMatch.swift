// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import LineEditing

/// Which candidates a word may become.
enum CompletionMatch {
  /// The fewest letters in which a word may be found in the middle of another one, and in which it
  /// may be a typing error: fewer are found everywhere.
  private static let leastInside = 2
  private static let leastMistaken = 4

  /// Those that begin with the word, else those that contain it, else those whose note does, else
  /// the one meant by a typo. Case and accents do not matter, nor does a quote before a text.
  static func candidates(_ all: [Completion], for word: String, notes: Bool) -> [Completion] {
    if word.isEmpty { return all }
    let prefixed = beginning(all, with: word)
    if !prefixed.isEmpty { return prefixed }
    if word.count >= leastInside {
      let search = TextSearch(Folding.folded(word.utf8))
      let containing = all.filter { search.isFound(in: Folding.folded($0.label.utf8)) }
      if !containing.isEmpty { return containing }
      let described = all.filter { notes && search.isFound(in: Folding.folded($0.note.utf8)) }
      if !described.isEmpty { return described }
    }
    guard word.count >= leastMistaken else { return [] }
    let near = Suggestion.nearest(to: word, among: all.map(\.label))
    return near.count == 1 ? all.filter { $0.label == near[0] } : []
  }

  /// Those that begin with the word.
  static func beginning(_ all: [Completion], with word: String) -> [Completion] {
    let wanted = Folding.folded(word.utf8)
    return all.filter { candidate in
      let label = candidate.label.drop { $0 == "\"" || $0 == "'" }
      return Folding.folded(label.utf8).starts(with: wanted)
    }
  }
}
