// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// What is written otherwise in a query to have rows.
struct QueryChange {
  /// What takes the place of what, in any order; no two places overlap.
  let edits: [(range: ScriptRange, text: String)]
  /// The stages that differ, as they are then.
  let words: String

  init(_ edits: [(range: ScriptRange, text: String)], _ words: String) {
    self.edits = edits
    self.words = words
  }
}

/// Writes a pipeline with changes.
struct QueryRewriting {
  let pipeline: Pipeline
  let source: ScriptText

  /// The whole pipeline, on one line where that can be.
  func text(_ change: QueryChange) -> String {
    var bytes = source.bytes
    for edit in change.edits.sorted(by: { $0.range.start > $1.range.start }) {
      bytes.replaceSubrange(edit.range.start..<edit.range.end, with: Array(edit.text.utf8))
    }
    let grown = bytes.count - source.bytes.count
    let range = pipeline.range.start..<pipeline.range.end + grown
    return String(decoding: bytes[range], as: UTF8.self).withoutBreaks
  }

  /// Leaves some stages out.
  func removal(of indices: [Int]) -> QueryChange {
    let stages = pipeline.stages
    let words = indices.map { "without `\(source[stages[$0].range].shortened)`" }
    var edits: [(ScriptRange, String)] = []
    for first in indices where !indices.contains(first - 1) {
      var last = first
      while indices.contains(last + 1) { last += 1 }
      let range = ScriptRange(stages[first].range.start, stages[last].range.end)
      let before = first > 0 ? stages[first - 1].range.end : pipeline.headEnd
      if last + 1 < stages.count {
        edits.append((ScriptRange(range.start, stages[last + 1].range.start), ""))
      } else if let before {
        edits.append((ScriptRange(before, range.end), ""))
      } else {
        edits.append((range, "show"))
      }
    }
    return QueryChange(edits, words.joined(separator: " and "))
  }
}

extension Pipeline {
  /// Where its head ends; nil where nothing is written there that can stand alone.
  fileprivate var headEnd: Int? {
    switch head {
    case .from(let clause): clause.range.end
    case .categories, .sources, .item, .relation, .changes, .history, .current, .lastResult: nil
    }
  }
}

extension String {
  /// The same script on one line; as it is where a comment stands in it.
  fileprivate var withoutBreaks: String {
    guard contains("\n"), !contains("#") else { return self }
    return split(separator: "\n").map { String($0).trimmed }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// The stages of a pipeline to which its steps belong.
struct EmptyingStages {
  let pipeline: Pipeline
  private let source: ScriptText
  private let steps: [any PlanStep]

  init(_ pipeline: Pipeline, _ source: ScriptText, _ steps: [any PlanStep]) {
    self.pipeline = pipeline
    self.source = source
    self.steps = steps
  }

  var rewriting: QueryRewriting { QueryRewriting(pipeline: pipeline, source: source) }

  /// The stage of which a step comes; nil where that is a view or a macro, or is not known.
  func stage(of step: Int) -> Int? {
    if let filter = steps[step] as? FilterStep {
      return pipeline.stages.firstIndex { $0.filter?.range == filter.condition.range }
    }
    guard let kind = Kind(steps[step]) else { return nil }
    let alike = steps.indices.filter { Kind(steps[$0]) == kind }
    let stages = pipeline.stages.indices.flatMap { index -> [Int] in
      let stage = pipeline.stages[index].kind
      guard Kind(stage) == kind else { return [] }
      if case .page = stage { return [index, index] }
      return [index]
    }
    // Views have stages of their own.
    guard stages.count == alike.count, let place = alike.firstIndex(of: step) else { return nil }
    return stages[place]
  }

  /// The stages that leave rows out otherwise than by a condition.
  private enum Kind {
    case search, limit, join, group, expand

    init?(_ step: any PlanStep) {
      switch step {
      case is SearchStep: self = .search
      case is LimitStep: self = .limit
      case is JoinStep: self = .join
      case is GroupStep: self = .group
      case is ExpandStep: self = .expand
      default: return nil
      }
    }

    init?(_ stage: Stage.Kind) {
      switch stage {
      case .search: self = .search
      case .limit, .skip, .page: self = .limit
      case .join: self = .join
      case .group: self = .group
      case .expand: self = .expand
      default: return nil
      }
    }
  }
}

extension Stage {
  /// The condition of a filter.
  var filter: Expression? { if case .filter(let condition) = kind { condition } else { nil } }
}

extension EmptyResultQuestion {
  /// How many queries are tried.
  private static let mostTries = 8

  /// The first of some changed queries that has rows.
  func nearest(_ changes: [QueryChange], _ rewriting: QueryRewriting) -> NearestQuery? {
    for change in changes.prefix(Self.mostTries) {
      let text = rewriting.text(change)
      guard let found = rows(of: text), found.count > 0 else { continue }
      return NearestQuery(
        text: text, change: change.words, rows: found.count, isLeast: found.isLeast)
    }
    return nil
  }

  /// How many rows a query has; nil where it is none, or has no rows at hand, or has them only
  /// because a list was not looked at to its end.
  private func rows(of text: String) -> (count: Int, isLeast: Bool)? {
    let script = ScriptText(name: source.name, text)
    let parsed = Parser.parse(script)
    let bound = Binder.bind(parsed.tree, in: known, directory: environment.directory)
    let faults = parsed.diagnostics + bound.diagnostics
    guard !faults.contains(where: \.isFatal), bound.statements.count == 1,
      case .query(let query) = bound.statements[0].action, query.relation.isAtHand
    else { return nil }
    let planned = PruneColumns.apply(held.relation(query.relation))
    guard let report = try? run(planned, { _ in }) else { return nil }
    if held.isCut, !query.relation.keepsRows { return nil }
    return (report.rows, held.isCut)
  }
}
