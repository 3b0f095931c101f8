// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// What a walk over a window finds, and what it refuses.
@Suite struct WindowWalkerTests {
  /// What one window gives, as text.
  private struct Window: Equatable {
    var outcome = WindowWalker.Outcome.refused
    var consumed = 0
    var hasEnded = false
    var records: [String] = []
    /// For each wanted member its values, or nothing where no record has it.
    var values: [[String]?] = []
  }

  /// A walker that walks over texts one after another.
  private struct Walking {
    let walker: WindowWalker
    let layout: WindowWalker.Layout
    let fields: [String]
    var number = 0

    init(_ layout: WindowWalker.Layout, _ fields: [String] = []) throws {
      walker = try #require(WindowWalker(fields: fields))
      self.layout = layout
      self.fields = fields
    }

    mutating func next(_ text: String, isLast: Bool = false) -> Window {
      let payload = Payload(name: "x", bytes: text.utf8)
      let outcome = walker.walk(payload, layout: layout, isLast: isLast, window: number)
      number += 1
      guard outcome == .walked else { return Window(outcome: outcome) }
      let string = { (range: Range<Int>) in
        String(decoding: payload.padded[range], as: UTF8.self)
      }
      return Window(
        outcome: outcome, consumed: walker.consumed, hasEnded: walker.hasEnded,
        records: walker.spans().map { string($0.range) },
        values: fields.indices.map { field in
          walker.tokens(field)?.map { token in
            "\(token.form)\(token.hasEscapes ? "*" : "") \(string(token.range))"
          }
        })
    }
  }

  private static func outcome(
    _ text: String, _ layout: WindowWalker.Layout
  ) throws -> WindowWalker.Outcome {
    var walking = try Walking(layout)
    return walking.next(text, isLast: true).outcome
  }

  private static func shape(_ lines: String...) throws -> [String] {
    let walkers = try lines.enumerated().map { number, text in
      var walking = try Walking(.lines)
      walking.number = number
      #expect(walking.next(text, isLast: true).outcome == .walked)
      return walking.walker.shape()
    }
    let first = try #require(walkers.first)
    let shape = walkers.dropFirst().reduce(first) { $0.merged(with: $1) }
    return shape.fields.map { "\($0.name) \($0.shape.words)" }
  }

  // What is found.

  @Test func aWindowOfLinesGivesRecordsAndTokens() throws {
    var walking = try Walking(.lines, ["a", "b", "c"])
    let text = """
      {"a":"x","b":[1, {"c":2}]}
      \t{ "b" : -1.5e3 , "a" : "\\"\\u00e9" }\r

      {"b":{"c":[]},"d":true}
      {"a":null}
      """
    let window = walking.next(text)
    #expect(
      window
        == Window(
          outcome: .walked, consumed: text.utf8.count - 10,
          records: [
            #"{"a":"x","b":[1, {"c":2}]}"#, #"{ "b" : -1.5e3 , "a" : "\"\u00e9" }"#,
            #"{"b":{"c":[]},"d":true}"#,
          ],
          values: [
            ["string x", #"string* \"\u00e9"#, "absent "],
            [#"array [1, {"c":2}]"#, "number -1.5e3", #"object {"c":[]}"#], nil,
          ]))
    #expect(
      walking.next(#"{"a":null,"c":false} "#, isLast: true)
        == Window(
          outcome: .walked, consumed: 21, records: [#"{"a":null,"c":false}"#],
          values: [["null null"], nil, ["false false"]]))
  }

  @Test func aWindowOfAListEndsBehindTheCommaOfItsLastRecord() throws {
    var walking = try Walking(.elements, ["a"])
    let first = Window(
      outcome: .walked, consumed: 9, records: [#"{"a":1}"#], values: [["number 1"]])
    #expect(walking.next(#" {"a":1},{"a":2"#) == first)
    let second = Window(
      outcome: .walked, consumed: 8, records: [#"{"a":2}"#], values: [["number 2"]])
    #expect(walking.next(#"{"a":2},{"a":"},{"#) == second)
    #expect(
      walking.next(#"{"a":"},{"}"#)
        == Window(outcome: .walked, values: [nil]))
    let last = Window(
      outcome: .walked, consumed: 15, hasEnded: true, records: [#"{"a":"},{"}"#],
      values: [["string },{"]])
    #expect(walking.next("{\"a\":\"},{\"} ]\n ") == last)
    #expect(
      walking.next("\n ", isLast: true)
        == Window(outcome: .walked, consumed: 2, hasEnded: true, values: [nil]))
    #expect(walking.walker.shape().records == 3)
    #expect(walking.next(" ]", isLast: true).outcome == .refused)
  }

  @Test func aListMayBeEmpty() throws {
    var walking = try Walking(.elements)
    let empty = Window(outcome: .walked, consumed: 5, hasEnded: true)
    #expect(walking.next(" \n ] ", isLast: true) == empty)
    #expect(walking.walker.shape().records == 0)
    #expect(walking.walker.shape().fields.isEmpty)
  }

  @Test func blanksAloneHoldNoRecord() throws {
    var lines = try Walking(.lines)
    #expect(lines.next("", isLast: true) == Window(outcome: .walked))
    #expect(lines.next(" \n\r\n\t", isLast: true) == Window(outcome: .walked, consumed: 5))
    #expect(try Self.outcome("", .elements) == .refused)
    #expect(try Self.outcome(" \n", .elements) == .refused)
  }

  /// Wherever a window ends, what is behind its last whole record is walked over again.
  @Test func everyCutGivesTheSame() throws {
    let elements =
      [
        #"{"a":"x\\","b":[{"c":1.25},{"d":"},{"}],"ü":"é"}"#, #"{"a":-12,"b":[],"e":true}"#,
        #"{"b":null, "a":"\"},{\""}"#,
      ] + Array(repeating: #"{"a":3,"b":null}"#, count: 12)
    let text = elements.joined(separator: "\n,") + "]"
    for cut in 0...text.utf8.count {
      var walking = try Walking(.elements, ["a"])
      let start = String(decoding: Array(text.utf8)[..<cut], as: UTF8.self)
      guard start.utf8.elementsEqual(text.utf8.prefix(cut)) else { continue }
      let first = walking.next(start)
      let rest = String(decoding: Array(text.utf8)[first.consumed...], as: UTF8.self)
      let second = first.hasEnded ? Window(outcome: .walked) : walking.next(rest, isLast: true)
      #expect(first.outcome == .walked && second.outcome == .walked, "\(cut)")
      #expect(first.records + second.records == elements, "\(cut)")
      #expect(walking.walker.shape().fields.map(\.name) == ["a", "b", "ü", "e"], "\(cut)")
    }
  }

  @Test func windowsMayBeOfAnyLength() throws {
    var walking = try Walking(.elements, ["a"])
    var total = 0
    for count in [1, 100_000, 3, 200_000, 0, 1] {
      let window = walking.next(String(repeating: "{\"a\":[{}]},", count: count))
      #expect(window.consumed == 11 * count)
      #expect(window.records.count == count)
      #expect(window.values == [count == 0 ? nil : Array(repeating: "array [{}]", count: count)])
      total += count
    }
    #expect(walking.walker.shape().records == total)
  }

  /// A walker that knows in which order members come finds what one does that has seen nothing.
  @Test func theOrderOfMembersChangesNothing() throws {
    var chance = Seeded(11)
    let names = ["a", "b", "a long name of a member", "d", "e", "f"]
    let values = [
      "1", "-2.5", "1e3", "null", "true", "\"x\"", #""\\ \"""#, "[]", "[1,\"a\",null]", "[[1]]",
      "[{\"b\":1}]", "{}", "{\"a\":{\"b\":[2]}}", "12345678901234567", " 7 ",
    ]
    for round in 0..<400 {
      let kinds = round % 4 == 0 ? values[...] : values[..<9]
      var order = names
      var lines: [String] = []
      for _ in 0..<Int.random(in: 1...60, using: &chance) {
        if Int.random(in: 0..<12, using: &chance) == 0 { order.shuffle(using: &chance) }
        let members = order.filter { _ in Int.random(in: 0..<5, using: &chance) > 0 }.map {
          "\"\($0)\":\(kinds.randomElement(using: &chance) ?? "")"
        }
        lines.append("{" + members.joined(separator: ",") + "}")
      }
      var known = try Walking(.lines, names)
      let all = known.next(lines.map { $0 + "\n" }.joined())
      #expect(all.outcome == .walked && all.records == lines)
      var shape: WalkedShape?
      for (number, line) in lines.enumerated() {
        var fresh = try Walking(.lines, names)
        fresh.number = number
        let one = fresh.next(line + "\n")
        for field in names.indices {
          let value = all.values[field]?[number] ?? "absent "
          #expect(value == one.values[field]?.first ?? "absent ", "\(line)")
        }
        shape = shape?.merged(with: fresh.walker.shape()) ?? fresh.walker.shape()
      }
      let fields = { (shape: WalkedShape) in
        Set(shape.fields.map { "\($0.name) \($0.shape.words)" })
      }
      #expect(shape.map(fields) == fields(known.walker.shape()))
    }
  }

  @Test(
    arguments: [
      #"{"a":1,"b":[1],"a":2}"#, #"{"a":1,"b":[1],"b":[1]}"#, #"{"a":1,"a":1}"#, #"{"a":1 2}"#,
      #"{"a":1,"b":[1 2]}"#, #"{"a":1,"b":[1,]}"#, #"{"a":1,"b":[1}"#, #"{"a":01}"#, #"{"a":1,}"#,
      #"{"a":"\x"}"#, #"{"a":1,"b":["\x"]}"#, #"{"a":1"#, #"{"a" 1}"#, #"{"a":tru}"#, #"{"a":1]"#,
      #"{"a":-}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":1,"b":[1]}}"#,
    ])
  func knowingTheOrderRefusesTheSame(_ record: String) throws {
    var walking = try Walking(.lines, ["a"])
    let plain = String(repeating: "{\"a\":1,\"b\":[1]}\n", count: 9)
    #expect(walking.next(plain).records.count == 9)
    #expect(walking.next(plain + record + "\n").outcome == .refused)
  }

  // What is seen of the shape.

  @Test func shapesAreGathered() throws {
    let shape = try Self.shape(
      """
      {"n":null,"i":1,"d":1,"s":"","b":true,"l":[],"o":{},"m":1,"p":[1,[2]]}
      {"i":-9223372036854775808,"d":9223372036854775808,"l":[null],"o":{"x":1},"m":"1"}
      {"i":null,"b":false,"l":[[1],[2.0]],"o":{"y":{},"x":null},"z":[{"q":1},{"r":[]}]}
      """)
    #expect(
      shape == [
        "n nothing", "i int", "d decimal", "s text", "b bool",
        "l list(list(decimal))", "o record(x int, y record())", "m mixed",
        "p list(mixed)", "z list(record(q int, r list(nothing)))",
      ])
  }

  /// Of two walkers the second may have met a name before the first did.
  @Test func shapesOfTwoWalkersAreMerged() throws {
    var first = try Walking(.lines)
    var second = try Walking(.lines)
    second.number = 1
    #expect(first.next("{\"a\":1,\"o\":{\"x\":1}}\n").records.count == 1)
    #expect(second.next("{\"b\":1,\"o\":{\"y\":1},\"c\":[]}\n").records.count == 1)
    first.number = 2
    #expect(
      first.next("{\"c\":[1],\"o\":{\"z\":1,\"y\":2.5},\"d\":null,\"b\":\"\"}\n").consumed > 0)
    let one = first.walker.shape().merged(with: second.walker.shape())
    let other = second.walker.shape().merged(with: first.walker.shape())
    #expect(one == other)
    #expect(one.records == 3)
    #expect(
      one.fields.map { "\($0.name) \($0.shape.words)" } == [
        "a int", "o record(x int, y decimal, z int)", "b mixed", "c list(int)", "d nothing",
      ])
  }

  @Test func objectsWithVeryManyNamesAreMaps() throws {
    let object = { (names: Range<Int>) in
      "{\"m\":{" + names.map { "\"k\($0)\":[{\"x\":1}]" }.joined(separator: ",") + "}}\n"
    }
    let limit = ValueShape.memberLimit
    #expect(try Self.shape(object(0..<limit))[0].hasPrefix("m record(k0 list(record(x int"))
    #expect(try Self.shape(object(0..<limit + 1)) == ["m map"])
    #expect(try Self.shape(object(0..<limit), object(1..<limit + 1)) == ["m map"])
    #expect(try Self.shape(object(0..<limit + 9) + object(limit..<limit + 20)) == ["m map"])
    #expect(try Self.shape(object(0..<limit + 1) + "{\"m\":1}") == ["m mixed"])
    let spaced = "{\"m\":{\"\" : 1,\"u\" : 2, \"\" : [3]}}"
    #expect(try Self.shape(object(0..<limit + 1) + spaced) == ["m map"])
    #expect(try Self.outcome(object(0..<limit + 9).dropLast() + "", .lines) == .walked)
    #expect(try Self.outcome(object(0..<limit + 9).dropLast(2) + "\n", .lines) == .refused)
  }

  @Test func whatIsKnownGrowsWithWhatIsNew() throws {
    var walking = try Walking(.lines)
    var known: [UInt64] = []
    for text in ["{\"a\":1}\n", "{\"a\":2}\n", "{\"a\":2.5}\n", "{\"a\":1}\n", "{\"b\":{}}\n"] {
      #expect(walking.next(text).outcome == .walked)
      known.append(walking.walker.known)
    }
    #expect(known[0] == known[1])
    #expect(known[1] < known[2])
    #expect(known[2] == known[3])
    #expect(known[3] < known[4])
  }
}

extension ValueShape {
  fileprivate var words: String {
    switch self {
    case .list(let element): "list(\(element.words))"
    case .record(let members):
      "record(" + members.map { "\($0.name) \($0.shape.words)" }.joined(separator: ", ") + ")"
    case .nothing, .bool, .int, .decimal, .date, .text, .map, .mixed: "\(self)"
    }
  }
}
