// SPDX-License-Identifier: MIT

/// Finds what a mistyped word was meant to be.
///
/// The distance is Damerau's restricted edit distance (a transposition counts 1) over the letters
/// without case and underscores. A candidate is offered within `max(1, length / 3)`, never on the
/// strength of a single letter, nor one that means the opposite, as `paid` does of `unpaid`, or
/// that has another number in it.
public enum Suggestion {
  /// At most three candidates, the nearest first, ties in the order given.
  public static func nearest(to word: String, among candidates: [String]) -> [String] {
    let wanted = simplified(word)
    guard wanted.count > 1 else { return [] }
    let limit = max(1, wanted.count / 3)
    let scored = candidates.compactMap { candidate -> (distance: Int, name: String)? in
      let other = simplified(candidate)
      guard other.count > 1, abs(other.count - wanted.count) <= limit,
        !isOpposite(wanted, other), digits(of: wanted) == digits(of: other)
      else { return nil }
      let distance = distance(wanted, other)
      return distance <= limit ? (distance, candidate) : nil
    }
    let best = scored.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    // A word that is several things is one candidate.
    var seen: Set<String> = []
    return Array(best.map(\.element.name).filter { seen.insert($0).inserted }.prefix(3))
  }

  /// `did you mean `a` or `b`?`, or nil when nothing is near.
  public static func question(for word: String, among candidates: [String]) -> String? {
    question(nearest(to: word, among: candidates))
  }

  /// The same of what is near.
  public static func question(_ near: [String]) -> String? {
    guard !near.isEmpty else { return nil }
    return "did you mean \(near.map { "`\($0)`" }.joined(separator: " or "))?"
  }

  /// Whether one slip of the keys makes the first word of the second: two letters exchanged, or
  /// one too many, missing or another one, but not the first, by which words differ that mean
  /// different things (`ltrim` and `trim`, `post` and `cost`), and not in the shortest words.
  public static func isSlip(_ word: String, of other: String) -> Bool {
    let (first, second) = (simplified(word), simplified(other))
    guard first != second else { return true }
    guard !first.isEmpty, !second.isEmpty, distance(first, second) == 1 else { return false }
    if first.count == second.count, first.sorted() == second.sorted() { return true }
    let length = max(first.count, second.count)
    return first[0] == second[0] && length > (first.count == second.count ? 4 : 3)
  }

  /// What makes a word its opposite, before it or after it; `r` as in `rsort`.
  private static let negations = ["un", "in", "non", "not", "no", "n", "out", "dis", "r"].map(
    Array.init)

  /// Whether one of two words is the other with a negation.
  private static func isOpposite(_ first: [Character], _ second: [Character]) -> Bool {
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    return negations.contains { long == $0 + short || $0.count > 1 && long == short + $0 }
  }

  /// The digits of a word, whatever their order.
  private static func digits(of word: [Character]) -> [Character] {
    word.filter(\.isNumber).sorted()
  }

  private static func simplified(_ word: String) -> [Character] {
    word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }.map { $0 }
  }

  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in 1...first.count {
      var current = [row]
      for column in 1...second.count {
        let cost = first[row - 1] == second[column - 1] ? 0 : 1
        var best = min(
          previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
        if row > 1, column > 1, first[row - 1] == second[column - 2],
          first[row - 2] == second[column - 1]
        {
          best = min(best, beforePrevious[column - 2] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[second.count]
  }
}
