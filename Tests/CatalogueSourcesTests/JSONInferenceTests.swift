// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// How the types of values come together.
@Suite struct JSONInferenceTests {
  static let record = ValueShape.record([.init("a", .int), .init("b", .text)])

  static let mergeCases: [(ValueShape, ValueShape, ValueShape)] = [
    (.nothing, .nothing, .nothing), (.nothing, .int, .int), (.int, .int, .int),
    (.int, .decimal, .decimal), (.decimal, .decimal, .decimal), (.text, .text, .text),
    (.bool, .bool, .bool), (.int, .text, .mixed), (.bool, .int, .mixed), (.mixed, .int, .mixed),
    (.mixed, .nothing, .mixed), (.list(.nothing), .list(.int), .list(.int)),
    (.list(.int), .list(.text), .list(.mixed)), (.list(.int), .int, .mixed),
    (.list(.list(.int)), .list(.list(.decimal)), .list(.list(.decimal))),
    (record, .list(.int), .mixed), (.nothing, record, record),
    (.map, record, .map), (.map, .nothing, .map), (.map, .map, .map), (.map, .int, .mixed),
    (
      record, .record([.init("b", .nothing), .init("c", .bool), .init("a", .decimal)]),
      .record([.init("a", .decimal), .init("b", .text), .init("c", .bool)])
    ),
  ]

  @Test(arguments: mergeCases)
  func merges(_ first: ValueShape, _ second: ValueShape, _ expected: ValueShape) {
    #expect(first.merged(with: second) == expected)
    #expect(second.merged(with: first).sorted == expected.sorted)
  }

  /// A value that is larger than what is read between two questions whether it is still wanted.
  @Test func aCancelledValueIsWhole() throws {
    let text = "[" + String(repeating: "1,", count: 1_000_000) + "1]"
    var payload = Payload(name: "x.json", bytes: Array(text.utf8))
    payload.watch = ReadingWatch(
      noting: NotedFiles(), isCancelled: { true }, tell: { Issue.record("\($0) is told") })
    let token = ValueToken(0..<payload.count, in: payload.padded)
    var scanner = JSONScanner(payload, 0..<0)
    #expect(ValueShape(of: token, &scanner) == .list(.int))
    #expect(ValueShape.list(.int).covers(token, &scanner))
    let reading = FieldReading(path: ["a"], type: .list(.int))
    let lists = ColumnDecoder(JSONValueReader(payload), reading, field: 0).usualLists([token])
    #expect(lists?.elements.count == 1_000_001)
  }

  @Test func anObjectWithVeryManyMembersIsATable() {
    let members = { (range: Range<Int>) in
      ValueShape.record(range.map { ValueShape.Member("k\($0)", .int) })
    }
    let limit = ValueShape.memberLimit
    #expect(members(0..<limit).merged(with: .nothing) == members(0..<limit))
    #expect(members(0..<limit).merged(with: members(1..<limit)) == members(0..<limit))
    #expect(members(0..<limit).merged(with: members(limit..<limit + 1)) == .map)
  }

  @Test(arguments: [
    (ValueShape.nothing, "Any"), (.mixed, "Any"), (.bool, "Bool"), (.int, "Int"),
    (.decimal, "Decimal"), (.text, "Text"), (.list(.nothing), "List<Any>"),
    (.list(.list(.int)), "List<List<Int>>"), (.record([]), "Any"), (record, "Record"),
  ])
  func shapesHaveTypes(_ shape: ValueShape, _ expected: String) {
    #expect(shape.type.description == expected)
  }

  @Test func recordsKeepTheTypesOfTheirMembers() {
    #expect(
      Self.record.type == .record([RecordMember("a", .int), RecordMember("b", .text)]))
  }
}

extension ValueShape {
  /// The shape with members in alphabetical order, to compare without their order.
  fileprivate var sorted: ValueShape {
    guard case .record(let members) = self else { return self }
    return .record(members.sorted { $0.name < $1.name })
  }
}
