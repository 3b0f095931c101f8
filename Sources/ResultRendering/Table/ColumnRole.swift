// SPDX-License-Identifier: MIT

internal import Catalogue

/// What a column tells of the rows, by which it is shown or left out where a line is too narrow.
struct ColumnRole {
  /// In the order in which columns are left out, the last first.
  private enum Kind: Int {
    case name = -2
    case key = -1
    /// The query names it.
    case wanted = 0
    case known, number, bool, text, list, prose, code, constant, link
  }

  /// What people look at first, and so is left out last of what they have not asked for.
  private static let known = ["price", "was_price", "category", "rating", "reviews"]
  /// A text of more cells is read and not looked at.
  private static let proseWidth = 24
  /// No more rows are looked at to see what a column tells.
  private static let mostRows = 1_000

  private let kind: Kind
  private let label: String
  /// How many different values there are.
  private let distinct: Int

  init(of column: TableColumn, isWanted: Bool) {
    label = column.label.lowercased()
    let rows = 0..<min(column.cells.count, Self.mostRows)
    var seen: Set<[UInt8]> = []
    for row in rows { seen.insert(Array(column.cells[row])) }
    distinct = seen.count
    kind = Self.kind(of: column, label, rows, distinct, isWanted: isWanted)
  }

  private static func kind(
    of column: TableColumn, _ label: String, _ rows: Range<Int>, _ distinct: Int, isWanted: Bool
  ) -> Kind {
    if ["name", "title"].contains(label) { return .name }
    if column.isKey { return .key }
    if isWanted { return .wanted }
    if column.isText, isEach(of: column, rows, isLink) { return .link }
    if rows.count > 1, distinct == 1 { return .constant }
    if known.contains(label) { return .known }
    switch column.kind {
    case .number, .date: return .number
    case .list: return .list
    case .text where column.isBool: return .bool
    case .text: break
    }
    if rows.count > 1, distinct == rows.count, isEach(of: column, rows, isCode) { return .code }
    return column.valueWidth > proseWidth ? .prose : .text
  }

  /// The place in the order in which columns are left out.
  var rank: Int {
    let place = kind == .known ? Self.known.firstIndex(of: label) ?? 0 : 0
    // Of texts those that differ least tell least.
    let alike = kind == .text ? max(0, 90 - distinct) : 0
    return kind.rawValue * 100 + place + alike
  }

  var isName: Bool { kind == .name }
  var isLink: Bool { kind == .link }
  var isConstant: Bool { kind == .constant }

  /// How few cells of a text tell something, on a line of some width: of a name or a long text two
  /// fifths of a narrow line, of others three tenths.
  func leastWidth(of column: TableColumn, on line: Int) -> Int {
    let (long, short) = (max(8, line * 2 / 5), max(6, line * 3 / 10))
    if isName { return min(20, long) }
    if column.kind == .list || label == "category" { return min(10, short) }
    return column.valueWidth > Self.proseWidth ? min(16, long) : min(12, short)
  }

  private static func isEach(
    of column: TableColumn, _ rows: Range<Int>, _ isMeant: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    let told = rows.filter { !column.nulls[$0] }
    return !told.isEmpty && told.allSatisfy { isMeant(column.cells[$0]) }
  }

  private static func isLink(_ cell: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: cell, as: UTF8.self).lowercased()
    return text.hasPrefix("https://") || text.hasPrefix("http://")
      || [".jpg", ".jpeg", ".png", ".webp", ".gif"].contains(where: text.hasSuffix)
  }

  private static func isCode(_ cell: ArraySlice<UInt8>) -> Bool {
    cell.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && !cell.contains(ASCII.space)
  }
}

extension TableColumn {
  /// What the column wishes of a line of some width.
  func wish(on line: Int, isWanted: Bool) -> (wish: TableLayout.Wish, role: ColumnRole) {
    let role = ColumnRole(of: self, isWanted: isWanted)
    let heading = DisplayWidth.of(label)
    // A number that is cut would be another one.
    let most = kind == .number ? valueWidth : isCut ? Self.maximumTextWidth : line
    let value = min(valueWidth, most)
    let shortHeading = min(heading, Self.leastHeading)
    let least = isCut ? min(value, role.leastWidth(of: self, on: line)) : value
    let floor = isCut ? min(value, Self.minimumTextWidth) : value
    var wish = TableLayout.Wish(
      value: value, heading: heading, least: max(least, shortHeading),
      floor: max(floor, min(heading, Self.minimumTextWidth)), rank: role.rank)
    wish.isName = role.isName
    wish.isLink = role.isLink
    if isCut {
      for width in widths.prefix(1_000) { wish.widths[width, default: 0] += 1 }
    }
    return (wish, role)
  }

  /// So much is left of each heading.
  private static let leastHeading = 5
}

/// What is said of columns for which there is no room.
struct MissingColumns {
  private let parts: [String]

  /// So many are named.
  private static let named = 4
  /// A value of more cells is not told.
  private static let longestValue = 24

  init(_ columns: [(column: TableColumn, role: ColumnRole)]) {
    let constants = columns.filter { Self.value(of: $0) != nil }
    let others = columns.filter { Self.value(of: $0) == nil }.map(\.column.label)
    var parts = constants.compactMap { column in
      Self.value(of: column).map { "\(column.column.label) \($0) in all" }
    }
    if !others.isEmpty {
      let more = others.count > Self.named ? " +\(others.count - Self.named)" : ""
      parts.append("not shown: \(others.prefix(Self.named).joined(separator: " "))\(more)")
    }
    self.parts = parts
  }

  var words: String? { parts.isEmpty ? nil : parts.joined(separator: " · ") }

  /// The value that all rows have, where they have one.
  private static func value(of column: (column: TableColumn, role: ColumnRole)) -> String? {
    guard column.role.isConstant, !column.column.nulls[0],
      column.column.widths[0] <= longestValue, column.column.widths[0] > 0
    else { return nil }
    return String(decoding: column.column.cells[0], as: UTF8.self)
  }
}
