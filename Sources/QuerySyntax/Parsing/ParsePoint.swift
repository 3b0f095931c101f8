// SPDX-License-Identifier: MIT

package import Diagnostics

/// What the parser would take at a place of a text, and what it has read up to there.
package struct ParsePoint: Sendable {
  /// Something that may stand at the place.
  package enum Expected: Sendable {
    case word(Keyword)
    /// A word that means something else than elsewhere, with what that is.
    case ownWord(Keyword, meaning: String)
    case mark(Token.Kind)
    /// The first word of a statement, of a pipeline or of a stage.
    case statement, pipeline, stage
    /// A source, a view or a file.
    case source
    /// `in` and categories of the source; or one of the categories.
    case narrowing(SourceName), category(of: SourceName)
    /// When a list of the source was read.
    case moment(of: SourceName)
    /// An id of an item, from which a relation is to be followed if one is named.
    case item(relation: String?)
    /// The name of a relation.
    case relation
    /// The name of a field, with or without its path.
    case field(FieldUse)
    /// A member of a value.
    case member(of: Expression)
    /// A value: a field, a call, a constant; one that is a condition, or by which rows are ordered.
    case value, condition, key
    /// An operator between two values, behind the first.
    case arithmetic
    /// The other side of an operator, which may be a bracket or a comma before it; behind `exact`
    /// a text.
    case operand(of: Expression, by: String, isExact: Bool)
    /// A list of which any, all or none of the elements are compared.
    case list
    /// A call of an aggregate; a value in a call beside aggregates, which may be one.
    case aggregate, argument
    /// What is asked of a value; the same behind `not`; only a comparison.
    case test(of: Expression), negatedTest(of: Expression), comparison
    /// `and` or `or` behind a term.
    case connective(Keyword, after: Expression)
    /// The unit of a number that is compared with a value, if it is.
    case unit(like: Expression?)
    case count(CountUse), format, chart, type, code
    /// What stands in brackets, which are opened here.
    case bracketed(BracketUse)
    /// A text that only its writer knows, or a name that may be a new one.
    case text, newName(NameUse)
    /// A `def` that stands for stages.
    case macro
    /// A setting, behind these words of its name; or what it may be.
    case setting([String]), settingValue([String])
    case file(FileUse)
    /// The names of members that lead to a list in a file.
    case way
    /// A part of a source definition.
    case part(DefinitionPart)
  }

  /// What is to be known of a field whose name is asked for.
  package enum FieldUse: Sendable { case any, list, text, number }

  /// What a number is that is asked for, as messages call it.
  package enum CountUse: String, Sendable {
    case rows = "a number of rows"
    case page = "the number of a page"
    case plain = "a number"

    /// As messages call it where the number has a point.
    var whole: String { rawValue.replacing("number", with: "whole number") }
  }

  /// What brackets are opened for, as messages call it.
  package enum BracketUse: String, Sendable {
    case stages = "the stages for each group"
    case names = "its arguments in brackets"
    case pipeline = "a pipeline in brackets"
    case set = "a set of values"
    /// The values that a `def` may take.
    case arguments = "its values in brackets"
  }

  /// A part of a source definition, as messages call it.
  package enum DefinitionPart: String, CaseIterable, Sendable {
    case field = "a field's name"
    case member = "the name of a member"
    case variable = "the name of a variable"
    case parameter = "the name of a parameter"
    case relation = "the name of a relation"
    case unit = "a unit"
    case pixels = "a whole number of pixels"
    case extent = "the pixels of a picture"
    case items = "a number of items"
    case page = "the number of the first page"
    case requests = "a number of requests"
    case time = "a time"
    case timeUnit = "a unit of time"
    case success = "the value that means success"
    case operators = "the operators that the server knows"
  }

  /// What a name will be that of.
  package enum NameUse: Sendable { case field, declared }

  /// What is done with a file whose name is asked for.
  package enum FileUse: Sendable { case include, read, write }

  /// A call whose arguments the place stands in.
  package struct Call: Sendable {
    package let name: String
    /// How many arguments have begun before the one at the place.
    package internal(set) var argument = -1
  }

  /// What may stand there, in the order in which the parser asks for it.
  package internal(set) var expected: [Expected] = []
  /// Whether rows come in whose fields can be named.
  package internal(set) var readsRows = false
  /// Where the statement begins, behind the statements before it.
  package internal(set) var statementStart = 0
  /// Where the pipeline begins of which the stages are.
  package internal(set) var head: ScriptRange?
  /// The stages before the one that the place stands in.
  package internal(set) var stages: [ScriptRange] = []
  /// How many groups are open, whose stages write nothing.
  package internal(set) var groupDepth = 0
  /// The calls that are open, the innermost last.
  package internal(set) var calls: [Call] = []
  /// The whole condition that stands directly before the place, where one is asked for.
  package internal(set) var condition: Expression?
  /// The source that is joined by the condition that is being read.
  package internal(set) var joined: SourceName?
  /// The table of which keys are named before the stages.
  package internal(set) var compared: ScriptRange?
  /// The names of the arguments of the `def` that is being read.
  package internal(set) var parameters: [String] = []
  /// The names of the list that the place stands in.
  package internal(set) var listed: [ScriptRange] = []

  var listStart = 0
  /// Whether aggregates are read at the place, or values of theirs.
  package internal(set) var readsAggregates = false
  /// What the value is compared with that is being read.
  var otherSide: Expression?
}

// What the parser notes where it is asked; nothing otherwise.
extension Parser {
  /// Whether it is asked what may stand at the cursor.
  var isAsked: Bool { cursor.index == asked }

  /// Whether it is asked what may stand behind the current token.
  var isAskedNext: Bool { cursor.index + 1 == asked }

  mutating func note(_ expected: @autoclosure () -> ParsePoint.Expected) {
    guard cursor.index == asked else { return }
    answer[0].expected.append(expected())
  }

  /// Notes a value where nothing else is known of it.
  mutating func noteValue() {
    guard isAsked else { return }
    let point = answer[0]
    let isKnown = point.expected.contains {
      switch $0 {
      case .operand, .list, .condition, .key: true
      default: false
      }
    }
    if isKnown { return }
    note(!point.readsAggregates ? .value : point.calls.isEmpty ? .aggregate : .argument)
  }

  /// What a word wants that joins or turns conditions. By itself, because `negation` stands on the
  /// stack for each level of parentheses.
  mutating func expectCondition(behind word: Keyword) throws(Stop) {
    if isAsked {
      if answer[0].readsAggregates { noteValue() } else { note(.condition) }
    }
    if atOperandEnd(token), !atForeignCall {
      throw fail(.missingCondition(missingPlace, of: word.rawValue))
    }
  }

  /// What `any` and `all` want.
  mutating func missingList() -> Stop {
    let word = text(cursor.advance())
    note(.list)
    return fail(.missingList(after: word, missingPlace))
  }

  /// Notes the value on the other side of an operator.
  mutating func noteOperand(_ mark: ScriptRange, _ left: Expression, isExact: Bool = false) {
    guard isAsked else { return }
    let written = source[mark].lowercased()
    note(.operand(of: left, by: written, isExact: isExact))
  }

  /// Notes the unit of the number before the place.
  mutating func noteUnit() {
    guard isAsked else { return }
    let other = answer[0].otherSide
    note(.unit(like: other))
  }

  /// Ends the answer where nothing else can stand.
  mutating func stopIfAsked() throws(Stop) {
    guard isAsked else { return }
    asked = -1
    throw Stop()
  }

  /// What the parser learns before the place; at the place it is too late.
  mutating func learn(_ change: (inout ParsePoint) -> Void) {
    guard asked >= 0, answer[0].expected.isEmpty else { return }
    change(&answer[0])
  }

  /// Notes that what has been read is all of a condition, if the place is behind it.
  mutating func noteCondition(_ expression: Expression) {
    if isAsked { answer[0].condition = expression }
  }

  /// Forgets what could be asked of a value that must be no more than a name or a call.
  mutating func forgetTests(andArithmetic: Bool = false) {
    guard isAsked else { return }
    answer[0].expected.removeAll {
      switch $0 {
      case .test, .connective: true
      case .arithmetic: andArithmetic
      default: false
      }
    }
  }

  mutating func beginStatement(at start: Int) {
    learn {
      $0.statementStart = start
      $0.readsRows = false
      $0.head = nil
      $0.compared = nil
      $0.stages = []
      $0.parameters = []
    }
  }

  mutating func beginList() {
    let start = token.range.start
    learn { $0.listStart = start }
  }

  mutating func beginCall(_ name: Name) {
    learn { $0.calls.append(ParsePoint.Call(name: name.text)) }
  }

  mutating func beginArgument() {
    learn { $0.calls[$0.calls.count - 1].argument += 1 }
  }

  mutating func endCall() {
    learn { _ = $0.calls.popLast() }
  }
}

extension Parser {
  /// Reads a text up to its end and tells what could stand there.
  package static func point(atEndOf source: ScriptText) -> ParsePoint {
    let (tokens, lexical) = Lexer.tokens(of: source)
    guard limit(of: source, tokens, lexical) == nil else { return ParsePoint() }
    var parser = Parser(source, tokens: tokens, diagnostics: lexical, isPrefix: true)
    parser.ask(at: parser.cursor.tokens.count - 1)
    _ = parser.script()
    var point = parser.answer[0]
    point.listed = parser.names.filter { $0.start >= point.listStart }
    return point
  }

  /// Asks what may stand at a token, by its number.
  mutating func ask(at place: Int) {
    asked = place
    answer = [ParsePoint()]
  }
}
