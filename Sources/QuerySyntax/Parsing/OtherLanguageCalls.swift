// SPDX-License-Identifier: MIT

package import Diagnostics

/// A call as other languages write it, for which this one has an operator.
package enum OtherLanguageCall {
  /// The same in the words of this language, for the place where it stands; nil where it has none,
  /// or where the number of arguments is another. It is no more than likely where what is looked
  /// for stands before the field in which it is looked for, unless the call is a method of it.
  package static func mended(
    _ name: String, _ arguments: [Expression], at range: ScriptRange, in source: ScriptText,
    isMethod: Bool = false
  ) -> (text: String, certainty: FixIt.Certainty)? {
    let place = OtherLanguagePlace(range, in: source)
    // Brackets around a call are part of its place.
    let isBracketed = !isMethod && source.bytes[range.start] == UInt8(ascii: "(")
    return mended(name, arguments, in: source, isMethod: isMethod).map { mended in
      (isBracketed ? "(\(mended.text))" : place.fitted(mended.text), mended.certainty)
    }
  }

  private static func mended(
    _ name: String, _ arguments: [Expression], in source: ScriptText, isMethod: Bool
  ) -> (text: String, certainty: FixIt.Certainty)? {
    let isTurned = !isMethod && isTurned(name, arguments)
    let word = name.lowercased()
    // Lists are put together by the same word: only a text among them says that texts are.
    let joinsLists =
      OtherLanguageWords.joiningCalls.contains(word) && !arguments.contains(where: \.isQuoted)
    let isPlain = OtherLanguageWords.patterns[word] == nil || arguments.allSatisfy(\.isPlainText)
    // Others write names of columns so.
    let areTexts = !arguments.isEmpty && arguments.allSatisfy(\.isQuoted)
    let isSame =
      !isTurned && !joinsLists && isPlain && !areTexts
      && !OtherLanguageWords.similarCalls.contains(word)
    return form(of: name, isTurned ? arguments.reversed() : arguments, in: source).map {
      ($0, isSame ? .certain : .suggested)
    }
  }

  /// Whether what a call says is an aggregate of something computed, which needs a name.
  package static func isComputed(_ name: String) -> Bool {
    OtherLanguageWords.calls[name.lowercased()]?.contains("(if ") ?? false
  }

  private static func form(
    of name: String, _ arguments: [Expression], in source: ScriptText
  ) -> String? {
    let word = name.lowercased()
    if OtherLanguageWords.joiningCalls.contains(word) { return template(of: arguments, in: source) }
    if let texts = separated(word, arguments) {
      return texts.isEmpty ? nil : template(of: texts, in: source)
    }
    if OtherLanguageWords.memberships.contains(word) { return membership(arguments, in: source) }
    if let turned = OtherLanguageWords.patterns[word] {
      return matching(turned ? arguments.reversed() : arguments, in: source)
    }
    if OtherLanguageWords.connectiveCalls.contains(word), arguments.count > 1 {
      return arguments.map { term($0, in: source) }.joined(separator: " \(word) ")
    }
    guard let form = OtherLanguageWords.calls[word] else { return nil }
    let wanted = (1...3).count { form.contains("$\($0)") }
    guard wanted == arguments.count else { return nil }
    return arguments.enumerated().reduce(form) { text, argument in
      text.replacing("$\(argument.offset + 1)", with: operand(argument.element, in: source))
    }
  }

  /// The values that a call puts together with a separator between them; nil for other calls.
  private static func separated(_ word: String, _ arguments: [Expression]) -> [Expression]? {
    let (separator, values): (Expression?, ArraySlice<Expression>)
    switch word {
    case "paste":
      separator = Expression(kind: .text(" "), range: ScriptRange(0, 0))
      values = arguments[...]
    case "concat_ws": (separator, values) = (arguments.first, arguments.dropFirst())
    case "textjoin": (separator, values) = (arguments.first, arguments.dropFirst(2))
    default: return nil
    }
    guard let separator, separator.isQuoted else { return [] }
    return values.dropLast().flatMap { [$0, separator] } + values.suffix(1)
  }

  /// `stars.isin(3, 4)` and `isin(stars, [3, 4])`.
  private static func membership(_ arguments: [Expression], in source: ScriptText) -> String? {
    guard let value = arguments.first, let first = arguments.dropFirst().first,
      let last = arguments.last
    else { return nil }
    let values = source[first.range.union(last.range)]
    let isList = if case .list = first.kind { arguments.count == 2 } else { false }
    return "\(operand(value, in: source)) in \(isList ? values : "(\(values))")"
  }

  /// A call that looks for a pattern, which is certain where it has no signs with a meaning.
  private static func matching(_ arguments: [Expression], in source: ScriptText) -> String? {
    guard arguments.count == 2, case .text(let pattern) = arguments[1].kind,
      !pattern.contains("/"), !pattern.contains("\n"), !pattern.isEmpty
    else { return nil }
    return "\(operand(arguments[0], in: source)) matches /\(pattern)/"
  }

  /// What a form says of a value, which stands in brackets where something may stand beside it.
  static func form(_ form: String, of value: Expression, in source: ScriptText) -> String? {
    let written = source[value.range]
    if form != "$1" {
      return written.contains("\"") ? nil : form.replacing("$1", with: written)
    }
    let isCall = if case .call = value.kind { true } else { false }
    return isCall || value.isPath || value.isLiteral ? written : "(\(written))"
  }

  /// A condition where a connective stands beside it.
  private static func term(_ expression: Expression, in source: ScriptText) -> String {
    let written = source[expression.range]
    switch expression.kind {
    case .and, .or, .conditional: return written.first == "(" ? written : "(\(written))"
    default: return written
    }
  }

  /// Whether a call has what is looked for before the field in which it is looked for.
  private static func isTurned(_ name: String, _ arguments: [Expression]) -> Bool {
    guard arguments.count == 2, let form = OtherLanguageWords.calls[name.lowercased()],
      form.hasPrefix("$1 "), form.hasSuffix(" $2"), form != "$1 in $2"
    else { return false }
    return arguments[0].isQuoted && arguments[1].isPath
  }

  /// An argument where an operator stands beside it.
  private static func operand(_ expression: Expression, in source: ScriptText) -> String {
    let text = String(source[expression.range])
    let isChoice = if case .conditional = expression.kind { true } else { false }
    return (expression.isCondition || isChoice) && text.first != "(" ? "(\(text))" : text
  }

  /// The text that puts values together; nil where one has quotes of its own.
  package static func template(of terms: [Expression], in source: ScriptText) -> String? {
    var text = ""
    for term in terms {
      if case .text(let value) = term.kind {
        for character in value.inQuotes.dropFirst().dropLast() {
          text += character == "{" || character == "}" ? "\(character)\(character)" : "\(character)"
        }
      } else {
        let written = source[term.range]
        if written.contains("\"") || written.contains("\\") { return nil }
        text += "{\(written)}"
      }
    }
    return terms.isEmpty ? nil : "f\"\(text)\""
  }
}

extension Parser {
  /// Whether a call begins here whose name is a word of the language, such as `contains(a, "b")`.
  var atForeignCall: Bool {
    // The tables of other languages' words are made only where a call is.
    guard token.kind == .name, opensAtOnce(token) else { return false }
    let isConnective = OtherLanguageWords.connectiveCalls.contains(word)
    guard
      isConnective || OtherLanguageWords.calls[word] != nil
        || OtherLanguageWords.patterns[word] != nil
    else { return false }
    return !isAt(.if) && !isConnective || hasCommaInBrackets
  }

  /// Whether a bracket follows without a space.
  func opensAtOnce(_ name: Token) -> Bool {
    cursor.peek(1).kind == .openParenthesis && cursor.peek(1).range.start == name.range.end
  }

  /// Whether the brackets behind the cursor hold several values.
  private var hasCommaInBrackets: Bool {
    var depth = 0
    var distance = 1
    while true {
      switch cursor.peek(distance).kind {
      case .openParenthesis, .openBracket: depth += 1
      case .closeParenthesis, .closeBracket: depth -= 1
      case .comma where depth == 1: return true
      case .end, .newline: return false
      default: break
      }
      if depth <= 0 { return false }
      distance += 1
    }
  }

  /// A call whose name is a word of the language.
  mutating func foreignCall() throws(Stop) -> Expression {
    let before = cursor.previous
    let name = cursor.advance()
    let arguments = try bracketed(.closeParenthesis) { parser throws(Stop) in
      try parser.expression()
    }
    let isConnective = OtherLanguageWords.connectiveCalls.contains(text(name).lowercased())
    return foreignCall(
      text(name), arguments, range(from: name.range.start),
      isBracketed: isConnective && !standsAlone(behind: before))
  }

  /// `name.contains("x")`: what stands before the dot is the first argument.
  mutating func foreignMethod(_ value: Expression, _ name: Name) throws(Stop) -> Expression {
    let arguments = try bracketed(.closeParenthesis) { parser throws(Stop) in
      try parser.expression()
    }
    var receiver = value
    let whole = range(from: value.range.start)
    // pandas has a place for them.
    if case .member(let inner, let part) = value.kind, ["str", "dt"].contains(part.text) {
      receiver = inner
      if name.text == "contains", arguments.count == 1,
        !arguments[0].isQuoted || !arguments[0].isPlainText
      {
        report(.foreignPattern(source[whole], whole, inner, arguments[0], source))
        return Expression(kind: .missing, range: whole)
      }
    }
    return foreignCall(name.text, [receiver] + arguments, whole)
  }

  /// Whether a function has a name, as far as the script can tell: one that it includes may define
  /// others.
  func isFunction(_ name: String) -> Bool {
    let word = name.lowercased()
    return FunctionName(of: word) != nil || defined.includes
      || defined.functions.contains(word)
  }

  private mutating func foreignCall(
    _ name: String, _ arguments: [Expression], _ range: ScriptRange, isBracketed: Bool = false
  ) -> Expression {
    let written = arguments.map { source[$0.range] }.joined(separator: ", ")
    let isMethod = arguments.first.map { $0.range.start == range.start } ?? false
    let function = OtherLanguageWords.functions[name.lowercased()]?.rawValue ?? name
    let isOperator = OtherLanguageWords.calls[name.lowercased()] != nil
    let translated = OtherLanguageCall.mended(
      name, arguments, at: range, in: source, isMethod: isMethod)
    if translated == nil, isMethod, !isOperator, !isFunction(function) {
      report(.unknownMethod(name, written, source[range], range))
      return Expression(kind: .missing, range: range)
    }
    let mended =
      translated
      ?? (isMethod && !isOperator
        ? (
          text: "\(function)(\(written))",
          certainty: arguments.allSatisfy(\.isQuoted) ? .suggested : .certain
        ) : nil)
    report(
      .foreignCall(
        source[range], range, mended.map { (isBracketed ? "(\($0.text))" : $0.text, $0.certainty) }
      ))
    return Expression(kind: .missing, range: range)
  }
}

extension Diagnostic {
  /// Another language's word for no value.
  package static func foreignNull(_ written: String, _ range: ScriptRange) -> Diagnostic {
    let isSame = OtherLanguageWords.isNull(written)
    return Diagnostic(
      .foreignWord,
      isSame
        ? "`\(written)` is written `null` in cq"
        : "cq has no `\(written)`; what is missing or no number is `null`",
      at: Label(range), fix: .replace(range, with: "null", isSame ? .certain : .suggested))
  }

  /// `name.foo()`, of which no function has the name; one with nearly that name may be meant.
  fileprivate static func unknownMethod(
    _ name: String, _ arguments: String, _ written: String, _ range: ScriptRange
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: name, among: FunctionName.all)
    let help = OtherLanguageWords.missing[name.lowercased()]
    return Diagnostic(
      .unknownFunction, "there is no function called `\(name)`",
      at: Label(range, question: Suggestion.question(near)),
      remarks: [
        .help(help ?? "a function has its value in brackets: `upper(name)` for `name.upper()`")
      ] + (help == nil ? [Remark("functions", FunctionName.all.joined(separator: " "))] : []),
      fix: near.count == 1 && help == nil
        ? .replace(range, with: "\(near[0])(\(arguments))", .suggested) : nil)
  }

  /// A search for a pattern, whose marks mean themselves elsewhere.
  fileprivate static func foreignPattern(
    _ written: String, _ range: ScriptRange, _ value: Expression, _ pattern: Expression,
    _ source: ScriptText
  ) -> Diagnostic {
    var mended: String?
    if case .text(let text) = pattern.kind, !text.contains("/"), !text.contains("\n") {
      let words = "\(source[value.range]) matches /\(text)/"
      mended = OtherLanguagePlace(range, in: source).fitted(words)
    }
    return Diagnostic(
      .foreignWord, "`\(written)` looks for a pattern, which stands between `/` in cq",
      at: Label(range, "pandas reads it as a regular expression"),
      remarks: mended == nil ? [.help("for example `name matches /^The/`")] : [],
      fix: mended.map { .replace(range, with: $0, .suggested) })
  }

  package static func foreignCall(
    _ written: String, _ range: ScriptRange,
    _ mended: (text: String, certainty: FixIt.Certainty)?
  ) -> Diagnostic {
    guard let (mended, certainty) = mended else {
      return Diagnostic(
        .foreignWord, "`\(written)` is no call of cq", at: Label(range),
        remarks: [.help("for example `name contains \"dream\"`, `stars between 2 and 4`")])
    }
    return Diagnostic(
      .foreignWord, "`\(written)` is written `\(mended)` in cq", at: Label(range),
      fix: .replace(range, with: mended, certainty))
  }
}

extension Expression {
  /// Whether it is no text, or one that means itself as a pattern.
  fileprivate var isPlainText: Bool {
    guard case .text(let text) = kind else { return true }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
  }

  /// Whether it is a field or a member of one, without anything computed on the way.
  var isPath: Bool {
    switch kind {
    case .name: true
    case .member(let inner, _): inner.isPath
    default: false
    }
  }
}
