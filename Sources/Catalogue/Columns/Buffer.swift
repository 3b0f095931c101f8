// SPDX-License-Identifier: MIT

/// Values of one kind side by side that nobody changes any more: a whole block, or a region of a
/// block that is shared with others.
///
/// A region is made in constant time and keeps its block; `elements.span` gives a loop the values
/// without counting references.
public struct Buffer<Element: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline let block: [Element]
  @usableFromInline let bounds: Range<Int>

  @inlinable
  init(block: [Element], bounds: Range<Int>) {
    self.block = block
    self.bounds = bounds
  }

  /// All of a block.
  @inlinable
  public init(_ block: [Element]) { self.init(block: block, bounds: 0..<block.count) }

  /// A block's values at some places, which are within it.
  @inlinable
  package init(_ block: [Element], _ bounds: Range<Int>) {
    precondition(
      bounds.lowerBound >= 0 && bounds.upperBound <= block.count, "a region is within its block")
    self.init(block: block, bounds: bounds)
  }

  /// The values as a slice of their block.
  @inlinable
  package var elements: ArraySlice<Element> { block[bounds] }

  /// The values at some places, in the same block.
  @inlinable
  package func region(_ places: Range<Int>) -> Buffer {
    precondition(
      places.lowerBound >= 0 && places.upperBound <= count, "a region is within its buffer")
    let start = bounds.lowerBound
    return Buffer(
      block: block, bounds: start + places.lowerBound..<start + places.upperBound)
  }

  /// The values at some places, in their order; a place may occur more than once.
  package func taking(rows: [Int]) -> Buffer {
    let elements = elements
    let (values, places) = (elements.span, rows.span)
    return Buffer(
      unsafe [Element](unsafeUninitializedCapacity: places.count) { result, count in
        for index in places.indices {
          unsafe result.initializeElement(at: index, to: values[places[index]])
        }
        count = places.count
      })
  }

  /// Whether two are one place in memory.
  func isIdentical(to other: Buffer) -> Bool {
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    guard bounds == other.bounds else { return false }
    let (own, others) = (block.span, other.block.span)
    return own.isIdentical(to: others)
  }

  /// How many bytes the values take.
  var byteCount: Int { count * MemoryLayout<Element>.stride }
}

extension Buffer: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }

  @inlinable public var endIndex: Int { bounds.count }

  @inlinable
  public subscript(place: Int) -> Element {
    precondition(place >= 0 && place < bounds.count, "a value is read within its buffer")
    return block[bounds.lowerBound &+ place]
  }
}

extension Buffer: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}
