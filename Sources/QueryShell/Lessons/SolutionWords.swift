// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// What a hint tells of a solution: the words and signs that it takes, and all but one part of it.
struct SolutionWords {
  private let source: ScriptText
  private let tokens: [Token]
  private var stages: [ScriptRange] = []
  /// What names a field stands there for no word of the language.
  private var fields: [ScriptRange] = []
  /// Where queries begin, of which everybody knows that they take `from`.
  private var starts: Set<Int> = []

  private static let blank = "___"

  init(_ text: String) {
    source = ScriptText(name: LessonRun.name, text)
    let parsed = Parser.parse(source)
    tokens = parsed.tokens
    for statement in parsed.tree.statements {
      switch statement {
      case .pipeline(let pipeline): take(pipeline)
      case .binding(let binding):
        if case .view(let pipeline) = binding.content { take(pipeline) }
      default: continue
      }
    }
  }

  private mutating func take(_ pipeline: Pipeline) {
    starts.insert(pipeline.range.start)
    if case .changes(let clause) = pipeline.head { fields += clause.keys.map(\.range) }
    stages += pipeline.stages.map(\.range)
    for stage in pipeline.stages.flatMap(\.withInnerStages) {
      fields += stage.namesAlone.map(\.range) + stage.expressions.flatMap(\.lessonRanges)
    }
  }

  /// Each once, in their order, without fields and values.
  var words: [String] {
    var seen: Set<String> = []
    return tokens.indices.filter(isWord).map { source[tokens[$0].range] }
      .filter { seen.insert($0).inserted }
  }

  private func isWord(_ place: Int) -> Bool {
    let range = tokens[place].range
    switch tokens[place].kind {
    case .name:
      if starts.contains(range.start) && source[range].lowercased() == "from" { return false }
      if fields.contains(where: { $0.contains(range) }) { return false }
      return Keyword(rawValue: source[range].lowercased()) != nil || isCalled(place)
    case .equal, .doubleEqual, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
      .coalesce, .range, .slash, .minus, .plus, .star:
      return true
    default: return false
    }
  }

  /// Whether a word is that of a function or of what a result is shown by.
  private func isCalled(_ place: Int) -> Bool {
    if place + 1 < tokens.count, tokens[place + 1].kind == .openParenthesis { return true }
    return place > 0 && source[tokens[place - 1].range].lowercased() == "to"
  }

  /// The solution with a line in the place of the last value of a stage, else of its last name.
  var blanked: String {
    let isValue = { (token: Token) in
      [.number, .text, .money].contains(token.kind)
        && stages.contains { $0.contains(token.range) }
    }
    guard let last = tokens.last(where: isValue) ?? tokens.last(where: { $0.kind == .name }) else {
      return String(decoding: source.bytes, as: UTF8.self)
    }
    return FixIt([FixIt.Edit(last.range, Self.blank)]).applied(to: source)
  }
}

extension Expression {
  /// Where it names fields, with their members.
  fileprivate var lessonRanges: [ScriptRange] {
    path.isEmpty ? kind.children.flatMap(\.lessonRanges) : [range]
  }
}
