// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import Arrow
@testable import CatalogueSources

/// What is written as Arrow, and what is known of it.
@Suite struct ArrowWriterTests {
  private static func text(_ texts: [String]) -> Batch {
    Batch([Column(.text, texts.map { .text($0) })], count: texts.count)
  }

  private static func written(
    _ batches: [Batch], _ columns: [ResultColumn], mostOffset: Int
  ) -> Reading {
    var writer = ArrowWriter(.file, columns, mostOffset: mostOffset)
    for batch in batches { writer.add(batch) }
    var bytes: [UInt8] = []
    writer.finish(to: &bytes)
    return Reading(bytes: bytes, name: "x.arrow")
  }

  /// Offsets that are too small for a row are written larger.
  @Test func rowsBeyondOffsets() {
    let long = String(repeating: "x", count: 101)
    let texts = ["a", long, "b", long + long]
    for texts in [texts, Array(texts.prefix(3)), [long]] {
      let found = Self.written(
        [Self.text(texts)], [ResultColumn("t", .text)], mostOffset: 100)
      #expect(found.fault == nil && found.rows == texts.map { "\"\($0)\"" })
    }
    let lists = [[1], Array(0..<150), [], [2, 3]]
    let batch = Batch(
      [Column(.list(.int), lists.map { .list($0.map { .number(Decimal($0)) }) })], count: 4)
    let found = Self.written([batch], [ResultColumn("l", .list(.int))], mostOffset: 100)
    #expect(found.fault == nil)
    #expect(
      found.rows == lists.map { "[\($0.map { "\($0)" }.joined(separator: ","))]" })
  }

  /// What is known of the rows counts as held, as they do.
  @Test func countsWhatIsKnown() {
    let ids = (0..<2_000).map { "id \($0 &* 7_919 % 20_011)" }
    var writer = ArrowWriter(.file, [ResultColumn("id", .text)])
    let batch = Self.text(ids)
    writer.add(batch)
    #expect(writer.heldBytes > batch.heldBytes() + 8 * ids.count)
  }

  // What is told of batches.

  /// The rows that are read of a file of five batches where some are asked for, as the first of
  /// each batch that is read.
  private static func batches(
    meeting filters: [PartFilter]
  ) throws -> (rows: [String], report: ScanReport) {
    let types: [ValueType] = [.int, .decimal, .text, .date, .text, .length(.kilometre)]
    let columns = types.enumerated().map { ResultColumn("c\($0)", $1) }
    var writer = ArrowWriter(.file, columns, mostRows: 30)
    for number in 0..<5 {
      let rows = (0..<20).map { number * 20 + $0 }
      let values: [[Value]] = [
        rows.map { .number(Decimal($0)) },
        rows.map { number == 2 ? .null : .number(Decimal(text: "-\($0).5".utf8) ?? Decimal(0)) },
        rows.map { $0 % 3 == 0 ? .null : .text("\(number) é\n\($0)") },
        rows.map { .number(Decimal($0 * CalendarDate.secondsOfDay)) },
        rows.map { .text(String(repeating: "x", count: 40) + "\($0)") },
        rows.map { .number(Decimal($0 * 1_000)) },
      ]
      writer.add(Batch(zip(types, values).map { Column($0, $1) }, count: rows.count))
    }
    var bytes: [UInt8] = []
    writer.finish(to: &bytes)
    let source = try FileSource(
      Payload(name: "x.arrow", bytes: bytes), copy: .file, strict: false)
    #expect(source.capability.knownFields == [0, 1, 2, 3, 4])
    var request = ScanRequest(fields: [0])
    request.partFilters = filters
    let cursor = try source.scan(request)
    var (found, last) = ([String](), -1)
    while let batch = try cursor.next() {
      guard case .number(let first) = batch[0].value(at: 0), let row = first.int else { continue }
      if row / 20 != last { found.append("\(row)") }
      last = row / 20
    }
    return (found, cursor.report)
  }

  private static let all = ["0", "20", "40", "60", "80"]

  private static func number(_ text: String) -> Value {
    .number(Decimal(text: text.utf8) ?? Decimal(0))
  }

  private static let cases: [(PartCondition, [Int])] = [
    (.compares(field: 0, .equal, number("20")), [1]),
    (.compares(field: 0, .equal, number("19.5")), []),
    (.compares(field: 0, .less, number("20")), [0]),
    (.compares(field: 0, .lessOrEqual, number("20")), [0, 1]),
    (.compares(field: 0, .greater, number("79")), [4]),
    (.compares(field: 0, .greaterOrEqual, number("79")), [3, 4]),
    (.compares(field: 0, .notEqual, number("3")), [0, 1, 2, 3, 4]),
    (.compares(field: 1, .less, number("-19.5")), [1, 3, 4]),
    (.isNull(field: 1), [2]),
    (.isNull(field: 0), []),
    (.isNull(field: 2), [0, 1, 2, 3, 4]),
    (.compares(field: 2, .equal, .text("3 é\n61")), [3]),
    (.compares(field: 2, .equal, .text("x")), []),
    (.compares(field: 2, .equal, number("1")), [0, 1, 2, 3, 4]),
    (.compares(field: 3, .greater, number("6825600")), [4]),
    (.compares(field: 4, .equal, .text(String(repeating: "x", count: 41))), [0, 1, 2, 3, 4]),
    (.compares(field: 4, .equal, .text("y")), []),
    (
      .any([.compares(field: 0, .equal, number("3")), .compares(field: 0, .equal, number("99"))]),
      [0, 4]
    ),
  ]

  @Test(arguments: cases.indices) func leavesOutBatches(_ number: Int) throws {
    let (condition, expected) = Self.cases[number]
    let (rows, report) = try Self.batches(meeting: [PartFilter(conditions: [condition])])
    #expect(rows == expected.map { Self.all[$0] } && report.records == 100)
  }

  @Test func allConditionsCount() throws {
    let between: [PartCondition] = [
      .compares(field: 0, .greater, Self.number("30")),
      .compares(field: 0, .less, Self.number("50")),
    ]
    #expect(try Self.batches(meeting: [PartFilter(conditions: between)]).rows == ["20", "40"])
    #expect(
      try Self.batches(meeting: between.map { PartFilter(conditions: [$0]) }).rows == ["20", "40"])
    #expect(try Self.batches(meeting: []).rows == Self.all)
  }

  /// What a stage would have counted of the rows is told, or they are read.
  @Test func nullsAreCounted() throws {
    let some = PartFilter.Count(field: 2, label: "c2")
    let all = PartFilter.Count(field: 1, label: "c1")
    let last = PartCondition.compares(field: 0, .greater, Self.number("79"))
    func found(_ filters: PartFilter...) throws -> String {
      let (rows, report) = try Self.batches(meeting: filters)
      let nulls = report.nullsLeftOut.map { "\($0.label) \($0.count)" }
      return (rows + nulls).joined(separator: ", ")
    }
    #expect(try found(PartFilter(conditions: [last], counts: [some, all])) == "80, c2 27, c1 20")
    #expect(
      try found(PartFilter(conditions: []), PartFilter(conditions: [last], counts: [all]))
        == "80, c1 20")
    // How many rows pass a stage nobody knows: only that none of them is null where none is at all.
    #expect(
      try found(PartFilter(conditions: [last], counts: [all], takesWholeList: false)) == "40, 80")
    #expect(
      try found(
        PartFilter(conditions: [], counts: [some]),
        PartFilter(conditions: [last], counts: [all], takesWholeList: false)) == "40, 80, c2 21")
    let unknown = PartFilter.Count(field: 5, label: "c5")
    let everything = Self.all.joined(separator: ", ")
    #expect(try found(PartFilter(conditions: [last], counts: [unknown])) == everything)
  }

  /// What is no such text says nothing.
  @Test(arguments: [
    "", "3", "3\n0:1:2\n-", "3 4\n0:1:2", "3\n0:1:2 0:1:2", "3\n4:1:2", "3\n-1:1:2", "-3\n-",
    "2147483648\n-", "3 9223372036854775808\n-", "x\n-", "3\nx:1:2", "3\n0:1", "3\n0:1:2:3",
    "3\n0:a:2", "3\n0:1:b", "3\n0:\"%zz:\"a", "3\n0:\"a:\"%z", "3\n0:\"a:b",
  ]) func statisticsThatAreNone(text: String) {
    #expect(BatchStatistics(text, columns: 1) == nil)
  }

  @Test func statisticsAsText() throws {
    let text = "3 2\n0:-1.5:12 2\n-\n1:\"a%20%c3%a9:\"b+ 0:\"\"".replacing("\"\"", with: "\":\"")
    let known = try #require(BatchStatistics(text, columns: 3))
    #expect(known.text == text)
    #expect(known.knows(0) && !known.knows(1) && known.knows(2) && !known.knows(3))
    #expect(known.batches == 2 && known.rows(of: 1) == 2)
    for text in ["3\n-", "2147483647\n-", "3\n3:1:2", "3\n0", "3\n0:\"%7a:\"a+", "\n"] {
      #expect(BatchStatistics(text, columns: 1) != nil, "\(text)")
    }
  }
}
