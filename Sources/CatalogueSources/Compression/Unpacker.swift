// SPDX-License-Identifier: MIT

internal import CCompression

/// Unpacks one member after another of what is compressed, a piece at a time.
@safe final class Unpacker {
  /// What came of a step.
  @safe struct Step {
    let state: cq_unpacking
    /// How many bytes of the input were taken.
    let consumed: Int
    /// How many bytes were given.
    var produced: Int { unsafe output.count }
    /// The bytes, where there was room for them.
    let output: UnsafeBufferPointer<UInt8>

    /// Whether, where all of the input was taken, a further step needs more.
    var isHungry: Bool { state == .more && !isFull }

    /// Whether anything was taken or given.
    var hasMoved: Bool { consumed > 0 || produced > 0 }

    fileprivate let isFull: Bool
  }

  /// How it tells what is wrong.
  enum Manner {
    /// What it is, and behind which byte.
    case exact
    /// That something is: then gzip is unpacked in a third of the time where ISA-L is there.
    case quick
  }

  private let unpacker: OpaquePointer

  /// Nil when memory runs out.
  init?(_ coding: cq_coding, _ manner: Manner = .exact) {
    guard let unpacker = unsafe cq_unpacker_open(coding, manner == .exact) else { return nil }
    unsafe self.unpacker = unpacker
  }

  deinit { unsafe cq_unpacker_close(unpacker) }

  /// Makes ready for a further member; false when that cannot be.
  func restart() -> Bool { unsafe cq_unpacker_restart(unpacker) }

  /// Unpacks into a room of at least a byte.
  func step(
    _ input: UnsafeBufferPointer<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>
  ) -> Step {
    var flow = cq_flow()
    var none: UInt8 = 0
    let state: cq_unpacking
    guard let output = room.baseAddress else { preconditionFailure("there is room for output") }
    if let start = input.baseAddress {
      state = unsafe cq_unpacker_step(unpacker, start, input.count, output, room.count, &flow)
    } else {
      state = unsafe cq_unpacker_step(unpacker, &none, 0, output, room.count, &flow)
    }
    return unsafe Step(
      state: state, consumed: flow.consumed,
      output: UnsafeBufferPointer(start: output, count: flow.produced),
      isFull: flow.produced == room.count)
  }
}
