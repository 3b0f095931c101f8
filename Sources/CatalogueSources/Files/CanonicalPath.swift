// SPDX-License-Identifier: MIT

/// The one spelling of a path that has no links, no `.` and no `..` in it.
enum CanonicalPath {
  /// Of a file that is not there the folder is resolved; a path into no folder stays as it is.
  static func of(_ path: String) -> String {
    if let real = SystemFiles.resolved(path) { return real }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard let real = SystemFiles.resolved(folder) else { return path }
    return real == "/" ? "/\(name)" : "\(real)/\(name)"
  }
}
