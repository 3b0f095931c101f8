// SPDX-License-Identifier: MIT

import Catalogue

/// Words of which each has to occur in some field of a row.
package struct WordSearch: Sendable {
  let words: [String]
  let columns: [ColumnID]
  /// Whether the query names the fields; a server looks where it likes.
  let namesFields: Bool
  /// Whether the source is asked to find the words; where it does, its answer holds.
  var isAsked = false

  /// The words of a text, parted by spaces.
  init(_ text: String, in columns: [ColumnID], namesFields: Bool) {
    words = text.split { $0.isWhitespace }.map(String.init)
    self.columns = columns
    self.namesFields = namesFields
  }

  var patterns: [TextPattern] {
    words.map { TextPattern($0, mode: .contains, exact: false) }
  }
}
