// SPDX-License-Identifier: MIT

internal import CCompression

/// Unpacks what is compressed by Zstandard and says how long it is.
enum ZstandardBuffer {
  /// Nil where it does not give just so many bytes.
  static func unpacked(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    guard let unpacker = Unpacker(.zstandard) else { return nil }
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 17)
    defer { unsafe room.deallocate() }
    var output: [UInt8] = []
    // What it says that it has is not believed at once.
    output.reserveCapacity(min(size, packed.count * 8))
    var rest = packed
    while true {
      let step = unsafe rest.withUnsafeBufferPointer { unsafe unpacker.step($0, into: room) }
      guard step.produced <= size - output.count else { return nil }
      unsafe output.append(contentsOf: step.output)
      rest = rest.dropFirst(step.consumed)
      switch step.state {
      case .whole: return rest.isEmpty && output.count == size ? output : nil
      case .more: if !step.hasMoved { return nil }
      case .damaged, .mismatched, .unknownWords, .tooWide, .noMemory: return nil
      }
    }
  }
}
