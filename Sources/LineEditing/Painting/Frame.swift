// SPDX-License-Identifier: MIT

/// One cell of the terminal; what takes several has empty ones behind its own.
package struct Cell: Equatable {
  package var text: String
  package var role: TextRole
  /// Whether terminals differ about where what follows stands.
  var isDoubtful = false

  package init(_ text: String, _ role: TextRole) {
    self.text = text
    self.role = role
  }

  /// The cells of a text on one row, as many as there is room for.
  package static func row(_ text: String, _ role: TextRole, room: Int) -> [Cell] {
    let scalars = Array(text.unicodeScalars)
    var cells: [Cell] = []
    var index = 0
    while index < scalars.count {
      let cluster = Cluster(at: index, in: scalars)
      guard cells.count + cluster.most <= room else { break }
      cells.append(cluster, of: scalars[index..<cluster.end], role)
      index = cluster.end
    }
    return cells
  }
}

extension Cell {
  /// The same with a mark at the end where the text is longer, or goes on elsewhere.
  static func cut(
    _ text: String, _ role: TextRole, room: Int, isASCII: Bool, goesOn: Bool = false
  ) -> [Cell] {
    let whole = row(text, role, room: Int.max)
    guard whole.count > room || goesOn else { return whole }
    let ellipsis = row(isASCII ? "..." : "…", role, room: room)
    return row(text, role, room: room - ellipsis.count) + ellipsis
  }
}

extension [Cell] {
  mutating func append(
    _ cluster: Cluster, of parts: ArraySlice<Unicode.Scalar>, _ role: TextRole
  ) {
    var cell = Cell(Cluster.text(parts), role)
    cell.isDoubtful = cluster.isDoubtful
    append(cell)
    for _ in 1..<cluster.width { append(Cell("", role)) }
  }
}

/// What stands on the screen from the row of the prompt on.
package struct Frame: Equatable {
  package typealias Position = ScreenLayout.Position

  package var rows: [[Cell]]
  package var cursor: Position

  package init(rows: [[Cell]], cursor: Position) {
    self.rows = rows
    self.cursor = cursor
  }
}
