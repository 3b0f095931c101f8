// SPDX-License-Identifier: MIT

import Glibc

/// The file of past statements, shared by all sessions of one person.
///
/// Each access opens the path anew: another session may have put a compacted file in its place.
package struct HistoryFile {
  /// Why history cannot be kept.
  package struct Failure: Error {
    package var reason: String

    package init(reason: String) { self.reason = reason }
  }

  let path: String

  package init(path: String) { self.path = path }

  /// More than any history in use; a longer file is read from its end.
  private static let largestRead = 16 << 20

  /// Makes the folders that lack, readable by nobody else; gives why one could not be made.
  package func makeFolder() -> Failure? {
    var failure: Failure?
    var index = path.startIndex
    while let slash = path[index...].firstIndex(of: "/") {
      let folder = String(path[..<slash])
      if slash > path.startIndex, unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
        let reason = "cannot make \(folder): \(OpenedFile.systemMessage())"
        failure = failure ?? Failure(reason: reason)
      }
      index = path.index(after: slash)
    }
    return failure
  }

  /// Makes the file where it lacks.
  func checkWritable() throws(Failure) {
    try OpenedFile(path: path, flags: O_RDWR | O_CREAT | O_APPEND).close()
  }

  /// What the file holds; an unwritable one is still read.
  func read() throws(Failure) -> HistoryEncoding.Content {
    let file = try OpenedFile(path: path, flags: O_RDONLY)
    defer { file.close() }
    return HistoryEncoding.read(try contents(of: file))
  }

  /// Adds lines by a single write, under the lock; all of them or none.
  ///
  /// `waiting` says whether another program that holds the lock is waited for.
  func append(_ added: [UInt8], waiting: Bool = true) throws(Failure) {
    let file = try locked(waiting: waiting)
    defer { file.close() }
    var lines = added
    if try isTorn(file) { lines = HistoryEncoding.damageMark + [UInt8(ascii: "\n")] + lines }
    let size = try file.size()
    guard file.write(lines) else {
      let failure = Failure(reason: file.failure("cannot write"))
      // A disk that is full may have taken a part.
      ftruncate(file.descriptor, off_t(size))
      throw failure
    }
  }

  /// Puts a new file with the last `limit` entries in the place of this one, under its lock.
  ///
  /// - Returns: how many lines are left of statements, and of how they ended.
  func compact(limit: Int) throws(Failure) -> (entries: Int, outcomes: Int) {
    let file = try locked()
    defer { file.close() }
    let content = HistoryEncoding.read(try contents(of: file))
    let kept = Array(content.statements.suffix(limit))
    removeLeftovers()
    let newPath = path + ".cq-\(getpid())"
    let replacement = try OpenedFile(path: newPath, flags: O_RDWR | O_CREAT | O_EXCL)
    defer { replacement.close() }
    let failed = content.failed.intersection(kept).sorted()
    let bytes =
      kept.flatMap { HistoryEncoding.line(for: $0) }
      + failed.flatMap { HistoryEncoding.line(forOutcome: true, of: $0) }
    guard replacement.write(bytes), fsync(replacement.descriptor) == 0,
      unsafe rename(newPath, path) == 0
    else {
      let failure = Failure(reason: replacement.failure("cannot shorten"))
      unsafe unlink(newPath)
      throw failure
    }
    syncFolder()
    return (kept.count, failed.count)
  }

  /// Removes the new files of sessions that were killed while they shortened the history; nobody
  /// else writes one while the lock is held.
  private func removeLeftovers() {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? "./"
    let beginning = (slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path) + ".cq-"
    guard let stream = unsafe opendir(folder) else { return }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasPrefix(beginning) { unsafe unlink(folder + name) }
    }
  }

  /// Opens for appending and takes the lock, of the file that the path names then.
  private func locked(waiting: Bool = true) throws(Failure) -> OpenedFile {
    for _ in 0..<20 {
      let file = try OpenedFile(path: path, flags: O_RDWR | O_CREAT | O_APPEND)
      guard file.lock(waiting: waiting) else {
        file.close()
        throw .init(reason: "another program holds \(path)")
      }
      if file.isStillNamed { return file }
      file.close()
    }
    throw .init(reason: "\(path) is replaced again and again")
  }

  private func isTorn(_ file: OpenedFile) throws(Failure) -> Bool {
    let size = try file.size()
    guard size > 0 else { return false }
    return file.read(from: size - 1, count: 1) != [UInt8(ascii: "\n")]
  }

  private func contents(of file: OpenedFile) throws(Failure) -> [UInt8] {
    let size = try file.size()
    guard size > Self.largestRead else { return file.read(from: 0, count: size) }
    let tail = file.read(from: size - Self.largestRead, count: Self.largestRead)
    return Array(tail.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  }

  /// The new name is on the disk only when its folder is.
  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
