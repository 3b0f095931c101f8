// SPDX-License-Identifier: MIT

/// Puts words and buffers behind each other, each buffer where values of any kind may stand.
struct BlockWriter {
  private(set) var bytes: [UInt8] = []

  /// The beginning of a column: what it is, how many rows it has, and which of them have a value.
  mutating func begin(_ kind: Int, _ count: Int, _ validity: Bitmap?) {
    append(kind)
    append(count)
    append(optional: validity)
  }

  mutating func append(_ word: Int) {
    unsafe withUnsafeBytes(of: word) { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func append<Element>(_ values: Buffer<Element>) {
    let over = bytes.count % BlockReader.alignment
    if over > 0 { bytes.append(contentsOf: repeatElement(0, count: BlockReader.alignment - over)) }
    unsafe values.withUnsafeBufferPointer {
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer($0))
    }
    let rest = bytes.count % MemoryLayout<Int>.stride
    if rest > 0 {
      bytes.append(contentsOf: repeatElement(0, count: MemoryLayout<Int>.stride - rest))
    }
  }

  mutating func append(_ bits: Bitmap) { append(bits.alignedWords) }

  mutating func append(optional bits: Bitmap?) {
    append(bits == nil ? 0 : 1)
    if let bits { append(bits) }
  }

  mutating func append(_ texts: PackedText) {
    append(texts.count)
    append(Buffer(texts.ends))
    let all = texts.bytes
    append(all.count)
    append(Buffer(all))
  }
}

/// Reads what `BlockWriter` has put behind each other; buffers are regions of the block.
struct BlockReader {
  /// Where values of any kind may stand: at such bytes of an array.
  static let alignment = 16

  private let block: [UInt8]
  private var place = 0

  init(_ block: [UInt8]) { self.block = block }

  mutating func word() -> Int {
    precondition(place + MemoryLayout<Int>.stride <= block.count, "a block has all of its words")
    defer { place += MemoryLayout<Int>.stride }
    return unsafe block.span.bytes.unsafeLoad(fromByteOffset: place, as: Int.self)
  }

  mutating func values<Element>(_ count: Int) -> Buffer<Element> {
    let start = (place + Self.alignment - 1) / Self.alignment * Self.alignment
    let end = start + count * MemoryLayout<Element>.stride
    precondition(count >= 0 && end <= block.count, "a block has all of its values")
    place =
      (end + MemoryLayout<Int>.stride - 1) / MemoryLayout<Int>.stride
      * MemoryLayout<Int>.stride
    return Buffer(block: block, start: start, count: count)
  }

  mutating func bits(_ count: Int) -> Bitmap {
    guard let bits = Bitmap(values((count + 63) / 64), count: count) else {
      preconditionFailure("a block has all of its bits")
    }
    return bits
  }

  mutating func bitmap(_ count: Int) -> Bitmap? { word() == 0 ? nil : bits(count) }

  /// So many texts, where it is known how many there are.
  mutating func texts(_ count: Int) -> PackedText {
    let texts = texts()
    precondition(texts.count == count, "a block has all of its texts")
    return texts
  }

  mutating func texts() -> PackedText {
    let count = word()
    let offsets: Buffer<Int> = values(count + 1)
    let bytes: Buffer<UInt8> = values(word())
    guard let texts = PackedText(bytes: bytes, offsets: offsets) else {
      preconditionFailure("a block has all of its texts")
    }
    return texts
  }
}
