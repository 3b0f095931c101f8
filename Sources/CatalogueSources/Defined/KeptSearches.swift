// SPDX-License-Identifier: MIT

/// Finds the words of searches in the addresses of a source's replies.
struct KeptSearches {
  /// What stands before the words, or before each of them.
  private let start: String
  /// Whether one place has all words.
  private let isJoined: Bool
  /// More searches than these are not looked for.
  private static let most = 20

  /// Nil for a source that does not search, or whose addresses do not tell where words stand.
  init?(_ service: ServiceRules) {
    guard let search = service.search else { return nil }
    isJoined = search.has("words")
    let own = search.text(before: isJoined ? "words" : "word")
    guard let start = own ?? service.list.text(before: "search") else { return nil }
    self.start = start
  }

  /// The words of each search, those of the first addresses first.
  func found(in addresses: [String]) -> [[String]] {
    var found: [[String]] = []
    for address in addresses where found.count < Self.most {
      let words = words(in: address)
      if !words.isEmpty, !found.contains(words) { found.append(words) }
    }
    return found
  }

  private func words(in address: String) -> [String] {
    let parts = address.split(separator: start, omittingEmptySubsequences: false).dropFirst()
    let texts = parts.compactMap { part in
      Percent.decoded(String(part.utf8.prefix(while: Percent.isOfValue)) ?? "")
    }
    let words =
      isJoined ? texts.prefix(1).flatMap { $0.split(separator: " ").map(String.init) } : texts
    return words.filter { !$0.isEmpty }
  }
}
