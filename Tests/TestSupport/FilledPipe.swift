// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A pipe into which a thread writes a text, once, as fast as it is read.
public final class FilledPipe: Sendable {
  /// The path by which a program of this process reads it.
  public let path: String
  private let reader: FileHandle

  public init(_ bytes: [UInt8]) {
    let ends = Pipe()
    let writer = ends.fileHandleForWriting
    reader = ends.fileHandleForReading
    let number = "\(reader.fileDescriptor)"
    // Of one length whatever the number is.
    path = "/dev/fd/\(String(repeating: "/", count: max(0, 6 - number.count)))\(number)"
    Thread.detachNewThread { Self.write(bytes, to: writer) }
  }

  private static func write(_ bytes: [UInt8], to writer: FileHandle) {
    // Who reads no further gets nothing more, and nobody is ended for that.
    var broken = sigset_t()
    unsafe sigemptyset(&broken)
    unsafe sigaddset(&broken, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &broken, nil)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes { buffer in
        unsafe Glibc.write(writer.fileDescriptor, buffer.baseAddress, min(buffer.count, 3_000))
      }
      if count <= 0 { break }
      done += count
    }
    try? writer.close()
  }
}
