// SPDX-License-Identifier: MIT

/// Values of one kind side by side that nobody changes any more: a region of a block of bytes.
///
/// The block is an array of bytes, since that is what the text of a file is read into: buffers of
/// several kinds may be regions of one file, as Arrow lays them out, and none is copied. A region
/// is made in constant time and keeps its block; `span` gives a loop the values without counting
/// references.
public struct Buffer<Element: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline let block: [UInt8]
  /// The byte of the block at which the values begin; a place where such values may stand.
  @usableFromInline let start: Int
  public let count: Int

  /// A region that is known to be within its block and aligned.
  @inlinable
  init(block: [UInt8], start: Int, count: Int) {
    self.block = block
    self.start = start
    self.count = count
  }

  /// A block of its own for at most so many values. The body writes them, from the first on, and
  /// says how many there are.
  @inlinable
  package init(
    capacity: Int, initializingWith body: (UnsafeMutableBufferPointer<Element>, inout Int) -> Void
  ) {
    var count = 0
    let block = unsafe [UInt8](
      unsafeUninitializedCapacity: capacity * MemoryLayout<Element>.stride
    ) { bytes, length in
      unsafe UnsafeMutableRawBufferPointer(bytes).withMemoryRebound(to: Element.self) { values in
        unsafe body(values, &count)
      }
      length = count * MemoryLayout<Element>.stride
    }
    precondition(count >= 0 && count <= capacity, "no more is written than there is room for")
    // What arrays allocate is aligned for all that these values can be made of.
    self.init(block: block, start: 0, count: count)
  }

  /// Some values, copied into a block of their own.
  @inlinable
  public init(_ values: some Collection<Element>) {
    unsafe self.init(capacity: values.count) { target, count in
      count = unsafe target.initialize(fromContentsOf: values)
    }
  }

  /// The values, to be gone through.
  @inlinable
  package var span: Span<Element> {
    @_lifetime(borrow self)
    get {
      let end = start &+ count &* MemoryLayout<Element>.stride
      return unsafe block.span.bytes.extracting(start..<end)._unsafeView(as: Element.self)
    }
  }

  @inlinable
  package func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    try unsafe block.withUnsafeBytes { bytes in
      let end = start + count * MemoryLayout<Element>.stride
      return try unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        .withMemoryRebound(to: Element.self, body)
    }
  }

  /// The values at some places, in the same block.
  @inlinable
  package func region(_ places: Range<Int>) -> Buffer {
    precondition(
      places.lowerBound >= 0 && places.upperBound <= count, "a region is within its buffer")
    return Buffer(
      block: block, start: start + places.lowerBound * MemoryLayout<Element>.stride,
      count: places.count)
  }

  /// The values at some places, in their order; a place may occur more than once.
  package func taking(rows: [Int]) -> Buffer {
    let (values, places) = (span, rows.span)
    return unsafe Buffer(capacity: places.count) { result, count in
      for index in places.indices {
        unsafe result.initializeElement(at: index, to: values[places[index]])
      }
      count = places.count
    }
  }

  /// The values of some buffers, one after another.
  package static func concatenated(_ parts: [Buffer]) -> Buffer {
    unsafe Buffer(capacity: parts.reduce(0) { $0 + $1.count }) { result, count in
      for part in parts {
        count = unsafe result[count...].initialize(fromContentsOf: part)
      }
    }
  }

  /// Whether two are one place in memory.
  func isIdentical(to other: Buffer) -> Bool {
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    let (own, others) = (span, other.span)
    return own.isIdentical(to: others)
  }

  /// How many bytes the values take.
  var byteCount: Int { count * MemoryLayout<Element>.stride }
}

extension Buffer: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }

  @inlinable public var endIndex: Int { count }

  @inlinable
  public subscript(place: Int) -> Element {
    precondition(place >= 0 && place < count, "a value is read within its buffer")
    return unsafe block.span.bytes.unsafeLoad(
      fromUncheckedByteOffset: start &+ place &* MemoryLayout<Element>.stride, as: Element.self)
  }

  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try unsafe withUnsafeBufferPointer(body)
  }
}

extension Buffer: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Buffer where Element: FixedWidthInteger {
  /// Numbers of a block as they stand there, from one of its bytes on; nil where they do not all
  /// stand in it, or not where such numbers may stand in memory, so that they have to be copied.
  ///
  /// Blocks come from outside, so nothing of this is taken for granted. Only whole numbers can be
  /// had so: no bits are wrong for them. It is there for files that hold columns, as Arrow's do; no
  /// format that is read today does.
  package init?(_ block: [UInt8], at start: Int, count: Int) {
    guard start >= 0, count >= 0, start <= block.count,
      count <= (block.count - start) / MemoryLayout<Element>.stride
    else { return nil }
    let address = unsafe block.withUnsafeBytes { Int(bitPattern: $0.baseAddress) + start }
    guard address % MemoryLayout<Element>.alignment == 0 else { return nil }
    self.init(block: block, start: start, count: count)
  }
}

extension Buffer<UInt8> {
  /// All of a block, which is not copied.
  @inlinable
  public init(_ block: [UInt8]) { self.init(block: block, start: 0, count: block.count) }

  /// The bytes as a slice of their block.
  @inlinable
  package var bytes: ArraySlice<UInt8> { block[start..<start &+ count] }
}
