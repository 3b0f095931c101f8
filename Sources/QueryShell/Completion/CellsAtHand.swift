// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

/// The cells of some rows as they are written, and what rows these are.
struct CellsAtHand {
  var rows: [[String]] = []
  /// Such as ` of the first 50,000`, ` of the sample`; empty where they are all there are.
  var origin = ""

  /// More rows of a list are not looked at for values.
  static let mostRows = 50_000

  fileprivate static func origin(_ provenance: Provenance, isCut: Bool) -> String {
    let copies = provenance.readings.compactMap(\.copy.ofCopy)
    return (isCut ? " of the first 50,000" : "") + (copies.first ?? "")
  }
}

extension CompletionPlace {
  /// The cells of the rows that a query gives behind some stages, as far as they are at hand: no
  /// server is asked. Of a query that gives other columns than as many as are wanted, since one of
  /// them cannot be had, there are none.
  func cells(
    _ head: String, _ stages: String, columns count: Int, reading held: RowsAtHand
  ) -> CellsAtHand {
    guard let plan = query("\(head) \(stages)"), plan.relation.isLocal,
      plan.presentation.columns.count == count,
      plan.presentation.columns.allSatisfy({ Self.isWritten($0.type) })
    else { return CellsAtHand() }
    // What the statements before have not given yet is not at hand.
    let last = statementsBefore.contains(where: \.givesRows) ? nil : session.last
    let environment = Executor.Environment(
      directory: session.sources, lastResult: last, isCancelled: session.isCancelled)
    var cells = CellsAtHand()
    do throws(ExecutionFault) {
      let report = try Executor.run(
        Planner.plan(plan, keepingScope: false, reading: held), in: environment
      ) { batch in
        let columns = zip(batch.columns, plan.presentation.columns).map { column, output in
          CellText.cells(column, type: output.type)
        }
        for row in 0..<batch.count {
          cells.rows.append(columns.map { String(decoding: $0[row], as: UTF8.self) })
        }
        return .more
      }
      cells.origin = CellsAtHand.origin(report.provenance, isCut: held.isCut)
      return cells
    } catch {
      return CellsAtHand()
    }
  }

  func cells(_ head: String, _ stages: String, columns count: Int) -> CellsAtHand {
    cells(head, stages, columns: count, reading: RowsAtHand(atMost: CellsAtHand.mostRows))
  }

  /// Whether values of the type can be written as they are in a cell.
  static func isWritten(_ type: ValueType?) -> Bool {
    switch type {
    case .int, .decimal, .text, .id, .bool, .length, .date: true
    case .money(let currency): currency != .varying
    default: false
    }
  }
}

extension Provenance.Origin {
  /// The end of what is said of values that may not be those of today.
  fileprivate var ofCopy: String? {
    switch self {
    case .nothing, .file, .live: nil
    case .sample: " of the sample"
    case .kept(let age, _): age.map { " of a copy of \(Self.ago($0))" } ?? " of an old copy"
    case .reading(let taken): " of the reading of \(taken)"
    case .packed(let given): " of the packed reply of \(given)"
    }
  }
}

// A value of each field, which says what it holds.
extension CompletionPlace {
  /// More fields have no examples, since each is read.
  private static let mostExamples = 60
  /// The rows in which values are looked for.
  private static let rowsOfExamples = 20
  private static let longestExample = 24

  /// What is told of the fields among some candidates, by how they are written: the type and a
  /// value.
  func examples(of items: [Completion]) -> [String: String] {
    guard let rows else { return [:] }
    let shown = fields.compactMap { field -> (name: String, type: ValueType)? in
      guard let name = field.names.first, let type = field.type, Self.isWritten(type),
        items.contains(Completion(replacement: name.asName, label: name, note: "\(type)"))
      else { return nil }
      return (name.asName, type)
    }
    guard !shown.isEmpty, shown.count <= Self.mostExamples else { return [:] }
    let start = "\(rows) | limit \(Self.rowsOfExamples)"
    let atHand =
      isAtHand(start, shown.map(\.name))
      ? shown
      : shown.filter {
        isAtHand(start, [$0.name])
      }
    guard !atHand.isEmpty else { return [:] }
    let cells = cells(start, Self.show(atHand.map(\.name)), columns: atHand.count)
    var notes: [String: String] = [:]
    for (index, field) in atHand.enumerated() {
      let values = cells.rows.lazy.map { $0[index] }
      guard let value = values.first(where: { !$0.isEmpty }) else { continue }
      let example = field.type.isTextual ? "\"\(Self.shortened(value))\"" : value
      notes[field.name] = "\(field.type), such as \(example)\(cells.origin)"
    }
    return notes
  }

  private static func show(_ names: [String]) -> String {
    "| show " + names.enumerated().map { "__\($0) = \($1)" }.joined(separator: ", ")
  }

  /// Whether the values of some fields can be had without asking a server.
  private func isAtHand(_ start: String, _ names: [String]) -> Bool {
    guard let plan = query("\(start) \(Self.show(names))") else { return false }
    // What a name cannot stand for by itself is no column.
    return plan.relation.isLocal && plan.presentation.columns.count == names.count
  }

  private static func shortened(_ text: String) -> String {
    let line = text.onOneLine
    return line.count > longestExample ? line.prefix(longestExample) + "…" : line
  }
}
