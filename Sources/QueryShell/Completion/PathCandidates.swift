// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Glibc
import LineEditing

/// The files and folders that a path may lead to.
enum PathCandidates {
  /// Candidates for the last part of a path, whole paths in their places. `endings` are those of
  /// the files that are meant; none mean every file. `quote` stands around the path.
  static func candidates(
    _ path: String, endings: [String] = [], quote: Character = "\""
  ) -> [Completion] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return SystemFiles.writableNames(in: folder.isEmpty ? "." : folder).compactMap { name in
      // What would have to be written in another way, or drives a terminal, is not offered.
      guard PlainText.cleanLine(name) == name,
        !name.contains(where: { $0 == quote || $0 == "\\" })
      else { return nil }
      if isFolder(folder + name) {
        return Completion(replacement: folder + name + "/", label: name + "/", note: "a folder")
      }
      guard endings.isEmpty || endings.contains(where: { name.lowercased().hasSuffix($0) }) else {
        return nil
      }
      return Completion(replacement: folder + name, label: name, note: "a file")
    }
  }

  /// Those that the last part of a path may become.
  static func match(
    _ path: String, endings: [String], quote: Character = "\""
  ) -> CompletionMatch {
    CompletionMatch(
      candidates(path, endings: endings, quote: quote), for: lastPart(of: path))
  }

  /// More files are not offered where no quote has been written yet.
  private static let mostNear = 10

  /// The files of the folder that have data, in their quotes.
  static var nearFiles: [Completion] {
    candidates("", endings: FormatPromise.endings).filter { !$0.replacement.hasSuffix("/") }
      .prefix(mostNear).map {
        Completion(
          replacement: "\"\($0.replacement)\" ", label: "\"\($0.label)\"", note: $0.note)
      }
  }

  /// The part of a path that a candidate's label begins with.
  static func lastPart(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(SystemText.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
