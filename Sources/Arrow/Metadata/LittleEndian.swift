// SPDX-License-Identifier: MIT

extension [UInt8] {
  /// The number that stands at an offset, all of which is in the bytes, its lowest byte first.
  package func little<Number: FixedWidthInteger>(
    _ type: Number.Type, at offset: Int
  ) -> Number {
    precondition(
      offset >= 0 && count - offset >= MemoryLayout<Number>.size, "a number is read within bytes")
    return unsafe withUnsafeBytes { bytes in
      Number(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
  }

  /// Adds a number, its lowest byte first.
  mutating func append<Number: FixedWidthInteger>(little number: Number) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }
}
