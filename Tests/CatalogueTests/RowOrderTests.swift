// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@Suite struct RowOrderTests {
  /// One key as a plain comparison of values: what the sort is compared with.
  private struct NaiveKey {
    let values: [Value]
    let descending: Bool
    let nullsFirst: Bool
    let order: SortKey.Order

    /// Whether a row stands before another, after it, or neither.
    func compare(_ first: Int, _ second: Int) -> Int {
      let (left, right) = (values[first], values[second])
      if left == .null || right == .null {
        if left == right { return 0 }
        return (left == .null) == nullsFirst ? -1 : 1
      }
      let order = ascending(left, right)
      return descending ? -order : order
    }

    private func ascending(_ left: Value, _ right: Value) -> Int {
      switch (left, right) {
      case (.number(let left), .number(let right)): return Decimal.compare(left, right)
      case (.bool(let left), .bool(let right)): return (left ? 1 : 0) - (right ? 1 : 0)
      case (.text(let left), .text(let right)):
        let numbers = (Int(left), Int(right))
        if order == .ids, let first = numbers.0, let second = numbers.1 {
          return (first > second ? 1 : 0) - (first < second ? 1 : 0)
        }
        if order == .ids, numbers.0 != nil || numbers.1 != nil { return numbers.0 != nil ? -1 : 1 }
        return left < right ? -1 : (left == right ? 0 : 1)
      default:
        let texts = [left, right].map { Array(JSONText.string($0).utf8) }
        return texts[0].lexicographicallyPrecedes(texts[1])
          ? -1 : (texts[0] == texts[1] ? 0 : 1)
      }
    }
  }

  /// Values of few kinds, so that there are many ties; extremes of 64 bits among them.
  private static func values(_ kind: Int, _ count: Int, _ random: inout Seeded) -> [Value] {
    let pools: [[Value]] = [
      ["0", "1", "2", "-1"].map(ColumnSample.number),
      ["9223372036854775807", "-9223372036854775808", "0", "-1"].map(ColumnSample.number),
      ["1e37", "1e-38", "-1e37", "0.5"].map(ColumnSample.number),
      [.bool(true), .bool(false)],
      ["a", "b", "ba", "", "c"].map(Value.text), ["9", "10", "100", "x", "1y"].map(Value.text),
      [.list([]), .list([ColumnSample.number("1")]), .list([ColumnSample.number("2")])],
    ]
    return (0..<count).map { _ in
      Int.random(in: 0..<5, using: &random) == 0
        ? .null : pools[kind].randomElement(using: &random) ?? .null
    }
  }

  private static let types: [ValueType] = [
    .int, .int, .decimal, .bool, .text, .id, .list(.int),
  ]

  @Test func agreesWithAPlainSort() {
    var random = Seeded(17)
    var wrong: [String] = []
    for round in 0..<3_000 {
      let count = Int.random(in: 0...(round % 100 == 0 ? 300 : 12), using: &random)
      let naive = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let kind = Int.random(in: 0..<Self.types.count, using: &random)
        return (
          kind,
          NaiveKey(
            values: Self.values(kind, count, &random), descending: .random(using: &random),
            nullsFirst: .random(using: &random), order: kind == 5 ? .ids : .natural)
        )
      }
      let keys = naive.map { kind, key in
        SortKey(
          Column(Self.types[kind], key.values), order: key.order, descending: key.descending,
          nullsFirst: key.nullsFirst)
      }
      let sorted = (0..<count).sorted { first, second in
        let order = naive.lazy.map { $0.1.compare(first, second) }.first { $0 != 0 } ?? 0
        return order == 0 ? first < second : order < 0
      }
      if RowOrder.permutation(of: keys, count: count) != sorted {
        wrong.append("\(naive.map { ($0.0, $0.1.values, $0.1.descending, $0.1.nullsFirst) })")
      }
    }
    #expect(wrong.count == 0, "\(wrong.first ?? "")")
  }

  @Test(arguments: [
    // Nulls come last both ways unless they are asked for first.
    (false, false, "b a d c e"), (true, false, "d a b c e"), (false, true, "c e b a d"),
    (true, true, "c e d a b"),
  ])
  func placesNulls(descending: Bool, nullsFirst: Bool, rows: String) {
    let numbers = ["0", "-9223372036854775808", nil, "9223372036854775807", nil]
    let column = Column(.int, numbers.map { $0.map(ColumnSample.number) ?? .null })
    let key = SortKey(column, descending: descending, nullsFirst: nullsFirst)
    let names = ["a", "b", "c", "d", "e"]
    let order = RowOrder.permutation(of: [key], count: 5)
    #expect(order.map { names[$0] }.joined(separator: " ") == rows)
  }

  /// Rows that a mask has made null keep values underneath, which must not matter.
  @Test func ignoresWhatLiesUnderNull() {
    let numbers = ["5", "9223372036854775807", "-9223372036854775808", "4"]
    let column = Column(.int, numbers.map(ColumnSample.number))
    let masked = column.masked(by: Bitmap([true, false, false, true]))
    let orders = [false, true].flatMap { descending in
      [false, true].map { nullsFirst in
        RowOrder.permutation(
          of: [SortKey(masked, descending: descending, nullsFirst: nullsFirst)], count: 4)
      }
    }
    #expect(orders == [[3, 0, 1, 2], [1, 2, 3, 0], [0, 3, 1, 2], [1, 2, 0, 3]])
    #expect(RowOrder.permutation(of: [], count: 3) == [0, 1, 2])
  }

  private struct Cancelled: Error {}

  /// A cancelled sort asks once more and compares nothing from then on.
  @Test func asksWhileItCompares() throws {
    let count = 50_000
    let texts = (0..<count).map { Value.text("\($0 * 7_919 % count)") }
    let key = SortKey(Column(.text, texts), order: .ids)
    var asked = 0
    let whole = RowOrder.permutation(of: [key], count: count) { asked += 1 }
    #expect(whole.prefix(2).map { texts[$0] } == [.text("0"), .text("1")])
    #expect((25...60).contains(asked))
    for last in [1, asked / 2, asked] {
      var left = last
      #expect(throws: Cancelled.self) {
        _ = try RowOrder.permutation(of: [key], count: count) { () throws(Cancelled) in
          left -= 1
          if left <= 0 { throw Cancelled() }
        }
      }
      #expect(left == 0)
    }
  }

  @Test func usesDictionaries() {
    let column = ColumnSample.dictionary.column
    let orders = [SortKey(column), SortKey(column, order: .ids, descending: true)].map {
      RowOrder.permutation(of: [$0], count: 5)
    }
    #expect(orders == [[3, 0, 4, 1, 2], [1, 0, 4, 3, 2]])
  }

  /// Lists of text are ordered by their JSON, in which a comma inside a text is none between texts.
  @Test func keepsListsOfTextApart() {
    let lists: [Value] = [
      .list([.text("a,b")]), .list([.text("a"), .text("b")]), .list([.text("a,b")]),
    ]
    let key = SortKey(Column(.list(.text), lists))
    #expect(RowOrder.permutation(of: [key], count: 3) == [1, 0, 2])
  }
}

@Suite struct RowGrouperTests {
  @Test func agreesWithADictionary() {
    var random = Seeded(19)
    var wrong: [String] = []
    for round in 0..<600 {
      let samples = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        ColumnSample.all[Int.random(in: 0..<ColumnSample.all.count - 1, using: &random)]
      }
      var grouper = RowGrouper()
      var known: [[Value]: Int] = [:]
      for _ in 0..<3 {
        let count = Int.random(in: 0...(round % 50 == 0 ? 400 : 20), using: &random)
        let values = samples.map { sample in
          (0..<count).map { _ in sample.values.randomElement(using: &random) ?? .null }
        }
        let columns = zip(samples, values).map { Column($0.type, $1) }
        let expected = (0..<count).map { row in
          let key = values.map { $0[row] }
          let group = known[key] ?? known.count
          known[key] = group
          return group
        }
        if grouper.groups(of: columns, count: count) != expected || grouper.count != known.count {
          wrong.append("\(samples.map(\.name)) \(values)")
        }
      }
    }
    #expect(wrong.count == 0, "\(wrong.first ?? "")")
  }

  /// Cells whose bytes would run together stay apart, in text, lists and numbers.
  @Test func keepsCellsApart() {
    func groups(_ columns: [(ValueType, [Value])]) -> [Int] {
      var grouper = RowGrouper()
      return grouper.groups(of: columns.map { Column($0, $1) }, count: columns[0].1.count)
    }
    let lists: [Value] = [
      .list([.list([.text("a")]), .list([])]), .list([.list([]), .list([.text("a")])]),
      .list([.list([.text("a"), .null])]), .null, .list([]), .null,
    ]
    let found = [
      groups([
        (.text, [.text("ab"), .text("a"), .null, .text("a\u{4}b"), .text("a")]),
        (.text, [.text("c"), .text("bc"), .text("abc"), .text("c"), .text("b\u{4}c")]),
      ]),
      groups([(.list(.list(.text)), lists)]),
      groups([(.decimal, ["1", "1.0", "10", "-1", "0.1", "256", "1e37"].map(ColumnSample.number))]),
    ]
    #expect(found == [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 3], [0, 0, 1, 2, 3, 4, 5]])
  }

  /// Rows that share a list are told apart by its place, in one portion and in the next: looking at
  /// its elements for each would take hours.
  @Test(.timeLimit(.minutes(10))) func looksAtASharedListOnce() {
    let elements = Column(.int, (0..<100_000).map { .number(Decimal($0)) })
    let lists = ListColumn(ends: [50_000, 100_000, 100_000], elements: elements)
    let rows = (0..<100_000).map { $0 % 3 }
    var grouper = RowGrouper()
    for start in stride(from: 0, to: rows.count, by: 50) {
      let portion = Array(rows[start..<start + 50])
      let groups = grouper.groups(of: [.list(lists.taking(rows: portion))], count: 50)
      #expect(groups == portion)
    }
    let equal = Column(.int, (0..<50_000).map { .number(Decimal($0)) })
    let other = ListColumn(ends: [50_000], elements: equal).taking(rows: [0, 0])
    #expect(grouper.groups(of: [.list(other)], count: 2) == [0, 0])
  }

  @Test func growsPastItsFirstTable() {
    var grouper = RowGrouper()
    let numbers = Column(.int, (0..<5_000).map { .number(Decimal($0 % 2_500)) })
    let groups = grouper.groups(of: [numbers], count: 5_000)
    #expect(groups == (0..<5_000).map { $0 % 2_500 })
    #expect(grouper.count == 2_500)
  }
}
