// SPDX-License-Identifier: MIT

import Catalogue
package import Diagnostics
import QuerySyntax
import ValueDisplay

/// Runs a pipeline up to each of its stages, to tell what each of them does to the rows.
package struct StageWalk {
  /// A stage, and how many rows come out of it.
  package struct Step: Sendable, Equatable {
    /// As it is written, in one line.
    package let text: String
    package let count: Int
    /// What has become of the rows, such as `left out: Dream`.
    package let remarks: [String]
  }

  private let query: BoundQuery
  private let pipeline: Pipeline
  private let source: ScriptText
  /// What is known before the pipeline.
  private let known: Binder.Context
  private var environment: Executor.Environment
  /// What the run has read of servers.
  private var lists: HeldLists?

  /// Nil for a query that nobody has written.
  package init?(
    _ query: BoundQuery, in source: ScriptText, known: Binder.Context,
    _ environment: Executor.Environment
  ) {
    guard let written = query.written else { return nil }
    self.query = query
    pipeline = written.pipeline
    self.source = source
    self.known = known
    self.environment = environment
  }

  /// The head and each stage, as far as they run, and what ends them early. What only writes the
  /// result is not run.
  package func steps() -> (steps: [Step], fault: ExecutionFault?) {
    var steps: [Step] = []
    do throws(ExecutionFault) {
      try walk(into: &steps)
      return (steps, nil)
    } catch {
      return (steps, error)
    }
  }

  /// Whether rows come from a server.
  package var asksServers: Bool { Planner.rewritten(query).asksServers }

  /// The same of what a run has read, which asks servers for nothing that the run did not ask for;
  /// nil where that is not to be had, as where no copy of it may be kept.
  package func reading(as run: RunReport) -> StageWalk? {
    let lists = try? HeldLists(
      of: Planner.rewritten(query), as: run, over: environment.directory)
    return lists.flatMap { $0.isOfRun ? holding($0) : nil }
  }

  /// The same of what a run reads now, as far as it gets.
  package func readingNow() throws(ExecutionFault) -> StageWalk {
    var report = RunReport()
    do throws(ExecutionFault) {
      try Executor.run(
        Planner.plan(query, keepingScope: false), in: environment, into: &report
      ) { _ in .more }
    } catch {
      // A check that is false is told with its stage.
      guard error.isOfRows else { throw error }
    }
    do throws(SourceFault) {
      let relation = Planner.rewritten(query)
      return holding(try HeldLists(of: relation, as: report, over: environment.directory))
    } catch {
      throw .source(error)
    }
  }

  private func holding(_ lists: HeldLists) -> StageWalk {
    var walk = self
    walk.lists = lists
    walk.environment = environment.reading(lists)
    return walk
  }

  private func walk(into steps: inout [Step]) throws(ExecutionFault) {
    var rows = try self.rows(of: headText)
    let server = query.relation.source.flatMap { lists?.server(of: $0) }
    steps.append(Step(text: headWords, count: rows.count, remarks: [server].compactMap(\.self)))
    for (index, stage) in pipeline.stages.enumerated() {
      let words = source[stage.range].onOneLine
      if stage.facts.effect == .output {
        steps.append(Step(text: words, count: rows.count, remarks: []))
        continue
      }
      let before = index == 0 ? nil : pipeline.stages[index - 1].range.end
      do throws(ExecutionFault) {
        let after = try self.rows(of: text(to: stage.range.end))
        let remarks =
          try conditions(of: stage, behind: before, rows, leaving: after)
          ?? StageRemarks(before: rows, after: after, stage: stage).all
        steps.append(Step(text: words, count: after.count, remarks: remarks))
        rows = after
      } catch {
        steps.append(Step(text: words, count: rows.count, remarks: ["stops here"]))
        throw error
      }
    }
  }

  /// What each condition of a filter drops of the rows that those before it have left; nil for
  /// other stages.
  private func conditions(
    of stage: Stage, behind before: Int?, _ rows: WalkedRows, leaving last: WalkedRows
  ) throws(ExecutionFault) -> [String]? {
    guard let condition = stage.filter else { return nil }
    var terms = [condition]
    if case .and(let several) = condition.kind { terms = several }
    var text = before.map { self.text(to: $0) } ?? headText
    var (left, remarks) = (rows, [String]())
    for (place, term) in terms.enumerated() {
      text += " | filter (\(source[term.range]))"
      let after = place == terms.count - 1 ? last : try self.rows(of: text)
      if after.count < left.count {
        remarks.append(
          "-\(left.count - after.count) \(source[term.range].shortened)"
            + left.names(lackingIn: after).map { ": \($0)" }.joined())
      }
      left = after
    }
    return remarks
  }

  /// The pipeline up to a place.
  private func text(to end: Int) -> String { source[ScriptRange(pipeline.range.start, end)] }

  /// The head, which takes all rows.
  private var headText: String {
    switch pipeline.head {
    case .current: "skip 0"
    case .lastResult: "| skip 0"
    default: "\(headWords) | skip 0"
    }
  }

  private var headWords: String {
    switch pipeline.head {
    case .current: return "the current list"
    case .lastResult: return "the last result"
    default: break
    }
    let end = pipeline.stages.first?.range.start ?? pipeline.range.end
    let words = source[ScriptRange(pipeline.range.start, end)].onOneLine
    return words.hasSuffix(" |") ? String(words.dropLast(2)) : words
  }

  /// The rows that the text of a pipeline gives, which is part of one that has been checked.
  private func rows(of text: String) throws(ExecutionFault) -> WalkedRows {
    // Where it stands in the script, so that a fault points there.
    let space = String(repeating: " ", count: pipeline.range.start)
    let script = ScriptText(name: source.name, space + text)
    let bound = Binder.bind(Parser.parse(script).tree, in: known, directory: environment.directory)
    guard case .query(let query)? = bound.statements.first?.action else { return WalkedRows() }
    var rows = WalkedRows(query.presentation.columns)
    let plan = Planner.plan(query, keepingScope: false)
    _ = try Executor.run(plan, in: environment) { batch in
      rows.add(batch)
      return .more
    }
    return rows
  }
}

/// Rows as people see them.
struct WalkedRows {
  /// More rows are counted, and no more said of them.
  static let most = 2_000

  private(set) var labels: [String] = []
  private(set) var rows: [[String]] = []
  private(set) var count = 0
  private var types: [ValueType] = []
  /// The place of the column that names a row.
  private var name = 0

  init() {}

  init(_ columns: [OutputColumn]) {
    labels = columns.map(\.label)
    types = columns.map(\.type)
    let names = ["name", "title"]
    name =
      labels.firstIndex { names.contains($0.lowercased()) } ?? types.firstIndex(of: .text) ?? 0
  }

  mutating func add(_ batch: Batch) {
    count += batch.count
    guard rows.count < Self.most else { return }
    let cells = types.indices.map { DisplayText.cells(batch[$0], type: types[$0]) }
    for row in 0..<batch.count {
      rows.append(
        cells.enumerated().map { index, cells in
          batch[index].isNull(at: row)
            ? "–" : String(decoding: cells[row], as: UTF8.self)
        })
    }
  }

  /// Whether all rows are held.
  var isWhole: Bool { rows.count == count }

  func name(_ row: [String]) -> String {
    guard row.indices.contains(name) else { return "a row" }
    let words = row[name].onOneLine
    return words.count > 24 ? "\(words.prefix(23))…" : words
  }

  /// The rows that others lack, in words; none where that is not known.
  func names(lackingIn others: WalkedRows) -> [String] {
    guard isWhole, others.isWhole, labels == others.labels else { return [] }
    var counts: [[String]: Int] = [:]
    for row in others.rows { counts[row, default: 0] += 1 }
    let lacking = rows.filter { row in
      guard let count = counts[row], count > 0 else { return true }
      counts[row] = count - 1
      return false
    }
    if lacking.isEmpty { return [] }
    let isNamed = types.indices.contains(name) && types[name] == .text
    let label = isNamed || labels.isEmpty ? "" : "\(labels[name]) "
    return [label + Self.list(lacking.map(name))]
  }

  /// The first of some words, and how many more there are.
  static func list(_ words: [String]) -> String {
    let most = 3
    let more = words.count > most ? " and \(words.count - most) more" : ""
    return words.prefix(most).joined(separator: ", ") + more
  }
}
