// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// The names of values, views and macros that a statement uses.
struct NameUses {
  /// A name and what it is used for; those of sources and macros are in lower case.
  enum Key: Hashable {
    case value(String)
    /// A source, which may be a view.
    case source(String)
    case macro(String)
  }

  private(set) var keys: Set<Key> = []

  init(of statement: Statement) {
    switch statement {
    case .pipeline(let pipeline), .explain(let pipeline, _): add(pipeline)
    case .steps(let pipeline, _): if let pipeline { add(pipeline) }
    case .use(let clause, _): add(clause.source)
    case .describe(let name, _): if let name { add(name) }
    case .definition(let name, _): if let name { add(name) }
    case .binding(let binding):
      switch binding.content {
      case .view(let pipeline): add(pipeline)
      case .value(let expression): add(expression)
      }
    case .macro(let macro): add(macro)
    case .parameter(let parameter): if let standard = parameter.standard { add(standard) }
    case .set(let clause): add(clause.value)
    case .expectError(let expectation): if let pipeline = expectation.pipeline { add(pipeline) }
    case .include, .unreadable: break
    }
  }

  private mutating func add(_ pipeline: Pipeline) {
    switch pipeline.head {
    case .from(let clause): add(clause)
    case .categories(let name, _): if let name { add(name) }
    case .item(let item, let name, let size, _):
      if case .parameter(let name) = size?.kind { keys.insert(.value(name.text)) }
      add(item)
      if let name { add(name) }
    case .history(let item, let name, _):
      add(item)
      if let name { add(name) }
    case .relation(_, let item, let name, _):
      if let item { add(item) }
      if let name { add(name) }
    case .changes(let clause): clause.sides.forEach { add($0) }
    case .sources, .current, .lastResult: break
    }
    add(pipeline.stages)
  }

  private mutating func add(_ stages: [Stage]) {
    for stage in stages.flatMap(\.withInnerStages) {
      stage.expressions.forEach { add($0) }
      for case .parameter(let name) in stage.counts.map(\.kind) { keys.insert(.value(name.text)) }
      if let source = stage.otherSource { add(source) }
      if case .apply(let name, _) = stage.kind { keys.insert(.macro(name.text.lowercased())) }
    }
  }

  private mutating func add(_ macro: Macro) {
    switch macro.body {
    case .expression(let expression): add(expression)
    case .stages(let stages): add(stages)
    }
    keys.subtract(macro.parameters.map { .value($0.text) })
  }

  private mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .parameter(let name): keys.insert(.value(name.text))
    case .call(let name, _): keys.insert(.macro(name.text.lowercased()))
    default: break
    }
    expression.kind.children.forEach { add($0) }
  }

  private mutating func add(_ clause: FromClause) {
    add(clause.source)
    if case .parameter(let name) = clause.moment?.kind { keys.insert(.value(name.text)) }
  }

  private mutating func add(_ source: SourceName) {
    if case .name(let name) = source.kind { keys.insert(.source(name.lowercased())) }
  }

  private mutating func add(_ item: ItemReference) {
    if case .parameter(let name) = item.kind { keys.insert(.value(name.text)) }
  }
}
