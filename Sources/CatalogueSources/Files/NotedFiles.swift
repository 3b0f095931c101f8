// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc
import Synchronization

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
    guard let file = FileStamp(descriptor: descriptor)?.identity else { return }
    notes.withLock {
      $0.files.insert(file)
      $0.paths.insert(path)
    }
  }

  /// Whether a path leads to one of them.
  package func holds(_ path: String) -> Bool {
    notes.withLock { notes in
      if let file = FileStamp(path: path)?.identity, notes.files.contains(file) { return true }
      return notes.paths.contains { Self.isSame($0, path) }
    }
  }

  /// Whether two paths lead to one file, or would if there were one.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    if CanonicalPath.of(first) == CanonicalPath.of(second) { return true }
    guard let file = FileStamp(path: first)?.identity else { return false }
    return file == FileStamp(path: second)?.identity
  }

  /// Whether an open file is the one to which a path leads.
  package static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    guard let file = FileStamp(descriptor: descriptor)?.identity else { return false }
    return file == FileStamp(path: path)?.identity
  }
}
