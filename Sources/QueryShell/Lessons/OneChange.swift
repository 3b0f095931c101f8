// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// The answers that are one change away from another: whichever is right tells where that one is
/// wrong.
struct OneChange {
  struct Variant {
    let text: String
    /// What of the answer is changed, as it is written there.
    let place: String
  }

  private let source: ScriptText
  private let tokens: [Token]
  private(set) var variants: [Variant] = []

  /// So many are tried at most.
  private static let most = 48

  init(_ text: String) {
    source = ScriptText(name: LessonRun.name, text)
    let parsed = Parser.parse(source)
    tokens = parsed.tokens
    for statement in parsed.tree.statements {
      if case .pipeline(let pipeline) = statement { change(pipeline.stages) }
      if case .binding(let binding) = statement, case .view(let view) = binding.content {
        change(view.stages)
      }
    }
    variants = Array(variants.prefix(Self.most))
  }

  private mutating func add(_ edits: [(ScriptRange, String)], at place: ScriptRange) {
    let fix = FixIt(edits.map { FixIt.Edit($0.0, $0.1) })
    variants.append(Variant(text: fix.applied(to: source), place: source[place].trimmed))
  }

  private mutating func change(_ stages: [Stage]) {
    for stage in stages.flatMap(\.withInnerStages) {
      for expression in stage.expressions { change(expression) }
      if case .join(let clause) = stage.kind, !clause.keepsLeft {
        add([(ScriptRange(stage.keyword.end, stage.keyword.end), " left")], at: stage.range)
      }
      switch stage.kind {
      case .sort(let keys): turn(keys, usual: "desc")
      case .top(_, by: let keys): turn(keys, usual: "asc")
      default: break
      }
    }
    for (first, second) in zip(stages, stages.dropFirst()) {
      let both = first.range.union(second.range)
      add([(first.range, source[second.range]), (second.range, source[first.range])], at: both)
    }
    for (place, stage) in stages.enumerated() {
      let pipe = tokens.last { $0.kind == .pipe && $0.range.end <= stage.range.start }
      let begin = place > 0 ? stages[place - 1].range.end : pipe?.range.start
      if let begin { add([(ScriptRange(begin, stage.range.end), "")], at: stage.range) }
    }
  }

  /// The other direction of each key.
  private mutating func turn(_ keys: [SortKeyClause], usual: String) {
    for key in keys {
      let range = key.expression.range
      let next = tokens.first { $0.range.start >= range.end }
      switch key.direction {
      case nil: add([(ScriptRange(range.end, range.end), " \(usual)")], at: range)
      case .ascending?: if let next { add([(next.range, "desc")], at: range.union(next.range)) }
      case .descending?: if let next { add([(next.range, "asc")], at: range.union(next.range)) }
      }
    }
  }

  private mutating func change(_ expression: Expression) {
    switch expression.kind {
    case .comparison(let mark, _, _, at: let range):
      for other in ComparisonOperator.allCases where other != mark {
        add([(range, other.rawValue)], at: expression.range)
      }
    case .quantified(let quantifier, _, _, _):
      for other in [Quantifier.any, .all, .none] where other != quantifier {
        swap(quantifier.rawValue, for: other.rawValue, in: expression.range)
      }
    case .number(let digits, percent: false):
      guard let number = Int(digits) else { break }
      for other in [number - 1, number + 1] {
        add([(expression.range, String(other))], at: expression.range)
      }
    case .and(let terms): connect(terms, "and", "or", in: expression.range)
    case .or(let terms):
      connect(terms, "or", "and", in: expression.range)
      bracket(terms, in: expression.range)
    case .isNull(_, let negated): turnNull(negated, in: expression.range)
    case .arithmetic(_, let first, let second, at: _):
      add([(second.range, source[first.range])], at: expression.range)
    default: break
    }
    for child in expression.kind.children { change(child) }
  }

  private mutating func swap(_ word: String, for other: String, in range: ScriptRange) {
    let token = tokens.first {
      range.contains($0.range) && source[$0.range].lowercased() == word
    }
    if let token { add([(token.range, other)], at: range) }
  }

  private mutating func turnNull(_ negated: Bool, in range: ScriptRange) {
    let words = tokens.filter { range.contains($0.range) }
    if negated, let word = words.first(where: { source[$0.range].lowercased() == "not" }) {
      add([(ScriptRange(word.start, word.range.end), "")], at: range)
    } else if let word = words.last(where: { source[$0.range].lowercased() == "is" }) {
      add([(ScriptRange(word.range.end, word.range.end), " not")], at: range)
    }
  }

  /// The other connective, and each condition left out.
  private mutating func connect(
    _ terms: [Expression], _ word: String, _ other: String, in range: ScriptRange
  ) {
    let words = zip(terms, terms.dropFirst()).compactMap { first, second in
      tokens.first {
        $0.range.start >= first.range.end && $0.range.end <= second.range.start
          && source[$0.range].lowercased() == word
      }
    }
    guard words.count == terms.count - 1 else { return }
    add(words.map { ($0.range, other) }, at: range)
    for (place, term) in terms.enumerated() {
      let gone =
        place == 0
        ? ScriptRange(term.range.start, terms[1].range.start)
        : ScriptRange(terms[place - 1].range.end, term.range.end)
      add([(gone, "")], at: term.range)
    }
  }

  /// Brackets around what belongs together instead: `a or b and c` as `(a or b) and c`, and
  /// `not a or b` as `not (a or b)`.
  private mutating func bracket(_ terms: [Expression], in range: ScriptRange) {
    for (first, second) in zip(terms, terms.dropFirst()) {
      if case .and(let inner) = second.kind, let end = inner.first?.range.end {
        wrap(ScriptRange(first.range.start, end), at: range)
      }
      if case .and(let inner) = first.kind, let start = inner.last?.range.start {
        wrap(ScriptRange(start, second.range.end), at: range)
      }
      if case .not(let inner) = first.kind {
        wrap(ScriptRange(inner.range.start, range.end), at: range)
      }
    }
  }

  private mutating func wrap(_ inner: ScriptRange, at place: ScriptRange) {
    add(
      [
        (ScriptRange(inner.start, inner.start), "("), (ScriptRange(inner.end, inner.end), ")"),
      ], at: place)
  }
}
