// SPDX-License-Identifier: MIT

import Catalogue

/// The columns of some rows in the layout of Arrow, buffer after buffer, each on 64 bytes.
struct BatchEncoder {
  private(set) var nodes: [[Int64]] = []
  private(set) var buffers: [[Int64]] = []
  private(set) var body: [UInt8] = []
  /// Whether offsets have more than the 32 bits that there are for them.
  private(set) var isTooLong = false
  /// How far those reach.
  private let mostOffset: Int

  init(mostOffset: Int = Int(Int32.max)) { self.mostOffset = mostOffset }

  mutating func add(_ column: Column, _ field: ArrowField, _ dictionary: inout WrittenDictionary?) {
    if case .null(let count) = column {
      // Every kind but that of nulls has its buffers.
      return add(
        Column(field.type ?? .any, Array(repeating: .null, count: count)), field, &dictionary)
    }
    let nulls = column.nullCount
    nodes.append([Int64(column.count), Int64(nulls)])
    addValidity(nulls > 0 ? column.validity : nil)
    switch (field.kind, column) {
    case (_, .text(let texts)) where field.dictionary != nil: addCodes(of: texts, &dictionary)
    case (.bool, .bool(let bits)): add(bits.values)
    case (.text(let isLarge), .text(let texts)): add(texts, isLarge: isLarge)
    case (.text(let isLarge), .number(let numbers)):
      add(numbers.texts(in: field.type), isLarge: isLarge)
    case (.day, .number(let numbers)): addDays(numbers)
    case (.timestamp, .number(let numbers)): addTimes(numbers)
    case (.integer, .number(let numbers)): addIntegers(numbers)
    case (.decimal(_, let scale), .number(let numbers)):
      addDecimals(numbers.shown(in: field.type ?? .decimal), scale: scale)
    case (.list(let isLarge), .list(let lists)): add(lists, field, isLarge: isLarge)
    case (.record, .record(let records)):
      var none: WrittenDictionary?
      for (member, child) in zip(records.members, field.children) { add(member, child, &none) }
    default: preconditionFailure("a column is of the kind that its type promises")
    }
  }

  /// Ends a buffer that began at a place of the body.
  private mutating func end(_ start: Int) {
    buffers.append([Int64(start), Int64(body.count - start)])
    body.append(contentsOf: repeatElement(0, count: -body.count & 63))
  }

  private mutating func addValidity(_ bits: Bitmap?) {
    if let bits { add(bits) } else { end(body.count) }
  }

  private mutating func add(_ bits: Bitmap) {
    let start = body.count
    var byte: UInt8 = 0
    for index in 0..<bits.count {
      byte |= (bits[index] ? 1 : 0) << UInt8(index & 7)
      if index & 7 == 7 {
        body.append(byte)
        byte = 0
      }
    }
    if bits.count & 7 != 0 { body.append(byte) }
    end(start)
  }

  /// Writes numbers, each of which is computed.
  private mutating func add<Number: FixedWidthInteger>(
    _ count: Int, _ number: (Int) -> Number
  ) {
    let start = body.count
    let width = MemoryLayout<Number>.size
    body.append(contentsOf: repeatElement(0, count: count * width))
    unsafe body.withUnsafeMutableBytes { bytes in
      for index in 0..<count {
        unsafe bytes.storeBytes(
          of: number(index).littleEndian, toByteOffset: start + index * width, as: Number.self)
      }
    }
    end(start)
  }

  /// Writes where rows begin and the last one ends; what is not large has to end early enough.
  private mutating func add(offsets: [Int], isLarge: Bool) {
    if isLarge { return add(offsets.count) { Int64(offsets[$0]) } }
    isTooLong = isTooLong || offsets[offsets.count - 1] > mostOffset
    add(offsets.count) { Int32(truncatingIfNeeded: offsets[$0]) }
  }

  private mutating func add(_ texts: TextColumn, isLarge: Bool) {
    var offsets = [0]
    offsets.reserveCapacity(texts.count + 1)
    var length = 0
    for row in 0..<texts.count {
      length += texts.bytes(at: row)?.count ?? 0
      offsets.append(length)
    }
    add(offsets: offsets, isLarge: isLarge)
    if isTooLong { return end(body.count) }
    let start = body.count
    body.reserveCapacity(start + length + 64)
    for row in 0..<texts.count { if let text = texts.bytes(at: row) { body += text } }
    end(start)
  }

  private mutating func addCodes(of texts: TextColumn, _ dictionary: inout WrittenDictionary?) {
    var codes: [Int32] = []
    codes.reserveCapacity(texts.count)
    if let own = texts.codes, let meanings = dictionary?.meanings(of: texts) {
      for row in 0..<texts.count {
        codes.append(texts.validity?[row] ?? true ? meanings[Int(own[row])] : 0)
      }
    } else {
      for row in 0..<texts.count {
        codes.append(texts.bytes(at: row).flatMap { dictionary?.code(of: $0) } ?? 0)
      }
    }
    add(codes.count) { codes[$0] }
  }

  private mutating func addIntegers(_ numbers: NumberColumn) {
    if case .narrow(let values, 0) = numbers.storage { return add(values.count) { values[$0] } }
    add(numbers.count) { row in
      Int64(truncatingIfNeeded: numbers.decimal(at: row)?.int ?? 0)
    }
  }

  private mutating func addDecimals(_ numbers: NumberColumn, scale: Int) {
    if case .narrow(let values, let own) = numbers.storage,
      let factor = Decimal(1).coefficient(atScale: scale - own)
    {
      return add(values.count) { Int128(values[$0]) &* factor }
    }
    add(numbers.count) { numbers.decimal(at: $0)?.coefficient(atScale: scale) ?? 0 }
  }

  private mutating func addDays(_ numbers: NumberColumn) {
    add(numbers.count) { row in
      let seconds = numbers.decimal(at: row)?.int ?? 0
      return Int32(truncatingIfNeeded: seconds / CalendarDate.secondsOfDay)
    }
  }

  private mutating func addTimes(_ numbers: NumberColumn) {
    add(numbers.count) { row in
      Int64(truncatingIfNeeded: numbers.decimal(at: row)?.rounded(places: 0).int ?? 0)
        &* 1_000_000
    }
  }

  private mutating func add(_ lists: ListColumn, _ field: ArrowField, isLarge: Bool) {
    let lists = lists.unshared
    var offsets = [0]
    offsets.reserveCapacity(lists.count + 1)
    for row in 0..<lists.count { offsets.append(lists.range(of: row).upperBound) }
    add(offsets: offsets, isLarge: isLarge)
    var none: WrittenDictionary?
    add(lists.elements, field.children[0], &none)
  }
}

extension NumberColumn {
  /// The numbers of a type as texts.
  fileprivate func texts(in type: ValueType?) -> TextColumn {
    var builder = TextColumnBuilder()
    let numbers = type.map { shown(in: $0) } ?? self
    for row in 0..<count { builder.append(numbers.decimal(at: row).map { "\($0)" }) }
    return builder.finish()
  }
}
