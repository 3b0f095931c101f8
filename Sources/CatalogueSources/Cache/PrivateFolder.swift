// SPDX-License-Identifier: MIT

import Glibc

/// A folder of one person, which nobody else may look into.
struct PrivateFolder {
  /// Without links.
  let path: String

  /// Makes the folder where it lacks, and takes it from others who may look into it.
  init(making path: String) throws(CacheFault) {
    Self.make(path)
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.fault("\(path) cannot be used", errno) }
    defer { close(descriptor) }
    var status = stat()
    unsafe fstat(descriptor, &status)
    guard status.st_uid == geteuid() else {
      throw CacheFault(kind: .unusable, reason: "\(path) belongs to another user")
    }
    if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o700) }
    guard let real = SystemFiles.resolved(path) else { throw Self.fault(path, errno) }
    self.path = real
  }

  /// The folders that lack; why one cannot be made is told when it is opened.
  private static func make(_ path: String) {
    var index = path.startIndex
    while let slash = path[index...].dropFirst().firstIndex(of: "/") {
      unsafe mkdir(String(path[..<slash]), 0o700)
      index = slash
    }
    unsafe mkdir(path, 0o700)
  }

  /// What keeps a file from being written in a folder, as far as a look can tell; nothing is made.
  static func obstacle(to path: String, _ name: String) -> String? {
    var nearest = path[...]
    var status = stat()
    while unsafe access(String(nearest), F_OK) != 0, let slash = nearest.lastIndex(of: "/"),
      slash > nearest.startIndex
    {
      let number = errno
      if unsafe lstat(String(nearest), &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
        return fault("\(nearest) is a link that cannot be followed", number).reason
      }
      // What is no folder has nothing beneath it.
      nearest = nearest[..<slash]
    }
    guard unsafe stat(String(nearest), &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "\(nearest) is no folder" }
    guard unsafe access(String(nearest), W_OK | X_OK) == 0 else {
      return fault("\(nearest) cannot be written", errno).reason
    }
    guard nearest.utf8.count == path.utf8.count else { return nil }
    do throws(CacheFault) {
      if case .other(let what) = try PrivateFolder(making: path).content(name) {
        return "\(path)/\(name) \(what)"
      }
      return nil
    } catch { return error.reason }
  }

  /// What a file of the folder is.
  enum Content: Equatable {
    case nothing
    /// A file of this person.
    case file(mode: mode_t)
    case other(String)
  }

  func content(_ name: String) -> Content {
    var status = stat()
    guard unsafe lstat("\(path)/\(name)", &status) == 0 else { return .nothing }
    switch status.st_mode & S_IFMT {
    case S_IFLNK: return .other("is a link")
    case S_IFREG where status.st_uid == geteuid():
      return .file(mode: status.st_mode & 0o777)
    case S_IFREG: return .other("belongs to another user")
    default: return .other("is no file")
    }
  }

  /// Makes an empty file that its owner alone may read, or takes one that is there from others.
  ///
  /// A file that is there is not opened: closing it would take the locks of whoever has it open in
  /// this process.
  func secure(_ name: String) throws(CacheFault) {
    let file = "\(path)/\(name)"
    switch content(name) {
    case .other(let what): throw CacheFault(kind: .unusable, reason: "\(file) \(what)")
    case .file(let mode):
      if mode & 0o077 != 0 { unsafe chmod(file, 0o600) }
    case .nothing:
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = unsafe open(file, flags, 0o600)
      guard descriptor >= 0 else { throw Self.fault("\(file) cannot be made", errno) }
      fchmod(descriptor, 0o600)
      close(descriptor)
    }
  }

  /// Does something while no other process does the same; a process that stands still is waited
  /// for no longer than so many milliseconds.
  func locked<Answer>(
    _ name: String, timeout: Int32, _ work: () throws(CacheFault) -> Answer
  ) throws(CacheFault) -> Answer {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open("\(path)/\(name)", flags, 0o600)
    guard descriptor >= 0 else { throw Self.fault("\(path)/\(name) cannot be opened", errno) }
    defer { close(descriptor) }
    var waited: Int32 = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, waited < timeout else {
        throw CacheFault(kind: .busy, reason: "another process holds \(path)/\(name)")
      }
      waited += 5
      usleep(5_000)
    }
    return try work()
  }

  private static func fault(_ what: String, _ number: Int32) -> CacheFault {
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return CacheFault(kind: .unusable, reason: "\(what): \(reason)")
  }
}

// Changes of its files.
extension PrivateFolder {
  func rename(_ name: String, to other: String) throws(CacheFault) {
    guard unsafe Glibc.rename("\(path)/\(name)", "\(path)/\(other)") == 0 else {
      throw Self.fault("\(path)/\(name) cannot be set aside", errno)
    }
  }

  func remove(_ name: String) { unsafe unlink("\(path)/\(name)") }
}
