// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Words that no row has, and rows that are left out by their place.
extension EmptyResultQuestion {
  /// Why a search finds nothing.
  func searched(
    _ search: SearchStep, _ stages: EmptyingStages, _ step: Int, _ came: CameIn
  ) throws(ExecutionFault) -> EmptyResult? {
    guard let stage = stages.stage(of: step),
      case .search(let words, in: _) = stages.pipeline.stages[stage].kind,
      case .text = words.kind, !search.words.isEmpty, search.words.count <= Self.mostConditions
    else { return nil }
    let (batch, layout) = try rows(before: step, reading: search.reads)
    let columns = search.texts { id in layout.slot(id).map { batch[$0] } }
    let bits = search.patterns.map { pattern in
      columns.reduce(Bitmap(repeating: false, count: batch.count)) {
        $0 | pattern.matches($1)
      }
    }
    let conflict = ConditionConflict(bits, count: batch.count)
    let all = Bitmap(repeating: true, count: batch.count)
    let near = conflict.unmet.map { index in
      columns.lazy.compactMap { column in
        TextValues(.text(column), unless: environment.isCancelled)?
          .nearParts(search.words[index], .contains, among: all).first
      }.first
    }
    var parts: [String] = []
    for (index, word) in search.words.enumerated() {
      let count = bits[index].setCount
      let place = conflict.unmet.firstIndex(of: index)
      let instead = place.flatMap { near[$0] }.map { ", but \($0.inQuotes) is in some" } ?? ""
      parts.append("\(word.inQuotes) is in \(count == 0 ? "none" : "\(count)")\(instead)")
    }
    if !conflict.conflicts.isEmpty { parts.append("no row has all") }
    var answer = EmptyResult(reason: "of \(came.words) \(parts.joined(separator: ", "))")
    answer.conditions = conflict.named.map { search.words[$0].inQuotes }
    var tries: [[String]] = []
    var spelled = search.words
    for (index, word) in zip(conflict.unmet, near) { if let word { spelled[index] = word } }
    if spelled != search.words { tries.append(spelled) }
    let named = conflict.named
    tries += named.reversed().map { one in
      search.words.indices.filter { $0 != one }.map { search.words[$0] }
    }
    tries.append(search.words.indices.filter { !named.contains($0) }.map { search.words[$0] })
    var changes = tries.filter { !$0.isEmpty }.map { tried in
      let text = tried.joined(separator: " ").inQuotes
      return QueryChange([(words.range, text)], "search \(text)")
    }
    changes.append(stages.rewriting.removal(of: [stage]))
    answer.nearest = nearest(changes, stages.rewriting)
    return answer
  }

  /// Why rows that are chosen by their place are none.
  func cut(
    _ limit: LimitStep, _ stages: EmptyingStages, _ step: Int, _ came: CameIn
  ) -> EmptyResult? {
    guard let index = stages.stage(of: step) else { return nil }
    let stage = stages.pipeline.stages[index]
    switch stage.kind {
    case .page(let page, let size):
      let rows = (query.relation.steps[step + 1] as? LimitStep)?.kept ?? 1
      let pages = (came.count + rows - 1) / max(rows, 1)
      let words = pages == 1 ? "1 page" : "\(pages) pages"
      var answer = EmptyResult(reason: "\(came.words) are \(words) of \(rows)")
      let ending = size == nil ? "" : " size \(rows)"
      answer.nearest = nearest(
        [QueryChange([(page.range, "\(pages)")], "page \(pages)\(ending)")], stages.rewriting)
      return answer
    case .skip(let count):
      var answer = EmptyResult(
        reason: "`\(source[stage.range].shortened)` leaves none of \(came.words)")
      let fewer = max(came.count - 1, 0)
      answer.nearest = nearest(
        [
          QueryChange([(count.range, "\(fewer)")], "skip \(fewer)"),
          stages.rewriting.removal(of: [index]),
        ], stages.rewriting)
      return answer
    default: return nil
    }
  }
}
