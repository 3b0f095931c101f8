// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Money, lengths and dates in JSON, as definitions declare them.
@Suite struct JSONQuantityTests {
  /// The types of a definition's fields, or what is wrong with it.
  private static func types(_ fields: String) -> String {
    let text = "source s {\n  list \"s.json\"\n  field id Id key\n  \(fields)\n}\n"
    let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", text))
    if let fault = loaded.diagnostics.first {
      let label = fault.primary.map { $0.text.isEmpty ? "" : " (\($0.text))" } ?? ""
      return "\(fault.code.rawValue) \(fault.message)\(label)"
    }
    guard let definition = loaded.definitions.first else { return "nothing" }
    let schema = DefinedSource(definition, in: SampleStore(of: "s"), strict: false).schema
    return schema.fields.dropFirst().map { "\($0.name): \($0.type)" }.joined(separator: ", ")
  }

  @Test(arguments: [
    ("field a Money in GBP", "a: Money in GBP"), ("field a Money", "a: Money"),
    ("field a, b Length in mi in detail", "a: Length in mi, b: Length in mi"),
    ("field a Money in detail", "a: Money"), ("field a Date from b.c", "a: Date"),
    ("field a List<Length in km>", "a: List<Length in km>"),
    ("field a Length", "CQ0110 `a` is a length without a unit"),
    ("field a Length in miles", "CQ0110 `miles` is no unit of length"),
    ("field a Money in GPB", "CQ0110 `GPB` is no currency (did you mean `GBP`?)"),
    ("field a Money in c\n field c Text", "a: Money in several currencies, c: Text"),
    ("field a Money in GBP\n field GBP Text", "a: Money in GBP, GBP: Text"),
    (
      "field a Money in c\n field c Int",
      "CQ0110 `c` is no text of the list and cannot say a "
        + "currency (in its currency)"
    ),
    (
      "field a Money in c in detail\n field c Text",
      "CQ0110 only money of the list can have its currency in another field"
    ),
    ("field a List<Money in c>\n field c Text", "CQ0110 `c` is no currency"),
    ("field a Duration", "CQ0110 `a` has a type that does not exist"),
  ])
  func definitionsNameUnits(fields: String, types: String) { #expect(Self.types(fields) == types) }

  /// The values of a member `a`, each in a record, as a field of that type reads them.
  private static func reading(_ type: ValueType, _ values: [String], text: Bool) -> Reading {
    let records = values.map { "{\"a\":\($0)}" }.joined(separator: ",")
    let field = FieldReading(path: ["a"], type: type, acceptsNumberOrText: text)
    return Reading("[\(records)]", layout: ListLayout(items: .root, readings: [field]))
  }

  private static let pounds = Currency("GBP").map { ValueType.money(.fixed($0)) } ?? .any

  @Test func moneyIsANumber() {
    let values = ["12.50", #""12.50""#, #""£12.50""#, "null", "true", "5", "1e40"]
    let strict = Self.reading(Self.pounds, values, text: false)
    #expect(strict.rows == ["12.5", "null", "null", "null", "null", "5", "null"])
    #expect(strict.counts == [7, 0, 4, 0])
    #expect(
      strict.findings[0] == #"2@13 a "12.50" in record 2 is no amount in GBP: left empty"#)
  }

  @Test func moneyMayBeATextWhereThatIsDeclared() {
    let values = ["12.50", #""12.50""#, #"" £12.50 ""#, #""GBP 1""#, #""€1""#, #""free""#]
    let free = Self.reading(Self.pounds, values, text: true)
    #expect(free.rows == ["12.5", "12.5", "12.5", "1", "null", "null"])
    #expect(free.counts == [6, 0, 2, 0])
  }

  /// Amounts in the currency of another field of their record, or of their group.
  @Test func moneyMayHaveACurrencyForEachRow() throws {
    let text = #"""
      [{"a":"12.50","c":"GBP"},{"a":3,"c":"EUR"},{"a":null,"c":null},{"a":1,"c":"gbp"},{"a":2},
      {"a":"x","c":"EUR"}]
      """#
    let readings = [
      FieldReading(path: ["c"], type: .text),
      FieldReading(
        path: ["a"], type: .money(.varying), acceptsNumberOrText: true, currency: 0),
    ]
    let layout = ListLayout(items: .root, readings: readings)
    let reading = Reading(text, layout: layout, fields: [1])
    #expect(
      reading.rows == [
        #"{"amount":12.5,"currency":"GBP"}"#, #"{"amount":3,"currency":"EUR"}"#, "null", "null",
        "null", "null",
      ])
    #expect(
      reading.findings == [
        #"4@63 a 1 in record 4 has a currency "gbp" that does not exist: left empty"#,
        "5@81 a 2 in record 5 has no currency: left empty",
        #"6@90 a "x" in record 6 is no amount of money: left empty"#,
      ])
    let grouped = Reading(
      #"{"g":[{"c":"GBP","i":[{"a":1}]},{"c":"EUR","i":[{"a":2}]}]}"#,
      layout: ListLayout(
        items: ItemsPath([.member("g"), .each, .member("i"), .each]),
        groupFields: [GroupField(field: 0, path: ["c"])], readings: readings), fields: [1])
    #expect(
      grouped.rows == [#"{"amount":1,"currency":"GBP"}"#, #"{"amount":2,"currency":"EUR"}"#])
  }

  @Test func lengthsAreKeptInMetres() throws {
    let values = ["1.5", "2", "null", #""3 mi""#, #""4""#]
    let strict = Self.reading(.length(.kilometre), values, text: false)
    #expect(strict.rows == ["1.5", "2", "null", "null", "null"])
    let free = Self.reading(.length(.kilometre), values, text: true)
    #expect(free.rows == ["1.5", "2", "null", "4.828032", "4"])
    #expect(Self.reading(.length(.metre), ["1.5", "2"], text: false).rows == ["1.5", "2"])
    let large = Self.reading(.length(.mile), ["1e37"], text: false)
    #expect(large.rows == ["null"])
    #expect(
      large.findings == [
        "1@1 a 1e37 in record 1 has more than 38 digits in the unit of the field: left empty"
      ])
  }

  @Test func datesAreTexts() {
    let values = [
      #""2024-02-29""#, #""2024-02-29T10:00:00Z""#, #""2023-02-29""#, "20240229", "null",
    ]
    let dates = Self.reading(.date, values, text: false)
    #expect(dates.rows == [#""2024-02-29""#, #""2024-02-29T10:00:00""#, "null", "null", "null"])
    #expect(
      dates.findings == [
        #"3@49 a "2023-02-29" in record 3 is no date: left empty"#,
        "4@68 a 20240229 in record 4 is no date: left empty",
      ])
  }

  @Test func listsHoldThemToo() {
    let values = [#"["2024-02-29","x"]"#, "[]"]
    #expect(
      Self.reading(.list(.date), values, text: false).rows == [#"["2024-02-29",null]"#, "[]"])
    let lengths = Self.reading(.list(.length(.foot)), ["[1,2.5]"], text: false)
    #expect(lengths.rows == ["[1,2.5]"])
    let parts = FieldReading(path: ["a"], type: .list(Self.pounds), separator: ";")
    let split = Reading(
      #"[{"a":"£1;2 ;€3"}]"#, layout: ListLayout(items: .root, readings: [parts]))
    #expect(split.rows == ["[1,2]"])
  }
}
