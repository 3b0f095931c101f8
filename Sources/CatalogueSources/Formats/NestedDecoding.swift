// SPDX-License-Identifier: MIT

import Catalogue

// Lists and records whose parts are read as columns; nil where a part does not fit, or where more
// is to be said of it, so that each value has to be looked at by itself.
extension ColumnDecoder {
  /// Lists, whose elements are read as one column.
  func usualLists(_ tokens: [ValueToken]) -> ListColumn? {
    guard case .list(let element) = reading.type, Self.isReadAsColumn(element) else { return nil }
    var validity = ValidityBuilder()
    for token in tokens {
      guard token.isMissing || token.form == .array else { return nil }
      validity.append(!token.isMissing)
    }
    let (elements, ends) = values.elements(ofEach: tokens)
    guard let column = parts(elements, element) else { return nil }
    return ListColumn(ends: ends, elements: column, validity: validity.finish())
  }

  /// Records, each of whose members is read as one column.
  func usualRecords(_ tokens: [ValueToken]) -> RecordColumn? {
    guard case .record(let members) = reading.type, !members.isEmpty,
      Self.isReadAsColumn(reading.type),
      let found = values.members(members.map(\.name), ofEach: tokens)
    else { return nil }
    var columns: [Column] = []
    var presence: [Bitmap?] = []
    for (member, parts) in zip(members, found) {
      guard let column = self.parts(parts, member.type) else { return nil }
      columns.append(column)
      var isThere = ValidityBuilder()
      for (token, part) in zip(tokens, parts) {
        isThere.append(token.isMissing || part.form != .absent)
      }
      presence.append(isThere.finish())
    }
    var validity = ValidityBuilder()
    for token in tokens { validity.append(!token.isMissing) }
    return RecordColumn(
      names: members.map(\.name), members: columns, presence: presence, count: tokens.count,
      validity: validity.finish())
  }

  private func parts(_ tokens: [ValueToken], _ type: ValueType) -> Column? {
    var decoder = ColumnDecoder(values, FieldReading(path: [], type: type), field: field)
    let column = decoder.column([tokens], rows: tokens.count)
    return decoder.problems.isEmpty ? column : nil
  }

  /// Whether parts of a type mean the same in a value as they do by themselves.
  private static func isReadAsColumn(_ type: ValueType) -> Bool {
    if case .list(let element) = type { return isReadAsColumn(element) }
    if case .record(let members) = type { return members.allSatisfy { isReadAsColumn($0.type) } }
    return simple.contains(type)
  }

  private static let simple: [ValueType] = [.text, .id, .int, .decimal, .bool, .date]
}
