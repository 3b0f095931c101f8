// SPDX-License-Identifier: MIT

import Glibc

/// The files that may be meant by a path at which there is none.
enum NeighbouringFiles {
  /// More entries of a folder than this are not looked at.
  private static let maximumEntries = 10_000

  /// The paths of the files in the folder of a path, written as it is.
  static func paths(beside path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return entries(of: folder.isEmpty ? "." : folder).map { folder + $0 }
  }

  private static func entries(of folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while names.count < maximumEntries, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(validating: Array(unsafe bytes.prefix { $0 != 0 }), as: UTF8.self)
      }
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
