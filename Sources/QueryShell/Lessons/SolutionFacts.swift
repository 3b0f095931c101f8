// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax

/// What a query tells of itself: which sources it reads, which fields it names, and beside which
/// values it puts them.
struct SolutionFacts {
  private(set) var sources: [SourceReference] = []
  /// In the order in which they are named, in small letters.
  private(set) var fields: [String] = []
  private(set) var literals: [String: [Value]] = [:]
  /// The keys of the last `sort` or `top`, where each is a field.
  private(set) var order: [String]?
  /// Whether rows are cut off by their place.
  private(set) var cuts = false
  private(set) var joins = false
  /// The last stage that says a form, as it is written.
  private(set) var form: String?
  /// How many stages and conditions it has.
  private(set) var size = 0
  private var given: [String: Value] = [:]
  /// What examples before it have named, and it may use.
  private var views: [String: [(pipeline: Pipeline, source: ScriptText)]] = [:]
  private var current: SourceName?
  private var source: ScriptText

  /// What a text tells, which may use what the examples before it have named.
  init(_ text: String, behind examples: [Script] = []) {
    source = ScriptText(name: LessonRun.name, text)
    for script in examples { script.statements.forEach { know($0, of: script.source) } }
    let script = Parser.parse(source).tree
    for statement in script.statements { take(statement) }
  }

  /// What scripts tell.
  init(of scripts: [Script]) {
    source = ScriptText(name: LessonRun.name, "")
    for script in scripts {
      source = script.source
      for statement in script.statements { take(statement) }
    }
  }

  /// The paths of files that it reads.
  var files: [String] {
    sources.compactMap { if case .address(let path, _) = $0 { path } else { nil } }
  }

  /// With what another query reads and compares besides.
  func with(_ other: SolutionFacts) -> SolutionFacts {
    var all = self
    all.fields += other.fields.filter { !fields.contains($0) }
    all.literals.merge(other.literals) { $0 + $1 }
    all.joins = joins || other.joins
    return all
  }

  /// The fields that are compared here and not in another query, or with other values.
  func comparisons(beyond other: SolutionFacts) -> [String] {
    literals.keys.sorted().filter { name in
      guard let known = other.literals[name] else { return true }
      return !Set(literals[name] ?? []).isSubset(of: known)
    }
  }

  /// Keeps what a statement before it has named.
  private mutating func know(_ statement: Statement, of source: ScriptText) {
    switch statement {
    case .binding(let binding):
      if case .view(let pipeline) = binding.content {
        views[binding.name.text.lowercased(), default: []].append((pipeline, source))
      } else {
        note(statement)
      }
    case .use(let clause, _): current = clause.source
    default: note(statement)
    }
  }

  private mutating func take(_ statement: Statement) {
    switch statement {
    case .pipeline(let pipeline): take(pipeline)
    case .binding(let binding):
      if case .view(let pipeline) = binding.content {
        take(pipeline)
      } else {
        note(statement)
      }
    case .use(let clause, _): current = clause.source
    default: note(statement)
    }
  }

  /// Notes the value that a name stands for.
  private mutating func note(_ statement: Statement) {
    let (name, value): (Name, Expression?)
    switch statement {
    case .parameter(let parameter): (name, value) = (parameter.name, parameter.standard)
    case .binding(let binding):
      guard case .value(let expression) = binding.content else { return }
      (name, value) = (binding.name, expression)
    default: return
    }
    if let value = value.flatMap(Self.literal) { given[name.text.lowercased()] = value }
  }

  private mutating func take(_ pipeline: Pipeline) {
    switch pipeline.head {
    case .from(let clause): take(clause.source)
    case .changes(let clause):
      for side in [clause.old, clause.new] { take(side.source) }
      for key in clause.keys { note(key.text) }
    case .current:
      if let current { take(current) }
    default: break
    }
    take(pipeline.stages)
  }

  private mutating func take(_ name: SourceName) {
    // A name that was named again may be made of what it meant before.
    if case .name(let text) = name.kind, let view = views[text.lowercased()]?.popLast() {
      let (own, ownSize) = (source, size)
      source = view.source
      take(view.pipeline)
      (source, size) = (own, ownSize)
      return
    }
    guard let reference = name.reference, !sources.contains(reference) else { return }
    sources.append(reference)
  }

  private mutating func take(_ stages: [Stage]) {
    for stage in stages.flatMap(\.withInnerStages) {
      size += 1
      if let other = stage.otherSource { take(other) }
      if case .join = stage.kind { joins = true }
      cuts = cuts || stage.facts.choosesByPlace
      if case .top = stage.kind { cuts = true }
      if case .to = stage.kind { form = source[stage.range].trimmed }
      noteOrder(stage)
      for name in stage.namesAlone { note(name.text) }
      for expression in stage.expressions { take(expression) }
    }
  }

  private mutating func noteOrder(_ stage: Stage) {
    let keys: [SortKeyClause]
    switch stage.kind {
    case .sort(let written), .top(_, by: let written): keys = written
    default: return
    }
    let paths = keys.map { $0.expression.path.joined(separator: ".") }
    order = paths.contains("") ? nil : paths
  }

  private mutating func note(_ name: String) {
    let name = name.lowercased()
    if !fields.contains(name) { fields.append(name) }
  }

  private mutating func take(_ expression: Expression) {
    let names = expression.lessonPaths
    for name in names { note(name) }
    for test in expression.lessonTests {
      size += 1
      let values = test.lessonLiterals(given)
      for name in test.lessonPaths {
        literals[name.lowercased(), default: []] += values
      }
    }
  }

  /// The value that a literal stands for; nil for what is none, and for dates.
  static func literal(_ expression: Expression) -> Value? {
    switch expression.kind {
    case .number(let digits, percent: false), .quantity(let digits, unit: _):
      Decimal(String(digits.drop { !$0.isNumber }.filter { $0 != "_" })).map(Value.number)
    case .text(let text): .text(text)
    case .negative(let inner):
      if case .number(let number)? = literal(inner) { .number(-number) } else { nil }
    default: nil
    }
  }
}

extension Expression {
  /// The fields that it names, with their members.
  var lessonPaths: [String] {
    let path = path
    return path.isEmpty ? kind.children.flatMap(\.lessonPaths) : [path.joined(separator: ".")]
  }

  /// The comparisons and other tests in it, the outermost of each.
  var lessonTests: [Expression] {
    switch kind {
    case .comparison, .membership, .between, .textTest, .quantified, .isNull, .isEmpty: [self]
    default: kind.children.flatMap(\.lessonTests)
    }
  }

  fileprivate func lessonLiterals(_ given: [String: Value]) -> [Value] {
    if case .parameter(let name) = kind {
      return given[name.text.lowercased()].map { [$0] } ?? []
    }
    if let value = SolutionFacts.literal(self) { return [value] }
    return kind.children.flatMap { $0.lessonLiterals(given) }
  }
}

extension Stage {
  /// The fields that it names where no expression stands.
  var namesAlone: [Name] {
    switch kind {
    case .distinct(let names), .drop(let names), .group(let names, _): names
    case .expand(let name): [name]
    case .to(let format): format.columns
    default: []
    }
  }
}
