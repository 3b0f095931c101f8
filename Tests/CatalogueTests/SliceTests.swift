// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// Runs of rows share memory with what they are cut from and hold the same values as copies do.
@Suite struct SliceTests {
  @Test(arguments: ColumnSample.all) func holdsTheValuesOfItsRows(_ sample: ColumnSample) {
    let count = sample.values.count
    for start in 0...count {
      for end in start...count {
        let slice = sample.column.slice(start..<end)
        #expect(slice.values == Array(sample.values[start..<end]), "\(start)..<\(end)")
        #expect(
          slice.taking(rows: Array(0..<slice.count).reversed()).values
            == sample.values[start..<end].reversed())
        // A slice of a slice, and slices side by side again.
        #expect(
          slice.slice(0..<slice.count / 2).values
            == Array(sample.values[start..<start + slice.count / 2]))
        let parts = [sample.column.slice(0..<start), slice, sample.column.slice(end..<count)]
        #expect(Column.concatenated(parts).values == sample.values)
      }
    }
  }

  /// Rows that share the elements of their lists, as rows of an expanded list do.
  @Test func sharedListsAreCutToo() {
    let lists = Column(.list(.int), [.list([.number(1), .number(2)]), .list([.number(3)])])
    let shared = lists.taking(rows: [0, 0, 1, 0])
    #expect(shared.slice(1..<3).values == [.list([.number(1), .number(2)]), .list([.number(3)])])
    #expect(
      Column.concatenated([shared.slice(2..<4), lists.slice(1..<2)]).values
        == [.list([.number(3)]), .list([.number(1), .number(2)]), .list([.number(3)])])
  }

  @Test func cutListsLoseTheElementsOfOthers() {
    let lists = Column(.list(.int), [.list([.number(1)]), .list([.number(2), .number(3)])])
    guard case .list(let cut) = lists.slice(1..<2) else {
      Issue.record("a slice of lists has lists")
      return
    }
    #expect(cut.elements.count == 3)
    #expect(cut.unshared.elements.values == [.number(2), .number(3)])
    #expect(cut.unshared.parents == [0, 0])
  }

  /// Rows are chosen without being moved, again and again, and columns added in between.
  @Test func selectedRowsAreGatheredWhenAskedFor() {
    let numbers = Column(.int, (0..<10).map { .number($0) })
    var batch = Batch([numbers, numbers], count: 10)
    batch = batch.filtered(Bitmap(count: 10) { $0 % 2 == 0 })
    batch.append(Column(.text, (0..<5).map { .text("\($0)") }))
    batch.gather([1, 7])
    batch = batch.filtered(Bitmap([false, true, true, false, true]))
    #expect(batch.count == 3)
    #expect(batch[0].values == [2, 4, 8].map(Value.number))
    #expect(batch[1].values == batch[0].values)
    #expect(batch.columns[2].values == [.text("1"), .text("2"), .text("4")])
    #expect(batch.selecting([2, 0]).gathered[1].values == batch[0].values)
    #expect(batch.slice(1..<3)[0].values == [4, 8].map(Value.number))
    #expect(batch.taking(rows: [2, 0])[0].values == [8, 2].map(Value.number))
    #expect(batch.filtered(Bitmap(repeating: false, count: 3)).count == 0)
  }

  @Test func aRegionIsWithinItsBuffer() {
    let buffer = Buffer([1, 2, 3, 4, 5])
    let region = buffer.region(1..<4)
    #expect(Array(region) == [2, 3, 4])
    #expect(Array(region.region(1..<3)) == [3, 4])
    #expect(Array(region.taking(rows: [2, 0, 2])) == [4, 2, 4])
    #expect(region.isIdentical(to: buffer.region(0..<4).region(1..<4)))
    #expect(!region.isIdentical(to: Buffer([2, 3, 4])))
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func bitmapsAreCutAndJoinedAsArrays(_ seed: UInt64) {
    var random = Seeded(seed)
    let bits = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      Bool.random(using: &random)
    }
    let bitmap = Bitmap(bits)
    let start = Int.random(in: 0...bits.count, using: &random)
    let end = Int.random(in: start...bits.count, using: &random)
    let slice = bitmap.slice(start..<end)
    #expect(slice == Bitmap(Array(bits[start..<end])))
    var joined = BitmapBuilder()
    joined.append(contentsOf: slice)
    joined.append(contentsOf: bitmap)
    joined.append(true)
    #expect(joined.finish() == Bitmap(Array(bits[start..<end]) + bits + [true]))
  }
}

extension Value {
  fileprivate static func number(_ value: Int) -> Value { .number(Decimal(value)) }
}
