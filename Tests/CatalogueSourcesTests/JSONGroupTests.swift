// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Testing

/// Where items stand in a document, and what they take from the groups around them.
@Suite struct JSONGroupTests {
  static func layout(_ items: String) -> ListLayout {
    ListLayout(
      items: ItemsPath(items),
      groupFields: [GroupField(field: 1, path: ["title"])],
      readings: [FieldReading(path: ["n"], type: .int), FieldReading(path: [], type: .text)])
  }

  @Test(arguments: [
    ("", "[1]", [String](), "has no item among its only record"),
    ("a", #"{"a":[{"n":1}],"b":2}"#, ["1"], nil),
    ("a.b", #"{"a":{"x":[],"b":[{"n":1},{"n":2}]}}"#, ["1", "2"], nil),
    ("a", #"{"\u0061":[{"n":1}]}"#, ["1"], nil),
    (
      "a[].b[].c[]", #"{"a":[{"b":[{"c":[{"n":1}]},{"c":[{"n":2}]}]},{"b":[{"c":[]}]}]}"#,
      ["1", "2"], nil
    ),
    ("a", #"{"b":1}"#, [], "has no `a` where its list of items should be"),
    ("a", #"{"a":null}"#, [], "has null at `a` where a list should be"),
    ("a.b", #"{"a":"x"}"#, [], "has a text at `a` where an object should be"),
    ("a", "[]", [], "has a list at its root where an object should be"),
    ("", "{}", [], "has an object at its root where a list should be"),
    ("a", #"{"a":[{"n":1}],"a":[]}"#, [], "has `a` twice in one object"),
    (
      "a", #"{"a":[{"n":1}],"b":}"#, ["1"],
      "is no JSON after record 1 / a value belongs here / 1 `}` / 1"
    ),
  ])
  func findsItems(_ path: String, _ text: String, _ rows: [String], _ fault: String?) {
    let reading = Reading(
      text,
      layout: ListLayout(
        items: ItemsPath(path), readings: [FieldReading(path: ["n"], type: .int)]))
    #expect(reading.rows == rows)
    #expect(reading.fault == fault)
  }

  @Test(arguments: [
    (
      "title before and after the products",
      #"{"c":[{"title":"A","p":[{"n":1},{"n":2}]},{"p":[{"n":3}],"x":[],"title":"B\u00fc"}]}"#,
      [#"1 "A""#, #"2 "A""#, #"3 "Bü""#]
    ),
    (
      "no title, null title, a number for a title",
      #"{"c":[{"p":[{"n":1}]},{"title":null,"p":[{"n":2}]},{"title":7,"p":[{"n":3}]}]}"#,
      ["1 null", "2 null", #"3 "7""#]
    ),
    (
      "groups without items",
      #"{"c":[{"title":"A","p":[]},{"title":"B"},{"title":"C","p":null},"#
        + #"{"title":"D","p":[{"n":1}]}]}"#,
      [#"1 "D""#]
    ),
    (
      "the last of two titles", #"{"c":[{"title":"A","title":"B","p":[{"n":1}]}]}"#, [#"1 "B""#]
    ),
  ])
  func givesItemsTheTextsOfTheirGroup(_ title: String, _ text: String, _ rows: [String]) {
    #expect(
      Reading(text, layout: Self.layout("c[].p[]"))
        == Reading(rows: rows, counts: [rows.count, 0, 0, 0]))
  }

  @Test func groupsThatAreNoObjectsAreSkipped() {
    #expect(
      Reading(#"{"c":[7,{"title":"A","p":[{"n":1}]}]}"#, layout: Self.layout("c[].p[]"))
        == Reading(
          rows: [#"1 "A""#], findings: ["1@6 the group before record 1 is no object: skipped"],
          counts: [1, 1, 0, 0]))
  }

  @Test func aCutGroupKeepsItsTitle() {
    let reading = Reading(
      #"{"c":[{"title":"A","p":[{"n":1},{"n":"#, layout: Self.layout("c[].p[]"))
    #expect(reading.rows == [#"1 "A""#])
    #expect(reading.fault?.hasPrefix("stops in the middle of record 2 / object opened") == true)
  }

  @Test func textsOfGroupsGoAcrossBatches() {
    let group = { (name: String, count: Int) in
      let items = (1...count).map { "{\"n\":\($0)}" }.joined(separator: ",")
      return "{\"p\":[\(items)],\"title\":\"\(name)\"}"
    }
    let text = "{\"c\":[\(group("A", 2000)),\(group("B", 3000)),\(group("C", 1))]}"
    let expected =
      (1...2000).map { "\($0) \"A\"" } + (1...3000).map { "\($0) \"B\"" } + ["1 \"C\""]
    #expect(Reading(text, layout: Self.layout("c[].p[]")).rows == expected)
  }

  @Test(arguments: [
    ("", ""), ("products", "products"), ("ResultsLite.Items[]", "ResultsLite.Items"),
    ("categories[].products[]", "categories[].products"), ("[].a", "[].a"),
  ])
  func pathsHaveATextForm(_ text: String, _ expected: String) {
    #expect(ItemsPath(text).description == expected)
    #expect(ItemsPath(text) == ItemsPath(expected))
  }
}
