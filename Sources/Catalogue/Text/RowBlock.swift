// SPDX-License-Identifier: MIT

/// Writes rows of cells into one block of bytes, column by column, so that each is a loop of its
/// own over values that stand side by side.
package struct RowBlock {
  /// A column of each row.
  package struct Field {
    /// What stands before each cell.
    let head: [UInt8]
    let cells: CellColumn
    /// What stands for a cell where there is none.
    let none: [UInt8]

    package init(head: [UInt8], _ cells: CellColumn, none: [UInt8]) {
      self.head = head
      self.cells = cells
      self.none = none
    }
  }

  private let fields: [Field]
  /// What ends a row.
  private let end: [UInt8]
  private let count: Int
  /// Where the next byte of each row goes.
  private var places: [Int]

  /// The bytes of so many rows.
  package static func bytes(_ fields: [Field], count: Int, end: [UInt8]) -> [UInt8] {
    var block = RowBlock(fields, count: count, end: end)
    let length = block.layOut()
    return unsafe [UInt8](unsafeUninitializedCapacity: length) { bytes, written in
      for field in fields { unsafe block.write(field, to: bytes) }
      unsafe block.writeEnds(to: bytes)
      written = length
    }
  }

  private init(_ fields: [Field], count: Int, end: [UInt8]) {
    self.fields = fields
    self.count = count
    self.end = end
    let heads = fields.reduce(end.count) { $0 + $1.head.count }
    places = Array(repeating: heads, count: count)
  }

  /// Finds out where each row begins, and how long all are.
  private mutating func layOut() -> Int {
    for field in fields { addLengths(field) }
    var start = 0
    for row in places.indices {
      let length = places[row]
      places[row] = start
      start += length
    }
    return start
  }

  private mutating func addLengths(_ field: Field) {
    let cells = field.cells
    let quotes = cells.isQuoted ? 2 : 0
    cells.texts.withOffsets { offsets in
      for row in 0..<count {
        if let validity = cells.validity, !validity[row] {
          places[row] += field.none.count
          continue
        }
        let index = cells.codes.map { Int($0[row]) } ?? row
        places[row] += offsets[index + 1] - offsets[index] + quotes
      }
    }
  }

  private mutating func write(_ field: Field, to bytes: UnsafeMutableBufferPointer<UInt8>) {
    let cells = field.cells
    unsafe cells.texts.withUnsafeBytes { texts, offsets in
      for row in 0..<count {
        var place = places[row]
        unsafe Self.copy(field.head, to: bytes, &place)
        if let validity = cells.validity, !validity[row] {
          unsafe Self.copy(field.none, to: bytes, &place)
        } else {
          let index = cells.codes.map { Int($0[row]) } ?? row
          if cells.isQuoted { unsafe Self.put(ASCIIMark.quote, to: bytes, &place) }
          let (start, end) = (offsets[index], offsets[index + 1])
          unsafe Self.copy(texts.extracting(start..<end), to: bytes, &place)
          if cells.isQuoted { unsafe Self.put(ASCIIMark.quote, to: bytes, &place) }
        }
        places[row] = place
      }
    }
  }

  private mutating func writeEnds(to bytes: UnsafeMutableBufferPointer<UInt8>) {
    for row in 0..<count { unsafe Self.copy(end, to: bytes, &places[row]) }
  }

  @inline(__always)
  private static func put(
    _ byte: UInt8, to bytes: UnsafeMutableBufferPointer<UInt8>, _ place: inout Int
  ) {
    unsafe bytes.initializeElement(at: place, to: byte)
    place += 1
  }

  @inline(__always)
  private static func copy(
    _ source: [UInt8], to bytes: UnsafeMutableBufferPointer<UInt8>, _ place: inout Int
  ) {
    unsafe source.withUnsafeBufferPointer { unsafe copy($0, to: bytes, &place) }
  }

  @inline(__always)
  private static func copy(
    _ source: UnsafeBufferPointer<UInt8>, to bytes: UnsafeMutableBufferPointer<UInt8>,
    _ place: inout Int
  ) {
    let end = place + source.count
    _ = unsafe bytes.extracting(place..<end).initialize(fromContentsOf: source)
    place = end
  }
}

/// Bytes that cells are written with.
private enum ASCIIMark {
  static let quote = UInt8(ascii: "\"")
}
