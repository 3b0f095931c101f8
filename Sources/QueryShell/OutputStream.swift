// SPDX-License-Identifier: MIT

import CatalogueSources
import Glibc
import LineEditing

/// Writes bytes to a file descriptor and never loses an error: the first one is kept, and after it
/// nothing more is written.
package final class OutputStream {
  /// Nil for a stream that only collects.
  private let descriptor: Int32?
  /// Whether what nobody takes is wanted no longer.
  private let isCancelled: () -> Bool
  /// Whether the system takes any number of bytes at once, as it does for a file.
  private lazy var takesAll = isFile
  private var buffer: [UInt8] = []
  /// What is kept of a stream that collects, but for its end; nil where all is in memory.
  private var kept: (file: TemporaryFile, count: Int)?
  /// The system's number of the first error.
  package private(set) var error: Int32?

  /// Called before bytes go to the system.
  var beforeWriting: (() -> Void)?

  private static let bufferedBytes = 1 << 16
  /// So much of what a stream collects stays in memory.
  private static let collectedBytes = 1 << 20
  /// What a pipe that is ready takes without waiting for its reader: POSIX's `PIPE_BUF`.
  private static let portion = 4096
  /// How long is waited for a reader before it is asked whether anybody still wants that.
  private static let pollInterval: Int32 = 50

  /// While it is cancelled, what is written to a reader that does not read is given up.
  package init(
    descriptor: Int32, isCancelled: @escaping () -> Bool = { Interruption.isRequested }
  ) {
    self.descriptor = descriptor
    self.isCancelled = isCancelled
  }

  /// A stream that keeps what is written until it is taken.
  package init() {
    descriptor = nil
    isCancelled = { false }
  }

  /// What has been written to a stream that collects, which is empty afterwards.
  package func taken() -> String {
    var all: [UInt8] = []
    take { all += $0 }
    return String(decoding: all, as: UTF8.self)
  }

  /// Gives what has been written to a stream that collects, in blocks; it is empty afterwards.
  func take(_ body: ([UInt8]) -> Void) {
    defer { (buffer, kept) = ([], nil) }
    if let (file, count) = kept {
      for start in stride(from: 0, to: count, by: Self.collectedBytes) {
        let block = try? file.bytes(start..<min(count, start + Self.collectedBytes))
        guard let block else {
          error = error ?? EIO
          return
        }
        body(block)
      }
    }
    body(buffer)
  }

  /// Puts what has been collected into a file without a name; where there is none, it stays.
  private func putAside() {
    do throws(TemporaryFile.Fault) {
      let (file, count) = if let kept { kept } else { (try TemporaryFile(in: nil), 0) }
      try file.write(buffer[...], at: count)
      kept = (file, count + buffer.count)
      buffer = []
    } catch {}
  }

  package func write(_ bytes: [UInt8]) {
    // A long block is handed over as it is.
    if buffer.isEmpty { buffer = bytes } else { buffer += bytes }
    if descriptor == nil {
      if buffer.count >= Self.collectedBytes { putAside() }
    } else if buffer.count >= Self.bufferedBytes {
      flush()
    }
  }

  package func write(_ text: String) { write(Array(text.utf8)) }

  private var isFile: Bool {
    var status = stat()
    guard let descriptor, unsafe fstat(descriptor, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether bytes can be handed over, which is waited for; false when that is cancelled.
  private func isReady(_ descriptor: Int32) -> Bool {
    if takesAll { return true }
    while waitUntilReady(descriptor, for: POLLOUT, milliseconds: Self.pollInterval) <= 0 {
      if isCancelled() { return false }
    }
    return true
  }

  /// Hands everything to the system; loops on interruptions and short writes.
  package func flush() {
    guard let descriptor else { return }
    defer { empty() }
    guard error == nil, !buffer.isEmpty else { return }
    beforeWriting?()
    var written = 0
    while written < buffer.count, isReady(descriptor) {
      let portion = takesAll ? buffer.count - written : min(Self.portion, buffer.count - written)
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          descriptor, bytes.baseAddress.map { unsafe $0 + written }, portion)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR, errno != EAGAIN {
        error = errno
        return
      }
    }
  }

  /// Room for what is written next, but none that one long block had.
  private func empty() {
    if buffer.count > 2 * Self.bufferedBytes {
      buffer = []
    } else {
      buffer.removeAll(keepingCapacity: true)
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
