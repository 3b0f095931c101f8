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

  /// The modules that it may import; `all of these but` takes away from those of the table what
  /// stands before a semicolon.
  func own(among rows: Set<String>) -> Set<String> {
    guard allowed.hasPrefix("all of these but ") else { return Set(Self.names(in: allowed)) }
    let parts = allowed.split(separator: ";", maxSplits: 1).map(Self.names)
    return rows.subtracting([module, "cq"]).subtracting(parts[0]).union(parts.dropFirst().joined())
  }

  /// What stands in backticks.
  private static func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}
