// SPDX-License-Identifier: MIT

import Catalogue

extension ScalarFunction {
  /// The results for the rows of a batch; the arguments have been checked by `result(for:)`.
  func apply(_ arguments: [Column], count: Int) throws(FunctionFault) -> Column {
    guard let first = arguments.first else { return .null(count: count) }
    switch (self, first) {
    case (.count, .list(let column)), (.len, .list(let column)): return .number(column.counts)
    case (.len, .text(let column)): return .number(column.characterCounts)
    case (.lower, .text(let column)): return .text(column.mapped { $0.lowercased() })
    case (.upper, .text(let column)): return .text(column.mapped { $0.uppercased() })
    case (.trim, .text(let column)): return .text(column.mapped(Self.trimmed))
    case (.abs, .number(let column)):
      return .number(column.mapped { $0 < .zero ? -$0 : $0 })
    case (.round, .number(let column)): return .number(try rounded(column, arguments))
    case (.floor, .number(let column)): return .number(column.mapped(\.floor))
    case (.ceil, .number(let column)): return .number(column.mapped(\.ceiling))
    case (.split, .text(let column)): return split(column, arguments)
    case (.join, .list(let column)): return try joined(column, arguments)
    case (.replace, .text(let column)): return try replaced(column, arguments)
    case (.year, .number(let column)): return .number(column.mapped(Self.part(\.year)))
    case (.month, .number(let column)): return .number(column.mapped(Self.part(\.month)))
    case (.day, .number(let column)): return .number(column.mapped(Self.part(\.day)))
    default: return .null(count: count)
    }
  }

  private func rounded(
    _ column: NumberColumn, _ arguments: [Column]
  ) throws(FunctionFault) -> NumberColumn {
    guard arguments.count > 1 else { return column.mapped { $0.rounded(places: 0) } }
    guard case .number(let places) = arguments[1] else { return column.mapped { _ in nil } }
    var builder = NumberColumnBuilder()
    for row in 0..<column.count {
      guard let value = column.decimal(at: row), let digits = places.decimal(at: row)?.int else {
        builder.append(nil)
        continue
      }
      guard let rounded = value.rounded(toPowerOfTen: digits == .min ? .max : -digits) else {
        throw .overflow
      }
      builder.append(rounded)
    }
    return builder.finish()
  }

  private static func part(
    _ part: @escaping (CalendarDate) -> Int
  ) -> (Decimal) -> Decimal? {
    { CalendarDate($0).map { Decimal(part($0)) } }
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}

extension NumberColumn {
  fileprivate func mapped(_ transform: (Decimal) -> Decimal?) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for row in 0..<count { builder.append(decimal(at: row).flatMap(transform)) }
    return builder.finish()
  }
}

extension TextColumn {
  fileprivate func mapped(_ transform: (String) -> String) -> TextColumn {
    var builder = TextColumnBuilder()
    for row in 0..<count { builder.append(string(at: row).map(transform)) }
    return builder.finish()
  }

  /// How many characters, as a person counts them, each text has.
  fileprivate var characterCounts: NumberColumn {
    var builder = NumberColumnBuilder()
    for row in 0..<count { builder.append(string(at: row).map { Decimal($0.count) }) }
    return builder.finish()
  }
}
