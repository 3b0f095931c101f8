// SPDX-License-Identifier: MIT

/// The two codings of a body that every client of HTTP reads, made without a library.
package enum LoopbackCompression {
  package enum Coding: String, Sendable {
    case gzip, deflate
  }

  /// Blocks that hold the bytes as they are.
  package static func stored(_ bytes: [UInt8], as coding: Coding) -> [UInt8] {
    let starts = bytes.isEmpty ? [0] : Array(stride(from: 0, to: bytes.count, by: 0xFFFF))
    let blocks = starts.flatMap { start -> [UInt8] in
      let end = min(start + 0xFFFF, bytes.count)
      let length = UInt16(end - start)
      return [end == bytes.count ? 1 : 0] + little(length) + little(~length) + bytes[start..<end]
    }
    return wrapped(blocks, of: bytes, as: coding)
  }

  /// So many zero bytes in about a 160th of their size, as `gzip` codes them.
  package static func zeros(_ count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.append(0b011, 3)  // the last block, with the fixed codes
    var left = count
    if left > 0 {
      bits.appendCode(0b0011_0000, 8)  // the byte 0
      left -= 1
    }
    while left >= 258 {
      bits.appendCode(0b1100_0101, 8)  // 258 bytes more,
      bits.appendCode(0, 5)  // all like the one before
      left -= 258
    }
    for _ in 0..<left { bits.appendCode(0b0011_0000, 8) }
    bits.appendCode(0, 7)
    return wrapped(bits.bytes, of: [UInt8](repeating: 0, count: count), as: .gzip)
  }

  private static func wrapped(_ blocks: [UInt8], of bytes: [UInt8], as coding: Coding) -> [UInt8] {
    switch coding {
    case .gzip:
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + blocks + little(crc32(bytes))
        + little(UInt32(truncatingIfNeeded: bytes.count))
    case .deflate: [0x78, 0x01] + blocks + little(adler32(bytes)).reversed()
    }
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static let crcTable: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }
}

/// Puts bits into bytes, the lowest first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  mutating func append(_ value: Int, _ count: Int) {
    for place in 0..<count {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8((value >> place) & 1) << UInt8(used)
      used += 1
    }
  }

  /// Huffman codes have their highest bit first.
  mutating func appendCode(_ code: Int, _ count: Int) {
    for place in (0..<count).reversed() { append((code >> place) & 1, 1) }
  }
}
