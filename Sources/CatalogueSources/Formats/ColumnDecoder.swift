// SPDX-License-Identifier: MIT

import Catalogue

/// Turns the tokens of one field into a column and collects the values that do not fit.
struct ColumnDecoder {
  let values: any ValueReader
  let payload: Payload
  let reading: FieldReading
  /// The index of the reading, for the problems.
  let field: Int
  var problems: [ValueProblem] = []

  init(_ values: any ValueReader, _ reading: FieldReading, field: Int) {
    self.values = values
    payload = values.payload
    self.reading = reading
    self.field = field
  }

  /// The column of `rows` records; `tokens` has, for each way to the value, those of its first
  /// member.
  mutating func column(_ tokens: [[ValueToken]], rows: Int) -> Column {
    guard reading.paths.count == 1, let path = reading.paths.first, let members = path.members
    else {
      let found = found(tokens, rows: rows)
      // Of several ways each leads to lists, or none does.
      if let steps = reading.paths.first?.steps, let each = steps.firstIndex(of: .each),
        case .list(let element) = reading.type
      {
        return .list(projections(found, along: steps[(each + 1)...], element: element))
      }
      return column(found)
    }
    let tokens = tokens.first ?? []
    return column(members.count > 1 ? descended(tokens, members.dropFirst()) : tokens)
  }

  private mutating func column(_ tokens: [ValueToken]) -> Column {
    switch reading.type {
    case .text, .id: return .text(usualTexts(tokens) ?? texts(tokens))
    case .int, .decimal, .money:
      return .number(usualNumbers(tokens) ?? numbers(tokens))
    case .length, .date, .duration: return .number(quantities(tokens))
    case .bool: return .bool(bools(tokens))
    case .any: return .text(anything(tokens))
    case .list(let element):
      if let separator = reading.separator {
        return .list(parts(tokens, element: element, separator: Array(separator.utf8)))
      }
      return nested(tokens)
    case .record: return nested(tokens)
    }
  }

  /// Amounts with the currencies of another field; those without one are null.
  mutating func priced(_ amounts: Column, _ currencies: Column?, _ tokens: [ValueToken]) -> Column {
    guard case .number(let numbers) = amounts else { return amounts }
    var codes = TextColumnBuilder()
    for row in 0..<numbers.count {
      var code: String?
      if case .text(let texts) = currencies { code = texts.string(at: row) }
      if code.flatMap(Currency.init) == nil {
        if numbers.decimal(at: row) != nil { note(.noCurrency(code), row, tokens[row]) }
        code = nil
      }
      codes.append(code)
    }
    return MoneyColumn.column(numbers, codes.finish())
  }

  private mutating func descended(
    _ tokens: [ValueToken], _ rest: ArraySlice<String>
  ) -> [ValueToken] {
    var parts: [ValueToken]? = tokens
    for name in rest { parts = parts.flatMap { values.members([name], ofEach: $0)?.first } }
    if let parts { return parts }
    return tokens.indices.map { row in
      let token = tokens[row]
      guard token.form == .object else {
        if !token.isMissing { note(.notOfType(.record([])), row, token) }
        return .absent
      }
      let (found, repeated) = values.member(at: rest, inside: token)
      if let name = repeated {
        let range = name.lowerBound - 1..<name.upperBound + 1
        problems.append(
          ValueProblem(reason: .repeatedMember, row: row, field: field, range: range))
      }
      return found
    }
  }

  mutating func note(_ reason: ValueProblem.Reason, _ row: Int, _ token: ValueToken) {
    problems.append(ValueProblem(reason: reason, row: row, field: field, range: token.whole))
  }

  /// Notes what does not fit in a value; `root` is the whole value of the field.
  mutating func note(_ mismatches: Mismatches, _ row: Int, in root: Range<Int>? = nil) {
    for mismatch in mismatches {
      problems.append(
        ValueProblem(
          reason: mismatch.reason, row: row, field: field, range: mismatch.range, root: root))
    }
  }

  private mutating func bools(_ tokens: [ValueToken]) -> BoolColumn {
    var values = BitmapBuilder(repeating: false, count: tokens.count)
    var validity = ValidityBuilder()
    for (row, token) in tokens.enumerated() {
      switch token.form {
      case .true, .false:
        if token.form == .true { values[row] = true }
        validity.append(true)
        continue
      case .absent, .null: break
      case .string where reading.emptyIsNull && token.isEmptyText: break
      default: note(.notOfType(.bool), row, token)
      }
      validity.append(false)
    }
    return BoolColumn(values.finish(), validity: validity.finish())
  }

  /// Values of any kind as compact JSON.
  private mutating func anything(_ tokens: [ValueToken]) -> TextColumn {
    var builder = TextColumnBuilder()
    for (row, token) in tokens.enumerated() {
      if token.isMissing || (reading.emptyIsNull && token.isEmptyText) {
        builder.appendNull()
      } else {
        guard let (text, mismatches) = values.compact(token) else {
          builder.append(json(of: token, row: row))
          continue
        }
        // A number that cannot be held is null, here as within a value.
        if token.form == .number, !mismatches.isEmpty {
          builder.appendNull()
        } else {
          builder.append(text[...])
        }
        note(mismatches, row, in: token.whole)
      }
    }
    return builder.finish()
  }

  /// A value without parts, as JSON; nil where it is none.
  private mutating func json(of token: ValueToken, row: Int) -> String? {
    switch token.form {
    case .true: return "true"
    case .false: return "false"
    case .number:
      let number = Decimal(text: payload.padded[token.range])
      if number == nil { note(.tooManyDigits, row, token) }
      return number.map { JSONText.string(.number($0)) }
    case .absent, .null, .string, .array, .object:
      guard let text = content(of: token, row: row) else { return nil }
      return JSONText.string(.text(String(decoding: text, as: UTF8.self)))
    }
  }

  /// Lists and records, by way of single values but for the usual ones.
  private mutating func nested(_ tokens: [ValueToken]) -> Column {
    if let lists = usualLists(tokens) { return .list(lists) }
    if let records = usualRecords(tokens) { return .record(records) }
    var found: [Value] = []
    found.reserveCapacity(tokens.count)
    for (row, token) in tokens.enumerated() {
      if token.isMissing || (reading.emptyIsNull && token.isEmptyText) {
        found.append(.null)
        continue
      }
      let (value, mismatches) = values.value(of: token, as: reading.type)
      found.append(value)
      note(mismatches, row, in: token.whole)
    }
    return .nested(reading.type, found)
  }
}
