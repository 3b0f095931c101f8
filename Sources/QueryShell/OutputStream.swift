// SPDX-License-Identifier: MIT

import Glibc
import LineEditing

/// Writes bytes to a file descriptor and never loses an error: the first one is kept, and after it
/// nothing more is written.
package final class OutputStream {
  /// Nil for a stream that only collects.
  private let descriptor: Int32?
  private var buffer: [UInt8] = []
  /// The system's number of the first error.
  package private(set) var error: Int32?

  /// Called before bytes go to the system.
  var beforeWriting: (() -> Void)?

  private static let bufferedBytes = 1 << 16

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// A stream that keeps what is written until it is taken.
  package init() { descriptor = nil }

  /// What has been written to a stream that collects, which is empty afterwards.
  package func taken() -> String {
    defer { buffer = [] }
    return String(decoding: buffer, as: UTF8.self)
  }

  package func write(_ bytes: [UInt8]) {
    buffer += bytes
    if descriptor != nil, buffer.count >= Self.bufferedBytes { flush() }
  }

  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Hands everything to the system; loops on interruptions and short writes.
  package func flush() {
    guard let descriptor else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    guard error == nil, !buffer.isEmpty else { return }
    beforeWriting?()
    var written = 0
    while written < buffer.count {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          descriptor, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // One that never will take more is told by the next writing.
        waitUntilReady(descriptor, for: POLLOUT)
      } else if errno != EINTR {
        error = errno
        return
      }
    }
  }

  /// What the first error is to a person.
  package var errorText: String? {
    error.map { number in
      switch number {
      case ENOSPC, EDQUOT: "the disk is full"
      case EFBIG: "the file would be larger than is allowed"
      case EPIPE: "nobody reads it any more"
      case EBADF: "it is closed"
      case EIO: "the device reports an error"
      default: "system error \(number)"
      }
    }
  }
}
