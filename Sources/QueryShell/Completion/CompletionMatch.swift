// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import LineEditing

/// Which candidates a word may become.
enum CompletionMatch {
  /// Those that begin with the word, else those that contain it, else those whose note does, else
  /// the one meant by a typo. Case and accents do not matter.
  static func candidates(_ all: [Completion], for word: String, notes: Bool) -> [Completion] {
    let wanted = Folding.folded(word.utf8)
    if wanted.isEmpty { return all }
    let search = TextSearch(wanted)
    let labels = all.map { Folding.folded($0.label.utf8) }
    let prefixed = zip(all, labels).filter { $1.starts(with: wanted) }.map(\.0)
    if !prefixed.isEmpty { return prefixed }
    let containing = zip(all, labels).filter { search.isFound(in: $1) }.map(\.0)
    if !containing.isEmpty { return containing }
    if notes {
      let described = all.filter { search.isFound(in: Folding.folded($0.note.utf8)) }
      if !described.isEmpty { return described }
    }
    let near = Suggestion.nearest(to: word, among: all.map(\.label))
    return near.count == 1 ? all.filter { $0.label == near[0] } : []
  }
}
