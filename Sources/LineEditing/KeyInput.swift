// SPDX-License-Identifier: MIT

import Glibc

/// What the reader of keys has to deal with next.
package enum InputEvent: Equatable {
  case key(Key)
  case signal(Int32)
  /// The terminal is gone.
  case end
}

/// The terminal's bytes, and the signals that came meanwhile, one after another.
package final class KeyInput {
  /// How many bytes wait at least where they are no longer single keys.
  private static let typedAhead = 64

  private let wakeDescriptor: Int32
  private let descriptor: Int32
  private var bytes: ArraySlice<UInt8> = []
  private var isAtEnd = false

  /// How many bytes are taken at once.
  private let portion: Int

  /// What is not taken is left to whoever reads next.
  package init(
    wakeDescriptor: Int32, descriptor: Int32 = STDIN_FILENO, portion: Int = 4096
  ) {
    self.portion = portion
    self.wakeDescriptor = wakeDescriptor
    self.descriptor = descriptor
  }

  /// True when keys wait already, so that drawing can wait.
  var hasTypedAhead: Bool { !bytes.isEmpty }

  /// Waits for the next key or signal.
  package func next() -> InputEvent {
    while bytes.isEmpty {
      guard !isAtEnd else { return .end }
      if let signal = wait(milliseconds: -1) { return .signal(signal) }
    }
    guard let first = bytes.popFirst() else { return .end }
    let decoder = KeyDecoder(
      nextByte: { [unowned self] in byte(within: $0) },
      putBack: { [unowned self] in bytes.insert($0, at: bytes.startIndex) })
    return .key(decoder.key(startingWith: first))
  }

  /// Has bytes that were taken come next.
  func putBack(_ taken: [UInt8]) { bytes = taken + bytes }

  /// Whether a key or a signal comes within some milliseconds; takes neither.
  func isReady(within milliseconds: Int32) -> Bool {
    guard bytes.isEmpty, !isAtEnd else { return true }
    var polled = polled
    return unsafe poll(&polled, 2, milliseconds) > 0
  }

  /// Whether a key waits, which is not taken.
  var hasKey: Bool {
    if !bytes.isEmpty || isAtEnd { return true }
    return waitUntilReady(descriptor, for: POLLIN, milliseconds: 0) > 0
  }

  private var polled: [pollfd] {
    [
      pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
  }

  /// Takes the characters that wait already, where they are more than anybody types meanwhile: up
  /// to the first byte that is no text, and no more than a number of bytes.
  package func charactersAhead(
    within measuredRoom: @autoclosure () -> Int, where isText: (UInt8) -> Bool
  ) -> [Unicode.Scalar] {
    guard bytes.count >= Self.typedAhead else { return [] }
    let room = measuredRoom()
    var found: [Unicode.Scalar] = []
    var taken = 0
    while taken + 4 <= room, let first = bytes.first, first >= 0x80 || isText(first),
      case .key(let key) = next()
    {
      guard case .character(let scalar) = key, PlainText.isSafe(scalar) else { continue }
      found.append(scalar)
      taken += UTF8.width(scalar)
    }
    return found
  }

  private func byte(within milliseconds: Int32) -> UInt8? {
    // A signal in the midst of a sequence stays in its pipe for `next()`.
    if bytes.isEmpty { fill(milliseconds: milliseconds) }
    return bytes.popFirst()
  }

  /// Waits for bytes or a signal, and takes either.
  private func wait(milliseconds: Int32) -> Int32? {
    var polled = polled
    guard unsafe poll(&polled, 2, milliseconds) > 0 else { return nil }
    var number: UInt8 = 0
    if polled[0].revents != 0, unsafe read(wakeDescriptor, &number, 1) == 1 {
      return Int32(number)
    }
    if polled[1].revents != 0 { take() }
    return nil
  }

  private func fill(milliseconds: Int32) {
    var count: Int32
    repeat {
      count = waitUntilReady(descriptor, for: POLLIN, milliseconds: milliseconds)
    } while count < 0 && errno == EINTR
    if count > 0 { take() }
  }

  private func take() {
    var chunk = [UInt8](repeating: 0, count: portion)
    let count = unsafe read(descriptor, &chunk, chunk.count)
    if count > 0 {
      bytes = chunk[..<count]
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      isAtEnd = true
    }
  }
}
