// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import Testing

/// Every operator between every two types, as a table of what comes of it.
@Suite struct UnitAlgebraTests {
  /// A field of each type, and literals, which take the unit of what they meet.
  private static let operands = [
    "n", "gbp", "eur", "money", "km", "date", "time", "text", "some", "3", "£3", "3mi", "3days",
  ]

  private static let fields: [(String, ValueType)] = [
    ("n", .int), ("gbp", money("GBP")), ("eur", money("EUR")), ("money", .money(.unspecified)),
    ("km", .length(.kilometre)), ("date", .date), ("time", .duration), ("text", .text),
    ("some", .any),
  ]

  private static func money(_ code: String) -> ValueType {
    Currency(code).map { .money(.fixed($0)) } ?? .any
  }

  private static let directory = MemoryDirectory(sources: [
    MemorySource(
      Schema(source: "units", fields: fields.map { Field($0.0, $0.1) }), [])
  ])

  /// The result's type in a few letters, or the number of the fault.
  private static func outcome(_ left: String, _ mark: String, _ right: String) -> String {
    let literals = ["3mi": "3 mi", "3days": "3 days"]
    let script =
      "from units | show x = \(literals[left] ?? left) \(mark) \(literals[right] ?? right)"
    let parsed = Parser.parse(ScriptText(name: "t", script))
    let bound = Binder.bind(parsed.tree, in: Binder.Context(), directory: directory)
    let faults = parsed.diagnostics + bound.diagnostics
    if let fault = faults.first { return String(fault.code.rawValue.suffix(3)) }
    guard case .query(let query) = bound.statements.first?.action else { return "?" }
    switch query.presentation.columns.first?.type {
    case .money(.fixed(let currency)): return currency.code
    case .money: return "mon"
    case .length(let unit): return unit.rawValue
    case .duration: return "dur"
    case let type: return String((type?.description ?? "?").lowercased().prefix(3))
    }
  }

  private static func table(_ mark: String) -> String {
    let width = 6
    func row(_ cells: [String]) -> String {
      let padded = cells.map { $0 + String(repeating: " ", count: max(1, width - $0.count)) }
      return String(padded.joined().reversed().drop { $0 == " " }.reversed())
    }
    let rows = operands.map { left in
      row([left] + operands.map { outcome(left, mark, $0) })
    }
    return ([row([mark] + operands)] + rows).joined(separator: "\n")
  }

  @Test(arguments: UnitAlgebraTables.all) func operatorsAndTypes(mark: String, table: String) {
    #expect(Self.table(mark) == table, "\n\(Self.table(mark))\n")
  }
}
