// SPDX-License-Identifier: MIT

package import Catalogue

/// Reads columns of one batch, some of their rows at a time.
package final class BatchReader {
  /// A value that the model cannot hold, and which is null.
  package struct Rejection: Sendable, Equatable {
    /// The row of the batch.
    package let row: Int
    /// What is wrong with it, as the end of a sentence that begins with the column.
    package let fault: String
  }

  /// What is kept of the values of a dictionary, by its number, and of how many of its codes the
  /// batch knows.
  package typealias Dictionaries = (Int64) throws(ArrowFault) -> (ArrowDictionary, count: Int)

  package let rows: Int
  private let places: [FieldPlace]
  let body: BatchBody
  let dictionaries: Dictionaries
  /// The values that are null since the last time somebody asked.
  var rejections: [Rejection] = []
  /// Whether one of the times read since then has a fraction of a second, which is left out.
  var hasFractions = false
  /// How many elements the lists of the rows have that are read at once.
  private var elements = 0
  /// Where runs end, by the buffers of the columns that say so: all of a batch is looked at once.
  var runEnds: [Int: Buffer<Int64>] = [:]

  package init(
    _ fields: [ArrowField], _ head: RecordBatchHead, within allowance: ArrowAllowance,
    unpacking: @escaping ZstandardUnpacking, dictionaries: @escaping Dictionaries,
    body: @escaping ArrowBody
  ) throws(ArrowFault) {
    places = try FieldPlace.of(fields, in: head)
    rows = head.rows
    self.body = BatchBody(head, allowance, body, unpacking)
    self.dictionaries = dictionaries
  }

  /// Some rows of one of the columns, with the values that are null because they cannot be held.
  package func column(
    _ index: Int, _ rows: Range<Int>
  ) throws(ArrowFault) -> (column: Column, rejections: [Rejection], hasFractions: Bool) {
    (rejections, elements, hasFractions) = ([], 0, false)
    let place = places[index]
    let column = try self.column(place, rows)
    let most = body.allowance.values(
      unpacked: body.unpackedBytes, atLeast: ArrowLimit.freeRow)
    if column.sharesElements, column.exceeds(most) {
      throw .limit(
        "has a row of more than \(most) values and bytes in lists that share their elements",
        in: [place.field.quotedName])
    }
    return (column, rejections, hasFractions)
  }

  /// How many values of a column are null.
  package func nullCount(_ index: Int) -> Int { places[index].node.nulls }

  /// Some rows of a column, or of a part of one.
  func column(_ place: FieldPlace, _ rows: Range<Int>) throws(ArrowFault) -> Column {
    guard rows.upperBound <= place.node.length else {
      throw .damaged("\(place.field.quotedName) has fewer rows than are asked of it")
    }
    if rows.isEmpty { return Self.empty(place.field) }
    do {
      // What is noted beside a dictionary holds for its values, and was heeded as they were read.
      if let dictionary = place.field.dictionary { return try coded(place, rows, dictionary) }
      return asNoted(try values(place, rows), place.field, from: rows.lowerBound)
    } catch {
      throw error.inside(place.field.quotedName)
    }
  }

  /// The values of a column as what a note beside it says that they are.
  private func asNoted(_ column: Column, _ field: ArrowField, from first: Int) -> Column {
    var column = column
    if case .text(let texts) = column, field.type?.isStoredAsNumber == true {
      var builder = NumberColumnBuilder()
      for row in 0..<texts.count {
        let number = texts.bytes(at: row).flatMap { Decimal(text: $0) }
        if number == nil, texts.bytes(at: row) != nil { reject(first + row, "is no number") }
        builder.append(number)
      }
      column = .number(builder.finish())
    }
    guard let factor = field.factor, case .number(let numbers) = column else { return column }
    return .number(multiplied(numbers, by: factor, from: first))
  }

  /// The same numbers times a factor; what has too many digits then is null, and told.
  private func multiplied(
    _ numbers: NumberColumn, by factor: Decimal, from first: Int
  ) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for row in 0..<numbers.count {
      let number = numbers.decimal(at: row)
      let product = number.flatMap { Decimal.product($0, factor) }
      if number != nil, product == nil {
        reject(first + row, "has more than \(Decimal.maximumDigits) digits in metres")
      }
      builder.append(product)
    }
    return builder.finish()
  }

  private func values(_ place: FieldPlace, _ rows: Range<Int>) throws(ArrowFault) -> Column {
    switch place.field.kind {
    case .null, .unread: return .null(count: rows.count)
    case .bool:
      return .bool(
        BoolColumn(try bits(place, buffer: 0 + 1, rows), validity: try validity(place, rows)))
    case .integer(let kind): return .number(try integers(place, rows, kind))
    case .float(let bits): return .number(try floats(place, rows, bits: bits))
    case .decimal(let bits, let scale):
      return .number(try decimals(place, rows, bits: bits, scale: scale))
    case .day, .dayOfMilliseconds, .timestamp: return .number(try dates(place, rows))
    case .duration(let unit): return .number(try durations(place, rows, unit))
    case .time(let unit, let bits): return .text(try times(place, rows, unit, bits: bits))
    case .text(let isLarge): return .text(try texts(place, rows, isLarge: isLarge))
    case .textView: return .text(try textViews(place, rows))
    case .list(let isLarge): return .list(try lists(place, rows, isLarge: isLarge))
    case .map: return .list(try lists(place, rows, isLarge: false))
    case .listView(let isLarge): return .list(try listViews(place, rows, isLarge: isLarge))
    case .fixedList(let size): return .list(try fixedLists(place, rows, size: size))
    case .record: return .record(try records(place, rows))
    case .runs: return try runs(place, rows)
    }
  }

  /// No rows of a column.
  private static func empty(_ field: ArrowField) -> Column {
    field.type.map { Column($0, []) } ?? .null(count: 0)
  }

  // What all kinds have.

  /// Which of some rows have a value; nil where all have.
  func validity(_ place: FieldPlace, _ rows: Range<Int>) throws(ArrowFault) -> Bitmap? {
    if place.node.nulls == 0 { return nil }
    let bits = try bits(place, buffer: 0, rows)
    return bits.setCount == rows.count ? nil : bits
  }

  /// The bits of some rows.
  func bits(_ place: FieldPlace, buffer: Int, _ rows: Range<Int>) throws(ArrowFault) -> Bitmap {
    // From a whole word on, so that words are where they may be in memory.
    let first = rows.lowerBound & ~63
    let bytes = try self.bytes(place, buffer, first / 8..<(rows.upperBound + 7) / 8)
    let count = (rows.upperBound - first + 63) / 64
    let words: Buffer<UInt64>
    if bytes.range.count >= count * 8 {
      words = bytes.numbers(UInt64.self, count)
    } else {
      var padded = Array(bytes.slice)
      padded.append(contentsOf: repeatElement(0, count: count * 8 - padded.count))
      words = ArrowBytes(padded, 0..<padded.count).numbers(UInt64.self, count)
    }
    guard let bitmap = Bitmap(words, from: rows.lowerBound - first, count: rows.count) else {
      preconditionFailure("the words of a bitmap hold its bits")
    }
    return bitmap
  }

  /// Some bytes of one of the buffers of a column.
  func bytes(
    _ place: FieldPlace, _ buffer: Int, _ range: Range<Int>
  ) throws(ArrowFault) -> ArrowBytes {
    try body.bytes(place.buffers.lowerBound + buffer, range)
  }

  /// The numbers of some rows in one of the buffers of a column.
  func numbers<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ place: FieldPlace, _ buffer: Int, _ rows: Range<Int>, _ type: Number.Type
  ) throws(ArrowFault) -> Buffer<Number> {
    let width = MemoryLayout<Number>.stride
    let bytes = try bytes(
      place, buffer, rows.lowerBound * width..<rows.upperBound * width)
    return bytes.numbers(type, rows.count)
  }

  /// Notes that a value is null because it cannot be held.
  func reject(_ row: Int, _ fault: String) {
    if rejections.count < 1 << 16 { rejections.append(Rejection(row: row, fault: fault)) }
  }

  /// Counts elements with those of the same rows.
  private func count(_ more: Int) throws(ArrowFault) {
    let most = min(
      ArrowLimit.elements,
      body.allowance.values(unpacked: body.unpackedBytes, atLeast: ArrowLimit.freeElements))
    guard more <= most - elements else {
      throw .limit("has lists of more than \(most) elements in a few rows")
    }
    elements += more
  }

  /// The elements of lists; what of them cannot be held is told of the row of its list.
  func elements(
    _ place: FieldPlace, _ elements: Range<Int>, row: (Int) -> Int
  ) throws(ArrowFault) -> Column {
    let before = rejections.count
    try count(elements.count)
    let column = try column(place, elements)
    for index in before..<rejections.count {
      let found = rejections[index]
      rejections[index] = Rejection(
        row: row(found.row), fault: "has an element that \(found.fault)")
    }
    return column
  }
}
