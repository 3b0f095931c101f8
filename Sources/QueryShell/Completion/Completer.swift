// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

/// Finds what can stand at the cursor: whatever the parser would take there.
struct Completer {
  let session: Session
  /// Whether fields are told with an example, for which rows are read.
  let tellsExamples: Bool

  init(_ session: Session, tellsExamples: Bool = true) {
    self.session = session
    self.tellsExamples = tellsExamples
  }

  func completions(in line: String, at cursor: Int) -> CompletionList {
    let written = Array(line.utf8.prefix(cursor))
    let next = line.utf8.dropFirst(cursor).first
    let text = String(decoding: written, as: UTF8.self)
    switch DotCommand.candidates(of: text, in: session) {
    case .words(let words, let start):
      let word = String(decoding: written[start...], as: UTF8.self)
      return CompletionList(CompletionMatch(words, for: word), replaceFrom: start)
    case .paths(let start):
      let path = String(decoding: written[start...], as: UTF8.self)
      return CompletionList(PathCandidates.match(path, endings: [".cq"]), replaceFrom: start)
    case .statement(let before, let start, let words):
      let head = Array(before.utf8)
      let list = statement(head + written[start...], followedBy: next, after: words)
      return CompletionList(
        replaceFrom: list.replaceFrom - head.count + start, items: list.items,
        isGuess: list.isGuess)
    case nil:
      let isFirst = !text.isEmpty && text.allSatisfy(\.isLetter)
      return statement(written, followedBy: next, before: isFirst ? DotCommand.bare : [])
    }
  }

  /// What can stand at the end of a text, after some words and before others.
  private func statement(
    _ written: [UInt8], followedBy next: UInt8?, after first: [Completion] = [],
    before last: [Completion] = []
  ) -> CompletionList {
    let place = CompletionPlace(session, atEndOf: ScriptText(name: "<prompt>", bytes: written))
    return CompletionList(
      match(at: place, followedBy: next) { first + $0 + last }, replaceFrom: place.word.start)
  }

  private func match(
    at place: CompletionPlace, followedBy next: UInt8?,
    among words: ([Completion]) -> [Completion]
  ) -> CompletionMatch {
    switch place.word.kind {
    case .unknown: return .none
    case .number:
      let isRow = place.word.text.hasPrefix("@")
      return CompletionMatch(
        isRow ? place.rowReferences() : place.items() + place.comparedValues,
        beginningWith: place.word.text)
    case .text(let quote):
      return place.texts(quote: String(UnicodeScalar(quote)), isClosed: next == quote)
    case .word:
      // Where an item may be named, its name is as good as its id.
      let found = CompletionMatch(
        words(place.words()), for: place.word.text, notes: place.namesItem)
      let examples = tellsExamples ? place.examples(of: found.items) : [:]
      return found.map { item in
        (examples[item.replacement].map(item.with) ?? item).spelled(as: place.word.text)
      }
    }
  }
}

extension Session {
  /// What can stand at the cursor; no server is asked, nobody waits for the end of a long file, and
  /// nothing is told of reading one, since the line that is typed stands there.
  func completions(in line: String, at cursor: Int) -> CompletionList {
    func found() -> CompletionList {
      offline { sources.proposing { Completer(self).completions(in: line, at: cursor) } }
    }
    guard let progress else { return found() }
    return progress.silently(found)
  }
}

extension Completion {
  /// The same where a word is it already, in other letters: that is right, and stays.
  fileprivate func spelled(as word: String) -> Completion {
    guard label.lowercased() == word.lowercased(),
      replacement.prefix(word.count).lowercased() == word.lowercased()
    else { return self }
    var same = self
    same.replacement = word + replacement.dropFirst(word.count)
    return same
  }
}

extension Completion {
  /// The same, called what is put in the place of the word.
  fileprivate var labelledAsWritten: Completion {
    Completion(
      replacement: replacement, label: String(replacement.reversed().drop { $0 == " " }.reversed()),
      note: note)
  }
}

extension CompletionList {
  fileprivate init(_ match: CompletionMatch, replaceFrom: Int) {
    self.init(replaceFrom: replaceFrom, items: match.items, isGuess: match.isGuess)
  }
}

extension Completion {
  /// The same with another note.
  fileprivate func with(_ note: String) -> Completion {
    Completion(replacement: replacement, label: label, note: note)
  }
}

// What may stand outside of quotes.
extension CompletionPlace {
  /// The candidates for a word, in the order of how likely they are.
  func words() -> [Completion] {
    let found = (0...2).flatMap { rank in
      point.expected.filter { self.rank(of: $0) == rank }.flatMap(candidates)
    }
    var seen: Set<String> = []
    var labels: Set<String> = []
    return found.filter { seen.insert("\($0.label)\u{0}\($0.replacement)").inserted }.map { item in
      // A field and a function of one name are told apart by the bracket.
      labels.insert(item.label).inserted ? item : item.labelledAsWritten
    }
  }

  /// Whether items can be named by their ids.
  var namesItem: Bool {
    point.expected.contains { if case .item = $0 { true } else { false } }
  }

  /// Marks come behind words; behind these what is asked of a value where no condition is.
  private func rank(of expected: ParsePoint.Expected) -> Int {
    switch expected {
    case .test, .connective: point.condition == nil && expectsMore ? 2 : 0
    case .mark, .bracketed: 1
    default: 0
    }
  }

  /// Whether what stands before the word can be all there is.
  private var expectsMore: Bool {
    point.expected.contains { expected in
      switch expected {
      case .mark(.pipe), .word: true
      default: false
      }
    }
  }

  /// Whether a condition is asked for, and what stands there, or its last term, is none.
  private var lacksTest: Bool {
    guard let condition = point.condition else { return false }
    let terms = point.expected.compactMap { expected -> Expression? in
      if case .connective(_, let term) = expected { term } else { nil }
    }
    return !(terms + [condition]).allSatisfy(isCondition)
  }

  private func isCondition(_ expression: Expression) -> Bool {
    if expression.isCondition { return true }
    switch type(of: expression) {
    case .bool, .any, nil: return true
    default: return false
    }
  }

  private func candidates(for expected: ParsePoint.Expected) -> [Completion] {
    switch expected {
    case .word(let keyword): keyword == .then && lacksTest ? [] : [Self.word(keyword)]
    case .mark(let mark): lacksTest ? [] : marks(mark)
    case .statement: statementWords
    case .pipeline: pipelineWords
    case .stage: stages
    case .source: readable
    case .ownWord(let word, let meaning):
      [Completion(replacement: word.rawValue + " ", label: word.rawValue, note: meaning)]
    case .narrowing(let source):
      categories(of: source).isEmpty ? [] : [Self.word(.in, note: "categories")]
    case .moment(let source): quoted(times(of: source))
    case .category(let source): quoted(categories(of: source))
    case .item(let relation): items(with: relation)
    case .relation: relations
    case .field(let use): columns(use)
    case .member(let value): members(of: value).flatMap(Self.candidates)
    case .condition: joinedPairs + values(fitting: { _ in true }) + constantWords
    case .value, .key: values(fitting: { _ in true }) + constantWords
    case .operand(let left, let mark, let isExact):
      operands(of: left, by: mark, isExact: isExact)
    case .list: named(where: Self.isList)
    case .aggregate, .argument: aggregates
    case .test(let value): tests(of: value)
    case .negatedTest(let value): OperatorCandidates.negated(type(of: value))
    case .comparison: OperatorCandidates.comparisons
    case .connective(let keyword, let term): isCondition(term) ? [Self.word(keyword)] : []
    case .unit(let value): OperatorCandidates.units(of: value.flatMap(type))
    case .format: Self.formats
    case .chart: Self.charts
    case .type: Self.types
    case .code: Self.codes
    case .macro: macros(ofStages: true)
    case .setting(let path): Self.settings(behind: path)
    case .settingValue(let path): choices(of: path)
    case .count: constants
    case .bracketed: marks(.openParenthesis)
    case .arithmetic, .text, .newName, .file, .way, .part: []
    }
  }

  /// What is asked of a value; nothing where it stands for all that a stage needs.
  private func tests(of value: Expression) -> [Completion] {
    OperatorCandidates.tests(of: type(of: value))
  }

  private func marks(_ mark: Token.Kind) -> [Completion] {
    let note: String
    switch mark {
    case .pipe: note = "the next stage"
    case .comma: note = "one more"
    case .equal: note = "what it is follows"
    case .colon: note = "the type follows"
    case .openParenthesis: note = "opens a bracket"
    case .closeParenthesis: note = "closes the bracket"
    case .range: note = "up to and including"
    case .less: note = "the type of the values follows"
    case .greater: note = "closes the type"
    default: return []
    }
    if mark == .closeParenthesis, !canClose { return [] }
    let tight: [Token.Kind] = [.openParenthesis, .closeParenthesis, .range, .less]
    let isTight = tight.contains(mark)
    return [
      Completion(
        replacement: mark.rawValue + (isTight ? "" : " "), label: mark.rawValue, note: note)
    ]
  }

  /// Whether the innermost bracket can be closed: a call may want a value first.
  private var canClose: Bool {
    guard point.expected.contains(where: \.isValue) else { return true }
    guard let call = point.calls.last, call.argument < 0 else { return false }
    return ScalarFunction.all.contains { $0.name.isSameWord(as: call.name) && $0.takesNothing }
      || RowFunction.all.contains { $0.name.isSameWord(as: call.name) && $0.takesNothing }
      || AggregateFunction.all.contains { $0.name.isSameWord(as: call.name) && $0.takesRows }
  }
}

extension ParsePoint.Expected {
  /// Whether it is a value of some kind.
  fileprivate var isValue: Bool {
    switch self {
    case .value, .condition, .key, .operand, .aggregate, .argument: true
    default: false
    }
  }
}
