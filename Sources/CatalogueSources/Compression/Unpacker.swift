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
    let produced: Int
    /// The bytes, until the next step.
    let output: UnsafeBufferPointer<UInt8>

    /// Whether, where all of the input was taken, a further step needs more.
    var isHungry: Bool { state == .more && !isFull }

    /// Whether anything was taken or given.
    var hasMoved: Bool { consumed > 0 || produced > 0 }

    fileprivate let isFull: Bool
  }

  private let unpacker: OpaquePointer
  private let output: UnsafeMutableBufferPointer<UInt8>

  /// Nil when memory runs out. Each step gives at most so many bytes.
  init?(_ coding: cq_coding, most size: Int = 1 << 14) {
    guard let unpacker = unsafe cq_unpacker_open(coding) else { return nil }
    unsafe self.unpacker = unpacker
    unsafe output = .allocate(capacity: size)
  }

  deinit {
    unsafe cq_unpacker_close(unpacker)
    unsafe output.deallocate()
  }

  /// Makes ready for a further member; false when that cannot be.
  func restart() -> Bool { unsafe cq_unpacker_restart(unpacker) }

  func step(_ input: UnsafeBufferPointer<UInt8>) -> Step {
    var flow = cq_flow()
    var none: UInt8 = 0
    let state: cq_unpacking
    let room = unsafe output.baseAddress
    guard let room = unsafe room else { preconditionFailure("an unpacker has room for output") }
    if let start = input.baseAddress {
      state = unsafe cq_unpacker_step(unpacker, start, input.count, room, output.count, &flow)
    } else {
      state = unsafe cq_unpacker_step(unpacker, &none, 0, room, output.count, &flow)
    }
    return unsafe Step(
      state: state, consumed: flow.consumed, produced: flow.produced,
      output: UnsafeBufferPointer(start: room, count: flow.produced),
      isFull: flow.produced == output.count)
  }
}
