// SPDX-License-Identifier: MIT

import Foundation

/// The files that the rules look at: the repository's own, or the few of a test.
struct RepositoryTree: Sendable {
  /// The files with text that a rule reads, in the order of their paths.
  let files: [RepositoryFile]
  /// Every path that a link may lead to: all files, pictures too, and their folders.
  let paths: Set<String>

  init(files: [RepositoryFile], otherPaths: [String] = []) {
    self.files = files.sorted { $0.path < $1.path }
    var paths: Set<String> = []
    for path in files.map(\.path) + otherPaths {
      var parts = path.split(separator: "/")
      while !parts.isEmpty {
        paths.insert(parts.joined(separator: "/"))
        parts.removeLast()
      }
    }
    self.paths = paths
  }

  func file(_ path: String) -> RepositoryFile? {
    files.first { $0.path == path }
  }

  func files(in scope: Scope) -> [RepositoryFile] {
    files.filter { scope.covers($0.path) }
  }
}

extension RepositoryTree {
  /// The checkout that this file was compiled from; read once for all rules.
  static let current = Result { try RepositoryTree(root: root) }

  /// Found from the place of this source file, so that the tests do not depend on where they start.
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Folders that hold products or history, not sources.
  private static let skippedFolders: Set<String> = [".build", ".git", ".swiftpm"]

  private static let textExtensions: Set<String> = [
    "c", "cpp", "cq", "ebnf", "h", "json", "md", "modulemap", "py", "swift", "",
  ]

  private init(root: URL) throws {
    var files: [RepositoryFile] = []
    var others: [String] = []
    for path in try Self.relativePaths(beneath: root) {
      let url = root.appending(path: path)
      guard Self.textExtensions.contains(url.pathExtension),
        let text = String(data: try Data(contentsOf: url), encoding: .utf8)
      else {
        others.append(path)
        continue
      }
      files.append(RepositoryFile(path: path, text: text))
    }
    self.init(files: files, otherPaths: others)
  }

  private static func relativePaths(beneath root: URL, folder: String = "") throws -> [String] {
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: root.appending(path: folder).path)
    return try names.flatMap { name -> [String] in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let type = try manager.attributesOfItem(atPath: root.appending(path: path).path)[.type]
      switch type as? FileAttributeType {
      case .typeDirectory where skippedFolders.contains(name): return []
      case .typeDirectory: return try relativePaths(beneath: root, folder: path)
      default: return [path]
      }
    }
  }
}
