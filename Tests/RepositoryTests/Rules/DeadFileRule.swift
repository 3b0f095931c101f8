// SPDX-License-Identifier: MIT

extension Rule {
  /// A file outside of every target is compiled by nothing, and nothing says so.
  static let deadFiles = Rule("every source file belongs to a target") { tree in
    guard let manifest = tree.file("Package.swift") else {
      return [Finding(path: "Package.swift", line: 1, message: "there is no manifest")]
    }
    let targets = try Manifest(manifest.text).targets
    return tree.files.filter { $0.path.hasPrefix("Sources/") }.compactMap { file in
      guard file.module.map(targets.contains) == true else {
        return file.finding("no target of the manifest holds the file", line: 1)
      }
      return file.isPlaceholder && tree.hasOther(than: file)
        ? file.finding("a placeholder beside real files", line: 1) : nil
    }
  }
}

extension RepositoryFile {
  fileprivate var isPlaceholder: Bool { name == "Placeholder.swift" }
}

extension RepositoryTree {
  /// Whether the module of a file has Swift files besides it.
  fileprivate func hasOther(than file: RepositoryFile) -> Bool {
    files.contains {
      $0.module == file.module && $0.path != file.path && $0.path.hasSuffix(".swift")
    }
  }
}
