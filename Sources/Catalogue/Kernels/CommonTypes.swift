// SPDX-License-Identifier: MIT

extension ValueType {
  /// The type that holds what both do, so that values of two tables can be compared; nil where
  /// they do not go together.
  ///
  /// Records have the members of either; a number is the id that it spells, and a date its text
  /// where not all texts are dates; what is within lists and records goes together whatever it is.
  package func common(with other: ValueType) -> ValueType? {
    if self == other { return self }
    switch (self, other) {
    case (.any, _), (_, .any): return .any
    case (.id, .int), (.int, .id): return .id
    case (.date, .text), (.text, .date): return .text
    case (.length, .length): return self
    case (.list(let first), .list(let second)): return .list(first.common(with: second) ?? .any)
    case (.record(let first), .record(let second)): return .record(Self.members(first, second))
    case (.money(.unspecified), .money), (.money, .money(.unspecified)): return nil
    case (.money, .money): return .money(.varying)
    default: break
    }
    if isNumber, other.isNumber { return .decimal }
    if isTextual, other.isTextual { return .text }
    return nil
  }

  /// The same for types that differ in nothing but dates of the one and texts of the other, within
  /// lists and records too; nil for others.
  package func withDatesAsTexts(like other: ValueType) -> ValueType? {
    if self == other { return self }
    switch (self, other) {
    case (.date, .text), (.text, .date): return .text
    case (.list(let first), .list(let second)):
      return first.withDatesAsTexts(like: second).map(ValueType.list)
    case (.record(let first), .record(let second)):
      guard first.map(\.name) == second.map(\.name) else { return nil }
      let members = zip(first, second).compactMap { one, other in
        one.type.withDatesAsTexts(like: other.type).map { RecordMember(one.name, $0) }
      }
      return members.count == first.count ? .record(members) : nil
    default: return nil
    }
  }

  private static func members(_ first: [RecordMember], _ second: [RecordMember]) -> [RecordMember] {
    let shared = first.map { member in
      let other = second.first { $0.name.isSpelled(as: member.name) }
      return RecordMember(
        member.name, other.map { member.type.common(with: $0.type) ?? .any } ?? member.type)
    }
    return shared + second.filter { other in !first.contains { $0.name.isSpelled(as: other.name) } }
  }
}

extension Column {
  /// Values of one type as those of a type that is common to it and another.
  package func fitted(from type: ValueType, to common: ValueType) -> Column {
    if type == common { return self }
    switch (type, common) {
    case (_, .any), (.int, .id): return widened(from: type)
    case (.date, .text), (.date, .id): return .text(dateTexts)
    case (.money(.fixed(let currency)), .money(.varying)):
      return MoneyColumn.column(self, in: currency)
    case (.list(let element), .list(let wider)):
      guard let lists else { return .null(count: count) }
      return .list(
        ListColumn(
          lists.places, elements: lists.elements.fitted(from: element, to: wider),
          validity: lists.validity))
    case (.record(let members), .record(let wider)):
      guard case .record(let records) = self else { return .null(count: count) }
      return .record(records.fitted(from: members, to: wider))
    default: return self
    }
  }
}

extension Column {
  /// Dates as they are written.
  package var dateTexts: TextColumn {
    let texts = CellText.cells(self, type: .date)
    return TextColumn(texts, validity: validity)
  }
}

extension RecordColumn {
  /// Records with the members that others have too, which are absent in them.
  fileprivate func fitted(from members: [RecordMember], to wider: [RecordMember]) -> RecordColumn {
    let absent = Bitmap(repeating: false, count: count)
    var columns: [Column] = []
    var presence: [Bitmap?] = []
    for member in wider {
      let type = members.first { $0.name.isSpelled(as: member.name) }?.type
      if let type, let index = names.firstIndex(where: { $0.isSpelled(as: member.name) }) {
        columns.append(self.members[index].fitted(from: type, to: member.type))
        presence.append(self.presence[index])
      } else {
        columns.append(.null(count: count))
        presence.append(absent)
      }
    }
    return RecordColumn(
      names: wider.map(\.name), members: columns, presence: presence, count: count,
      validity: validity)
  }
}
