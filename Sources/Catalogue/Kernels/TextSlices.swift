// SPDX-License-Identifier: MIT

/// Where a part of a text or list lies, counted from 0, or from the end for a negative start.
struct SliceBounds {
  let start: Int
  /// Nil for all up to the end.
  let length: Int?

  /// For each row the bounds that two columns of whole numbers give; nil where one is null.
  static func rows(
    _ starts: NumberColumn, _ lengths: NumberColumn?
  ) -> (Int) -> SliceBounds? {
    { row in
      guard let start = starts.decimal(at: row) else { return nil }
      guard let lengths else { return SliceBounds(start: clamped(start), length: nil) }
      return lengths.decimal(at: row).map {
        SliceBounds(start: clamped(start), length: max(clamped($0), 0))
      }
    }
  }

  /// A number that stands far behind every text, or before it, in the place of one that is larger.
  private static func clamped(_ number: Decimal) -> Int {
    let most = 1 << 62
    guard let number = number.int else { return number < .zero ? -most : most }
    return min(max(number, -most), most)
  }

  /// The bounds within so many characters or elements: of what lies before the first there is as
  /// little as of what lies behind the last.
  func range(of count: Int) -> Range<Int> {
    let first = start < 0 ? count + start : min(start, count)
    let end = length.map { min(first + $0, count) } ?? count
    return max(first, 0)..<max(first, end, 0)
  }
}

extension TextColumn {
  /// Some characters of each text, as a person counts them, from the one at `starts`; all up to the
  /// end where no number of them is given. Null where an argument is.
  package func characters(from starts: NumberColumn, count lengths: NumberColumn?) -> TextColumn {
    let bounds = SliceBounds.rows(starts, lengths)
    var builder = TextColumnBuilder()
    for row in 0..<count {
      guard let text = bytes(at: row), let bounds = bounds(row) else {
        builder.appendNull()
        continue
      }
      if text.allSatisfy(Self.isCharacter) {
        let range = bounds.range(of: text.count)
        builder.append(text.dropFirst(range.lowerBound).prefix(range.count))
      } else {
        let characters = Array(String(decoding: text, as: UTF8.self))
        builder.append(String(characters[bounds.range(of: characters.count)]))
      }
    }
    return builder.finish()
  }

  /// Whether a byte is always a character by itself; a line feed can be one with a return.
  private static func isCharacter(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != UInt8(ascii: "\r")
  }
}

extension ListColumn {
  /// Some elements of each list, as `characters(from:count:)` has some characters of a text.
  package func elements(from starts: NumberColumn, count lengths: NumberColumn?) -> ListColumn {
    let bounds = SliceBounds.rows(starts, lengths)
    return rearranged { row, range in
      guard let part = bounds(row)?.range(of: range.count) else { return nil }
      return Array(range)[part.lowerBound..<part.upperBound]
    }
  }

  /// Each list from its last element to its first.
  package var reversed: ListColumn { rearranged { _, range in range.reversed()[...] } }

  /// Each list without elements that are equal to one before.
  package var unique: ListColumn {
    let lists = unshared
    let owners = Column.number(NumberColumn(lists.parents.map { Int64($0) }))
    var grouper = RowGrouper()
    var known = 0
    let groups = grouper.groups(of: [owners, lists.elements], count: lists.elements.count)
    let isNew = groups.map { group in
      defer { known = max(known, group + 1) }
      return group == known
    }
    return lists.rearranged { _, range in range.filter { isNew[$0] }[...] }
  }

  /// Each list from its smallest element to its largest, nulls last.
  package func sorted(_ order: SortKey.Order, _ locale: TextLocale) -> ListColumn {
    let lists = unshared
    let owners = Column.number(NumberColumn(lists.parents.map { Int64($0) }))
    let rows = RowOrder.permutation(
      of: [SortKey(owners), SortKey(lists.elements, order: order, locale: locale)],
      count: lists.elements.count)
    return ListColumn(
      lists.places, elements: lists.elements.taking(rows: rows), validity: lists.validity)
  }

  /// Other lists of the elements of each; null where there is none.
  private func rearranged(
    _ chosen: (_ row: Int, _ elements: Range<Int>) -> ArraySlice<Int>?
  ) -> ListColumn {
    var (rows, ends, valid) = ([Int](), [Int](), ValidityBuilder())
    for row in 0..<count {
      let elements = validity?[row] ?? true ? chosen(row, range(of: row)) : nil
      rows += elements ?? []
      ends.append(rows.count)
      valid.append(elements != nil)
    }
    return ListColumn(ends: ends, elements: elements.taking(rows: rows), validity: valid.finish())
  }
}
