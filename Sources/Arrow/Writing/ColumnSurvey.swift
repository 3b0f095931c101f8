// SPDX-License-Identifier: MIT

import Catalogue

/// What is known of all values of a column that is going to be written, so that one type of Arrow
/// holds them.
final class ColumnSurvey {
  let type: ValueType
  private(set) var parts: [ColumnSurvey] = []
  /// Of numbers in the unit of the type: the most digits before and behind the point.
  private(set) var whole = 1
  private(set) var scale = 0
  /// Whether 64 bits hold all coefficients of a scale of zero.
  private(set) var isNarrow = true
  /// Whether a date has a time of day.
  private(set) var hasTimes = false
  /// Whether a few rows have more than offsets of 32 bits reach over.
  private(set) var isLarge = false
  /// How far offsets reach that are not large.
  private let mostOffset: Int
  /// Whether a record has not all members.
  private(set) var lacksMembers = false
  /// The texts, where they repeat.
  private(set) var texts: WrittenDictionary?

  init(_ type: ValueType, mayRepeat: Bool = false, mostOffset: Int = Int(Int32.max)) {
    self.type = type
    self.mostOffset = mostOffset
    func part(_ type: ValueType) -> ColumnSurvey { ColumnSurvey(type, mostOffset: mostOffset) }
    switch type {
    case .list(let element): parts = [part(element)]
    case .record(let members): parts = members.map { part($0.type) }
    case .money(.varying): parts = RecordMember.ofMoney.map { part($0.type) }
    case .text: texts = mayRepeat ? WrittenDictionary() : nil
    default: break
    }
  }

  var lacksMembersAnywhere: Bool { lacksMembers || parts.contains { $0.lacksMembersAnywhere } }

  func add(_ column: Column) {
    switch column {
    case .bool, .null: break
    case .number(let numbers): type == .date ? addDates(numbers) : add(numbers.shown(in: type))
    case .text(let column):
      if texts?.add(column) == false { texts = nil }
      isLarge = isLarge || column.exceeds(mostOffset)
    case .list(let column):
      let elements = column.unshared.elements
      isLarge = isLarge || elements.count > mostOffset
      parts.first?.add(elements)
    case .record(let column):
      lacksMembers = lacksMembers || column.presence.contains { $0 != nil }
      for (part, member) in zip(parts, column.members) { part.add(member) }
    }
  }

  /// Texts that repeat are written one by one.
  func forgetTexts() { texts = nil }

  /// About how many bytes it takes.
  var heldBytes: Int { parts.reduce(texts?.heldBytes ?? 0) { $0 + $1.heldBytes } }

  private func addDates(_ numbers: NumberColumn) {
    guard !hasTimes else { return }
    if case .narrow(let values, 0) = numbers.storage {
      hasTimes = values.contains { $0 % Int64(CalendarDate.secondsOfDay) != 0 }
    } else {
      hasTimes = true
    }
  }

  private func add(_ numbers: NumberColumn) {
    switch numbers.storage {
    case .narrow(let values, let scale):
      let most = values.reduce(0) { max($0, $1.magnitude) }
      note(digits: String(most).utf8.count, scale: scale)
    case .wide(let values, let scale):
      let most = values.reduce(0) { max($0, $1.magnitude) }
      note(digits: String(most).utf8.count, scale: scale)
      isNarrow = isNarrow && scale == 0 && most <= UInt128(Int64.max)
    case .mixed(let values):
      for value in values {
        note(digits: String(value.coefficient.magnitude).utf8.count, scale: value.scale)
        isNarrow = isNarrow && value.int != nil
      }
    }
  }

  private func note(digits: Int, scale: Int) {
    self.scale = max(self.scale, scale)
    whole = max(whole, digits - scale)
  }

  /// The column as it is written. In a dictionary stand texts that repeat, where there may be some;
  /// `next` is the number of the next.
  func field(
    _ name: String, _ dictionary: (ColumnSurvey) -> ArrowField.Dictionary?
  ) -> ArrowField {
    var notes: [(key: String, value: String)] = []
    switch type {
    case .money(.fixed(let currency)): notes.append((ArrowNote.currency, currency.code))
    case .length(let unit): notes.append((ArrowNote.unit, unit.rawValue))
    case .duration: notes.append((ArrowNote.unit, "s"))
    default: break
    }
    let children = zip(parts, partNames).map { $0.field($1) { _ in nil } }
    if ArrowField(name, kind, children: children).type != type {
      notes.append((ArrowNote.type, type.description))
    }
    return ArrowField(
      name, kind, dictionary: dictionary(self), children: children, metadata: notes)
  }

  private var partNames: [String] {
    switch type {
    case .record(let members): members.map(\.name)
    case .money(.varying): RecordMember.ofMoney.map(\.name)
    default: ["item"]
    }
  }

  private var kind: ArrowKind {
    switch type {
    case .bool: .bool
    case .text, .id, .any: .text(isLarge: isLarge)
    case .date: hasTimes ? .timestamp(.microsecond, zone: nil) : .day
    case .list: .list(isLarge: isLarge)
    case .record, .money(.varying): .record
    case .int where isNarrow && scale == 0: .integer(IntegerKind(bits: 64, isSigned: true))
    case .int, .decimal, .money, .length, .duration:
      // Numbers that no scale holds are written as texts.
      whole + scale <= Decimal.maximumDigits
        ? .decimal(bits: 128, scale: scale) : .text(isLarge: false)
    }
  }

  /// How many digits its decimals are said to have.
  var precision: Int { whole + scale <= 18 ? 18 : Decimal.maximumDigits }
}

/// The texts of a column that repeat, and their codes.
struct WrittenDictionary {
  private static let mostTexts = 1 << 16
  private static let mostBytes = 1 << 22

  private(set) var texts = PackedTextBuilder()
  private var codes: [[UInt8]: Int32] = [:]
  private var rows = 0
  /// The dictionary of the column that was seen last, with its texts' codes.
  private var known: (identity: DictionaryIdentity, codes: [Int32])?

  /// Takes the texts of further rows; false where a dictionary does not pay.
  mutating func add(_ column: TextColumn) -> Bool {
    rows += column.count
    if column.codes != nil {
      _ = meanings(of: column)
    } else {
      // A column whose texts repeat has codes when it was read.
      guard !codes.isEmpty else { return false }
      for row in 0..<column.count { if let text = column.bytes(at: row) { _ = code(of: text) } }
    }
    return texts.count <= Self.mostTexts && texts.byteCount <= Self.mostBytes
      && (rows < TextColumn.fewRows || texts.count * 4 <= rows)
  }

  /// The code of each of the texts of a column that has codes itself.
  mutating func meanings(of column: TextColumn) -> [Int32] {
    var found: [Int32] = []
    if let known, known.identity === column.dictionary { found = known.codes }
    while found.count < column.values.count { found.append(code(of: column.values[found.count])) }
    if let dictionary = column.dictionary { known = (dictionary, found) }
    return found
  }

  /// About how many bytes it takes: each text stands in it twice.
  var heldBytes: Int { 2 * texts.byteCount + 64 * texts.count + 4 * (known?.codes.count ?? 0) }

  mutating func code(of text: ArraySlice<UInt8>) -> Int32 {
    let key = Array(text)
    if let code = codes[key] { return code }
    let code = Int32(truncatingIfNeeded: texts.count)
    codes[key] = code
    texts.append(text)
    return code
  }
}

extension TextColumn {
  /// Whether the texts of all rows have more bytes than that.
  fileprivate func exceeds(_ most: Int) -> Bool {
    // No text is longer than all of them.
    let all = values.bytes.count
    guard codes != nil else { return all > most }
    if all == 0 || count <= most / all { return false }
    var length = 0
    for row in 0..<count { length += bytes(at: row)?.count ?? 0 }
    return length > most
  }

  /// So few rows tell nothing of how often texts repeat.
  fileprivate static var fewRows: Int { 256 }
}

extension NumberColumn {
  /// The numbers in the unit of a type.
  func shown(in type: ValueType) -> NumberColumn {
    guard type.factor != nil else { return self }
    var builder = NumberColumnBuilder()
    for row in 0..<count { builder.append(decimal(at: row).flatMap { type.shown($0) }) }
    return builder.finish()
  }
}
