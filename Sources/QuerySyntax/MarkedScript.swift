// SPDX-License-Identifier: MIT

package import Diagnostics

/// The pieces of a script by what they are, for whoever shows it in colours.
///
/// The parser tells words of the language from names that are spelled like them.
package struct MarkedScript {
  package enum Role: String, Sendable { case comment, word, name, number, text, parameter, mark }

  package struct Piece: Sendable, Equatable {
    /// The bytes that it takes.
    package let range: Range<Int>
    /// Nil for what is seen as it is, such as space.
    package let role: Role?
  }

  /// All of the script, in order.
  package private(set) var pieces: [Piece] = []
  private let source: ScriptText

  package init(_ source: ScriptText) {
    self.source = source
    let (tokens, lexical) = Lexer.tokens(of: source)
    var names: Set<Int> = []
    if Parser.limit(of: source, tokens, lexical) == nil {
      var parser = Parser(source, tokens: tokens, diagnostics: lexical)
      _ = parser.script()
      names = Set(parser.names.map(\.start))
    }
    for token in tokens {
      addTrivia(token.start..<token.range.start)
      let isName = names.contains(token.range.start)
      add(token.range.start..<token.range.end, Self.role(of: token.kind, isName: isName))
    }
  }

  private static func role(of kind: Token.Kind, isName: Bool) -> Role? {
    switch kind {
    case .name: isName ? .name : .word
    case .quotedName: .name
    case .number, .money, .date: .number
    case .text, .template, .regularExpression: .text
    case .parameter, .rowReference: .parameter
    case .newline, .end, .invalid: nil
    default: .mark
    }
  }

  /// Space, and the comments in it, each of which ends its line.
  private mutating func addTrivia(_ range: Range<Int>) {
    guard let start = source.commentStart(in: range) else {
      return add(range, nil)
    }
    add(range.lowerBound..<start, nil)
    add(start..<range.upperBound, .comment)
  }

  private mutating func add(_ range: Range<Int>, _ role: Role?) {
    if !range.isEmpty { pieces.append(Piece(range: range, role: role)) }
  }
}
