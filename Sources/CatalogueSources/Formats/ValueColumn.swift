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
    var columns: [Column] = []
    var presence: [Bitmap?] = []
    // The members of each record are in the order of the type; this is the next of each.
    var next = Array(repeating: 0, count: values.count)
    for member in members {
      var isThere = ValidityBuilder()
      let parts = values.indices.map { row -> Value in
        guard case .record(let parts) = values[row] else {
          isThere.append(true)
          return .null
        }
        guard next[row] < parts.count, parts[next[row]].name.isSpelled(as: member.name) else {
          isThere.append(false)
          return .null
        }
        isThere.append(true)
        next[row] += 1
        return parts[next[row] - 1].value
      }
      columns.append(nested(member.type, parts))
      presence.append(isThere.finish())
    }
    return RecordColumn(
      names: members.map(\.name), members: columns, presence: presence, count: values.count,
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
