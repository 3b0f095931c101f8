// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// Whether what somebody expects is so, as far as that can be told from what is revealed.
struct PredictionJudge {
  /// What is revealed.
  let answer: LessonAnswer

  /// Nil where nothing tells: words beside a number, or words of which no row knows.
  func isRight(_ expected: String) -> Bool? {
    let numbers = Self.numbers(in: expected)
    if answer.isOneNumber {
      return numbers.isEmpty ? nil : numbers.contains { Self.isSame($0, answer.rows[0][0]) }
    }
    if numbers.contains(where: { Self.isSame($0, .number(Decimal(answer.rows.count))) }) {
      return true
    }
    if let first = answer.rows.first, names(first, expected, numbers) { return true }
    if answer.rows.dropFirst().contains(where: { names($0, expected, numbers) }) { return false }
    return numbers.count == 1 && Self.words(of: expected).count == 1 ? false : nil
  }

  /// Whether what is expected is a value of a row, or the beginning of one.
  private func names(_ row: [Value], _ expected: String, _ numbers: [Decimal]) -> Bool {
    let said = Self.words(of: expected)
    return row.contains { value in
      guard case .text(let text) = value else {
        return numbers.contains { Self.isSame($0, value) }
      }
      let words = Self.words(of: text)
      return !said.isEmpty && !words.isEmpty
        && (words.starts(with: said) || said.ranges(of: words).isEmpty == false)
    }
  }

  /// The words of a text in small letters, without marks.
  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static func isSame(_ number: Decimal, _ value: Value) -> Bool {
    AnswerComparison.rounded(.number(number)) == AnswerComparison.rounded(value)
  }

  /// The numbers that a text says, in digits with a point or a comma, or in words up to twelve.
  private static func numbers(in text: String) -> [Decimal] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && !".,".contains($0) }.compactMap {
      let word = String($0).trimmed(of: ".,")
      if let place = counted.firstIndex(where: { $0.contains(word) }) { return Decimal(place) }
      return Decimal(word.replacing(",", with: "."))
    }
  }

  private static let counted = [
    ["none", "zero", "no", "null", "keine", "keines", "keins"],
    ["one", "ein", "eine", "eins", "einer", "eines"], ["two", "zwei"], ["three", "drei"],
    ["four", "vier"], ["five", "fünf"], ["six", "sechs"], ["seven", "sieben"],
    ["eight", "acht"], ["nine", "neun"], ["ten", "zehn"], ["eleven", "elf"], ["twelve", "zwölf"],
  ]
}

extension String {
  /// Without these characters at both ends.
  fileprivate func trimmed(of marks: String) -> String {
    let start = drop(while: marks.contains)
    return String(start.reversed().drop(while: marks.contains).reversed())
  }
}
