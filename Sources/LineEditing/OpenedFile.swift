// SPDX-License-Identifier: MIT

import Glibc

/// A regular file, opened without following a link, readable by its owner only.
package struct OpenedFile {
  let path: String
  let descriptor: Int32

  /// Opens; `O_NONBLOCK` because a pipe in the file's place would wait for its other end.
  package init(path: String, flags: Int32) throws(HistoryFile.Failure) {
    let always = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = unsafe open(path, flags | always, 0o600)
    guard descriptor >= 0 else {
      let isLink = errno == ELOOP
      throw .init(
        reason: isLink ? "\(path) is a link" : "cannot open \(path): \(Self.systemMessage())")
    }
    self.path = path
    self.descriptor = descriptor
    let status = self.status
    guard status.st_mode & S_IFMT == S_IFREG else {
      Glibc.close(descriptor)
      throw .init(reason: "\(path) is no regular file")
    }
    // The umask may have been laxer, or another program less careful.
    if status.st_mode & 0o077 != 0, status.st_uid == geteuid() { fchmod(descriptor, 0o600) }
  }

  package func close() { Glibc.close(descriptor) }

  private var status: stat {
    var status = stat()
    unsafe fstat(descriptor, &status)
    return status
  }

  func size() throws(HistoryFile.Failure) -> Int { Int(status.st_size) }

  /// Waits for the other sessions, but not for ever: one of them may be stopped.
  func lock(waiting: Bool) -> Bool {
    for _ in 0..<400 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard waiting, errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(5_000)
    }
    return false
  }

  /// False when the path names another file by now.
  var isStillNamed: Bool {
    var named = stat()
    let mine = status
    return unsafe lstat(path, &named) == 0 && named.st_ino == mine.st_ino
      && named.st_dev == mine.st_dev
  }

  /// Writes all by one call; a second one only where the system took a part.
  package func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { part in
        unsafe Glibc.write(descriptor, part.baseAddress, part.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// At most `count` bytes; fewer where the file ends or cannot be read on.
  func read(from offset: Int, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return unsafe pread(descriptor, free.baseAddress, free.count, off_t(offset + filled))
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      filled += got
    }
    return Array(bytes[..<filled])
  }

  /// The reason of the call that just failed.
  package func failure(_ what: String) -> String { "\(what) \(path): \(Self.systemMessage())" }

  static func systemMessage() -> String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text)
  }
}
