// SPDX-License-Identifier: MIT

import Catalogue

/// What a statement has asked servers for by single items: their records, and what they name.
///
/// Nothing is asked for twice, also where nothing came, and not more than a person wants to wait
/// for.
struct ItemBudget {
  /// What came of a request.
  enum Answer {
    case something
    case absent
    case nothing(ServerFault)
  }

  let most: Int
  private var answers: [String: Answer] = [:]
  /// How many were asked for.
  private(set) var count = 0

  init(most: Int) { self.most = most }

  func answer(of address: String) -> Answer? { answers[address] }

  /// Counts a request; false where it is one too many.
  mutating func admit() -> Bool {
    guard count < most else { return false }
    count += 1
    return true
  }

  /// Notes what came; a reply that was of no use is noted before the copy that stands for it.
  mutating func note(_ answer: Answer, of address: String) {
    if answers[address] == nil { answers[address] = answer }
  }
}
