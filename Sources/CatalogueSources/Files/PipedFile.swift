// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Glibc
import Synchronization

/// What a pipe gives, which is read once and kept: a short text in memory, a longer one in a file
/// without a name, which is gone when nobody has it open any more.
final class PipedFile: StoredFile {
  private static let opened = Mutex(0)

  let path: String
  let name: StoredFileName
  let watch: ReadingWatch
  private let descriptor: Int32
  /// What has come; its lock is held for moments.
  private let kept: Mutex<Kept>
  /// Held by whoever reads the pipe.
  private let reading: Mutex<[UInt8]>

  private struct Kept {
    /// What has come, while that is short.
    var bytes: [UInt8] = []
    var file: TemporaryFile?
    var count = 0
    var hasEnded = false
  }

  /// Whether a path leads to a pipe or a terminal, which gives what it has once.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(SystemText.path(path), &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK: return true
    case S_IFCHR: return isTerminal(path)
    default: return false
    }
  }

  /// Other devices are no files.
  private static func isTerminal(_ path: String) -> Bool {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = unsafe open(SystemText.path(path), flags)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return isatty(descriptor) == 1
  }

  init(path: String, watch: ReadingWatch) throws(SourceFault) {
    self.path = path
    self.watch = watch
    name = Self.opened.withLock { count in
      count += 1
      return .pipe(count)
    }
    descriptor = try Payload.retried(path: path, watch.isCancelled) {
      unsafe open(SystemText.path(path), O_RDONLY | O_CLOEXEC)
    }
    kept = Mutex(Kept())
    reading = Mutex([])
  }

  deinit { close(descriptor) }

  var size: Int { kept.withLock(\.count) }
  var total: Int? { kept.withLock { $0.hasEnded ? $0.count : nil } }
  var isPipe: Bool { true }

  /// Whether what has come is in a file.
  var isInFile: Bool { kept.withLock { $0.file != nil } }

  /// What has come is what it was.
  func checkUnchanged() {}

  func goes(beyond offset: Int) throws(SourceFault) -> Bool {
    try load(to: offset + 1)
    return offset < size
  }

  func part(_ range: Range<Int>) throws(SourceFault) -> Payload {
    try load(to: range.upperBound)
    let (bytes, file, count) = kept.withLock { ($0.bytes, $0.file, $0.count) }
    let wanted = range.clamped(to: 0..<count)
    if let file { return try file.part(wanted, of: path, watch) }
    let padding = repeatElement(0 as UInt8, count: Payload.padding)
    return Payload(part: Array(bytes[wanted]) + padding, of: path, watch: watch)
  }

  /// Reads the pipe up to an offset, as far as it goes.
  private func load(to offset: Int) throws(SourceFault) {
    func isThere() -> Bool { kept.withLock { $0.hasEnded || $0.count >= offset } }
    if isThere() { return }
    let result = reading.withLock { room in
      Result { () throws(SourceFault) in
        if room.isEmpty { room = [UInt8](repeating: 0, count: 1 << 18) }
        while !isThere() {
          let count = try take(into: &room)
          try keep(room[..<count])
        }
        if kept.withLock(\.hasEnded) { room = [] }
      }
    }
    try result.get()
  }

  /// How many bytes have come; none where there are no more.
  private func take(into room: inout [UInt8]) throws(SourceFault) -> Int {
    try Payload.wait(for: descriptor, path: path, watch.isCancelled)
    return try Payload.retried(path: path, watch.isCancelled) {
      unsafe room.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
    }
  }

  private func keep(_ piece: ArraySlice<UInt8>) throws(SourceFault) {
    guard !piece.isEmpty else { return kept.withLock { $0.hasEnded = true } }
    let (bytes, file, count) = kept.withLock { ($0.bytes, $0.file, $0.count) }
    if count + piece.count > watch.pipes.most { throw .longPipe(path, watch.pipes.most) }
    if let file {
      try file.write(piece, at: count, of: path)
    } else if count + piece.count >= watch.windows.leastFile {
      let file = try TemporaryFile(in: watch.pipes.folder, of: path)
      try file.write(bytes[...], at: 0, of: path)
      try file.write(piece, at: count, of: path)
      kept.withLock {
        $0.file = file
        $0.bytes = []
      }
    } else {
      kept.withLock { $0.bytes += piece }
    }
    kept.withLock { $0.count += piece.count }
    watch.tell(
      ReadingProgress(name: path, work: .reading, done: count + piece.count, of: nil))
  }
}

/// Where what pipes give is kept, and how much of it.
package struct PipeStore: Sendable {
  /// How much is kept where nobody says.
  package static let usual = 16_000_000_000

  package var most = usual
  /// The folder of the file; nil for the one that the system has for such files.
  package var folder: String?

  package init() {}
}

extension SourceFault {
  fileprivate static func longPipe(_ name: String, _ most: Int) -> SourceFault {
    let (more, isTooMuch) = most.multipliedReportingOverflow(by: 10)
    return .limit(
      name: name,
      message: "gives more than the \(most) bytes that are kept of a pipe; "
        + "`set pipe.limit = \(isTooMuch ? .max : more)` allows more")
  }
}
