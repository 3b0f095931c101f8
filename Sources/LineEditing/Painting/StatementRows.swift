// SPDX-License-Identifier: MIT

/// How a statement is broken into rows of the screen.
struct StatementRows {
  /// What stands before the text of a row.
  enum Lead { case prompt, continuation, nothing }

  struct Row {
    /// Indices of its scalars, without the newline at its end.
    var range: Range<Int>
    var lead: Lead
    /// The cells that lead and text take.
    var width: Int
  }

  private(set) var rows: [Row] = []
  private(set) var cursor = Frame.Position()

  private let scalars: [Unicode.Scalar]
  private let place: Int
  private let room: Int
  private var isPlaced = false
  private var row: Row

  /// Breaks scalars into rows of at most `room` cells, with leads of so many.
  init(
    _ scalars: [Unicode.Scalar], cursor place: Int, promptWidth: Int, continuationWidth: Int,
    room: Int
  ) {
    self.scalars = scalars
    self.place = place
    self.room = room
    row = Row(range: 0..<0, lead: .prompt, width: promptWidth)
    var index = 0
    while index < scalars.count {
      if index == row.range.lowerBound, isPlain(from: index, count: room - row.width + 1) {
        index = takeRow(from: index)
      } else if scalars[index] == "\n" {
        if index == place { placeCursor(at: row.width) }
        end(at: index, next: index + 1, lead: .continuation, width: continuationWidth)
        index += 1
      } else {
        index = take(Cluster(at: index, in: scalars), from: index)
      }
    }
    end(at: scalars.count, next: scalars.count, lead: .nothing, width: 0)
    if !isPlaced {
      cursor = Frame.Position(row: rows.count - 1, column: rows.last?.width ?? 0)
    }
  }

  /// Whether so many scalars take a cell each; the last of them tells that no mark follows.
  private func isPlain(from start: Int, count: Int) -> Bool {
    guard count > 1, start + count <= scalars.count else { return false }
    var index = start
    while index < start + count {
      guard scalars[index].value &- 0x20 < 0x5f else { return false }
      index += 1
    }
    return true
  }

  /// Fills a row with characters of a cell each; gives the index behind them.
  private mutating func takeRow(from start: Int) -> Int {
    let behind = start + room - row.width
    if !isPlaced, place < behind { placeCursor(at: row.width + place - start) }
    row.width = room
    end(at: behind, next: behind, lead: .nothing, width: 0)
    return behind
  }

  private mutating func take(_ cluster: Cluster, from start: Int) -> Int {
    if row.width + cluster.most > room, row.width > 0 {
      end(at: start, next: start, lead: .nothing, width: 0)
    }
    if !isPlaced, place < cluster.end { placeCursor(at: row.width) }
    row.width += cluster.width
    return cluster.end
  }

  private mutating func placeCursor(at column: Int) {
    cursor = Frame.Position(row: rows.count, column: column)
    isPlaced = true
  }

  private mutating func end(at index: Int, next: Int, lead: Lead, width: Int) {
    row.range = row.range.lowerBound..<index
    rows.append(row)
    row = Row(range: next..<next, lead: lead, width: width)
  }
}
