// SPDX-License-Identifier: MIT

/// Unpacks frames of LZ4, as Arrow compresses buffers by default in some programs.
///
/// A frame is a header, blocks with a length each, and a length of zero; checksums are not compared,
/// since Arrow's own sizes and all offsets are. A block is sequences of literals, each with a match
/// in what stands before.
enum LZ4Frame {
  /// All of a frame, which gives just so many bytes; nil where it does not.
  static func unpacked(_ frame: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    let bytes = Array(frame)
    guard bytes.count >= 7, bytes.little(UInt32.self, at: 0) == 0x184D_2204 else { return nil }
    let flags = bytes[4]
    guard flags >> 6 == 1, flags & 1 == 0 else { return nil }
    let hasBlockChecksums = flags & 0x10 != 0
    var place = 7 + (flags & 0x08 != 0 ? 8 : 0)
    var output: [UInt8] = []
    // What it says that it has is not believed at once.
    output.reserveCapacity(min(size, bytes.count * 8))
    while true {
      guard place <= bytes.count - 4 else { return nil }
      let head = bytes.little(UInt32.self, at: place)
      place += 4
      if head == 0 { break }
      let length = Int(head & 0x7FFF_FFFF)
      guard length <= bytes.count - place else { return nil }
      if head >> 31 == 1 {
        guard length <= size - output.count else { return nil }
        output += bytes[place..<place + length]
      } else if !add(bytes.span.extracting(place..<place + length), to: &output, most: size) {
        return nil
      }
      place += length + (hasBlockChecksums ? 4 : 0)
    }
    return output.count == size ? output : nil
  }

  /// Unpacks one block behind those before it; false where it is none, or is too long.
  private static func add(
    _ block: Span<UInt8>, to output: inout [UInt8], most size: Int
  ) -> Bool {
    var place = 0
    while place < block.count {
      let token = block[place]
      place += 1
      guard let literals = length(Int(token >> 4), block, &place),
        literals <= block.count - place, literals <= size - output.count
      else { return false }
      for index in place..<place + literals { output.append(block[index]) }
      place += literals
      // The last sequence has no match.
      if place == block.count { return true }
      guard place <= block.count - 2 else { return false }
      let distance = Int(block[place]) | Int(block[place + 1]) << 8
      place += 2
      guard distance > 0, distance <= output.count,
        let more = length(Int(token & 15), block, &place), more + 4 <= size - output.count
      else { return false }
      let start = output.count - distance
      if distance >= more + 4 {
        output += output[start..<start + more + 4]
      } else {
        // It goes on into what it gives itself.
        for index in 0..<more + 4 { output.append(output[start + index]) }
      }
    }
    return true
  }

  /// A length that begins with four bits; where they are all set, bytes follow that are added.
  private static func length(_ start: Int, _ block: Span<UInt8>, _ place: inout Int) -> Int? {
    var length = start
    guard start == 15 else { return length }
    while place < block.count {
      let byte = block[place]
      place += 1
      length += Int(byte)
      if byte != 255 { return length }
    }
    return nil
  }
}
