// SPDX-License-Identifier: MIT

/// Collects values of one type, one at a time, into a column.
///
/// For nested values and small results; readers of many rows fill the typed builders directly.
public struct ColumnBuilder: Sendable {
  private indirect enum Storage: Sendable {
    case bool(BitmapBuilder)
    case number(NumberColumnBuilder)
    case text(TextColumnBuilder)
    case list(ends: [Int], elements: ColumnBuilder)
    case record([RecordMember], [ColumnBuilder], [ValidityBuilder])
    /// While the contents are out to be changed; without it they would be copied.
    case taken
  }

  private let type: ValueType
  private var storage: Storage
  private var validity = ValidityBuilder()
  private var count = 0

  public init(_ type: ValueType) {
    self.type = type
    storage =
      switch type {
      case .bool: .bool(BitmapBuilder())
      case .int, .decimal, .money(.unspecified), .money(.fixed), .length, .date, .duration:
        .number(NumberColumnBuilder())
      case .text, .id, .any: .text(TextColumnBuilder())
      case .list(let element): .list(ends: [], elements: ColumnBuilder(element))
      case .record(let members): Self.record(members)
      case .money(.varying): Self.record(RecordMember.ofMoney)
      }
  }

  private static func record(_ members: [RecordMember]) -> Storage {
    .record(
      members, members.map { ColumnBuilder($0.type) }, members.map { _ in ValidityBuilder() })
  }

  /// Appends a value; one that is not of the builder's type becomes null.
  public mutating func append(_ value: Value) {
    validity.append(fill(value))
    count += 1
  }

  /// Puts the value, or what stands for null, into the storage; false for null.
  private mutating func fill(_ value: Value) -> Bool {
    let taken = storage
    storage = .taken
    switch consume taken {
    case .bool(var bits):
      let bit = if case .bool(let bit) = value { bit } else { false }
      bits.append(bit)
      storage = .bool(bits)
      if case .bool = value { return true }
      return false
    case .number(var numbers):
      let number: Decimal? = if case .number(let number) = value { number } else { nil }
      numbers.append(number)
      storage = .number(numbers)
      return number != nil
    case .text(var texts):
      let text = textForm(of: value)
      texts.append(text)
      storage = .text(texts)
      return text != nil
    case .list(var ends, var elements):
      let items: [Value]? = if case .list(let items) = value { items } else { nil }
      for item in items ?? [] { elements.append(item) }
      ends.append(elements.count)
      storage = .list(ends: ends, elements: elements)
      return items != nil
    case .record(let members, var builders, var presence):
      let given: [Value.Member]? = if case .record(let given) = value { given } else { nil }
      for (index, member) in members.enumerated() {
        let found = given?.last { $0.name.isSpelled(as: member.name) }
        builders[index].append(found?.value ?? .null)
        presence[index].append(given == nil || found != nil)
      }
      storage = .record(members, builders, presence)
      return given != nil
    case .taken: preconditionFailure("a builder is not used while it is changed")
    }
  }

  private func textForm(of value: Value) -> String? {
    if type == .any { return value == .null ? nil : JSONText.string(value) }
    if case .text(let text) = value { return text }
    if type == .id, case .number(let number) = value { return number.description }
    return nil
  }

  public consuming func finish() -> Column {
    let valid = validity.finish()
    return switch storage {
    case .bool(let bits): .bool(BoolColumn(bits.finish(), validity: valid))
    case .number(let numbers): .number(numbers.finish())
    case .text(let texts): .text(texts.finish())
    case .list(let ends, let elements):
      .list(ListColumn(ends: ends, elements: elements.finish(), validity: valid))
    case .record(let members, let builders, let presence):
      .record(
        RecordColumn(
          names: members.map(\.name), members: builders.map { $0.finish() },
          presence: presence.map { $0.finish() }, count: count, validity: valid))
    case .taken: preconditionFailure("a builder is not used while it is changed")
    }
  }
}

extension Column {
  /// A column of the given values.
  public init(_ type: ValueType, _ values: [Value]) {
    var builder = ColumnBuilder(type)
    for value in values { builder.append(value) }
    self = builder.finish()
  }

  /// A column in which every row holds one value.
  public static func constant(_ value: Value, type: ValueType, count: Int) -> Column {
    if value == .null { return .null(count: count) }
    return Column(type, [value]).taking(rows: Array(repeating: 0, count: count))
  }
}
