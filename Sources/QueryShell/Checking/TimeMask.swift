/// Hides what differs from one run to the next: how long a query took, and how old a copy is.
enum TimeMask {
  private static let units = ["ms", "s", "min", "h", "day", "days"]

  /// The text with `N` in the place of the number of each time and age.
  static func masked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(line)
      .joined(separator: "\n")
  }

  private static func line(_ line: Substring) -> String {
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in words.indices where isTime(words, at: index) { words[index] = "N" }
    return words.joined(separator: " ")
  }

  /// Whether a number begins `· 3 ms`, `cached 3 min` or `3 days old`.
  private static func isTime(_ words: [String], at index: Int) -> Bool {
    guard !words[index].isEmpty, words[index].allSatisfy(\.isNumber), index + 1 < words.count,
      units.contains(words[index + 1].filter { $0 != "," && $0 != ";" && $0 != "." })
    else { return false }
    let before = index > 0 ? words[index - 1] : ""
    let after = index + 2 < words.count ? words[index + 2] : ""
    return before == "cached" || after.hasPrefix("old")
      || (before == "·" && (after.isEmpty || after == "·"))
  }
}
