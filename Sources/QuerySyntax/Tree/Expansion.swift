// SPDX-License-Identifier: MIT

package import Diagnostics

/// Puts what a macro or a view says into the place where it is used: arguments take the place of
/// their parameters, and all else stands, for messages, where the use stands.
package struct Expansion {
  /// The arguments by their parameters' names.
  let arguments: [(name: String, value: Expression)]
  let place: ScriptRange

  package init(arguments: [(name: String, value: Expression)] = [], place: ScriptRange) {
    self.arguments = arguments
    self.place = place
  }

  package func pipeline(_ pipeline: Pipeline) -> Pipeline {
    Pipeline(head: head(pipeline.head), stages: stages(pipeline.stages), range: place)
  }

  private func head(_ head: Pipeline.Head) -> Pipeline.Head {
    switch head {
    case .from(let clause): .from(from(clause))
    case .categories(let name, _): .categories(of: name.map(source), place)
    case .sources: .sources(place)
    case .item(let item, let name, let size, _):
      .item(self.item(item), of: name.map(source), picture: size.map(count), place)
    case .relation(let name, let item, let origin, _):
      .relation(
        self.name(name), item: item.map(self.item), of: origin.map(source), place)
    case .changes(let clause):
      .changes(
        ChangesClause(
          old: from(clause.old), new: from(clause.new), keys: clause.keys.map(name),
          ignored: clause.ignored.map(name), tolerance: clause.tolerance, range: place))
    case .history(let item, let name, _): .history(self.item(item), of: name.map(source), place)
    case .current: .current(place)
    case .lastResult: .lastResult(place)
    }
  }

  private func from(_ clause: FromClause) -> FromClause {
    FromClause(
      source: source(clause.source),
      categories: clause.categories.map { CategoryReference(kind: $0.kind, range: place) },
      moment: clause.moment.map { MomentClause(kind: $0.kind, range: place) }, range: place)
  }

  private func item(_ item: ItemReference) -> ItemReference {
    ItemReference(kind: item.kind, range: place)
  }

  package func stages(_ stages: [Stage]) -> [Stage] {
    stages.map { Stage(kind: $0.kind.rewritten(by: self), keyword: place, range: place) }
  }

  package func expression(_ expression: Expression) -> Expression {
    if case .parameter(let name) = expression.kind, let argument = argument(name.text) {
      return argument
    }
    return Expression(kind: expression.kind.rewritten(by: self), range: place)
  }

  private func argument(_ name: String) -> Expression? {
    arguments.first { $0.name == name }?.value
  }
}

extension Expansion: TreeRewriter {
  func range(_: ScriptRange) -> ScriptRange { place }

  func name(_ name: Name) -> Name { Name(text: name.text, range: place) }

  func text(_ text: TextLiteral) -> TextLiteral { TextLiteral(value: text.value, range: place) }

  func source(_ name: SourceName) -> SourceName {
    SourceName(kind: name.kind, rows: name.rows, range: place)
  }

  /// An aggregate keeps the name that it has where it is written.
  func aggregate(_ clause: AggregateClause) -> AggregateClause {
    AggregateClause(
      name: (clause.name?.text ?? clause.usualName).map { Name(text: $0, range: place) },
      value: expression(clause.value))
  }

  func count(_ count: Count) -> Count {
    switch count.kind {
    case .number: return Count(kind: count.kind, range: place)
    case .parameter(let name):
      guard let argument = argument(name.text) else {
        return Count(kind: .parameter(self.name(name)), range: place)
      }
      return Count(kind: .value(argument), range: argument.range)
    case .value(let value): return Count(kind: .value(expression(value)), range: place)
    }
  }
}
