// SPDX-License-Identifier: MIT

import Diagnostics

/// The last part of a path, before and behind its last dot.
struct FileName {
  private let stem: String
  private let ending: String

  init(_ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    stem = String(name[..<dot])
    ending = String(name[dot...]).lowercased()
  }

  /// The paths whose file is called nearly as that of another one, or the same with another ending.
  static func nearest(to path: String, among others: [String]) -> [String] {
    let wanted = FileName(path)
    // A script holds no rows.
    let names = others.map { (path: $0, name: FileName($0)) }
      .filter { $0.name.ending != ".cq" || wanted.ending == ".cq" }
    let same = names.filter { $0.name.stem.lowercased() == wanted.stem.lowercased() }
    if !same.isEmpty { return same.prefix(3).map(\.path) }
    let alike = names.filter { $0.name.ending == wanted.ending }
    let near = Suggestion.nearest(to: wanted.stem, among: alike.map(\.name.stem))
    return near.compactMap { stem in alike.first { $0.name.stem == stem }?.path }
  }
}
