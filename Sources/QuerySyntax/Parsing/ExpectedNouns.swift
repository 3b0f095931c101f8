// SPDX-License-Identifier: MIT

// What messages call that which the parser would have taken: the one table of it.
extension ParsePoint.Expected {
  /// Nil for the few of which a message must not speak.
  package var noun: String? {
    switch self {
    case .word(let word), .connective(let word, after: _): word.noun
    case .ownWord(let word, meaning: _): "`\(word.rawValue)`"
    case .mark(let mark): mark.noun
    case .statement: "a statement"
    case .pipeline: "a pipeline"
    case .stage: "a stage"
    case .source: "a source"
    case .narrowing: Keyword.in.noun
    case .category: "a category in quotes"
    case .moment: "a time"
    case .item: "the id of an item"
    case .relation: "a relation"
    case .field(.list): "the name of a list"
    case .field, .member, .newName(.field): "a field's name"
    case .newName(.declared): "a name"
    case .value, .argument, .settingValue: "a value"
    case .condition: "a condition"
    case .key: "a key"
    case .operand(of: _, by: Keyword.in.rawValue, isExact: true): "a set of texts"
    case .operand(of: _, by: _, isExact: true): "a text"
    case .operand(of: _, by: let mark, isExact: false): Self.noun(ofOperandBy: mark)
    case .list: "a list"
    case .aggregate: "an aggregate"
    case .test, .negatedTest, .arithmetic: "an operator"
    case .comparison: "a comparison"
    // Whether a number has a unit is told by what it is compared with, which is not known here: a
    // unit would be offered behind each number.
    case .unit: nil
    case .bracketed(let use): use.rawValue
    case .count(let use): use.rawValue
    case .format: "a format"
    case .chart: "a chart"
    case .type: "a type"
    case .code: "the code of a fault"
    case .text: "a text in quotes"
    case .macro: "the name of a `def`"
    case .setting: "a setting"
    case .file: "a file's name in quotes"
    case .way: "the way to a list in the file"
    case .part(let part): part.rawValue
    }
  }

  /// Whether it is the name of a field or of a member, for which others write a text.
  var isField: Bool {
    switch self {
    case .field, .member, .newName(.field), .part(.field), .part(.member): true
    default: false
    }
  }

  private static func noun(ofOperandBy mark: String) -> String {
    switch mark {
    case Keyword.in.rawValue: "a set of values"
    case Keyword.between.rawValue: "two bounds with `and` between them"
    default: "a value"
    }
  }

  /// Whether what stands before it can do without it.
  package var isOptional: Bool {
    switch self {
    case .word(let word): Keyword.dispensable.contains(word)
    case .ownWord(let word, meaning: _): word == .with
    case .mark(let mark): mark.goesOn
    case .connective, .narrowing, .test, .arithmetic, .unit, .bracketed(.arguments): true
    case .statement, .pipeline, .stage, .source, .category, .moment, .item, .relation, .field,
      .member, .newName, .value, .argument, .settingValue, .condition, .key, .operand, .list,
      .aggregate, .negatedTest, .comparison, .bracketed, .count, .format, .chart, .type, .code,
      .text, .macro, .setting, .file, .way, .part:
      false
    }
  }
}

extension Keyword {
  /// In the marks of code, with the word that always follows. `sort by` and `group by` are stages;
  /// as words these two stand in definitions.
  fileprivate var noun: String {
    "`\([.sort, .group].contains(self) ? rawValue : phrase)`"
  }

  /// Words that may stand before what is needed, or be left out.
  fileprivate static let dispensable: Set<Keyword> = [.left, .not, .exact, .items]
}

extension Token.Kind {
  /// A member can only be asked of some values, which are not known here; `==` is another spelling
  /// of `=`, and what ends a line has no name of its own.
  fileprivate var noun: String? {
    switch self {
    case .dot, .doubleEqual, .newline, .semicolon, .end: nil
    default: "`\(rawValue)`"
    }
  }

  /// Whether it goes on with a list, a value or a path, or closes a bracket.
  fileprivate var goesOn: Bool {
    switch self {
    case .comma, .dot, .range, .openBracket, .closeParenthesis, .closeBracket, .closeBrace,
      .doubleEqual:
      true
    default: false
    }
  }
}
