// SPDX-License-Identifier: MIT

extension Column {
  /// The rows of all columns, one after another; the columns hold one type.
  public static func concatenated(_ columns: [Column]) -> Column {
    let parts = columns.filter { $0.count > 0 }
    guard let first = parts.first else { return columns.first ?? .null(count: 0) }
    guard parts.count > 1 else { return first }
    let count = parts.reduce(0) { $0 + $1.count }
    guard let shape = parts.first(where: { if case .null = $0 { false } else { true } }) else {
      return .null(count: count)
    }
    switch shape {
    case .bool: return .bool(bools(parts, validity: joinedValidity(parts)))
    case .number: return .number(numbers(parts))
    case .text: return .text(texts(parts, validity: joinedValidity(parts)))
    case .list: return .list(lists(parts, validity: joinedValidity(parts)))
    case .record(let model):
      return .record(records(parts, like: model, count: count, validity: joinedValidity(parts)))
    case .null: return .null(count: count)
    }
  }

  private static func joinedValidity(_ parts: [Column]) -> Bitmap? {
    joined(parts.map { ($0.validity, $0.count) })
  }

  /// Bitmaps of some counts, one after another; those that are nil, and so is the whole where all
  /// are, have all bits set.
  private static func joined(_ parts: [(bits: Bitmap?, count: Int)]) -> Bitmap? {
    guard parts.contains(where: { $0.bits != nil }) else { return nil }
    var joined = Bitmap(repeating: false, count: 0)
    for part in parts {
      joined.append(contentsOf: part.bits ?? Bitmap(repeating: true, count: part.count))
    }
    return joined
  }

  private static func bools(_ parts: [Column], validity: Bitmap?) -> BoolColumn {
    var values = Bitmap(repeating: false, count: 0)
    for part in parts {
      if case .bool(let column) = part {
        values.append(contentsOf: column.values)
      } else {
        values.append(contentsOf: Bitmap(repeating: false, count: part.count))
      }
    }
    return BoolColumn(values, validity: validity)
  }

  private static func numbers(_ parts: [Column]) -> NumberColumn {
    if let narrow = narrowNumbers(parts) { return narrow }
    var builder = NumberColumnBuilder()
    for part in parts {
      for row in 0..<part.count {
        if case .number(let column) = part {
          builder.append(column.decimal(at: row))
        } else {
          builder.append(nil)
        }
      }
    }
    return builder.finish()
  }

  /// The usual case: all parts hold 64-bit numbers of one scale.
  private static func narrowNumbers(_ parts: [Column]) -> NumberColumn? {
    var joined: [Int64] = []
    var common: Int?
    for part in parts {
      guard case .number(let column) = part, case .narrow(let values, let scale) = column.storage,
        common == nil || common == scale
      else { return nil }
      common = scale
      joined += values
    }
    return NumberColumn(.narrow(joined, scale: common ?? 0), validity: joinedValidity(parts))
  }

  private static func texts(_ parts: [Column], validity: Bitmap?) -> TextColumn {
    var values = PackedText()
    for part in parts {
      for row in 0..<part.count {
        if case .text(let column) = part, let bytes = column.bytes(at: row) {
          values.append(bytes)
        } else {
          values.append(EmptyCollection())
        }
      }
    }
    return TextColumn(values, validity: validity)
  }

  private static func lists(_ parts: [Column], validity: Bitmap?) -> ListColumn {
    var ends: [Int] = []
    var elements: [Column] = []
    var offset = 0
    for part in parts {
      if case .list(let column) = part {
        ends += column.ends.map { $0 + offset }
        elements.append(column.elements)
        offset += column.elements.count
      } else {
        ends += Array(repeating: offset, count: part.count)
      }
    }
    return ListColumn(ends: ends, elements: concatenated(elements), validity: validity)
  }

  private static func records(
    _ parts: [Column], like model: RecordColumn, count: Int, validity: Bitmap?
  ) -> RecordColumn {
    let members = model.names.indices.map { index in
      concatenated(
        parts.map { part in
          if case .record(let column) = part { return column.members[index] }
          return .null(count: part.count)
        })
    }
    let presence = model.names.indices.map { index in
      joined(
        parts.map { part in
          guard case .record(let column) = part else { return (nil, part.count) }
          return (column.presence[index], part.count)
        })
    }
    return RecordColumn(
      names: model.names, members: members, presence: presence, count: count, validity: validity)
  }
}
