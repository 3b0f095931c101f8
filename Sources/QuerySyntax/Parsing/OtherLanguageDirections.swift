// SPDX-License-Identifier: MIT

import Diagnostics

// Directions of an order where they stand before their keys.
extension Parser {
  /// Whether what stands behind `sort` are no keys but options or a file, or direction of others.
  var atKeysOfOthers: Bool {
    var ahead = self
    guard let keys = try? ahead.sortKeys(after: "sort by"), ahead.atStageEnd else { return true }
    return keys.contains { key in
      switch key.expression.kind {
      case .negative(let option):
        if case .name(let name) = option.kind {
          name.text.utf8.count == 1 || name.text.contains(where: \.isNumber)
        } else {
          false
        }
      case .member(_, let ending): OtherLanguageWords.fileEndings.contains(ending.text.lowercased())
      default: false
      }
    }
  }

  /// `sort desc by stars`, where the direction stands before the keys. Of several it may be meant
  /// for all.
  mutating func directionBeforeBy(_ place: ScriptRange) throws(Stop) -> Stop? {
    let direction = Keyword.directions.contains(word) ? word : OtherLanguageWords.direction(word)
    guard let direction, isAt(.by, ahead: 1), startsValue(cursor.peek(2)) else { return nil }
    cursor.advance()
    cursor.advance()
    let key = try coalescing()
    let mended = "sort by \(source[key.range]) \(direction)"
    report(
      .directionFirst(
        range(from: place.start), mended, atStageEnd ? .certain : .suggested))
    return Stop()
  }

  /// `desc stars`, where the direction stands behind its key.
  mutating func directionFirst() throws(Stop) -> SortKeyClause? {
    let words = word
    let direction = Keyword.directions.contains(words) ? words : OtherLanguageWords.direction(words)
    guard let direction, Self.isName(cursor.peek(1).kind), startsValue(cursor.peek(1)),
      OtherLanguageWords.direction(word(at: 1)) == nil,
      word(at: 1) != Keyword.nulls.rawValue, !Keyword.directions.contains(word(at: 1))
    else { return nil }
    let start = cursor.advance().range
    let key = try coalescing()
    // Of several keys it may be meant for all.
    report(
      .directionFirst(
        start.union(key.range), "\(source[key.range]) \(direction)",
        atStageEnd ? .certain : .suggested))
    return SortKeyClause(
      expression: key, direction: direction == "desc" ? .descending : .ascending,
      nullsFirst: false)
  }
}
