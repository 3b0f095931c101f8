// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc

/// Names that the system knows, each of which `SystemText` gives back byte for byte.
package enum SystemFiles {
  /// More entries of a folder than this are not looked at for one that is meant.
  private static let maximumEntries = 10_000

  /// The one spelling of a path that has no links, no `.` and no `..` in it; nil, with the reason
  /// in `errno`, for what is not there.
  package static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(SystemText.path(path), nil) else { return nil }
    defer { unsafe free(real) }
    let bytes = unsafe UnsafeBufferPointer(start: real, count: strlen(real))
    return SystemText.text(unsafe bytes.map { UInt8(bitPattern: $0) })
  }

  /// The names in a folder, in no order, at most so many; none where it cannot be read.
  package static func names(in folder: String, atMost most: Int = .max) -> [String] {
    let descriptor = unsafe open(SystemText.path(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return names(inOpened: descriptor, atMost: most)
  }

  /// The same of an open folder, which is closed then.
  package static func names(inOpened descriptor: Int32, atMost most: Int = .max) -> [String] {
    guard descriptor >= 0 else { return [] }
    guard let stream = unsafe fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while names.count < most, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe SystemText.text(Array(unsafe bytes.prefix { $0 != 0 }))
      }
      names.append(name)
    }
    return names
  }

  /// The names in a folder that a person may mean and can write as text, sorted: hidden ones and
  /// those that are no UTF-8 are left out.
  package static func writableNames(in folder: String) -> [String] {
    names(in: folder, atMost: maximumEntries)
      .filter { !$0.hasPrefix(".") && SystemText.validated($0) != nil }.sorted()
  }
}
