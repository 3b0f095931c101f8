// SPDX-License-Identifier: MIT

/// What a file is called in a pack: a path that leads into folders and out of none.
package enum PackedName {
  /// Longer names are refused.
  package static let longest = TarArchive.longestName - "files/".utf8.count

  /// The one spelling of a path without `.` and empty steps; nil for one that leads elsewhere: that
  /// begins at the root or with `~`, goes up, or is no name at all.
  package static func of(_ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.hasPrefix("~"), path.utf8.allSatisfy({ $0 >= 0x20 }),
      !path.utf8.contains(0x7F), String(validating: Array(path.utf8), as: UTF8.self) != nil
    else { return nil }
    let steps = path.split(separator: "/").filter { $0 != "." }
    guard !steps.isEmpty, !steps.contains(".."), !path.hasSuffix("/") else { return nil }
    let name = steps.joined(separator: "/")
    return name.utf8.count <= longest ? name : nil
  }
}
