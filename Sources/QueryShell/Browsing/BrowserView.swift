// SPDX-License-Identifier: MIT

import Catalogue
import QueryEngine
import QuerySyntax
import ResultRendering

/// What a browser shows of a query that has run.
struct BrowserView {
  enum Content {
    case table(BrowserTable)
    /// A card or a chart, with some lines that tell of it.
    case page([String])
  }

  /// Where one is in it, and what was done to it besides the query.
  struct Seat {
    var row = 0
    var place = 0
    /// The first column that is seen.
    var left = 0
    /// How many columns from the first on are always seen.
    var frozen = 0
    /// The rows that are marked.
    var marked: Set<Int> = []
  }

  let query: BrowserQuery
  /// The rows of the query's head, over which its stages run.
  let head: KeptResult
  /// What the rows are and how many.
  let title: String
  /// The key of the one item that it is; nil where it is none.
  var item: String?
  let content: Content
  /// Its own rows.
  let result: KeptResult
  /// Where one was when it was left.
  var seat = Seat()

  var table: BrowserTable? { if case .table(let table) = content { table } else { nil } }

  /// How many values it holds besides those of the head.
  var cells: Int { query.stages.isEmpty ? 0 : result.cells }
}

/// The rows of a view, of which only those are looked at that are seen.
struct BrowserTable {
  let columns: [OutputColumn]
  let count: Int
  private let batches: [Batch]
  /// The number of the first row of each.
  private let starts: [Int]

  init(_ result: KeptResult, _ columns: [OutputColumn]) {
    let shown = columns.filter { !($0.isOptional && result.hidden.contains($0.id)) }
    self.columns = shown
    batches = result.rows(of: shown)
    var start = 0
    starts = batches.map { batch in
      defer { start += batch.count }
      return start
    }
    count = start
  }

  /// Some rows, in the pieces in which they are kept.
  func rows(_ range: Range<Int>) -> [Batch] {
    var parts: [Batch] = []
    var index = batch(of: range.lowerBound)
    while index < batches.count, starts[index] < range.upperBound {
      let start = max(range.lowerBound, starts[index]) - starts[index]
      let end = min(range.upperBound - starts[index], batches[index].count)
      if start < end { parts.append(batches[index].slice(start..<end)) }
      index += 1
    }
    return parts
  }

  /// The batch that holds a row.
  private func batch(of row: Int) -> Int {
    var (low, high) = (0, batches.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= row { low = middle } else { high = middle }
    }
    return low
  }

  /// A cell of it.
  func cell(row: Int, place: Int) -> BrowserCell? {
    guard columns.indices.contains(place), row >= 0, row < count,
      let part = rows(row..<row + 1).first
    else { return nil }
    let (column, type) = (part[place], columns[place].type)
    let value =
      column.isNull(at: 0)
      ? nil : String(decoding: CellText.cells(column, type: type)[0], as: UTF8.self)
    return BrowserCell(column: columns[place].label.asName, type: type, value: value)
  }

  /// The rows that have the value of one in a column; nil where nobody waits for them.
  func rows(likeRow row: Int, place: Int, unless isCancelled: () -> Bool) -> [Int]? {
    guard let wanted = cell(row: row, place: place) else { return [] }
    var found: [Int] = []
    for (batch, start) in zip(batches, starts) {
      if isCancelled() { return nil }
      let column = batch[place]
      let texts = CellText.cells(column, type: columns[place].type)
      found += (0..<batch.count).filter { row in
        guard !column.isNull(at: row), let value = wanted.value else {
          return column.isNull(at: row) && wanted.value == nil
        }
        return texts[row].elementsEqual(value.utf8)
      }.map { start + $0 }
    }
    return found
  }

  /// The next row from one on, in one direction and around the end, in which a text stands in any
  /// case; nil where there is none, or nobody waits for it.
  func row(
    holding text: String, from start: Int, by step: Int, unless isCancelled: () -> Bool
  ) -> Int? {
    let wanted = text.lowercased()
    var row = start
    var (first, cells): (Int, [[String]]) = (0, [])
    for _ in 0..<count {
      row = (row % count + count) % count
      if !(first..<first + (cells.first?.count ?? 0)).contains(row) {
        if isCancelled() { return nil }
        let index = batch(of: row)
        first = starts[index]
        cells = columns.indices.map { place in
          let texts = CellText.cells(batches[index][place], type: columns[place].type)
          return (0..<batches[index].count).map {
            String(decoding: texts[$0], as: UTF8.self).lowercased()
          }
        }
      }
      if cells.contains(where: { $0[row - first].contains(wanted) }) { return row }
      row += step
    }
    return nil
  }
}
