// SPDX-License-Identifier: MIT

import Catalogue

extension ColumnDecoder {
  /// Numbers of any form, each by way of an exact decimal.
  mutating func numbers(_ tokens: [ValueToken]) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for row in tokens.indices { builder.append(number(tokens[row], row: row)) }
    return builder.finish()
  }

  private mutating func number(_ token: ValueToken, row: Int) -> Decimal? {
    switch token.form {
    case .absent, .null: return nil
    case .number:
      guard let number = values.number(token) else {
        note(.tooManyDigits, row, token)
        return nil
      }
      return fitting(number, token, row: row)
    case .string:
      guard let content = content(of: token, row: row) else { return nil }
      if reading.acceptsNumberOrText, let number = reading.type.stored(text: Self.trimmed(content))
      {
        return fitting(number, token, row: row)
      }
    default: break
    }
    note(.notOfType(reading.type), row, token)
    return nil
  }

  private mutating func fitting(_ number: Decimal, _ token: ValueToken, row: Int) -> Decimal? {
    if reading.type != .int || number.int != nil { return number }
    note(.notOfType(.int), row, token)
    return nil
  }

  /// Lengths in metres, and dates, which are texts.
  mutating func quantities(_ tokens: [ValueToken]) -> NumberColumn {
    guard reading.type != .date else { return usualDays(tokens) ?? dates(tokens) }
    let numbers = usualNumbers(tokens) ?? numbers(tokens)
    guard let factor = reading.type.factor else { return numbers }
    var builder = NumberColumnBuilder()
    for row in tokens.indices {
      let number = numbers.decimal(at: row)
      // A text has been read in the unit that it names.
      guard tokens[row].form == .number, let number else {
        builder.append(number)
        continue
      }
      let stored = Decimal.product(number, factor)
      if stored == nil { note(.tooManyDigits, row, tokens[row]) }
      builder.append(stored)
    }
    return builder.finish()
  }

  private mutating func dates(_ tokens: [ValueToken]) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for row in tokens.indices {
      var date: Decimal?
      switch tokens[row].form {
      case .absent, .null: break
      case .string:
        if let text = content(of: tokens[row], row: row) {
          date = ValueType.date.stored(text: Self.trimmed(text))
          if date == nil { note(.notOfType(.date), row, tokens[row]) }
        }
      default: note(.notOfType(.date), row, tokens[row])
      }
      builder.append(date)
    }
    return builder.finish()
  }
}
