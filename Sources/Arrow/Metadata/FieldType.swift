// SPDX-License-Identifier: MIT

package import Catalogue

// What the columns of Arrow are in the model, and what is written beside them for what Arrow has no
// type for.

extension ArrowField {
  /// The type of the values; nil for those that are not read.
  package var type: ValueType? {
    naturalType.map { notedType ?? $0 }
  }

  /// The type that a note beside the values names, where they may be of it. What is noted beside
  /// the values of runs goes before what is noted beside the runs.
  private var notedType: ValueType? {
    if case .runs = kind, children[1].notedType != nil { return nil }
    guard let natural = naturalType,
      let noted = metadata.first(where: { $0.key == ArrowNote.type })?.value
    else { return nil }
    return Self.type(noted: noted, of: natural)
  }

  /// What one of the type's unit is in a column of the model; nil where numbers are kept as they
  /// are.
  var factor: Decimal? { notedType?.factor }

  /// What is not read in it, such as `binary`; nil where all of it is.
  package var unread: String? {
    if case .unread(let name, _, _) = kind { return name }
    switch kind {
    case .list, .listView, .fixedList: return children[0].unread
    case .map: return children[0].children.compactMap(\.unread).first
    case .runs: return children[1].unread
    case .record where readParts.isEmpty && !children.isEmpty:
      return children.compactMap(\.unread).first
    default: return nil
    }
  }

  /// The parts of records that are read, by their places, with names of which none is another's.
  var readParts: [(place: Int, name: String, type: ValueType)] {
    let names = ArrowField.distinctNames(children)
    return children.indices.compactMap { index in
      children[index].type.map { (index, names[index], $0) }
    }
  }

  /// The names of columns; those that have none, or that of another before them, get a number.
  package static func distinctNames(_ fields: [ArrowField]) -> [String] {
    var taken = Set(fields.map { SpelledName($0.name) })
    var met: Set<SpelledName> = []
    var numbers: [SpelledName: Int] = [:]
    return fields.enumerated().map { index, field in
      if !field.name.isEmpty, met.insert(SpelledName(field.name)).inserted { return field.name }
      let base = field.name.isEmpty ? "column\(index + 1)" : field.name
      var (candidate, number) = (base, numbers[SpelledName(base)] ?? 1)
      while !taken.insert(SpelledName(candidate)).inserted {
        number += 1
        candidate = "\(base)_\(number)"
      }
      numbers[SpelledName(base)] = number
      return candidate
    }
  }

  private var naturalType: ValueType? {
    switch kind {
    case .null: .any
    case .bool: .bool
    case .integer: .int
    case .float: .decimal
    case .decimal(_, let scale): scale > 0 ? .decimal : .int
    case .text, .textView, .time: .text
    case .day, .dayOfMilliseconds, .timestamp: .date
    case .duration: .duration
    case .list, .listView, .fixedList: children[0].type.map { .list($0) }
    case .map: children[0].unread == nil ? children[0].type.map { .list($0) } : nil
    case .runs: children[1].type
    case .record: unread == nil ? .record(readParts.map { RecordMember($0.name, $0.type) }) : nil
    case .unread: nil
    }
  }

  /// The type that a note names, where the values may be of it.
  private static func type(noted text: String, of natural: ValueType) -> ValueType? {
    // Numbers that no scale holds are written as texts.
    let isNumber = natural.isNumber || natural == .duration || natural == .text
    switch text {
    case "Id": return natural == .text ? .id : nil
    case "Any": return natural == .text ? .any : nil
    case "Int": return natural == .int || natural == .text ? .int : nil
    case "Decimal": return natural.isNumber || natural == .text ? .decimal : nil
    case "Duration": return isNumber ? .duration : nil
    case "Money": return isNumber ? .money(.unspecified) : nil
    case "Money in several currencies":
      return natural == .record(RecordMember.ofMoney) ? .money(.varying) : nil
    default: break
    }
    guard isNumber else { return nil }
    if text.hasPrefix("Money in ") {
      return Currency(String(text.dropFirst(9))).map { .money(.fixed($0)) }
    }
    guard text.hasPrefix("Length in ") else { return nil }
    return LengthUnit(rawValue: String(text.dropFirst(10))).map { .length($0) }
  }
}
