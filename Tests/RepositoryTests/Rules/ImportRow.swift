// SPDX-License-Identifier: MIT

/// A row of the table of modules in `Documentation/Architecture.md`.
struct ImportRow {
  let module: String
  let line: Int
  /// What it may import, as the page writes it.
  private let allowed: Substring

  /// Nil for a line that is no such row.
  init?(_ text: String, line: Int) {
    let cells = text.split(separator: "|").map { $0.drop { $0 == " " } }
    guard text.hasPrefix("| `"), cells.count == 3, let module = Self.names(in: cells[0]).first
    else { return nil }
    self.module = module
    self.line = line
    allowed = cells[2]
  }

  /// The modules that it may import; `all of these but` takes away from those of the table.
  func own(among rows: Set<String>) -> Set<String> {
    let names = Self.names(in: allowed)
    guard allowed.hasPrefix("all of these but ") else { return Set(names) }
    let excepted = names.prefix(1)
    return rows.subtracting([module, "cq"]).subtracting(excepted).union(names.dropFirst())
  }

  /// What stands in backticks.
  private static func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}
