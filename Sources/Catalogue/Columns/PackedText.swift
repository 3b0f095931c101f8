// SPDX-License-Identifier: MIT

/// Byte strings end to end, and one more offset than there are strings.
///
/// The offsets have 64 bits, as those of Arrow's large strings, and may begin behind the start of
/// the block: a region of the strings shares their bytes.
public struct PackedText: Sendable {
  private let block: Buffer<UInt8>
  private let offsets: Buffer<Int>

  fileprivate init(_ block: Buffer<UInt8>, _ offsets: Buffer<Int>) {
    self.block = block
    self.offsets = offsets
  }

  /// Strings of which each begins where the one before it ends; nil where the offsets are none,
  /// fall, or lead out of the bytes. Whether the bytes are text is for those to know who read them:
  /// files that hold columns, of which none is read today.
  package init?(bytes: Buffer<UInt8>, offsets: Buffer<Int>) {
    guard !offsets.isEmpty, offsets[0] >= 0, offsets[offsets.count - 1] <= bytes.count else {
      return nil
    }
    let places = offsets.span
    for index in places.indices.dropFirst() where places[index] < places[index - 1] { return nil }
    self.init(bytes, offsets)
  }

  public init(_ strings: [String] = []) {
    var builder = PackedTextBuilder()
    for string in strings { builder.append(string.utf8) }
    self = builder.finish()
  }

  /// Byte strings that need not be text.
  package init(bytes strings: [[UInt8]]) {
    var builder = PackedTextBuilder()
    for string in strings { builder.append(string[...]) }
    self = builder.finish()
  }

  public var count: Int { offsets.count - 1 }

  public subscript(index: Int) -> ArraySlice<UInt8> {
    let bytes = block.bytes
    return bytes[bytes.startIndex + offsets[index]..<bytes.startIndex + offsets[index + 1]]
  }

  /// The bytes of all strings.
  package var bytes: ArraySlice<UInt8> { block.region(offsets[0]..<offsets[count]).bytes }

  /// Where the strings are among these: one more place than there are strings.
  var ends: [Int] {
    let first = offsets[0]
    return first == 0 ? Array(offsets) : offsets.map { $0 - first }
  }

  package var texts: [String] {
    (0..<count).map { String(decoding: self[$0], as: UTF8.self) }
  }

  /// Whether some string has no bytes.
  var hasEmpty: Bool {
    let places = offsets.span
    for index in places.indices.dropFirst() where places[index] == places[index - 1] {
      return true
    }
    return false
  }

  /// Gives the places of the strings, to be gone through.
  @inline(__always)
  func withOffsets(_ body: (Span<Int>) -> Void) { body(offsets.span) }

  /// Gives all bytes, and the places of the strings among them.
  @inline(__always)
  func withUnsafeBytes(_ body: (UnsafeBufferPointer<UInt8>, Span<Int>) -> Void) {
    unsafe block.withUnsafeBufferPointer { unsafe body($0, offsets.span) }
  }

  /// A bit for each string.
  func bits(_ test: (Span<UInt8>) -> Bool) -> Bitmap {
    let (bytes, places) = (block.span, offsets.span)
    return Bitmap(count: count) { test(bytes.extracting(places[$0]..<places[$0 + 1])) }
  }

  package func taking(rows: [Int]) -> PackedText {
    let (starts, wanted) = (offsets.span, rows.span)
    var length = 0
    let ends = unsafe Buffer<Int>(capacity: wanted.count + 1) { ends, count in
      unsafe ends.initializeElement(at: 0, to: 0)
      for index in wanted.indices {
        length += starts[wanted[index] + 1] - starts[wanted[index]]
        unsafe ends.initializeElement(at: index + 1, to: length)
      }
      count = wanted.count + 1
    }
    let bytes = unsafe Buffer<UInt8>(capacity: length) { bytes, count in
      unsafe block.withUnsafeBufferPointer { source in
        for index in wanted.indices {
          let row = wanted[index]
          let string = source.extracting(starts[row]..<starts[row + 1])
          count = unsafe bytes.extracting(count...).initialize(fromContentsOf: string) + count
        }
      }
    }
    return PackedText(bytes, ends)
  }

  /// The strings of some texts, one after another.
  static func concatenated(_ parts: [PackedText]) -> PackedText {
    let bytes = Buffer<UInt8>.concatenated(
      parts.map { $0.block.region($0.offsets[0]..<$0.offsets[$0.count]) })
    let strings = parts.reduce(0) { $0 + $1.count }
    let offsets = unsafe Buffer<Int>(capacity: strings + 1) { result, count in
      unsafe result.initializeElement(at: 0, to: 0)
      var (place, start) = (1, 0)
      for part in parts {
        let offsets = part.offsets.span
        let shift = start - offsets[0]
        for index in 1..<offsets.count {
          unsafe result.initializeElement(at: place, to: offsets[index] + shift)
          place += 1
        }
        start += offsets[offsets.count - 1] - offsets[0]
      }
      count = place
    }
    return PackedText(bytes, offsets)
  }

  /// Some strings that stand side by side, in the same place of memory.
  func region(_ rows: Range<Int>) -> PackedText {
    PackedText(block, offsets.region(rows.lowerBound..<rows.upperBound + 1))
  }

  /// Whether a string has the bytes of one of another text.
  func isEqual(_ index: Int, to other: PackedText, _ place: Int) -> Bool {
    let (start, otherStart) = (offsets[index], other.offsets[place])
    let length = offsets[index + 1] - start
    guard other.offsets[place + 1] - otherStart == length else { return false }
    let (bytes, others) = (block.span, other.block.span)
    for offset in 0..<length where bytes[start + offset] != others[otherStart + offset] {
      return false
    }
    return true
  }

  /// Negative, zero or positive, as a string stands before, beside or behind one of another text by
  /// their bytes.
  func compare(_ index: Int, with other: PackedText, _ place: Int) -> Int {
    let (start, end) = (offsets[index], offsets[index + 1])
    let (otherStart, otherEnd) = (other.offsets[place], other.offsets[place + 1])
    let (bytes, others) = (block.span, other.block.span)
    let common = min(end - start, otherEnd - otherStart)
    for offset in 0..<common {
      let (left, right) = (bytes[start + offset], others[otherStart + offset])
      if left != right { return left < right ? -1 : 1 }
    }
    return (end - start) - (otherEnd - otherStart)
  }

  /// Whether two hold their strings in one place.
  func isIdentical(to other: PackedText) -> Bool {
    block.isIdentical(to: other.block) && offsets.isIdentical(to: other.offsets)
  }

  var heldBytes: Int { bytes.count + offsets.byteCount }
}

extension PackedText: Equatable {
  public static func == (first: PackedText, second: PackedText) -> Bool {
    first.count == second.count && (0..<first.count).allSatisfy { first[$0] == second[$0] }
  }
}

/// Puts byte strings end to end.
public struct PackedTextBuilder: Sendable {
  private var bytes: [UInt8] = []
  private var offsets = [0]

  public init() {}

  public var count: Int { offsets.count - 1 }

  /// How many bytes there are so far.
  package var byteCount: Int { bytes.count }

  var heldBytes: Int { bytes.count + offsets.count * MemoryLayout<Int>.stride }

  public subscript(index: Int) -> ArraySlice<UInt8> { bytes[offsets[index]..<offsets[index + 1]] }

  public mutating func append(_ string: some Collection<UInt8>) {
    bytes.append(contentsOf: string)
    offsets.append(bytes.count)
  }

  public mutating func append(_ string: ArraySlice<UInt8>) {
    bytes.append(contentsOf: string)
    offsets.append(bytes.count)
  }

  public mutating func append(_ string: Span<UInt8>) {
    unsafe string.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    offsets.append(bytes.count)
  }

  /// Appends what `body` writes as one string.
  package mutating func append(writing body: (inout [UInt8]) -> Void) {
    body(&bytes)
    offsets.append(bytes.count)
  }

  /// The strings so far.
  public func finish() -> PackedText { PackedText(Buffer(bytes), Buffer(offsets)) }
}
