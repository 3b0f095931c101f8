// SPDX-License-Identifier: MIT

import Catalogue

extension ValueType {
  /// What a value of the type is called in a sentence: `a number`.
  var noun: String {
    switch self {
    case .bool: "true or false"
    case .int, .decimal: "a number"
    case .text: "text"
    case .id: "an id"
    case .list: "a list"
    case .record: "a record"
    case .money: "money"
    case .length: "a length"
    case .date: "a date"
    case .duration: "a duration"
    case .any: "a value of no certain type"
    }
  }

  /// The same without an article, as parts of a choice: `number`; `true` and `false`.
  var bareNouns: [String] {
    if self == .bool { return ["true", "false"] }
    let article = ["a ", "an "].first { noun.hasPrefix($0) } ?? ""
    return [String(noun.dropFirst(article.count))]
  }
}
