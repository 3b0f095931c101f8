// SPDX-License-Identifier: MIT

package import Diagnostics

// What a stage holds, for whatever walks over trees.
extension Stage {
  /// The expressions directly in the stage, in order.
  package var expressions: [Expression] { parts.expressions }

  /// The numbers of rows that it names.
  package var counts: [Count] { parts.counts }

  /// The source that it reads besides that of its pipeline.
  package var otherSource: SourceName? { parts.sources.first }

  private var parts: PartCollector {
    let parts = PartCollector()
    _ = kind.rewritten(by: parts)
    return parts
  }

  /// The stages inside a group.
  package var innerStages: [Stage] {
    if case .group(_, let stages) = kind { stages } else { [] }
  }

  /// The stage and all stages inside it.
  package var withInnerStages: [Stage] { [self] + innerStages.flatMap(\.withInnerStages) }
}

extension ColumnClause {
  package var expression: Expression {
    switch self {
    case .field(let field): field
    case .computed(let assignment): assignment.value
    }
  }

  /// All of it, with its name.
  package var range: ScriptRange {
    switch self {
    case .field(let field): field.range
    case .computed(let assignment): assignment.name.range.union(assignment.value.range)
    }
  }
}

extension AggregateClause {
  /// All of it, with its name.
  package var range: ScriptRange { name.map { $0.range.union(value.range) } ?? value.range }
}

/// Leaves a stage as it is and keeps what stands in it, but not in the stages of a group.
private final class PartCollector: TreeRewriter {
  private(set) var expressions: [Expression] = []
  private(set) var counts: [Count] = []
  private(set) var sources: [SourceName] = []

  func expression(_ expression: Expression) -> Expression {
    expressions.append(expression)
    return expression
  }

  func count(_ count: Count) -> Count {
    counts.append(count)
    return count
  }

  func source(_ name: SourceName) -> SourceName {
    sources.append(name)
    return name
  }

  func name(_ name: Name) -> Name { name }

  func text(_ text: TextLiteral) -> TextLiteral { text }

  func stages(_ stages: [Stage]) -> [Stage] { stages }

  func range(_ range: ScriptRange) -> ScriptRange { range }
}
