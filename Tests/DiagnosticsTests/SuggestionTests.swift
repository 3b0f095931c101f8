// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@Suite struct SuggestionTests {
  static let fields = [
    "id", "name", "address", "stars", "distance", "suites", "rooms", "image", "lat", "lon",
    "was_price", "price", "customerReviewCount",
  ]

  @Test(arguments: [
    ("distnace", ["distance"]), ("dsitance", ["distance"]), ("distanc", ["distance"]),
    ("distancee", ["distance"]), ("distence", ["distance"]), ("disatnec", ["distance"]),
    ("DISTANCE", ["distance"]), ("wasprice", ["was_price"]), ("was price", ["was_price"]),
    ("WAS-PRICE", ["was_price"]), ("wasPrcie", ["was_price"]),
    ("customer_review_count", ["customerReviewCount"]),
    ("custmrRevewCont", ["customerReviewCount"]),
    // One letter more or less of a short word is near, two are not.
    ("nme", ["name"]), ("nam", ["name"]), ("naem", ["name"]), ("nema", []), ("mane", []),
    ("noon", []),
    // The limit is a third of what was typed: 1 of 5, 2 of 6.
    ("pryce", ["price"]), ("pryze", []), ("adress", ["address"]), ("addrses", ["address"]),
    ("adrss", []), ("adrses", ["address"]),
    // A single letter says nothing, and short words change by one letter only.
    ("x", []), ("i", []), ("_i", []), ("", []), ("___", []), ("ix", ["id"]),
    ("la", ["lat"]), ("lot", ["lat", "lon"]), ("zzzzzzzz", []),
  ])
  func suggests(word: String, names: [String]) {
    #expect(Suggestion.nearest(to: word, among: Self.fields) == names)
    // What is several things is one candidate.
    #expect(Suggestion.nearest(to: word, among: Self.fields + Self.fields) == names)
  }

  @Test(arguments: [
    // The nearest first, ties in the order given, three at most.
    (
      "abcdef", ["abcdxx", "abcdex", "abcdef", "abcdey", "abcdez"], ["abcdef", "abcdex", "abcdey"]
    ),
    ("ab", ["xb", "ax", "ba", "abc", "b"], ["xb", "ax", "ba"]),
    ("ab", ["a", "b", "A_", ""], []),
    // What means the opposite is not what was meant.
    ("unpaid", ["paid"], []), ("active", ["inactive"], []), ("not_contains", ["contains"], []),
    ("filterout", ["filter"], []), ("rsort", ["sort"], []), ("unpiad", ["unpaid"], ["unpaid"]),
    // Nor what has another number; digits that changed places may be meant.
    ("price_2023", ["price_2024"], []), ("usd1", ["usd2"], []), ("40161", ["40611"], ["40611"]),
    ("ÉTAGE", ["étage", "etage"], ["étage", "etage"]),
    ("name", [], []),
  ])
  func ranks(word: String, candidates: [String], names: [String]) {
    #expect(Suggestion.nearest(to: word, among: candidates) == names)
  }

  @Test func asks() {
    let questions = ["distnace", "lot", "zzzzzzzz"].map {
      Suggestion.question(for: $0, among: Self.fields)
    }
    #expect(questions == ["did you mean `distance`?", "did you mean `lat` or `lon`?", nil])
  }

  /// The distance against its recursive definition, for all short words over two letters.
  @Test func countsEdits() {
    let words = (2...5).flatMap { length in
      (0..<1 << length).map { bits in
        String((0..<length).map { bits >> $0 & 1 == 1 ? "a" : "b" })
      }
    }
    var differences: [String] = []
    for word in words {
      for other in words {
        let isNear = !Suggestion.nearest(to: word, among: [other]).isEmpty
        if isNear != (Self.distance(Array(word)[...], Array(other)[...]) <= 1) {
          differences.append("\(word) \(other)")
        }
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
  }

  /// One slip is a guess that is tried; what is further away, or another word, is only suggested.
  @Test func slipsAreNear() {
    let slips = [
      ("fitler", "filter"), ("nmae", "name"), ("ofrm", "form"), ("sars", "stars"),
      ("starss", "stars"), ("stors", "stars"), ("UnitPrice", "unit_price"),
    ]
    let others = [
      ("ltrim", "trim"), ("post", "cost"), ("nane", "name"), ("tp", "top"), ("rms", "rooms"),
      ("set", "let"), ("dropna", "drop"), ("nunique", "unique"), ("", "a"),
    ]
    #expect(slips.filter { !Suggestion.isSlip($0.0, of: $0.1) }.map(\.0) == [])
    #expect(others.filter { Suggestion.isSlip($0.0, of: $0.1) }.map(\.0) == [])
  }

  private static func distance(
    _ first: ArraySlice<Character>, _ second: ArraySlice<Character>
  ) -> Int {
    guard let one = first.last, let other = second.last else { return first.count + second.count }
    let (shorter, shorterOther) = (first.dropLast(), second.dropLast())
    var best = distance(shorter, shorterOther) + (one == other ? 0 : 1)
    // A transposed pair is the only reason to look further than equal ends.
    if one == other { return best }
    best = min(best, distance(shorter, second) + 1, distance(first, shorterOther) + 1)
    if let before = shorter.last, let beforeOther = shorterOther.last, before == other,
      beforeOther == one
    {
      best = min(best, distance(shorter.dropLast(), shorterOther.dropLast()) + 1)
    }
    return best
  }
}
