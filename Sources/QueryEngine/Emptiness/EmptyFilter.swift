// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Conditions that no row meets.
extension EmptyResultQuestion {
  /// Why filters that stand together leave nothing; nil where they have too many conditions.
  func filtered(
    _ stages: EmptyingStages, _ step: Int, _ came: CameIn
  ) throws(ExecutionFault) -> EmptyResult? {
    let group = filters(around: step, stages)
    guard let filtered = try rows(before: group, stages),
      filtered.terms.count <= Self.mostConditions, filtered.batch.count > 0
    else { return nil }
    let conflict = ConditionConflict(filtered.terms.map(\.rows), count: filtered.batch.count)
    // The run counts rows that an earlier filter of the group has left.
    let all = CameIn(count: filtered.batch.count, isCut: came.isCut)
    let words = ConditionWords(filtered: filtered, conflict: conflict, source: source)
    var answer = EmptyResult(reason: words.sentence(all))
    answer.conditions = conflict.named.map { filtered.terms[$0].text }
    let changes = ConditionChanges(
      filtered: filtered, conflict: conflict, stages: stages, source: source)
    answer.nearest = nearest(changes.all, stages.rewriting)
    return answer
  }

  /// The filters that stand right before and behind one, itself included.
  private func filters(around step: Int, _ stages: EmptyingStages) -> Range<Int> {
    let steps = query.relation.steps
    guard stages.stage(of: step) != nil else { return step..<step + 1 }
    var first = step
    while first > 0, steps[first - 1] is FilterStep, stages.stage(of: first - 1) != nil {
      first -= 1
    }
    var end = step + 1
    while end < steps.count, steps[end] is FilterStep, stages.stage(of: end) != nil { end += 1 }
    return first..<end
  }

  /// The rows that come to the first of some filters, with what these read.
  private func rows(
    before group: Range<Int>, _ stages: EmptyingStages
  ) throws(ExecutionFault) -> FilteredRows? {
    let filters = query.relation.steps[group].compactMap { $0 as? FilterStep }
    let reads = filters.reduce(into: ColumnSet()) { $0.formUnion($1.condition.columns) }
    let (batch, layout) = try rows(before: group.lowerBound, reading: reads)
    let state = RunState(
      isCancelled: environment.isCancelled, lastResult: environment.lastResult,
      locale: environment.locale)
    return try FilteredRows(
      filters, in: stages, Array(group), source, batch,
      Evaluator(layout: layout, state: state), unless: environment.isCancelled)
  }

  /// The rows that come to a step, with some columns.
  func rows(
    before step: Int, reading reads: ColumnSet
  ) throws(ExecutionFault) -> (Batch, ColumnLayout) {
    var known = query.relation.origin.columns
    for step in query.relation.steps.prefix(step) { known = step.columns(after: known) }
    var columns: [ColumnID] = []
    for column in known where reads.contains(column) && !columns.contains(column) {
      columns.append(column)
    }
    let relation = held.relation(query.relation.first(step, giving: columns))
    var batches: [Batch] = []
    _ = try run(PruneColumns.apply(relation)) { batches.append($0) }
    return (
      Batch.concatenated(batches, columnCount: columns.count), ColumnLayout(columns: columns)
    )
  }
}

/// The changes of conditions that leave rows, the nearest first.
struct ConditionChanges {
  let filtered: FilteredRows
  let conflict: ConditionConflict
  let stages: EmptyingStages
  let source: ScriptText

  /// A condition by its place, and what becomes of it.
  private typealias Change = (term: Int, edit: TermEdit)

  var all: [QueryChange] {
    var changes = single.sorted {
      if TermEdit.isNearer($0.edit, $1.edit) { return true }
      // Of conditions that are equally far, the last was written as an afterthought.
      return !TermEdit.isNearer($1.edit, $0.edit) && $0.term > $1.term
    }.map { [$0] }
    // Room is kept for what changes several of them.
    changes = Array(changes.prefix(6))
    if conflict.named.count > 1 {
      changes += [together(editing: true), together(editing: false)]
    }
    return changes.compactMap(change)
  }

  /// Changes of one condition of which some leave rows.
  private var single: [Change] {
    conflict.named.flatMap { index -> [Change] in
      let others = filtered.left(by: filtered.terms.indices.filter { $0 != index })
      guard others.setCount > 0 else { return [] }
      return (edits(of: index, among: others) + [removal(among: others)]).map { (index, $0) }
    }
  }

  private func removal(among rows: Bitmap) -> TermEdit {
    TermEdit(text: nil, distance: .removal, rows: rows)
  }

  private func edits(of index: Int, among rows: Bitmap) -> [TermEdit] {
    ConditionEdits(
      term: filtered.terms[index], filtered: filtered, source: source, rows: rows
    ).all
  }

  /// A change of each condition that takes the last rows, or none of them.
  private func together(editing: Bool) -> [Change] {
    let named = conflict.named
    var left = filtered.left(by: filtered.terms.indices.filter { !named.contains($0) })
    return named.compactMap { index in
      let asItIs = left & filtered.terms[index].rows
      if asItIs.setCount > 0, editing {
        left = asItIs
        return nil
      }
      let edit = editing ? edits(of: index, among: left).first : nil
      let change = edit ?? removal(among: left)
      left = left & change.rows
      return (index, change)
    }
  }

  /// What is written otherwise; nil where a condition cannot be.
  private func change(_ changes: [Change]) -> QueryChange? {
    var edits: [(ScriptRange, String)] = []
    var words: [String] = []
    var removed: [Int] = []
    let touched = Set(changes.compactMap { filtered.terms[$0.term].stage }).sorted()
    guard changes.allSatisfy({ filtered.terms[$0.term].stage != nil }) else { return nil }
    for stage in touched {
      let inStage = filtered.terms.indices.filter { filtered.terms[$0].stage == stage }
      guard let condition = stages.pipeline.stages[stage].filter,
        inStage.allSatisfy({ filtered.terms[$0].written != nil })
      else { return nil }
      let kept = inStage.compactMap { index -> String? in
        guard let change = changes.first(where: { $0.term == index }) else {
          return written(filtered.terms[index])
        }
        return change.edit.text
      }
      if kept.isEmpty {
        removed.append(stage)
      } else {
        let text = kept.joined(separator: " and ")
        edits.append((condition.range, text))
        words.append("filter \(text.onOneLine)")
      }
    }
    if !removed.isEmpty {
      let removal = stages.rewriting.removal(of: removed)
      edits += removal.edits
      words.append(removal.words)
    }
    return QueryChange(edits, words.joined(separator: " | "))
  }

  /// A condition as it stands, in brackets where others stand beside it.
  private func written(_ term: ConditionTerm) -> String {
    let text = source[term.range]
    if case .or = term.written?.kind, !text.hasPrefix("(") { return "(\(text))" }
    return text
  }
}
