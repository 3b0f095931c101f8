// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc

/// Which regular file something is, whatever it is called.
struct FileIdentity: Hashable {
  private let device: UInt
  private let inode: UInt

  fileprivate init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// Which regular file something is and when it was written, so that a change is noticed.
struct FileStamp: Hashable {
  let identity: FileIdentity
  /// In bytes.
  let size: Int
  private let seconds: Int
  private let nanoseconds: Int
  /// When anything about it was changed, also what says when it was written.
  private let changedSeconds: Int
  private let changedNanoseconds: Int
  private let standing: Standing

  /// What about a file is changed without anything being written to it.
  private struct Standing: Hashable {
    let mode: UInt
    let owner: UInt
    let group: UInt
    let names: UInt

    init(_ status: stat) {
      mode = UInt(status.st_mode)
      owner = UInt(status.st_uid)
      group = UInt(status.st_gid)
      names = UInt(status.st_nlink)
    }
  }

  /// Nil for a path that leads to no regular file; a link is followed.
  init?(path: String) {
    var status = stat()
    guard unsafe stat(SystemText.path(path), &status) == 0 else { return nil }
    self.init(status)
  }

  /// Nil for what is no regular file.
  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether nothing was written in between, as far as the file itself tells.
  func isWritten(with other: FileStamp) -> Bool {
    identity == other.identity && size == other.size && seconds == other.seconds
      && nanoseconds == other.nanoseconds
  }

  /// Whether something may have been written in between, though the file may have got back the time
  /// at which it was written: no other rights, owner or names explain why it was changed.
  func mayBeRewritten(since other: FileStamp) -> Bool {
    !isWritten(with: other) || (self != other && standing == other.standing)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    identity = FileIdentity(status)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    changedSeconds = status.st_ctim.tv_sec
    changedNanoseconds = status.st_ctim.tv_nsec
    standing = Standing(status)
  }
}
