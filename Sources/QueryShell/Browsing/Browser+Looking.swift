// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

/// What changes no query: marks, columns that stay in sight, what is copied.
extension Browser {
  /// More rows make no line that anybody reads.
  static let mostMarked = 200
  /// More bytes are not copied: terminals let go of longer texts.
  private static let mostCopied = 6_000

  /// Does what a key says to rows and columns.
  mutating func look(_ key: BrowserKey) -> Step {
    guard let table = view.table, table.count > 0 else {
      message = "there is no row"
      return .stay
    }
    switch key {
    case .mark: mark([row])
    case .markSame: return .work(.markSame)
    case .freeze: seat.frozen = seat.frozen == place + 1 ? 0 : place + 1
    case .copyCell: return copied(table, [place])
    case .copyRow: return copied(table, Array(table.columns.indices))
    default: break
    }
    return .stay
  }

  /// Marks rows, or marks them no more where the present one is marked.
  mutating func mark(_ rows: [Int]) {
    if seat.marked.contains(row) {
      seat.marked.subtract(rows)
    } else {
      seat.marked.formUnion(rows)
    }
    let count = seat.marked.count
    message = "\(count == 0 ? "no" : "\(count)") \(count == 1 ? "row is" : "rows are") marked"
  }

  /// The condition that leaves the rows that are marked: by the keys of the items, where these are
  /// seen, else by the values of the present column; nil where none can be written.
  var markedRows: String? {
    guard let table = view.table, !seat.marked.isEmpty, seat.marked.count <= Self.mostMarked else {
      return nil
    }
    let key = table.columns.firstIndex { $0.id == view.result.keyColumn } ?? place
    let cells = seat.marked.sorted().compactMap { table.cell(row: $0, place: key) }
    guard cells.count == seat.marked.count, let first = cells.first else { return nil }
    if cells.allSatisfy({ $0.value == first.value }) { return first.condition("=") }
    var literals: [String] = []
    for cell in cells {
      guard let literal = cell.literal else { return nil }
      if !literals.contains(literal) { literals.append(literal) }
    }
    return "\(first.column) in (\(literals.joined(separator: ", ")))"
  }

  /// Goes to the next column, around the end, whose name begins so, or else has it in it.
  mutating func go(toColumn name: String) {
    let labels = view.table?.columns.map { $0.label.lowercased() } ?? []
    let wanted = name.lowercased()
    let others = (1...max(labels.count, 1)).map { (place + $0) % max(labels.count, 1) }
      .filter(labels.indices.contains)
    let found =
      others.first { labels[$0].hasPrefix(wanted) } ?? others.first { labels[$0].contains(wanted) }
    guard let found else { return message = "no column has `\(name)` in its name" }
    place = found
  }

  /// Some cells of the present row for the clipboard, on one line: whoever pastes it runs nothing.
  private mutating func copied(_ table: BrowserTable, _ places: [Int]) -> Step {
    let texts = places.map { PlainText.cleanLine(table.cell(row: row, place: $0)?.value ?? "") }
    let text = texts.joined(separator: "\t")
    guard text.utf8.count <= Self.mostCopied else {
      message = "that is over \(Self.mostCopied / 1_000) kB, which is not copied"
      return .stay
    }
    message = "copied, if the terminal lets it: \(text.onOneLine)"
    return .copy(text)
  }
}
