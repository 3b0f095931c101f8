// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc
import Synchronization

/// Which regular file something is, whatever it is called.
private struct FileIdentity: Hashable {
  private let device: UInt
  private let inode: UInt

  /// Nil where there is no regular file; a link is followed.
  init?(path: String) {
    var status = stat()
    guard unsafe stat(SystemText.path(path), &status) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// Files that something is told of, to be known again by other names and under the same name with
/// other content.
package final class NotedFiles: Sendable {
  private struct Notes {
    var files: Set<FileIdentity> = []
    var paths: Set<String> = []
  }

  private let notes = Mutex(Notes())

  package init() {}

  /// Notes an open file; a pipe or a device is none.
  func add(_ descriptor: Int32, called path: String) {
    guard let file = FileIdentity(descriptor: descriptor) else { return }
    notes.withLock {
      $0.files.insert(file)
      $0.paths.insert(path)
    }
  }

  /// Whether a path leads to one of them.
  package func holds(_ path: String) -> Bool {
    notes.withLock { notes in
      if let file = FileIdentity(path: path), notes.files.contains(file) { return true }
      return notes.paths.contains { Self.isSame($0, path) }
    }
  }

  /// Whether two paths lead to one file, or would if there were one.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    if CanonicalPath.of(first) == CanonicalPath.of(second) { return true }
    guard let file = FileIdentity(path: first) else { return false }
    return file == FileIdentity(path: second)
  }

  /// Whether an open file is the one to which a path leads.
  package static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    guard let file = FileIdentity(descriptor: descriptor) else { return false }
    return file == FileIdentity(path: path)
  }
}
