// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Glibc

/// A file without a name, for its user alone, which is gone when it is closed, however that comes
/// about.
package final class TemporaryFile: Sendable {
  /// `O_TMPFILE` of Linux, which the C library's module does not have.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  private let descriptor: Int32
  private let folder: String

  /// What the system says, and of which folder.
  package struct Fault: Error {
    let folder: String
    let number: Int32
  }

  /// In a folder, or in the usual one.
  package init(in folder: String?) throws(Fault) {
    let folder = folder ?? Self.usualFolder
    self.folder = folder
    let made = Self.make(in: folder)
    guard made >= 0 else { throw Fault(folder: folder, number: errno) }
    descriptor = made
  }

  /// Made for what comes from a path.
  convenience init(in folder: String?, of path: String) throws(SourceFault) {
    do throws(Fault) { try self.init(in: folder) } catch { throw .notKept(path, error) }
  }

  deinit { close(descriptor) }

  /// The folder that `TMPDIR` names, else the system's.
  package static var usualFolder: String {
    guard let name = unsafe getenv("TMPDIR"), unsafe name.pointee != 0 else { return "/tmp" }
    let bytes = unsafe UnsafeBufferPointer(start: name, count: strlen(name))
    return SystemText.text(unsafe bytes.map { UInt8(bitPattern: $0) })
  }

  /// Not all file systems have files that never had a name.
  private static func make(in folder: String) -> Int32 {
    let access = mode_t(0o600)
    let made = unsafe open(SystemText.path(folder), O_RDWR | O_CLOEXEC | withoutName, access)
    if made >= 0 || ![EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno) { return made }
    for _ in 0..<100 {
      let name = "\(folder)/.cq-\(getpid())-\(UInt64.random(in: 0 ... .max))"
      let flags = O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL | O_NOFOLLOW
      let made = unsafe open(SystemText.path(name), flags, access)
      if made >= 0 { unsafe unlink(SystemText.path(name)) }
      if made >= 0 || errno != EEXIST { return made }
    }
    return -1
  }

  func write(_ bytes: ArraySlice<UInt8>, at place: Int, of path: String) throws(SourceFault) {
    do throws(Fault) { try write(bytes, at: place) } catch { throw .notKept(path, error) }
  }

  package func write(_ bytes: ArraySlice<UInt8>, at place: Int) throws(Fault) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, place + done)
      }
      if let number = Self.fault(count, errno) { throw Fault(folder: folder, number: number) }
      done += max(0, count)
    }
  }

  /// What is wrong where so many of some bytes were written or read, by what the system has said
  /// last; nil for what goes on. Of no bytes it says nothing.
  static func fault(_ count: Int, _ said: Int32) -> Int32? {
    if count > 0 || count < 0 && said == EINTR { return nil }
    return count == 0 ? EIO : said
  }

  /// All bytes of a part of what was written.
  package func bytes(_ range: Range<Int>) throws(Fault) -> [UInt8] {
    var fault: Int32?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, done in
      while done < range.count {
        let count = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: done), range.count - done,
          range.lowerBound + done)
        fault = Self.fault(count, errno)
        if fault != nil { break }
        done += max(0, count)
      }
    }
    if let fault { throw Fault(folder: folder, number: fault) }
    return bytes
  }

  /// A part of what was written, with the name of what it came from.
  func part(
    _ range: Range<Int>, of path: String, _ watch: ReadingWatch
  ) throws(SourceFault) -> Payload {
    try Payload(
      range, of: descriptor, name: path, watch: watch,
      lacking: .cannotOpen(path: path, reason: .other("what was kept of it cannot be read")))
  }
}

extension TemporaryFile.Fault {
  /// In words.
  var reason: String {
    switch number {
    case ENOSPC, EDQUOT: "there is no room left"
    case EROFS: "nothing can be written there"
    case EACCES, EPERM: "permission denied"
    case ENOENT, ENOTDIR: "no file can be made there"
    case EFBIG: "it is larger than files may be"
    case EIO: "the disk reports an error, or takes and gives no more"
    default: "system error \(number)"
    }
  }
}

extension SourceFault {
  fileprivate static func notKept(_ name: String, _ fault: TemporaryFile.Fault) -> SourceFault {
    .limit(
      name: name,
      message: "is a long pipe, which is kept in a file in \(fault.folder): \(fault.reason); "
        + "`TMPDIR=FOLDER cq …` takes another folder")
  }
}
