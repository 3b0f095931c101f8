// SPDX-License-Identifier: MIT

import Catalogue
package import Diagnostics
import Glibc

extension AtomicFile {
  /// Why a file cannot be written.
  package enum Fault: Error, Equatable {
    /// Something has that name, and nothing was to be replaced.
    case exists(path: String)
    /// What runs is from a pack.
    case packed(path: String)
    /// No file can be made in the folder, such as one of `/proc`.
    case takesNoFiles(path: String)
    /// What has that name is no regular file; `kind` says what it is, such as `a directory`.
    case notRegular(path: String, kind: String)
    /// The system refused with an error number.
    case system(path: String, number: Int32)

    /// What is in the way, as a person reads it.
    package var reason: String {
      switch self {
      case .exists: "it exists; add `replace`"
      case .packed: "a pack writes nothing; what is to be saved runs as a script of its own"
      case .takesNoFiles: "its folder is one of the system, in which no file can be made"
      case .notRegular(_, let kind): "it is \(kind)"
      case .system(let path, ENOENT) where path.holdsBytes(of: "://"):
        "it is an address, and a file is written here"
      case .system(let path, ENOENT) where path.hasPrefix("~/"):
        "only a shell reads `~` as the home folder"
      case .system(_, let number): Self.words(for: number)
      }
    }

    package var path: String {
      switch self {
      case .exists(let path), .packed(let path), .takesNoFiles(let path),
        .notRegular(let path, _), .system(let path, _):
        path
      }
    }

    private static func words(for number: Int32) -> String {
      switch number {
      case ENOENT, ENOTDIR: "no such directory"
      case EISDIR: "it is a directory"
      case EACCES, EPERM: "permission denied"
      case EROFS: "the file system is read-only"
      case ENOSPC, EDQUOT: "the disk is full"
      case ENOMEM: "memory has run out"
      case EFBIG: "the file would be larger than is allowed"
      case ELOOP: "too many symbolic links"
      case EINVAL: "no file can have that name"
      case ENAMETOOLONG: "the name is too long"
      case EIO: "the device reports an error"
      default: "system error \(number)"
      }
    }
  }
}

extension Diagnostic {
  package init(_ fault: AtomicFile.Fault) {
    self.init(.cannotWrite, "\(fault.path) cannot be written: \(fault.reason)")
  }
}
