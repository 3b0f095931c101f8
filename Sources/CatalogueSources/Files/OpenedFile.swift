// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Glibc
import Synchronization

/// A regular file that is read part by part, open for as long as anybody may read it.
final class OpenedFile: Sendable {
  let path: String
  /// In bytes.
  let size: Int
  let watch: ReadingWatch
  private let descriptor: Int32
  let stamp: FileStamp
  /// What stood at its two ends.
  private let ends: Mutex<[[UInt8]]>

  /// Nil for what is no regular file, or a shorter one than wanted. It is left closed then: opening
  /// a pipe would cost its writer the reader.
  init?(path: String, least size: Int, watch: ReadingWatch) throws(SourceFault) {
    guard let stamp = FileStamp(path: path), stamp.size >= size else { return nil }
    let descriptor = try Payload.retried(path: path, watch.isCancelled) {
      unsafe open(SystemText.path(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard let stamp = FileStamp(descriptor: descriptor) else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.watch = watch
    self.descriptor = descriptor
    self.stamp = stamp
    self.size = stamp.size
    ends = Mutex([])
    watch.files.add(descriptor, called: path)
    let ends = try endsNow()
    self.ends.withLock { $0 = ends }
  }

  deinit { close(descriptor) }

  /// A part of the file, as far as the file goes.
  func part(_ range: Range<Int>) throws(SourceFault) -> Payload {
    let wanted = range.clamped(to: 0..<size)
    return try Payload(wanted, of: descriptor, name: path, watch: watch, lacking: changed)
  }

  /// Throws where the file is not what it was when it was opened. What others have written behind
  /// its end since then is none of its business.
  func checkUnchanged() throws(SourceFault) {
    let now = FileStamp(descriptor: descriptor)
    if now?.isWritten(with: stamp) == true { return }
    guard let now, now.size > size, try endsNow() == ends.withLock(\.self) else { throw changed }
  }

  private func endsNow() throws(SourceFault) -> [[UInt8]] {
    let length = 1 << 12
    return [
      Array(try part(0..<length).bytes), Array(try part(max(0, size - length)..<size).bytes),
    ]
  }

  private var changed: SourceFault { .changed(path: path) }
}

extension SourceFault {
  /// That a file is not what it was when its reading began.
  static func changed(path: String) -> SourceFault {
    .cannotOpen(
      path: path, reason: .other("was changed while it was read; the next reading takes it anew"))
  }
}

extension Payload {
  /// A part of an open file, all of which has to be there.
  init(
    _ range: Range<Int>, of descriptor: Int32, name: String, watch: ReadingWatch,
    lacking: @autoclosure () -> SourceFault
  ) throws(SourceFault) {
    var fault: SourceFault?
    let padded = unsafe [UInt8](unsafeUninitializedCapacity: range.count + Payload.padding) {
      buffer, count in
      do throws(SourceFault) {
        let raw = UnsafeMutableRawBufferPointer(buffer)
        if unsafe try !Self.fill(raw, range, of: descriptor, name, watch) { fault = lacking() }
      } catch { fault = error }
      unsafe buffer[range.count...].initialize(repeating: 0)
      count = range.count + Payload.padding
    }
    if let fault { throw fault }
    self.init(part: padded, of: name, watch: watch)
  }

  /// Whether all of a part is there.
  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ range: Range<Int>, of descriptor: Int32,
    _ name: String, _ watch: ReadingWatch
  ) throws(SourceFault) -> Bool {
    var got = 0
    while got < range.count {
      let count = try retried(path: name, watch.isCancelled) {
        unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: got), range.count - got,
          range.lowerBound + got)
      }
      guard count > 0 else { return false }
      got += Int(count)
    }
    return true
  }
}
