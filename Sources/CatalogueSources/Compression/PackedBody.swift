// SPDX-License-Identifier: MIT

internal import CCompression
import QuerySyntax

/// The bytes of replies as they are kept for long: compressed by zlib.
enum PackedBody {
  /// Nil when memory runs out.
  static func packed(_ body: [UInt8]) -> [UInt8]? { Packer(.gzip)?.packed(body, isLast: true) }

  /// What was compressed; nil where that is not of the size, or no compression.
  static func unpacked(_ packed: [UInt8], size: Int) -> [UInt8]? {
    guard let unpacker = Unpacker(.gzip) else { return nil }
    // There is room for a byte more than there may be.
    var body = [UInt8](repeating: 0, count: size + 1)
    let isWhole = unsafe packed.withUnsafeBufferPointer { packed in
      unsafe body.withUnsafeMutableBufferPointer { room in
        unsafe fills(room, with: packed, unpacker)
      }
    }
    guard isWhole else { return nil }
    body.removeLast()
    return body
  }

  /// Whether all of what is compressed fills all of a room but for its last byte.
  private static func fills(
    _ room: UnsafeMutableBufferPointer<UInt8>, with packed: UnsafeBufferPointer<UInt8>,
    _ unpacker: Unpacker
  ) -> Bool {
    var (taken, given) = (0, 0)
    while given < room.count {
      let step = unsafe unpacker.step(
        UnsafeBufferPointer(rebasing: packed[taken...]),
        into: UnsafeMutableBufferPointer(rebasing: room[given...]))
      taken += step.consumed
      given += step.produced
      switch step.state {
      case .whole: return taken == packed.count && given == room.count - 1
      case .more where step.hasMoved: continue
      case .more, .damaged, .mismatched, .unknownWords, .tooWide, .noMemory: return false
      }
    }
    return false
  }
}
