// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

struct TextPartsTests {
  private static func column(_ values: [String?]) -> TextColumn {
    var builder = TextColumnBuilder()
    for value in values { builder.append(value) }
    return builder.finish()
  }

  /// What is split can be joined again, and is replaced as by splitting and joining.
  @Test func partsMakeTheWhole() throws {
    var random = Seeded(3)
    let letters: [Character] = ["a", "b", "é"]
    let texts = (0..<500).map { _ in random.text(of: letters, upTo: 9) }
    let old = (0..<500).map { _ in random.text(of: letters, upTo: 3) }
    let new = (0..<500).map { _ in random.text(of: letters, upTo: 2) }
    let (column, separators) = (Self.column(texts), Self.column(old))
    let parts = column.split(at: separators)
    #expect(try parts.joined(by: separators).strings == texts)
    let replaced = try column.replacing(separators, with: Self.column(new)).strings
    #expect(try parts.joined(by: Self.column(new)).strings == replaced)
    let expected = texts.indices.map { Self.slowlySplit(texts[$0], at: old[$0]) }
    #expect(Column.list(parts).values == expected)
  }

  private static func slowlySplit(_ text: String, at separator: String) -> Value {
    let (bytes, sought) = (Array(text.utf8), Array(separator.utf8))
    var parts: [[UInt8]] = [[]]
    var index = 0
    while index < bytes.count {
      if !sought.isEmpty, bytes[index...].starts(with: sought) {
        parts.append([])
        index += sought.count
      } else {
        parts[parts.count - 1].append(bytes[index])
        index += 1
      }
    }
    return .list(parts.map { .text(String(decoding: $0, as: UTF8.self)) })
  }

  @Test func keepsWithinItsLimits() {
    let sizes = [9, 10, 11].flatMap { size in
      [
        Self.outcome([String(repeating: "x", count: size)], TextLimit(value: 10, column: 100)),
        Self.outcome(
          ["xxxxx", String(repeating: "x", count: size - 5)], TextLimit(value: 100, column: 10)),
      ]
    }
    #expect(sizes == [[9], [5, 4], [10], [5, 5], nil, nil])
  }

  /// How long the texts are that `replace` and `join` both make; nil when both refuse.
  private static func outcome(_ texts: [String], _ limit: TextLimit) -> [Int]? {
    let ones = column(texts.map { _ in "1" })
    let empty = column(texts.map { _ in "" })
    let list = column(texts).split(at: column(texts.map { String($0.prefix(2)) }))
    let replaced = try? ones.replacing(ones, with: column(texts), limit: limit)
    let separators = column(texts.map { String($0.prefix(2)) })
    let joined = try? list.joined(by: separators, limit: limit)
    let unchanged = try? column(texts).replacing(empty, with: ones, limit: limit)
    let all = [replaced, joined, unchanged].map { $0?.strings.map(\.utf8.count) }
    return all.allSatisfy { $0 == all[0] } ? all[0] : []
  }

  /// A search that begins anew at each byte would take minutes.
  @Test func searchesInLinearTime() throws {
    let text = Self.column([String(repeating: "a", count: 200_000)])
    let sought = Self.column([String(repeating: "a", count: 100_000) + "b"])
    #expect(text.split(at: sought).counts.decimal(at: 0) == Decimal(1))
    #expect(TextPattern.matches(text, mode: .contains, sought).indices == [])
  }
}

extension TextColumn {
  fileprivate var strings: [String] { (0..<count).map { string(at: $0) ?? "null" } }
}
