// SPDX-License-Identifier: MIT

/// A way in which files are compressed that are read and saved.
package enum Compression: Sendable, Equatable, CaseIterable {
  case gzip
  /// RFC 8878.
  case zstandard

  /// What people call it.
  package var name: String {
    switch self {
    case .gzip: "gzip"
    case .zstandard: "Zstandard"
    }
  }

  /// How the names of such files end, behind what tells of the text in them.
  package var ending: String {
    switch self {
    case .gzip: ".gz"
    case .zstandard: ".zst"
    }
  }

  /// What the end of a file's name promises; nil where it promises none.
  package init?(ofFile name: String) {
    let end = name.suffix(4).lowercased()
    guard let found = Self.allCases.first(where: { end.hasSuffix($0.ending) }) else { return nil }
    self = found
  }

  /// A file's name without the ending that promises a compression.
  package static func nameOfText(in name: String) -> Substring {
    Compression(ofFile: name).map { name.dropLast($0.ending.count) } ?? name[...]
  }
}
