// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Testing

/// Single objects and single values of a document.
@Suite struct DocumentTests {
  static let item = Payload(
    name: "item.json",
    bytes: #"{"Header":{"StatusCode":200},"Item":{"Code":"1","Price":{"Full":12.50},"x":"no"}}"#
      .utf8)

  static let readings = [
    FieldReading(path: ["Code"], type: .id), FieldReading(path: ["Price", "Full"], type: .decimal),
    FieldReading(path: ["x"], type: .int), FieldReading(path: ["Absent"], type: .text),
  ]

  @Test func readsOneObject() throws {
    let (batch, report) = try Document(Self.item).record(
      at: ValuePath(members: ["Item"]), readings: Self.readings, copy: .sample(reason: nil),
      strict: false)
    #expect(batch.count == 1)
    let price = try #require(Decimal("12.5"))
    #expect(
      batch.columns.map { $0.value(at: 0) } == [.text("1"), .number(price), .null, .null])
    #expect(
      report.findings == [
        ScanReport.Finding(
          .rejected, record: 1, offset: 36, #"x "no" in record 1 is no whole number"#,
          consequence: "left empty")
      ])
  }

  @Test(arguments: [
    (["Header", "StatusCode"], Value.number(Decimal(200)) as Value?),
    (["Item", "Code"], .text("1")), (["Item", "Code", "x"], nil), (["Nothing"], nil),
    (["Header"], .record([Value.Member("StatusCode", .number(Decimal(200)))])),
  ])
  func readsOneValue(_ path: [String], _ expected: Value?) throws {
    #expect(try Document(Self.item).value(at: path) == expected)
  }

  @Test(arguments: [
    ("[]", ["a"], "has nothing at `a` where an object should be"),
    ("{\"a\":1}", ["a"], "has a number at `a` where an object should be"),
    ("[1]", [], "has a list at its root where an object should be"),
    ("", [], "x.json is empty"), ("<html>", [], "holds a web page or XML, not JSON"),
    (
      "{\"a\":{}} x", ["a"],
      "is no JSON in record 1 / something follows the end of the data / 1 `x` / 0"
    ),
    (
      "{\"a\":", ["a"],
      "stops in the middle of record 1 / object opened here, file ends at byte 5 / 1 `{\"a\":` / 0"
    ),
  ])
  func refusesWhatIsNoObject(_ text: String, _ path: [String], _ expected: String) {
    do throws(SourceFault) {
      let document = Document(Payload(name: "x.json", bytes: text.utf8))
      _ = try document.record(
        at: ValuePath(members: path), readings: Self.readings, copy: .file, strict: false)
      Issue.record("a fault is expected")
    } catch {
      #expect(describe(error) == expected)
    }
  }
}
