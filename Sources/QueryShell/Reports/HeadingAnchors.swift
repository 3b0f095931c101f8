// SPDX-License-Identifier: MIT

/// The names by which links lead to the headings of a page, as viewers of Markdown make them: in
/// small letters, with hyphens for blanks and without other marks.
struct HeadingAnchors {
  private var counts: [String: Int] = [:]

  /// The name of the next heading; a second one of the same words has a number behind them.
  mutating func name(of heading: String) -> String {
    let name = String(
      heading.lowercased().compactMap { character -> Character? in
        switch character {
        case " ": "-"
        case "-", "_": character
        default: character.isLetter || character.isNumber ? character : nil
        }
      })
    var unique = name
    while let count = counts[unique] {
      counts[unique] = count + 1
      unique = "\(name)-\(count)"
    }
    counts[unique] = 1
    return unique
  }
}
