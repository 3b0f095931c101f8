// SPDX-License-Identifier: MIT

import Catalogue
import Testing

/// What is said of fields of two sources that cannot stand in one column.
@Suite struct UnionTypeTests {
  private static func record(_ members: (String, ValueType)...) -> ValueType {
    .record(members.map { RecordMember($0, $1) })
  }

  private static let place = record(("city", .text), ("lat", .decimal))

  @Test(
    arguments: [
      (.int, .text, "`place` is Int in l and Text in r", "it"),
      (place, .text, "`place` is Record in l and Text in r", "it"),
      (
        place, record(("city", .text), ("lat", .text)),
        "`place.lat` is Decimal in l and Text in r", "`place`"
      ),
      (place, record(("city", .text)), "`place.lat` is in l and not in r", "`place`"),
      (
        place, record(("city", .text), ("lat", .decimal), ("lon", .decimal)),
        "`place.lon` is in r and not in l", "`place`"
      ),
      (
        record(("at", place)), record(("at", record(("city", .int), ("lat", .decimal)))),
        "`place.at.city` is Text in l and Int in r", "`place`"
      ),
      (
        .list(place), .list(record(("city", .text), ("lat", .bool))),
        "`place.lat` is Decimal in l and Bool in r", "`place`"
      ),
      (
        .list(.int), .list(.text), "`place` is List<Int> in l and List<Text> in r", "it"
      ),
      (
        record(("at", .list(.int))), record(("at", .list(.text))),
        "`place.at` is List<Int> in l and List<Text> in r", "`place`"
      ),
      (
        place, record(("lat", .decimal), ("city", .text)),
        "the members of `place` are in another order in r than in l", "it"
      ),
    ] as [(ValueType, ValueType, String, String)])
  func namesWhatDiffers(left: ValueType, right: ValueType, message: String, what: String) {
    let sources = [("l", left), ("r", right)].map { name, type in
      MemorySource(Schema(source: name, fields: [Field("place", type)]), [], batchCount: 1)
    }
    let text = QueryRun(directory: MemoryDirectory(sources: sources)).text("from l | union r")
    #expect(
      text == """
        ! CQ0301 \(message)
        ^ r
        help: `drop` or `rename` \(what) on one side, through a `let`
        """)
  }

  /// A length that has too many digits in the unit of the other source.
  @Test func lengthsCanBeWritten() {
    let sources = [("l", LengthUnit.foot, "1"), ("r", .metre, "9e37")].map { name, unit, length in
      MemorySource(
        Schema(source: name, fields: [Field("d", .length(unit))]), [[Samples.number(length)]])
    }
    let run = QueryRun(directory: MemoryDirectory(sources: sources))
    #expect(run.text("from r | union l") == "= d\n90000000000000000000000000000000000000 m\n1 m")
    #expect(
      run.text("from l | union r") == """
        ! CQ0405 a result has more than 38 digits
        ^ r ~ calculated here
        help: round a quotient before calculating on: `round(rooms / 3, 6) + 1`
        """)
  }
}
