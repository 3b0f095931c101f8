// SPDX-License-Identifier: MIT

/// The files that may be meant by a path at which there is none.
enum NeighbouringFiles {
  /// The paths of the files in the folder of a path, written as it is.
  static func paths(beside path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return SystemFiles.writableNames(in: folder.isEmpty ? "." : folder).map { folder + $0 }
  }
}
