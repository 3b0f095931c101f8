// SPDX-License-Identifier: MIT

public import Diagnostics

/// One word or mark of the language, with the space and the comments before it.
public struct Token: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case name, quotedName, number, text, parameter, rowReference
    /// `f"..."`: text with expressions in braces.
    case template
    /// `/.../` or `/.../i` after `matches`, or behind the first argument of a function.
    case regularExpression
    /// A sign of a currency and digits: `£20`.
    case money
    /// `2024-01-31` or `2024-01-31T10:00:00`; whether there is such a day is not known yet.
    case date
    case pipe = "|"
    case comma = ","
    case semicolon = ";"
    case colon = ":"
    case dot = "."
    case range = ".."
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"
    case equal = "="
    case doubleEqual = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case percent = "%"
    case coalesce = "??"
    /// Marks of other languages, which get a fix: `&&` `||` `!` `<>` `=~` `~=` `|>`.
    case foreign
    /// What cannot be read; it has been reported.
    case invalid
    case newline
    case end
  }

  public let kind: Kind
  /// Where the token's own text is; the trivia before it begins at `start`.
  public let range: ScriptRange
  /// Where the space and comments before the token begin.
  public let start: Int
}

extension Token.Kind {
  var opensBracket: Bool { self == .openParenthesis || self == .openBracket }

  /// How many brackets more, of any kind, stand around what follows.
  var nesting: Int {
    if opensBracket || self == .openBrace { return 1 }
    return [.closeParenthesis, .closeBracket, .closeBrace].contains(self) ? -1 : 0
  }

  /// Whether a value must follow, so that a line cannot end here.
  var needsMore: Bool {
    switch self {
    case .pipe, .comma, .equal, .doubleEqual, .notEqual, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .plus, .minus, .star, .slash, .coalesce, .range:
      true
    case .name, .quotedName, .number, .text, .parameter, .rowReference, .template,
      .regularExpression, .money, .date, .semicolon, .colon, .dot, .openParenthesis,
      .closeParenthesis, .openBracket, .closeBracket, .openBrace, .closeBrace, .percent, .foreign,
      .invalid, .newline, .end:
      false
    }
  }
}
