// SPDX-License-Identifier: MIT

import Diagnostics

// What the tokens of a query say.
extension OtherLanguageSelect {
  func lowered(_ token: Token?) -> String {
    token.map { $0.kind == .name ? written($0).lowercased() : "" } ?? ""
  }

  /// What a token says, as this language writes it.
  func written(_ token: Token) -> String {
    let text = source[token.range]
    guard token.kind == .quotedName, text.first == "\"" else { return text }
    let name = String(text.dropFirst().dropLast())
    return Lexer.isPlainName(name) ? name : Lexer.backquoted(name)
  }

  func key(_ tokens: ArraySlice<Token>) -> String {
    text(tokens).lowercased().filter { $0 != " " }
  }

  /// What tokens say, with the sources before names as this language has them.
  func text(_ tokens: ArraySlice<Token>) -> String {
    var text = ""
    var end: Int?
    var index = tokens.startIndex
    while index < tokens.endIndex {
      let token = tokens[index]
      let gap = end.map { source[ScriptRange($0, token.range.start)] } ?? ""
      text += gap.contains { $0 != " " } ? " " : gap
      let isDotted =
        index + 2 < tokens.endIndex && tokens[index + 1].kind == .dot
        && Parser.isName(tokens[index + 2].kind)
      if isDotted, let prefix = prefixes[lowered(token)] {
        text += prefix
        index += 2
        end = tokens[index].range.start
      } else {
        let isPattern = index > tokens.startIndex && lowered(tokens[index - 1]) == "like"
        text += isPattern ? pattern(written(token)) : written(token)
        end = token.range.end
        index += 1
      }
    }
    return text
  }

  /// A pattern of `like`, in which SQL writes `%` for any text and `_` for any character.
  func pattern(_ text: String) -> String {
    text.replacing("%", with: "*").replacing("_", with: "?")
  }

  /// Whether a pattern has characters that mean themselves in SQL and something else here, or may
  /// be escaped.
  func hasUncertainPattern(_ tokens: ArraySlice<Token>) -> Bool {
    zip(tokens, tokens.dropFirst()).contains { word, pattern in
      lowered(word) == "like" && written(pattern).contains { "*?\\[".contains($0) }
    }
  }

  /// Whether tokens are a field, or a member of one.
  func isPath(_ tokens: ArraySlice<Token>) -> Bool {
    tokens.enumerated().allSatisfy { place, token in
      place.isMultiple(of: 2) ? Parser.isName(token.kind) : token.kind == .dot
    }
  }

  /// The column that a number stands for, as in `order by 2`.
  func positioned(_ tokens: ArraySlice<Token>) -> ArraySlice<Token>? {
    guard tokens.count == 1, tokens.first?.kind == .number else { return tokens }
    guard let place = tokens.first.flatMap({ Int(written($0)) }), columns.indices ~= place - 1
    else { return nil }
    let value = columns[place - 1].value
    return value.first?.kind == .star ? nil : value
  }

  /// An expression over a summary, with the names of its aggregates; nil where it has others.
  func namingAggregates(_ tokens: ArraySlice<Token>) -> String? {
    var text = text(tokens)
    for index in tokens.indices where Self.aggregate(lowered(tokens[index])) != nil {
      guard index + 1 < tokens.endIndex, tokens[index + 1].kind == .openParenthesis,
        let end = tokens[index...].firstIndex(where: { $0.kind == .closeParenthesis })
      else { continue }
      let call = tokens[index...end]
      guard let name = aggregateNames[key(call)] else { return nil }
      text = text.replacing(self.text(call), with: name)
    }
    return text
  }

  /// Tokens between commas outside of brackets.
  static func pieces(_ tokens: ArraySlice<Token>) -> [ArraySlice<Token>] {
    var depth = 0
    var pieces: [ArraySlice<Token>] = []
    var start = tokens.startIndex
    for index in tokens.indices {
      switch tokens[index].kind {
      case .openParenthesis, .openBracket: depth += 1
      case .closeParenthesis, .closeBracket: depth -= 1
      case .comma where depth == 0:
        pieces.append(tokens[start..<index])
        start = index + 1
      default: break
      }
    }
    return pieces + [tokens[start...]]
  }
}
