// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// Blocks of rows are read as they were written.
@Suite struct BatchCodecTests {
  private static let columns =
    ColumnSample.all.map(\.column) + [ColumnSample.dictionary.column, .null(count: 3)]

  /// All columns, their slices and rows of theirs in any order.
  @Test func blocksAreReadAsTheyWereWritten() {
    var codec = BatchCodec()
    var random = Seeded(5)
    for column in Self.columns {
      for round in 0..<40 {
        let rows = (0..<round).compactMap { _ in (0..<column.count).randomElement(using: &random) }
        let start = Int.random(in: 0...column.count, using: &random)
        let end = Int.random(in: start...column.count, using: &random)
        for part in [column, column.taking(rows: rows), column.slice(start..<end)] {
          let batch = Batch([part, .null(count: part.count)], count: part.count)
          let read = codec.batch(codec.block(batch))
          #expect(read.count == batch.count && read[0].values == part.values, "\(column)")
          #expect(read[0].storageName == part.storageName)
          #expect(read[1].nullCount == part.count)
        }
      }
    }
  }

  /// Rows that share a list share it in the block, which has no more of it than they need.
  @Test func sharedListsStayShared() {
    let elements = Column(.int, (0..<1_000).map { .number(Decimal($0)) })
    let lists = ListColumn(
      starts: [500, 10, 500, 0, 505], ends: [510, 12, 510, 0, 515], elements: elements)
    var codec = BatchCodec()
    let read = codec.batch(codec.block(Batch([.list(lists)], count: 5)))[0]
    #expect(read.values == Column.list(lists).values)
    #expect(read.lists?.isShared == true && read.lists?.elements.count == 17)
  }

  /// A dictionary without texts serves rows of which none has a value, whatever their codes are.
  @Test func dictionariesMayBeEmpty() {
    let codes = Buffer<UInt32>([0, 0, 7])
    let nulls = Bitmap(repeating: false, count: 3)
    for identity in [nil, DictionaryIdentity()] {
      let column = TextColumn(PackedText(), codes: codes, of: identity, validity: nulls)
      var codec = BatchCodec()
      let block = codec.block(Batch([.text(column)], count: 3))
      let read = codec.batch(block)[0]
      #expect(read.values == [.null, .null, .null])
      #expect(read.taking(rows: [2, 0]).values == [.null, .null])
    }
  }

  /// A dictionary that columns share is one for them again, and grows.
  @Test func dictionariesStayWhatTheyAre() {
    let identity = DictionaryIdentity()
    func column(_ texts: [String], _ codes: [UInt32]) -> Column {
      .text(TextColumn(PackedText(texts), codes: Buffer(codes), of: identity, validity: nil))
    }
    var codec = BatchCodec()
    let blocks = [column(["a", "b"], [1, 0, 1]), column(["a", "b", "c"], [2, 1])].map {
      codec.block(Batch([$0], count: $0.count))
    }
    let read = blocks.map { codec.batch($0)[0] }
    #expect(read[0].values == [.text("b"), .text("a"), .text("b")])
    #expect(read[1].values == [.text("c"), .text("b")])
    #expect(read.allSatisfy { $0.texts?.dictionary === identity })
  }
}

extension Column {
  /// How its values are held.
  fileprivate var storageName: String {
    switch self {
    case .number(let column):
      switch column.storage {
      case .narrow(_, let scale): "narrow \(scale)"
      case .wide(_, let scale): "wide \(scale)"
      case .mixed: "mixed"
      }
    case .bool: "bool"
    case .text: "text"
    case .list: "list"
    case .record: "record"
    case .null: "null"
    }
  }
}
