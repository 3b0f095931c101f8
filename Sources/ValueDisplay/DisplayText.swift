// SPDX-License-Identifier: MIT

package import Catalogue

/// Values as people read them: at most six digits after the point, units, lists as words. What has
/// no such form is written as programs have it.
package enum DisplayText {
  /// How many digits after the point are shown.
  package static let places = 6

  /// The text of every row; null rows are empty (`column.isNull(at:)` tells them apart). In ASCII,
  /// currencies have their codes.
  package static func cells(
    _ column: Column, type: ValueType, ascii: Bool = false
  ) -> PackedText {
    var cells = PackedTextBuilder()
    for row in 0..<column.count {
      cells.append { bytes in
        append(column, type: type, row: row, ascii: ascii, to: &bytes)
      }
    }
    return cells.finish()
  }

  private static func append(
    _ column: Column, type: ValueType, row: Int, ascii: Bool, to bytes: inout [UInt8]
  ) {
    guard !column.isNull(at: row) else { return }
    switch column {
    case .number(let column):
      column.decimal(at: row).map {
        DisplayedQuantity.append($0, type, ascii: ascii, to: &bytes)
      }
    case .text(let column):
      bytes += column.bytes(at: row) ?? []
    case .list(let column):
      let element: ValueType = if case .list(let element) = type { element } else { .text }
      for (index, child) in column.range(of: row).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        append(column.elements, type: element, row: child, ascii: ascii, to: &bytes)
      }
    case .record(let column) where type == .money(.varying):
      append(money: column, row: row, ascii: ascii, to: &bytes)
    case .record(let record):
      guard case .record(let members) = type, members.contains(where: \.isQuantity) else {
        return JSONText.append(column, type: type, row: row, to: &bytes)
      }
      append(record, members, row: row, ascii: ascii, to: &bytes)
    case .bool, .null: JSONText.append(column, type: type, row: row, to: &bytes)
    }
  }

  /// A record as programs have it, but for the members that have a unit: `{"old":£12.00}`.
  private static func append(
    _ column: RecordColumn, _ types: [RecordMember], row: Int, ascii: Bool,
    to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    let present = column.names.indices.filter { column.has($0, at: row) }
    for (place, index) in present.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONText.appendQuoted(column.names[index].utf8, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      let member = column.members[index]
      if index < types.count, types[index].isQuantity, !member.isNull(at: row) {
        append(member, type: types[index].type, row: row, ascii: ascii, to: &bytes)
      } else {
        let type = index < types.count ? types[index].type : .text
        JSONText.append(member, type: type, row: row, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// An amount without a currency has none to be shown with.
  private static func append(
    money column: RecordColumn, row: Int, ascii: Bool, to bytes: inout [UInt8]
  ) {
    guard let (amount, currency) = column.money(at: row) else { return }
    DisplayedQuantity.append(amount, currency: currency, ascii: ascii, to: &bytes)
  }
}

extension RecordMember {
  /// Whether a person reads its number with a unit.
  fileprivate var isQuantity: Bool {
    if case .money = type { return true }
    if case .length = type { return true }
    return type == .duration
  }
}
