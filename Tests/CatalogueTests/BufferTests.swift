// SPDX-License-Identifier: MIT

import TestSupport
import Testing

import struct Foundation.Data
import struct Foundation.URL

@testable import Catalogue

/// Buffers are regions of blocks of bytes, which may come from a file as they stand there.
@Suite struct BufferTests {
  private static func bytes<Element>(of values: [Element]) -> [UInt8] {
    unsafe values.withUnsafeBytes { unsafe Array($0) }
  }

  @Test func holdsWhatItIsMadeOf() {
    let numbers = [Int64.min, -1, 0, 1, .max]
    let wide = [Int128.min, -1, 0, .max]
    #expect(Array(Buffer(numbers)) == numbers)
    #expect(Array(Buffer(numbers[1..<3])) == [-1, 0])
    #expect(Array(Buffer(0..<5)) == [0, 1, 2, 3, 4])
    #expect(Array(Buffer(wide)) == wide)
    let decimals = wide.map { Decimal($0 / 10, scale: 2) ?? .zero }
    #expect(Array(Buffer(decimals)) == decimals)
    #expect(Array(Buffer<UInt8>(Array("text".utf8)).bytes) == Array("text".utf8))
    let written = unsafe Buffer<UInt32>(capacity: 8) { values, count in
      for place in 0..<3 { unsafe values.initializeElement(at: place, to: UInt32(place)) }
      count = 3
    }
    #expect(Array(written) == [0, 1, 2])
    #expect(Array(Buffer.concatenated([written, [], written.region(1..<2)])) == [0, 1, 2, 1])
  }

  @Test func anEmptyOneHasNoValues() {
    #expect(Buffer([Int128]()).isEmpty && Array(Buffer<Int128>([])) == [])
    #expect(Buffer<Int64>([]).taking(rows: []).isEmpty && Buffer<Int64>.concatenated([]).isEmpty)
    #expect(Buffer<Int64>([], at: 0, count: 0)?.isEmpty == true)
    let (region, empty) = (Buffer([Int64(1)]).region(1..<1), Buffer<Decimal>([]))
    let counts = (region.span.count, empty.span.count)
    #expect(counts == (0, 0))
    #expect(unsafe Buffer<Int64>([]).withUnsafeBufferPointer { $0.count } == 0)
  }

  /// Every way of looking at a region gives the same values, and none is copied.
  @Test func aRegionOfABlockIsRead() throws {
    let numbers = (0..<40).map { Int64($0) * 0x0101_0101_0101 - 7 }
    let block = Self.bytes(of: numbers)
    for start in 0...40 {
      let buffer = try #require(Buffer<Int64>(block, at: start * 8, count: 40 - start))
      let expected = Array(numbers[start...])
      #expect(Array(buffer) == expected && buffer.indices.map { buffer[$0] } == expected)
      let span = buffer.span
      #expect(span.indices.map { span[$0] } == expected)
      #expect(unsafe buffer.withUnsafeBufferPointer { unsafe Array($0) } == expected)
      let half = expected.count / 2
      #expect(Array(buffer.region(0..<half)) == Array(expected.prefix(half)))
    }
    let whole = try #require(Buffer<Int64>(block, at: 0, count: 40))
    let again = try #require(Buffer<Int64>(block, at: 16, count: 3))
    #expect(again.isIdentical(to: whole.region(2..<5)))
    #expect(!again.isIdentical(to: Buffer(Array(whole.region(2..<5)))))
  }

  /// Blocks are others' work: what is no region of one is none, and ends nothing.
  @Test func whatIsNoRegionIsNone() {
    let block = Self.bytes(of: [Int64](0..<8))
    for start in 0..<64 {
      let isAligned = Buffer<Int64>(block, at: start, count: 0) != nil
      #expect(isAligned == (start % 8 == 0), "\(start)")
      #expect((Buffer<Int32>(block, at: start, count: 0) != nil) == (start % 4 == 0), "\(start)")
      #expect(Buffer<UInt8>(block, at: start, count: 64 - start)?.count == 64 - start)
      #expect(Buffer<Int64>(block, at: start, count: (64 - start) / 8 + 1) == nil)
    }
    let wrong = [
      (-8, 1), (8, -1), (72, 0), (64, 1), (0, 9), (8, .max), (.max, 1), (.min, 1), (0, .min),
      (.max - 7, .max), (56, 2),
    ]
    for (start, count) in wrong {
      #expect(Buffer<Int64>(block, at: start, count: count) == nil, "\(start), \(count)")
    }
  }

  @Test func offsetsThatLeadNowhereMakeNoTexts() {
    let bytes = Buffer<UInt8>(Array("salttea".utf8))
    #expect(PackedText(bytes: bytes, offsets: [0, 4, 4, 7])?.texts == ["salt", "", "tea"])
    #expect(PackedText(bytes: bytes, offsets: [4, 7])?.texts == ["tea"])
    #expect(PackedText(bytes: bytes, offsets: [0])?.texts == [])
    let wrong: [Buffer<Int>] = [
      [], [-1, 4], [0, 8], [0, 4, 3, 7], [0, .max], [0, 9, 4], [8], [.min],
    ]
    for offsets in wrong {
      #expect(PackedText(bytes: bytes, offsets: offsets) == nil, "\(Array(offsets))")
    }
  }

  /// What Arrow calls large strings, in a file: offsets and bytes, both on eight bytes.
  @Test func textsOfAFileAreAColumnAsTheyCome() throws {
    let texts = ["red", "", "é漢👍", "blue"]
    let expected = PackedText(texts)
    var offsets = [0]
    for text in texts { offsets.append((offsets.last ?? 0) + text.utf8.count) }
    let start = 8 + offsets.count * 8
    let content = Array("ARROW1\0\0".utf8) + Self.bytes(of: offsets) + texts.joined().utf8
    let file = URL(fileURLWithPath: try TestSupport.temporaryDirectory() + "/texts")
    try Data(content).write(to: file)
    let block = Array(try Data(contentsOf: file))
    let places = try #require(Buffer<Int>(block, at: 8, count: offsets.count))
    let bytes = try #require(Buffer<UInt8>(block, at: start, count: block.count - start))
    let values = try #require(PackedText(bytes: bytes, offsets: places))
    #expect(values == expected && values.texts == texts)
    let column = Column.text(TextColumn(values))
    let made = Column.text(TextColumn(expected))
    #expect(column.values == made.values)
    #expect(column.slice(1..<3).values == made.slice(1..<3).values)
    #expect(column.taking(rows: [3, 0, 0]).values == made.taking(rows: [3, 0, 0]).values)
    #expect(Column.compare(column, .equal, made).setCount == texts.count)
    #expect(Column.concatenated([column, made]).values == made.values + made.values)
  }
}
