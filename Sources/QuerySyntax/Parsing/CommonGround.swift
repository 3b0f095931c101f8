// SPDX-License-Identifier: MIT

/// What means the same in this language and in every one from which people bring queries.
///
/// It is a list of what is certain, not of what is not: conditions on fields and plain values,
/// sums, differences and products, choices, a few functions and aggregates. What is not in it may
/// differ: a quotient of whole numbers is whole in SQL and KQL, a test that is turned round leaves
/// out missing values in most, a length counts bytes in some, a rounded half goes to the even
/// number or away from zero.
struct CommonGround {
  /// Functions with one meaning.
  private static let functions: Set<FunctionName> = [
    .upper, .lower, .abs, .coalesce, .count, .sum, .avg, .min, .max, .distinctCount,
  ]
  /// Those that mean something else where a missing text is an empty one.
  private static let ofTexts: [FunctionName] = [.min, .distinctCount]
  /// Stands for the head of a query that is written without `from`.
  static let head = Keyword.from.rawValue
  /// Other words for stages with one meaning, besides those of this language.
  private static let stages: Set<String> = [
    head, "select", "where", "having", "project", "order", "offset", "take", "head", "first",
    "length", "as", "format", "write", "to_csv", "to_json", "to-csv", "to-json", "inner", "left",
  ]
  /// What a query may be written in.
  enum Language {
    /// It begins with `SELECT`.
    case sql
    /// It begins with the name of its source and has pipes, as in KQL.
    case named
    case any
  }

  /// Functions that the script defines in the words of this language.
  private let defined: Set<String>

  init(beside defined: Set<String>) { self.defined = defined }

  static func stages(of statement: Statement) -> [Stage] {
    let pipeline: Pipeline? =
      switch statement {
      case .pipeline(let pipeline), .explain(let pipeline, _): pipeline
      case .steps(let pipeline, _): pipeline
      case .binding(let binding):
        if case .view(let pipeline) = binding.content { pipeline } else { nil }
      default: nil
      }
    return pipeline?.stages.flatMap(\.withInnerStages) ?? []
  }

  /// The word of this list for one with which a query begins: shells and others hand on the lines
  /// of a file, not its rows.
  static func head(_ word: String, isPiped: Bool) -> String {
    switch OtherLanguageWords.statements[word] {
    case .word("from")? where isPiped && word != "open": word
    case nil: word
    default: head
    }
  }

  /// Whether a stage that begins with this word means the same.
  static func includes(stageWord word: String) -> Bool {
    stages.contains(word) || Vocabulary.isStage(word)
      || function(word).map(functions.contains) ?? false
  }

  /// Others compute the columns of a stage one after the other, or all from the rows before it: a
  /// name that one gets and another reads means either. In KQL an order without a direction begins
  /// with the largest, and a join without a kind takes one row of each key. What is not SQL may be
  /// anything: there no more is certain than what fields are compared with, and which are taken.
  func includes(_ stage: Stage, of language: Language) -> Bool {
    let named = stage.namedValues.enumerated()
    let isReadBeside = named.contains { place, item in
      named.contains { $0.offset != place && $0.element.value.names.contains(item.name) }
    }
    if isReadBeside { return false }
    switch stage.kind {
    case .filter, .show, .drop, .extend, .skip, .limit, .count, .summarize, .distinct, .save, .to:
      break
    case .sort(let keys):
      if language == .named && keys.contains(where: { $0.direction == nil }) { return false }
    // A join pairs no missing values, here as elsewhere.
    case .join(let join): return language != .named && join.condition.pairsFields
    default: return false
    }
    if language != .sql && !stage.isSimple { return false }
    if language == .named && stage.expressions.contains(where: Self.asksTexts) { return false }
    let isCondition = stage.condition != nil
    return !(stage.sortKeys ?? []).contains { $0.expression.isComputed }
      && stage.expressions.allSatisfy { includes($0, isCondition: isCondition) }
  }

  /// Conditions are true or false here, and unknown elsewhere: they mean the same only where rows
  /// are chosen by them.
  private func includes(_ expression: Expression, isCondition: Bool = false) -> Bool {
    switch expression.kind {
    case .arithmetic(.divide, _, _, _), .arithmetic(.remainder, _, _, _), .not,
      .comparison(.notEqual, _, _, _), .membership(_, _, negated: true),
      .textTest(_, _, _, negated: true, _), .missing, .index, .template, .quantity, .date, .row,
      .number(_, percent: true), .list, .regularExpression, .isEmpty, .quantified, .coalesce:
      return false
    case .and(let terms), .or(let terms):
      return isCondition && terms.allSatisfy { includes($0, isCondition: true) }
    case .conditional(let condition, let first, let second):
      return includes(condition, isCondition: true) && includes(first) && includes(second)
    case .comparison(let mark, let left, let operand, _)
    where ![left, operand.expression].contains { $0.isPlain(beside: mark) }:
      // Two missing values are alike here, and nowhere else; in jq they are less than all others.
      return false
    case .membership(_, .values(let values), _)
    where !values.allSatisfy({ $0.expression.isPlain(beside: .equal) }):
      return false
    case .textTest(_, _, let operand, _, _) where !operand.expression.isText: return false
    case .comparison, .membership, .textTest, .between:
      if !isCondition || expression.kind.children.dropFirst().contains(where: \.isNull) {
        return false
      }
    case .name(let name):
      if OtherLanguageWords.nulls.contains(name.text.lowercased()) { return false }
    case .call(let name, let arguments):
      let call = name.text.lowercased()
      // With one argument it is a test.
      if !hasOneMeaning(call) || call == "isnull" && arguments.count == 1 { return false }
    default: break
    }
    return expression.kind.children.allSatisfy { includes($0) }
  }

  private static func asksTexts(_ expression: Expression) -> Bool {
    if case .call(let name, _) = expression.kind, let function = FunctionName(of: name.text),
      ofTexts.contains(function)
    {
      return true
    }
    return expression.kind.children.contains(where: asksTexts)
  }

  private func hasOneMeaning(_ call: String) -> Bool {
    Self.function(call).map(Self.functions.contains) ?? false || Keyword.directions.contains(call)
      || defined.contains(call)
  }

  private static func function(_ call: String) -> FunctionName? {
    OtherLanguageWords.functions[call] ?? OtherLanguageWords.aggregates[call]
      ?? FunctionName(of: call)
  }
}

extension Stage {
  /// Whether it takes no more than fields, under their own names, and what is simple.
  fileprivate var isSimple: Bool {
    if case .show = kind, namedValues.contains(where: { !$0.name.isEmpty }) { return false }
    return expressions.allSatisfy(\.isSimple)
  }

  /// The values that get a name other than their own.
  fileprivate var namedValues: [(name: String, value: Expression)] {
    let columns: [ColumnClause]
    switch kind {
    case .show(.columns(let shown)): columns = shown
    case .extend(let assignments): columns = assignments.map(ColumnClause.computed)
    case .count(let keys): columns = keys
    case .summarize(let aggregates, let keys):
      return aggregates.map { ($0.name?.text.lowercased() ?? "", $0.value) } + keys.map(\.named)
    default: columns = []
    }
    return columns.map(\.named)
  }
}

extension ColumnClause {
  /// A field keeps its name, which stands for nothing else.
  fileprivate var named: (name: String, value: Expression) {
    switch self {
    case .field(let field): ("", field)
    case .computed(let assignment): (assignment.name.text.lowercased(), assignment.value)
    }
  }
}

extension Expression {
  fileprivate var isNull: Bool { if case .null = kind { true } else { false } }

  /// Whether it is a value that is there; one that has a name may be missing, and is then alike to
  /// what is missing too.
  fileprivate func isPlain(beside mark: ComparisonOperator) -> Bool {
    switch kind {
    case .bool: true
    case .parameter: mark != .equal && mark != .notEqual
    default: isLiteral
    }
  }

  var isText: Bool { if case .text = kind { true } else { false } }

  private var isNumber: Bool {
    switch kind {
    case .number(_, percent: false): true
    case .negative(let inner): inner.isNumber
    default: false
    }
  }

  /// Whether it is a number, or a text that is asked for; without letters it is no value in KQL.
  private func isSimpleOperand(beside mark: ComparisonOperator) -> Bool {
    switch kind {
    case .text(let text): mark == .equal && !text.isEmpty
    case .parameter: mark != .equal
    default: isNumber
    }
  }

  /// Whether it is a field, an aggregate of fields, or compares fields with numbers, and texts for
  /// equality.
  fileprivate var isSimple: Bool {
    switch kind {
    case .and(let terms), .or(let terms): terms.allSatisfy(\.isSimple)
    case .comparison(let mark, let left, let operand, _):
      left.isPath && operand.expression.isSimpleOperand(beside: mark)
    case .between(let value, let low, let high): value.isPath && low.isNumber && high.isNumber
    case .membership(let value, .values(let values), negated: false):
      value.isPath && values.allSatisfy { $0.expression.isSimpleOperand(beside: .equal) }
    case .call(let name, let arguments):
      FunctionName(of: name.text) != nil && arguments.allSatisfy(\.isPath)
    default: isPath
    }
  }

  /// Whether it is an equality of two fields, or several of them.
  fileprivate var pairsFields: Bool {
    switch kind {
    case .and(let terms): terms.allSatisfy(\.pairsFields)
    case .comparison(.equal, let left, let operand, _): left.isPath && operand.expression.isPath
    case .bool: true
    default: false
    }
  }

  fileprivate var isComputed: Bool {
    switch kind {
    case .name, .member, .call: false
    default: true
    }
  }

  /// The names that are read in it.
  fileprivate var names: [String] {
    if case .name(let name) = kind { return [name.text.lowercased()] }
    return kind.children.flatMap(\.names)
  }
}
