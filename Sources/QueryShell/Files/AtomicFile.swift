// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Glibc

/// A file that is written beside its target and takes the target's place once it is whole.
///
/// Whoever opens the target reads the old content or the new one, never a part, whenever this
/// process ends. A link is followed and stays; a hard link to the old content keeps that. What has
/// not been committed is removed when the value goes away.
package final class AtomicFile {
  /// The path as it was given, for messages.
  package let path: String
  /// Whether there was a file of that name when this one was begun.
  package let targetExists: Bool
  private let place: Place
  private let temporary: String
  /// Its number among those that a signal takes away.
  private var unfinished: Int?
  /// The file that is being written; -1 once it is committed or given up.
  private var descriptor: Int32
  /// The first fault; after it the file is gone, and every call throws it again.
  private var fault: Fault?

  /// Begins a file that `commit` puts at a path. The old file's owner and mode are kept; a new one
  /// gets what the umask allows.
  package init(at path: String) throws(Fault) {
    let place = try Place(path)
    let old: stat?
    do throws(Fault) {
      old = try place.target()
      (temporary, descriptor, unfinished) = try place.makeTemporary(
        mode: old.map(\.st_mode) ?? 0o666)
    } catch {
      place.close()
      throw error
    }
    self.path = path
    self.place = place
    targetExists = old != nil
    if let old { Self.copyOwnerAndMode(of: old, to: descriptor) }
  }

  deinit {
    discard()
    if let unfinished { UnfinishedFiles.remove(unfinished) }
    place.close()
  }

  /// Adds bytes; a fault gives the file up.
  package func write(_ bytes: [UInt8]) throws(Fault) {
    try checkOpen()
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { part in
        unsafe Glibc.write(descriptor, part.baseAddress, part.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw give(up: .system(path: path, number: errno))
      }
    }
  }

  /// Puts the file in its place, on the disk when this returns. Without `replacing` a file that
  /// is there by now, or another that comes meanwhile, is left alone and a fault.
  package func commit(replacing: Bool) throws(Fault) {
    try checkOpen()
    guard fsync(descriptor) == 0 else { throw give(up: .system(path: path, number: errno)) }
    // Its lock is held until it has its name, or another would sweep it away.
    let lock = dup(descriptor)
    defer { close(lock) }
    let written = descriptor
    descriptor = -1
    guard close(written) == 0 || errno == EINTR else {
      let number = errno
      place.remove(temporary)
      throw give(up: .system(path: path, number: number))
    }
    guard place.rename(temporary, replacing: replacing) else {
      let number = errno
      place.remove(temporary)
      let isThere = !replacing && number == EEXIST
      throw give(up: isThere ? .exists(path: path) : .system(path: path, number: number))
    }
    guard place.synchronise() else { throw give(up: .system(path: path, number: errno)) }
  }

  /// Gives the file up; the target stays as it was. After a commit it does nothing.
  package func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    place.remove(temporary)
  }

  private func checkOpen() throws(Fault) {
    if let fault { throw fault }
    precondition(descriptor >= 0, "a file is committed or discarded once")
  }

  private func give(up fault: Fault) -> Fault {
    discard()
    self.fault = fault
    return fault
  }

  /// The old owner where the system allows it; else the old group's rights go to nobody.
  private static func copyOwnerAndMode(of old: stat, to descriptor: Int32) {
    var mine = stat()
    unsafe fstat(descriptor, &mine)
    var mode = old.st_mode & 0o777
    if old.st_uid != mine.st_uid || old.st_gid != mine.st_gid,
      fchown(descriptor, old.st_uid, old.st_gid) != 0
    {
      mode &= ~0o070
    }
    fchmod(descriptor, mode)
  }
}

/// A name in an open folder, so that a folder that is renamed meanwhile is still the same.
private struct Place {
  let path: String
  let folder: Int32
  let name: String

  init(_ path: String) throws(AtomicFile.Fault) {
    // The system would read such a path up to its zero only.
    if path.utf8.contains(0) { throw .system(path: path, number: EINVAL) }
    let resolved = try Self.resolved(path)
    let slash = resolved.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = slash.map { String(resolved[resolved.utf8.index(after: $0)...]) } ?? resolved
    if ["", ".", ".."].contains(name) {
      throw resolved.isEmpty
        ? .system(path: path, number: ENOENT) : .notRegular(path: path, kind: "a directory")
    }
    let parent = slash.map { String(resolved[...$0]) } ?? "."
    folder = unsafe open(SystemText.path(parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .system(path: path, number: errno) }
    self.path = path
  }

  /// Where a link leads; other paths as they are.
  private static func resolved(_ path: String) throws(AtomicFile.Fault) -> String {
    var status = stat()
    guard unsafe lstat(SystemText.path(path), &status) == 0,
      status.st_mode & S_IFMT == S_IFLNK
    else { return path }
    guard let real = SystemFiles.resolved(path) else {
      throw errno == ENOENT
        ? .notRegular(path: path, kind: "a link that leads nowhere")
        : .system(path: path, number: errno)
    }
    return real
  }

  /// What is there already, nil when nothing is. Only a regular file that may be written counts.
  func target() throws(AtomicFile.Fault) -> stat? {
    var status = stat()
    guard unsafe fstatat(folder, SystemText.path(name), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw .system(path: path, number: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notRegular(path: path, kind: Self.kind(status.st_mode & S_IFMT))
    }
    // A rename asks only the folder, but whoever forbids writing means the content.
    guard unsafe faccessat(folder, SystemText.path(name), W_OK, AT_EACCESS) == 0 else {
      throw .system(path: path, number: errno)
    }
    return status
  }

  private static func kind(_ type: mode_t) -> String {
    switch type {
    case S_IFDIR: "a directory"
    case S_IFCHR, S_IFBLK: "a device"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a link"
    }
  }

  /// A new file beside the target, readable by no more people than the target. It is locked as
  /// long as it is written, so that others can tell it from one that was left behind.
  func makeTemporary(
    mode: mode_t
  ) throws(AtomicFile.Fault) -> (name: String, descriptor: Int32, unfinished: Int?) {
    sweep()
    var unfinished: Int?
    for _ in 0..<100 {
      let random = String(UInt32.random(in: .min ... .max), radix: 36)
      let temporary = "\(prefix)\(getpid())-\(random)"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      if let unfinished { UnfinishedFiles.remove(unfinished) }
      unfinished = UnfinishedFiles.add(temporary, in: folder)
      let descriptor = unsafe openat(folder, SystemText.path(temporary), flags, mode & 0o666)
      if descriptor >= 0 {
        // Another that sweeps may have taken it in the moment before it was locked.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
          || Self.isRemoved(descriptor)
        {
          Glibc.close(descriptor)
          continue
        }
        return (temporary, descriptor, unfinished)
      }
      guard errno == EEXIST || errno == EINTR else { break }
    }
    let number = errno
    if let unfinished { UnfinishedFiles.remove(unfinished) }
    // The folder is open, so that it is there: the system makes what is in it, as in /proc.
    throw number == ENOENT
      ? .takesNoFiles(path: path) : .system(path: path, number: number)
  }

  /// How the names of files begin that are written for this target. The longest name of a file is
  /// 255 bytes, so a long one is told by its first.
  private var prefix: String {
    ".\(SystemText.text(Array(SystemText.bytes(name).prefix(160)))).cq-"
  }

  private static func isRemoved(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }

  /// Removes what programs that were killed have left of this target: files that nobody locks.
  private func sweep() {
    for name in names() where name.hasPrefix(prefix) {
      let flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let descriptor = unsafe openat(folder, SystemText.path(name), flags)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(name) }
      Glibc.close(descriptor)
    }
  }

  private func names() -> [String] {
    SystemFiles.names(
      inOpened: unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  func rename(_ temporary: String, replacing: Bool) -> Bool {
    if replacing { return move(temporary) }
    // Making a link fails where the name is taken, which a rename does not.
    if unsafe linkat(
      folder, SystemText.path(temporary), folder, SystemText.path(name), 0) == 0
    {
      remove(temporary)
      return true
    }
    guard errno == EPERM || errno == EOPNOTSUPP else { return false }
    return renameOverClaim(temporary)
  }

  private func move(_ temporary: String) -> Bool {
    unsafe renameat(folder, SystemText.path(temporary), folder, SystemText.path(name)) == 0
  }

  /// Where the file system has no links, an empty file claims the name first.
  private func renameOverClaim(_ temporary: String) -> Bool {
    let claim = unsafe openat(
      folder, SystemText.path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard claim >= 0 else { return false }
    Glibc.close(claim)
    if move(temporary) { return true }
    let number = errno
    remove(name)
    errno = number
    return false
  }

  func remove(_ temporary: String) { unsafe unlinkat(folder, SystemText.path(temporary), 0) }

  /// Brings the new name to the disk; some file systems cannot and need not.
  func synchronise() -> Bool { fsync(folder) == 0 || errno == EINVAL || errno == EROFS }

  func close() { Glibc.close(folder) }
}
