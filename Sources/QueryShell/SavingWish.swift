// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// What `.save` is asked for: a file, whether it may be there already, and which values become
/// parameters.
struct SavingWish {
  /// A value of what was typed that the script takes as an argument.
  struct Parameter {
    let name: String
    /// The value as it is written.
    let value: String
    let type: String

    /// What declares it.
    var declaration: String { "param \(name): \(type) = \(value)" }

    var isNowhere: String { "\(value) stands in nothing that would be saved" }

    /// A text with the parameter in the place of the value, and how often.
    func put(in text: String) -> (text: String, count: Int) {
      let source = ScriptText(name: "<session>", text)
      var bytes = source.bytes
      let places = Lexer.tokens(of: source).tokens.filter { token in
        source[token.range].withoutQuotes == value.withoutQuotes
          && Self.type(of: token, in: source) == type
      }
      for token in places.reversed() {
        bytes.replaceSubrange(token.range.start..<token.range.end, with: "$\(name)".utf8)
      }
      return (String(decoding: bytes, as: UTF8.self), places.count)
    }

    /// The type of a value; nil for what is none.
    static func type(of token: Token, in source: ScriptText) -> String? {
      let text = source[token.range]
      switch token.kind {
      case .number: return text.contains { $0 == "." || $0 == "e" } ? "Decimal" : "Int"
      case .text: return "Text"
      case .name where text == "true" || text == "false": return "Bool"
      default: return nil
      }
    }
  }

  /// Why nothing is written.
  struct Failure: Error {
    let reason: String
  }

  var path: String
  let replaces: Bool
  let parameters: [Parameter]

  /// Nil where parameters are asked for in another form than `param NAME = VALUE`.
  init?(_ argument: String) {
    var rest = argument
    var parameters: [Parameter] = []
    if let start = (argument + " ").firstRange(of: " param ")?.lowerBound {
      let source = ScriptText(name: "<save>", String(argument[start...]))
      let tokens = Lexer.tokens(of: source).tokens.filter { $0.kind != .end }
      guard tokens.count % 4 == 0 else { return nil }
      for first in stride(from: 0, to: tokens.count, by: 4) {
        let (name, value) = (tokens[first + 1], tokens[first + 3])
        guard source[tokens[first].range] == "param", name.kind == .name,
          tokens[first + 2].kind == .equal, let type = Parameter.type(of: value, in: source)
        else { return nil }
        parameters.append(
          Parameter(name: source[name.range], value: source[value.range], type: type))
      }
      rest = String(argument[..<start])
    }
    self.parameters = parameters
    replaces = rest.hasSuffix(" replace")
    path = (replaces ? String(rest.dropLast(8)).trimmed : rest).withoutQuotes
  }
}
