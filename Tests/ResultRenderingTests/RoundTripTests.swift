// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import TestSupport
import Testing

/// What a reader of a format, written for the test alone, gets back from random texts.
struct RoundTripTests {
  private static let rows = 50_000

  /// Two columns of random texts, some null.
  private static let columns: [TextColumn] = {
    var random = Seeded(42)
    return (0..<2).map { _ in
      var builder = TextColumnBuilder()
      for _ in 0..<rows {
        if random.next() % 16 == 0 {
          builder.appendNull()
        } else {
          builder.append(random.bytes(upTo: 9))
        }
      }
      return builder.finish()
    }
  }()

  private static let fields: [[UInt8]?] = (0..<rows).flatMap { row in
    columns.map { $0.bytes(at: row).map { Array($0) } }
  }

  private static func written(_ format: OutputFormat, sanitise: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    var renderer = format.makeRenderer(
      columns: [ResultColumn("a", .text), ResultColumn("b", .text)],
      options: RenderOptions(sanitise: sanitise))
    renderer.add(Batch(columns.map { .text($0) }, count: rows), to: &output)
    renderer.finish(footer: nil, to: &output)
    return output
  }

  @Test(arguments: [(OutputFormat.csv, UInt8(ascii: ",")), (.tsv, UInt8(ascii: "\t"))])
  func separatedValuesComeBackWithTheirNulls(format: OutputFormat, separator: UInt8) {
    var fields: [[UInt8]?] = []
    var field: [UInt8]?
    var isQuoted = false
    var afterQuote = false
    for byte in Self.written(format).dropFirst("a,b\n".utf8.count) {
      // Within a cell that does not begin with one a quote is a character like any other.
      let isQuote = byte == 0x22 && (isQuoted || afterQuote || field == nil)
      if isQuoted, isQuote {
        isQuoted = false
        afterQuote = true
      } else if isQuote {
        // A second quote after one within quotes stands for itself.
        if afterQuote { field?.append(byte) } else { field = [] }
        isQuoted = true
        afterQuote = false
      } else if !isQuoted, byte == separator || byte == 0x0A {
        fields.append(field)
        field = nil
        afterQuote = false
      } else {
        field = (field ?? []) + [byte]
      }
    }
    #expect(Self.firstDifference(fields, Self.fields) == nil)
  }

  @Test(arguments: [false, true]) func jsonComesBack(sanitise: Bool) {
    var reader = JSONTextReader(bytes: Self.written(.jsonl, sanitise: sanitise))
    #expect(Self.firstDifference(reader.members(), Self.fields) == nil)
  }

  private static func firstDifference<Field: Equatable>(
    _ read: [Field], _ written: [Field]
  ) -> String? {
    guard read.count == written.count else { return "\(read.count) of \(written.count) fields" }
    let index = read.indices.first { read[$0] != written[$0] }
    return index.map { "\(read[$0]) instead of \(written[$0])" }
  }
}

/// Reads the members of objects whose values are texts or null.
private struct JSONTextReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func members() -> [[UInt8]?] {
    var values: [[UInt8]?] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      guard byte == UInt8(ascii: ":") else {
        if byte == 0x22 { _ = text() }
        continue
      }
      let isText = bytes[offset] == 0x22
      offset += isText ? 1 : 4
      values.append(isText ? text() : nil)
    }
    return values
  }

  /// The text after an opening quote, up to and past the closing one.
  private mutating func text() -> [UInt8] {
    var result: [UInt8] = []
    var high: UInt32 = 0
    while offset < bytes.count, bytes[offset] != 0x22 {
      let byte = bytes[offset]
      offset += 1
      guard byte == 0x5C else {
        result.append(byte)
        continue
      }
      let kind = bytes[offset]
      offset += 1
      switch kind {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
        offset += 4
        let unit = UInt32(digits, radix: 16) ?? 0
        if unit >> 10 == 0x36 {
          high = unit
        } else {
          let value = unit >> 10 == 0x37 ? 0x10000 + (high & 0x3FF) << 10 + unit & 0x3FF : unit
          result.append(contentsOf: Unicode.Scalar(value).flatMap(UTF8.encode) ?? .init())
        }
      default: result.append(kind)
      }
    }
    offset += 1
    return result
  }
}
