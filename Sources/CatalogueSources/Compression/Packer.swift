// SPDX-License-Identifier: MIT

internal import CCompression
package import QuerySyntax

/// Compresses what a file is to hold, a piece at a time.
@safe package final class Packer {
  private let packer: OpaquePointer

  /// Nil when memory runs out.
  package init?(_ compression: Compression) {
    guard let packer = unsafe cq_packer_open(compression.coding) else { return nil }
    unsafe self.packer = packer
  }

  deinit { unsafe cq_packer_close(packer) }

  /// What comes of further bytes, as far as that is known yet, and of all where they are the last;
  /// nil when memory runs out.
  package func packed(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8]? {
    var packed: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    var rest = bytes[...]
    while true {
      var flow = cq_flow()
      let state = unsafe room.withUnsafeMutableBufferPointer { room in
        unsafe rest.withUnsafeBufferPointer { input in
          unsafe Self.step(packer, input, isLast, room, &flow)
        }
      }
      packed += room[..<flow.produced]
      rest = rest.dropFirst(flow.consumed)
      switch state {
      case .done: return packed
      case .more: continue
      case .noMemory: return nil
      }
    }
  }

  private static func step(
    _ packer: OpaquePointer, _ input: UnsafeBufferPointer<UInt8>, _ isLast: Bool,
    _ room: UnsafeMutableBufferPointer<UInt8>, _ flow: inout cq_flow
  ) -> cq_packing {
    guard let output = room.baseAddress else { return .noMemory }
    guard let start = input.baseAddress else {
      var none: UInt8 = 0
      return unsafe cq_packer_step(packer, &none, 0, isLast, output, room.count, &flow)
    }
    return unsafe cq_packer_step(packer, start, input.count, isLast, output, room.count, &flow)
  }
}

extension Compression {
  var coding: cq_coding {
    switch self {
    case .gzip: .gzip
    case .zstandard: .zstandard
    }
  }
}
