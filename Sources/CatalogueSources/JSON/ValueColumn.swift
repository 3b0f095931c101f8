// SPDX-License-Identifier: MIT

import Catalogue

extension Column {
  /// A column of values of one type, built part by part: first all elements of all lists, then all
  /// values of a member, so that each value is moved once for each level that it is deep.
  static func nested(_ type: ValueType, _ values: [Value]) -> Column {
    switch type {
    case .list(let element): .list(lists(element, values))
    case .record(let members): .record(records(members, values))
    case .int, .decimal, .money(.unspecified), .money(.fixed), .length, .date, .duration:
      .number(numbers(values))
    case .money(.varying): .record(records(RecordMember.ofMoney, values))
    case .bool: .bool(bools(values))
    case .text, .id, .any: .text(texts(type, values))
    }
  }

  private static func validity(_ values: [Value]) -> Bitmap? {
    values.contains(.null) ? Bitmap(values.map { $0 != .null }) : nil
  }

  private static func lists(_ element: ValueType, _ values: [Value]) -> ListColumn {
    var elements: [Value] = []
    var ends: [Int] = []
    for value in values {
      if case .list(let items) = value { elements += items }
      ends.append(elements.count)
    }
    return ListColumn(
      ends: ends, elements: nested(element, elements), validity: validity(values))
  }

  private static func records(_ members: [RecordMember], _ values: [Value]) -> RecordColumn {
    let columns = members.indices.map { index in
      nested(
        members[index].type,
        values.map { value in
          guard case .record(let parts) = value, index < parts.count else { return .null }
          return parts[index].value
        })
    }
    return RecordColumn(
      names: members.map(\.name), members: columns, count: values.count,
      validity: validity(values))
  }

  private static func numbers(_ values: [Value]) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for value in values {
      if case .number(let number) = value { builder.append(number) } else { builder.append(nil) }
    }
    return builder.finish()
  }

  private static func bools(_ values: [Value]) -> BoolColumn {
    BoolColumn(Bitmap(values.map { $0 == .bool(true) }), validity: validity(values))
  }

  private static func texts(_ type: ValueType, _ values: [Value]) -> TextColumn {
    var builder = TextColumnBuilder()
    for value in values {
      switch value {
      case .null: builder.appendNull()
      case .text(let text) where type != .any: builder.append(text)
      default: builder.append(JSONText.string(value))
      }
    }
    return builder.finish()
  }
}
