// SPDX-License-Identifier: MIT

import Catalogue
import QueryEngine
import Testing

/// Values of all kinds with values of all kinds: what the binder lets through works, and no value
/// becomes null on the way.
@Suite struct KindPairTests {
  private static let euro = Currency("EUR").map(Denomination.fixed) ?? .unspecified

  /// A field of each kind, with two values.
  private static let kinds: [Kind] = [
    ("a_bool", .bool, [.bool(true), .bool(false)]),
    ("an_int", .int, [number("3"), number("4")]),
    ("a_decimal", .decimal, [number("3"), number("0.125")]),
    ("a_text", .text, [.text("3"), .text("Éa")]),
    ("an_id", .id, [.text("3"), .text("x")]),
    ("a_date", .date, [number("1735689600"), number("0")]),
    ("a_span", .duration, [number("86400"), number("1")]),
    ("a_length", .length(.metre), [number("3"), number("1.5")]),
    ("euros", .money(euro), [number("3"), number("2.5")]),
    ("amounts", .money(.varying), [amount("3", "EUR"), amount("4", "EUR")]),
    ("an_any", .any, [number("3"), .text("3")]),
    ("ints", .list(.int), [.list([number("3"), .null]), .list([])]),
    ("texts", .list(.text), [.list([.text("3")]), .list([.text("Éa")])]),
    ("dates", .list(.date), [.list([number("0")]), .list([])]),
    ("anys", .list(.any), [.list([number("3"), .null]), .list([.text("x")])]),
    (
      "a_record", .record([RecordMember("m", .int)]),
      [.record([.init("m", number("3"))]), .record([])]
    ),
  ]

  private static func number(_ text: String) -> Value { Samples.number(text) }

  private static func amount(_ text: String, _ currency: String) -> Value {
    .record([.init("amount", number(text)), .init("currency", .text(currency))])
  }

  /// For each row which of their two values fields on the left and on the right have, or null.
  private static let ways = [0, 1, 2].flatMap { one in [0, 1, 2].map { [one, $0] } }

  /// Two kinds: of the values of both each stands beside each and beside nulls.
  private struct Pair {
    /// The names of their fields.
    let one: String
    let other: String
    let isOneKind: Bool
    private let sources: MemoryDirectory

    init(_ one: Kind, _ other: Kind) {
      self.one = one.name
      self.other = "\(other.name)_2"
      isOneKind = one.name == other.name
      let fields = [
        Field("key", .id), Field(self.one, one.type), Field(self.other, other.type),
      ]
      let rows = ways.enumerated().map { row, places -> [Value] in
        [.text("\(row)")]
          + zip([one, other], places).map { kind, place in place < 2 ? kind.values[place] : .null }
      }
      let schema = Schema(source: "kinds", noun: "rows", fields: fields, key: 0)
      sources = MemoryDirectory(sources: [MemorySource(schema, rows, batchCount: 4)])
    }

    /// The cells of a column for each row; nil where the binder refuses the script.
    func cells(_ script: String) -> [String]? {
      let text = QueryRun(directory: sources).text(script)
      let lines = text.split(separator: "\n").map(String.init)
      guard lines[0].hasPrefix("!") else { return lines.dropFirst().filter { !$0.hasPrefix("~") } }
      // What the binder says of types and units; any other fault is one of the run.
      return ["! CQ02", "! CQ03"].contains { lines[0].hasPrefix($0) } ? nil : [lines[0]]
    }

    /// Whether one of the fields is of a kind, or both are of two that are named.
    func isOf(_ kinds: String) -> Bool {
      let names = [one, String(other.dropLast(2))]
      return names.joined(separator: " ") == kinds || names.contains(kinds)
    }

    /// An expression in which `A` and `B` stand for the fields.
    func cells(of expression: String) -> [String]? {
      cells(
        "from kinds | show x = "
          + expression.replacing("A", with: one).replacing("B", with: other))
    }
  }

  private typealias Kind = (name: String, type: ValueType, values: [Value])

  /// The pairs of which an expression is let through, and what is wrong with what comes of them.
  private static func tried(
    _ judge: (Pair) -> (isBound: Bool, fault: String?)
  ) -> (count: Int, faults: [String]) {
    var count = 0
    var faults: [String] = []
    for one in kinds {
      for other in kinds {
        let outcome = judge(Pair(one, other))
        count += outcome.isBound ? 1 : 0
        if let fault = outcome.fault { faults.append("\(one.name), \(other.name): \(fault)") }
      }
    }
    return (count, faults)
  }

  private static let null = "–"
  /// In which rows the fields on the left are null, and those on the right.
  private static let leftNulls = ways.map { $0[0] == 2 }
  private static let rightNulls = ways.map { $0[1] == 2 }
  /// What is said of a value and null, three times of null and a value, and of two nulls.
  private static let ofNulls = ["false", "false", "false", "false", "true"]

  /// A choice has the value that it takes, and so has a value that stands in for another.
  @Test func choicesLoseNoValue() {
    let chosen = Self.tried { pair in
      guard let found = pair.cells(of: "if key < 4 then A else B") else {
        return (false, nil)
      }
      let expected = Self.leftNulls[..<4] + Self.rightNulls[4...]
      return (true, found.map { $0 == Self.null } == Array(expected) ? nil : "\(found)")
    }
    #expect(chosen.faults == [])
    #expect(chosen.count == 52)
    let filled = Self.tried { pair in
      guard let found = pair.cells(of: "A ?? B") else { return (false, nil) }
      let expected = zip(Self.leftNulls, Self.rightNulls).map { $0 && $1 }
      return (true, found.map { $0 == Self.null } == Array(expected) ? nil : "\(found)")
    }
    #expect(filled.faults == [])
    #expect(filled.count == 52)
  }

  /// What comparisons say agrees with each other, and a value is equal to itself.
  @Test func comparisonsAgree() {
    let equal = Self.tried { pair in
      guard let found = pair.cells(of: "A = B") else { return (false, nil) }
      let contrary = pair.cells(of: "A != B")
      let mirrored = pair.cells(of: "B = A")
      let expected = (0..<9).map { $0 % 4 == 0 ? "true" : "false" }
      if pair.isOneKind, found != expected { return (true, "\(found)") }
      let isNullRight = [2, 5, 6, 7, 8].map { found[$0] } == Self.ofNulls
      let isContrary = contrary == found.map { $0 == "true" ? "false" : "true" }
      return (true, isNullRight && mirrored == found && isContrary ? nil : "\(found)")
    }
    #expect(equal.faults == [])
    // Lists are equal where their elements are, be they of a certain type or not.
    let lists = Self.kinds.filter { ["ints", "anys"].contains($0.name) }
    #expect(Pair(lists[0], lists[1]).cells(of: "A = B")?.first == "true")
    #expect(equal.count == 58)
    let ordered = Self.tried { pair in
      guard let less = pair.cells(of: "A < B"),
        let equal = pair.cells(of: "A = B"),
        let greater = pair.cells(of: "A > B"),
        let atMost = pair.cells(of: "A <= B"),
        let atLeast = pair.cells(of: "A >= B")
      else { return (false, nil) }
      // Values of different types have no order, nor have texts that are no dates with dates.
      let mayBeNone = ["an_any", "a_text a_date", "a_date a_text"].contains(where: pair.isOf)
      for row in [0, 1, 3, 4] {
        let held = [less, equal, greater].count { $0[row] == "true" }
        if held != 1, !(mayBeNone && held == 0) { return (true, "\(row): \(held) hold") }
        let either = [less[row] == "true" || equal[row] == "true", atMost[row] == "true"]
        if either[0] != either[1] { return (true, "\(row): <= is not < or =") }
        if (greater[row] == "true" || equal[row] == "true") != (atLeast[row] == "true") {
          return (true, "\(row): >= is not > or =")
        }
      }
      return (true, nil)
    }
    #expect(ordered.faults == [])
    #expect(ordered.count == 32)
  }

  /// Every other form that takes two values, with a cell for each row.
  @Test(arguments: [
    ("A + B", 12), ("A * B", 20), ("A / B", 18), ("A in (B, B)", 58), ("A between B and B", 32),
    ("A contains B", 34), ("any A = B", 22), ("all A < B", 16), ("A[B]", 4),
    ("f\"{A}{B}\"", 256), ("coalesce(A, B)", 44), ("join(A, B)", 9), ("(A ?? B) = B", 52),
  ]) func formsOfTwoValuesWork(_ form: String, _ count: Int) {
    let tried = Self.tried { pair in
      guard let found = pair.cells(of: form) else { return (false, nil) }
      return (true, found.count == 9 ? nil : "\(found)")
    }
    #expect(tried.faults == [])
    #expect(tried.count == count, "\(form)")
  }

  /// Rows of two kinds under one name, and rows that are put together by their values.
  @Test func unionsAndJoinsWork() {
    let united = Self.tried { pair in
      let script = """
        let b = from kinds | show x = \(pair.other)
        from kinds | show x = \(pair.one) | union b
        """
      guard let found = pair.cells(script) else { return (false, nil) }
      let expected = Self.leftNulls + Self.rightNulls
      return (true, found.map { $0 == Self.null } == Array(expected) ? nil : "\(found)")
    }
    #expect(united.faults == [])
    #expect(united.count == 56)
    let joined = Self.tried { pair in
      let script = """
        let b = from kinds | show y = \(pair.other)
        from kinds | show x = \(pair.one) | join b on x = b.y | count
        """
      guard let found = pair.cells(script) else { return (false, nil) }
      // Each of the values stands in three rows of both.
      return (true, !pair.isOneKind || found == ["18"] ? nil : "\(found)")
    }
    #expect(joined.faults == [])
    #expect(joined.count == 58)
  }
}
