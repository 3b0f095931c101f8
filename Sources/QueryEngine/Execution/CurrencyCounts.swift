// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// In how many rows amounts are in which currency, in the order in which the currencies came.
package struct CurrencyCounts: Sendable {
  private var counts: [(code: [UInt8], rows: Int)] = []

  init() {}

  init(_ code: ArraySlice<UInt8>, rows: Int) { counts = [(Array(code), rows)] }

  /// Counts a row. A currency is a short text, and nobody has many.
  mutating func add(_ code: ArraySlice<UInt8>) {
    for index in counts.indices where counts[index].code.elementsEqual(code) {
      counts[index].rows += 1
      return
    }
    counts.append((Array(code), 1))
  }

  /// The currency that came first.
  var first: String { counts.first.map { String(decoding: $0.code, as: UTF8.self) } ?? "" }

  /// Such as `GBP in 3 rows, EUR in 2`.
  var text: String {
    counts.enumerated().map { index, currency in
      let noun = index > 0 ? "" : (currency.rows == 1 ? " row" : " rows")
      return "\(String(decoding: currency.code, as: UTF8.self)) in \(currency.rows)\(noun)"
    }.joined(separator: ", ")
  }
}

/// Amounts of one group that are in several currencies.
package struct CurrencyConflict: Sendable {
  let group: Int
  /// Whether the amounts stand where it is reported, and not in the body of a `def`.
  let isWritten: Bool
  var counts: CurrencyCounts
  /// The first row, counted from 1, whose amount is not in the first currency.
  let otherRow: Int
  /// What names the first rows of other currencies.
  var ids: [String] = []
}

/// An amount that meets one of another currency.
package struct CurrencyMeeting: Sendable {
  /// The amount, and the other one or its currency.
  let found: String
  let expected: String
  /// Where the other one is written.
  let other: ScriptRange
  /// Whether the amount stands where it is reported, and not in the body of a `def`.
  let isWritten: Bool
  /// Whether the other one has a currency for each row too.
  let isSame: Bool
  /// The currencies of the amounts that were looked at until then; nil where that is no count of
  /// rows.
  let counts: CurrencyCounts?
  /// What names the first rows in which they meet.
  let ids: [String]
}

extension Column {
  /// The id of a row as people write it.
  func id(ofRow row: Int, as type: ValueType? = nil) -> String {
    taking(rows: [row]).ids(type).texts[0]
  }
}

extension Diagnostic {
  /// Says how many rows each currency has, and which they are.
  static func mixedCurrencies(
    _ conflict: CurrencyConflict, _ range: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    let amounts = source[range]
    let first = conflict.ids.first.map { ", item `\($0)`" } ?? ""
    let name = "\(amounts.asMember).currency"
    let ways =
      conflict.isWritten
      ? ": `by \(name)`, or take one first: `filter \(name) = \"\(conflict.counts.first)\"`"
      : ", or take one first: `.currency` tells it"
    return Diagnostic(
      .mixedCurrencies,
      "`\(amounts)` is in several currencies: \(conflict.counts.text)"
        + " (first: row \(conflict.otherRow)\(first))",
      at: Label(range),
      remarks: (conflict.ids.count > 1
        ? [.note("not in \(conflict.counts.first): \(conflict.ids.joined(separator: ", "))")]
        : []) + [.help("cq never converts money. Keep the currencies apart\(ways)")], in: source)
  }

  /// Says what meets what in which item, and how many rows each currency has until there.
  static func twoCurrencies(
    _ meeting: CurrencyMeeting, _ range: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    let item = meeting.ids.first.map { " of item `\($0)`" } ?? ""
    return Diagnostic(
      .mixedCurrencies,
      "`\(meeting.found)`\(item) meets `\(meeting.expected)`, another currency",
      at: Label(range),
      remarks: meeting.isWritten
        ? ways(meeting, source[range], in: source)
        : [.help("cq never converts money. Take one currency first: `.currency` tells it")],
      in: source)
  }

  /// What the amounts have been so far, and how those of one currency are taken.
  private static func ways(
    _ meeting: CurrencyMeeting, _ amounts: String, in source: ScriptText
  ) -> [Remark] {
    let name = "\(amounts.asMember).currency"
    let wanted =
      meeting.isSame ? "the currency of `\(source[meeting.other])`" : meeting.expected
    let ids =
      meeting.ids.count > 1 ? "; not in \(wanted): \(meeting.ids.joined(separator: ", "))" : ""
    let help = Remark.help(
      "cq never converts money. Take one currency first: "
        + "`filter \(name) = \"\(meeting.expected.suffix(3))\"`, or group by `\(name)`")
    return (meeting.counts.map { [.note("`\(amounts)` so far: \($0.text)\(ids)")] } ?? []) + [help]
  }
}
