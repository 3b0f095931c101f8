// SPDX-License-Identifier: MIT

import Catalogue

/// Some bytes of a file within the block in which they were read.
package struct ArrowBytes: Sendable {
  let block: [UInt8]
  let range: Range<Int>

  package init(_ block: [UInt8], _ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= block.count, "bytes are within their block")
    self.block = block
    self.range = range
  }

  package var slice: ArraySlice<UInt8> { block[range] }

  /// The numbers that stand in them, where they are many enough, without a copy where they stand as
  /// numbers do in memory.
  func numbers<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ type: Number.Type, _ count: Int
  ) -> Buffer<Number> {
    let width = MemoryLayout<Number>.stride
    precondition(range.count >= count * width, "numbers stand within their bytes")
    if let buffer = Buffer<Number>(block, at: range.lowerBound, count: count) { return buffer }
    return unsafe Buffer(capacity: count) { target, written in
      for index in 0..<count {
        unsafe target.initializeElement(
          at: index, to: block.little(type, at: range.lowerBound + index * width))
      }
      written = count
    }
  }
}

/// Gives a part of the bytes of a body.
package typealias ArrowBody = (Range<Int>) throws(ArrowFault) -> ArrowBytes

/// Makes so many bytes of what was compressed by Zstandard; nil where it does not give just these.
package typealias ZstandardUnpacking = (ArraySlice<UInt8>, _ size: Int) -> [UInt8]?

/// The body of a batch whose buffers may be compressed: each of these is unpacked whole, and kept
/// as long as the batch is read.
final class BatchBody {
  private let head: RecordBatchHead
  private let read: ArrowBody
  private let unpack: ZstandardUnpacking
  /// The buffers that were unpacked, by their numbers.
  private var unpacked: [Int: [UInt8]] = [:]
  /// How many bytes they take.
  private(set) var unpackedBytes = 0
  let allowance: ArrowAllowance

  init(
    _ head: RecordBatchHead, _ allowance: ArrowAllowance, _ read: @escaping ArrowBody,
    _ unpack: @escaping ZstandardUnpacking
  ) {
    self.head = head
    self.allowance = allowance
    self.read = read
    self.unpack = unpack
  }

  /// How many bytes a buffer has.
  func size(_ buffer: Int) throws(ArrowFault) -> Int {
    guard head.codec != nil, !head.buffers[buffer].isEmpty else {
      return head.buffers[buffer].count
    }
    return try content(buffer).count
  }

  /// Some of the bytes of a buffer.
  func bytes(_ buffer: Int, _ range: Range<Int>) throws(ArrowFault) -> ArrowBytes {
    guard range.lowerBound >= 0, range.upperBound <= (try size(buffer)) else {
      throw .damaged("it has fewer bytes than its rows need")
    }
    if range.isEmpty { return ArrowBytes([], 0..<0) }
    if head.codec != nil { return ArrowBytes(try content(buffer), range) }
    let start = head.buffers[buffer].lowerBound
    return try read(start + range.lowerBound..<start + range.upperBound)
  }

  private func content(_ buffer: Int) throws(ArrowFault) -> [UInt8] {
    if let known = unpacked[buffer] { return known }
    let packed = try read(head.buffers[buffer])
    guard packed.range.count >= 8 else { throw Self.unpackable }
    let size = packed.block.little(Int64.self, at: packed.range.lowerBound)
    let content = packed.slice.dropFirst(8)
    let bytes: [UInt8]
    if size == -1 {
      bytes = Array(content)
    } else {
      guard size >= 0 else { throw Self.unpackable }
      try take(size)
      let whole =
        head.codec == .lz4
        ? LZ4Frame.unpacked(content, size: Int(size)) : unpack(content, Int(size))
      guard let whole else { throw Self.unpackable }
      bytes = whole
    }
    unpacked[buffer] = bytes
    return bytes
  }

  /// Counts what is going to be unpacked, with what has been of the batch.
  private func take(_ size: Int64) throws(ArrowFault) {
    let (all, overflow) = unpackedBytes.addingReportingOverflow(Int(size))
    let packed = head.buffers.reduce(0) { max($0, $1.upperBound) }
    guard !overflow, all <= allowance.growth(packed) else {
      throw .limit(allowance.wordsOnGrowth)
    }
    // What the machine has is asked for where that may matter.
    if all > 1 << 24, all > allowance.most() {
      throw .limit("has more than the \(allowance.most()) bytes that can be held")
    }
    unpackedBytes = all
  }

  private static let unpackable = ArrowFault.damaged(
    "what is compressed in it cannot be unpacked")
}
