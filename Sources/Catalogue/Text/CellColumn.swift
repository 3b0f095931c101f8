// SPDX-License-Identifier: MIT

/// The bytes of a column's cells: each row's by itself, or by a code where rows have the same.
package struct CellColumn: Sendable {
  let texts: PackedText
  let codes: Buffer<UInt32>?
  /// Which rows have a cell; nil when all have.
  let validity: Bitmap?
  /// Whether each stands in quotation marks, which are not among its bytes.
  let isQuoted: Bool

  init(
    _ texts: PackedText, codes: Buffer<UInt32>? = nil, validity: Bitmap?, isQuoted: Bool = false
  ) {
    self.texts = texts
    self.codes = codes
    self.validity = validity
    self.isQuoted = isQuoted
  }

  /// The cells with other bytes in place of each.
  package func mapped(_ change: (ArraySlice<UInt8>, inout [UInt8]) -> Void) -> CellColumn {
    var changed = PackedTextBuilder()
    for index in 0..<texts.count { changed.append { change(texts[index], &$0) } }
    return CellColumn(changed.finish(), codes: codes, validity: validity, isQuoted: isQuoted)
  }

  /// Whether a test holds for the bytes of some cell.
  package func contains(_ test: (Span<UInt8>) -> Bool) -> Bool {
    (0..<texts.count).contains { test(texts[$0].span) }
  }

  /// Whether a test holds for all bytes together.
  package func holds(inAll test: (Span<UInt8>) -> Bool) -> Bool { test(texts.bytes.span) }

  /// Whether some cell has no bytes.
  package var hasEmpty: Bool { texts.hasEmpty }
}

extension CellColumn {
  /// The values as plain text has them, with every digit; a row that is null has no cell.
  package init(plain column: Column, type: ValueType) {
    switch column {
    case .text(let texts): self.init(of: texts)
    case .number(let numbers):
      self =
        CellColumn(numbers, type)
        ?? CellColumn(
          CellText.cells(column, type: type), validity: column.validity)
    case .bool, .list, .record, .null:
      self.init(CellText.cells(column, type: type), validity: column.validity)
    }
  }

  /// The values as JSON; a row that is null has no cell.
  package init(json column: Column, type: ValueType) {
    switch column {
    case .text(let texts):
      let cells = CellColumn(of: texts)
      self = type == .any ? cells : cells.quoted
    case .bool(let bits):
      let codes = Buffer((0..<bits.values.count).map { bits.values[$0] ? UInt32(1) : 0 })
      self.init(PackedText(["false", "true"]), codes: codes, validity: bits.validity)
    case .number(let numbers):
      self =
        CellColumn(numbers, type)
        ?? CellColumn(
          JSONText.cells(column, type: type), validity: column.validity)
    case .list, .record, .null:
      self.init(JSONText.cells(column, type: type), validity: column.validity)
    }
  }

  /// Texts as they stand.
  private init(of column: TextColumn) {
    guard let codes = column.codes else {
      self.init(column.values, validity: column.validity)
      return
    }
    if codes.count >= column.values.count {
      self.init(column.values, codes: codes, validity: column.validity)
    } else {
      self.init(column.values.taking(rows: codes.map { Int($0) }), validity: column.validity)
    }
  }

  /// Numbers that are written as they are, of 64 bits; nil for others.
  private init?(_ column: NumberColumn, _ type: ValueType) {
    var isConverted = type == .date || type == .duration
    if case .length = type { isConverted = true }
    guard !isConverted, case .narrow(let values, let scale) = column.storage,
      scale <= NumberText.mostPlaces
    else { return nil }
    self.init(NumberText.cells(values, scale: scale), validity: column.validity)
  }

  /// The cells as texts of JSON.
  private var quoted: CellColumn {
    if !JSONText.needsEscapes(texts.bytes.span) {
      return CellColumn(texts, codes: codes, validity: validity, isQuoted: true)
    }
    let escaped = mapped { JSONText.appendEscaped($0, to: &$1) }
    return CellColumn(escaped.texts, codes: codes, validity: validity, isQuoted: true)
  }
}

/// Writes whole numbers, divided by a power of ten.
enum NumberText {
  /// More digits behind the point are written by `Decimal`.
  static let mostPlaces = 18

  /// The text of each, without zeros at the end of a fraction.
  static func cells(_ values: Buffer<Int64>, scale: Int) -> PackedText {
    // Twenty digits, or those behind the point with one before it, a sign and the point.
    let most = 22
    var ends: [Int] = [0]
    ends.reserveCapacity(values.count + 1)
    let numbers = values.span
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: values.count * most) { bytes, count in
      for index in numbers.indices {
        unsafe count += append(numbers[index], scale, to: bytes.extracting(count...))
        ends.append(count)
      }
    }
    guard let cells = PackedText(bytes: Buffer(bytes), offsets: Buffer(ends)) else {
      preconditionFailure("the texts of numbers follow each other")
    }
    return cells
  }

  /// Writes a number to the beginning of some bytes and says how many it has.
  @inline(__always)
  private static func append(
    _ value: Int64, _ scale: Int, to bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var rest = value.magnitude
    var places = rest == 0 ? 0 : scale
    while places > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      if digit != 0 { break }
      (rest, places) = (quotient, places - 1)
    }
    var digits = 1
    var power = rest / 10
    while power > 0 {
      digits += 1
      power /= 10
    }
    let length = max(digits, places + 1) + (places > 0 ? 1 : 0) + (value < 0 ? 1 : 0)
    var place = length - 1
    var written = 0
    repeat {
      if written == places, places > 0 {
        unsafe bytes[place] = UInt8(ascii: ".")
        place -= 1
      }
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      unsafe bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      (rest, place, written) = (quotient, place - 1, written + 1)
    } while rest != 0 || written <= places
    if value < 0 { unsafe bytes[0] = UInt8(ascii: "-") }
    return length
  }
}
