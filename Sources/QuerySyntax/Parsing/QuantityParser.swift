// SPDX-License-Identifier: MIT

import Diagnostics

// Numbers with a unit, and types with one.
extension Parser {
  /// Units that can stand behind a number; the codes of currencies can too.
  static let units = ["m", "km", "mi", "ft", "yd", "day", "days", "hour", "hours"]

  /// Words that go on with an expression; in capitals some of them look like currencies.
  private static let connectives = [Keyword.and, .not, .asc].map(\.rawValue)

  /// Takes the unit that follows a number.
  mutating func takeUnit() -> Name? {
    let token = token
    noteUnit()
    guard token.kind == .name else { return nil }
    let written = text(token)
    let isCode =
      written.utf8.count == 3 && written.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      && !Self.connectives.contains(word)
    if isCode {
      names.append(token.range)
      return Name(text: written, range: cursor.advance().range)
    }
    if Self.units.contains(word) {
      return Name(text: word, range: cursor.advance().range)
    }
    guard let unit = OtherLanguageWords.units[word] else { return nil }
    report(.foreignUnit(written, token.range, unit))
    return Name(text: unit, range: cursor.advance().range)
  }

  /// `£20`.
  mutating func money() -> Expression {
    let token = cursor.advance()
    let written = text(token)
    let sign = written.prefix(1)
    let place = ScriptRange(token.range.start, token.range.start + sign.utf8.count)
    let digits = written.dropFirst().filter { $0 != "_" }
    return Expression(
      kind: .quantity(digits, unit: Name(text: String(sign), range: place)), range: token.range)
  }

  /// The rest of a type after its name: `in km`. `in detail` and the like say where the value is.
  mutating func measured(_ type: String) throws(Stop) -> TypeName {
    guard isAt(.in), !Keyword.places.contains(word(at: 1)) else {
      return .named(type)
    }
    cursor.advance()
    return .measured(type, unit: try plainName(after: "in", .part(.unit)).text)
  }
}

extension Diagnostic {
  fileprivate static func foreignUnit(
    _ written: String, _ range: ScriptRange, _ unit: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(written)` is written `\(unit)` in cq", at: Label(range),
      fix: .replace(range, with: unit))
  }
}
