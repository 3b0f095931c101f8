// SPDX-License-Identifier: MIT

extension ListColumn {
  /// For each element the row that it belongs to, where rows share none.
  public var parents: [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(elements.count)
    for row in 0..<count { rows += Array(repeating: row, count: range(of: row).count) }
    return rows
  }

  /// How many elements each row has; null for null lists.
  public var counts: NumberColumn {
    NumberColumn((0..<count).map { Int64(range(of: $0).count) }, validity: validity)
  }
}

extension RecordColumn {
  /// The values of a member; null where the record is.
  public func member(_ index: Int) -> Column {
    validity.map { members[index].masked(by: $0) } ?? members[index]
  }
}

extension Column {
  /// The same values, null where the bit is not set.
  public func masked(by bits: Bitmap) -> Column {
    let valid = validity.map { $0 & bits } ?? bits
    return switch self {
    case .bool(let column): .bool(BoolColumn(column.values, validity: valid))
    case .number(let column): .number(NumberColumn(column.storage, validity: valid))
    case .text(let column):
      .text(column.with(codes: column.codes, validity: valid))
    case .list(let column):
      .list(ListColumn(column.places, elements: column.elements, validity: valid))
    case .record(let column):
      .record(
        RecordColumn(
          names: column.names, members: column.members, presence: column.presence,
          count: column.count, validity: valid))
    case .null: self
    }
  }

  /// The rows that are null, an empty text or an empty list.
  public var emptyRows: Bitmap {
    let nulls = validity.map { ~$0 } ?? Bitmap(repeating: false, count: count)
    return switch self {
    case .text(let column): nulls | column.bits(\.isEmpty)
    case .list(let column): nulls | Bitmap(count: count) { column.range(of: $0).isEmpty }
    case .bool, .number, .record, .null: nulls
    }
  }

  /// Row by row the value of one column where the bit is set, of the other where it is not.
  public static func chosen(_ bits: Bitmap, _ yes: Column, _ no: Column) -> Column {
    let count = bits.count
    return concatenated([yes, no]).taking(rows: (0..<count).map { bits[$0] ? $0 : count + $0 })
  }

  /// Row by row the first value that is not null.
  public static func coalesced(_ columns: [Column]) -> Column {
    guard var result = columns.first else { return .null(count: 0) }
    for other in columns.dropFirst() {
      guard let validity = result.validity else { return result }
      let count = result.count
      let both = concatenated([result, other])
      result = both.taking(rows: (0..<count).map { validity[$0] ? $0 : count + $0 })
    }
    return result
  }

  /// Row by row the element of a list at a position from 0; null where there is none.
  public static func elements(of lists: Column, at positions: Column) -> Column {
    guard let column = lists.lists, let numbers = positions.numbers else {
      return .null(count: lists.count)
    }
    var rows: [Int] = []
    var found = BitmapBuilder()
    for row in 0..<lists.count {
      let range = column.range(of: row)
      let position = numbers.decimal(at: row)?.int ?? -1
      let isThere = !lists.isNull(at: row) && position >= 0 && position < range.count
      rows.append(isThere ? range.lowerBound + position : 0)
      found.append(isThere)
    }
    guard column.elements.count > 0 else { return .null(count: lists.count) }
    return column.elements.taking(rows: rows).masked(by: found.finish())
  }

  /// Values of no certain type, kept as JSON text, as values of one type; null where they are not.
  public func converted(to type: ValueType) -> Column { converted(to: type) {} }

  /// The same; `check` is called now and then, and ends the work by what it throws.
  func converted<Fault: Error>(
    to type: ValueType, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> Column {
    guard let column = texts else { return .null(count: count) }
    var builder = ColumnBuilder(type)
    for row in 0..<count {
      if row & RowOrder.checkMask == 0 { try check() }
      var value = column.bytes(at: row).map(JSONText.scalar) ?? .null
      if type == .date {
        value = if case .text(let text) = value { Self.date(Array(text.utf8)[...]) } else { .null }
      }
      builder.append(value)
    }
    return builder.finish()
  }

  /// Values of one type as those of no certain type, each as its JSON text; or lists of one as
  /// lists of the other.
  package func widened(from type: ValueType, to wide: ValueType = .any) -> Column {
    if type == wide { return self }
    if case .list(let element) = type, case .list(let wider) = wide {
      guard let lists else { return .null(count: count) }
      return .list(
        ListColumn(
          lists.places, elements: lists.elements.widened(from: element, to: wider),
          validity: lists.validity))
    }
    var texts = PackedTextBuilder()
    for row in 0..<count {
      texts.append { bytes in
        if !isNull(at: row) { JSONText.append(self, type: type, row: row, to: &bytes) }
      }
    }
    return .text(TextColumn(texts.finish(), validity: validity))
  }

  /// Texts as dates; null where they are none.
  public var dates: Column {
    guard let column = texts else { return .null(count: count) }
    return Column(.date, (0..<count).map { column.bytes(at: $0).map(Self.date) ?? .null })
  }

  private static func date(_ text: ArraySlice<UInt8>) -> Value {
    ValueType.date.stored(text: text).map(Value.number) ?? .null
  }
}
