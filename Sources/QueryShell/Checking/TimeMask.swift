// SPDX-License-Identifier: MIT

import Catalogue
import QueryEngine

/// Hides what differs from one run to the next: how long a query took, and how old a copy is.
enum TimeMask {
  /// The text with `N ms` in the place of each time and `N ago` in that of each age.
  static func masked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(line)
      .joined(separator: "\n")
  }

  private static func line(_ line: Substring) -> String {
    let words = line.replacing("just now", with: "0 s ago")
      .split(separator: " ", omittingEmptySubsequences: false)
    var masked: [Substring] = []
    for (index, word) in words.enumerated() {
      // An age may get from one unit into the next.
      if isUnit(at: index, of: words) { continue }
      masked.append(isTime(words, at: index) || isAge(words, at: index) ? "N" : word)
    }
    return masked.joined(separator: " ")
  }

  /// Whether a number begins `· 3 ms`, at the end of a footer or before its next part.
  private static func isTime(_ words: [Substring], at index: Int) -> Bool {
    guard index > 0, words[index - 1] == "·", isNumber(words[index]),
      words.dropFirst(index + 1).first == "ms"
    else { return false }
    return ["", "·"].contains(words.dropFirst(index + 2).first ?? "")
  }

  /// Whether a number begins an age such as `3 min ago`.
  private static func isAge(_ words: [Substring], at index: Int) -> Bool {
    guard isNumber(words[index]), words.count > index + 2 else { return false }
    let isUnit = Provenance.Origin.ageUnits.contains { $0.0 == words[index + 1] }
    return isUnit && words[index + 2].prefix(while: \.isLetter) == "ago"
  }

  private static func isUnit(at index: Int, of words: [Substring]) -> Bool {
    index > 0 && isAge(words, at: index - 1)
  }

  private static func isNumber(_ word: Substring) -> Bool {
    !word.isEmpty && word.allSatisfy(\.isNumber)
  }
}
