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
struct FileStamp: Equatable {
  let identity: FileIdentity
  /// In bytes.
  let size: Int
  private let seconds: Int
  private let nanoseconds: Int

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

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    identity = FileIdentity(status)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
