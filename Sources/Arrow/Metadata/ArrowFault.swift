// SPDX-License-Identifier: MIT

package import Catalogue

/// Why something that should be Arrow cannot be read.
package enum ArrowFault: Error, Sendable, Equatable {
  /// It is not as the format says; the words are a sentence, such as `it has offsets that fall`.
  case damaged(String, in: [String] = [])
  /// It is of a kind that is not read here; the words are the end of a sentence.
  case unread(String, in: [String] = [])
  /// More would become of it than may; the words are the end of a sentence.
  case limit(String, in: [String] = [])
  /// The bytes cannot be had.
  case source(SourceFault)

  /// The same fault within a place, such as `batch 2`.
  package func inside(_ place: String) -> ArrowFault {
    switch self {
    case .damaged(let words, let places): .damaged(words, in: [place] + places)
    case .unread(let words, let places): .unread(words, in: [place] + places)
    case .limit(let words, let places): .limit(words, in: [place] + places)
    case .source: self
    }
  }

  /// The fault of a file, with so many rows that can be read before it.
  package func fault(of name: String, after rows: Int = 0) -> SourceFault {
    switch self {
    case .damaged(let words, let places):
      let place = places.isEmpty ? "" : " in \(places.joined(separator: ", "))"
      return .damaged(name: name, message: "is damaged\(place): \(words)", completeRecords: rows)
    case .unread(let words, let places):
      return .wrongShape(name: name, message: Self.sentence(places, words))
    case .limit(let words, let places):
      return .limit(name: name, message: Self.sentence(places, words))
    case .source(let fault): return fault
    }
  }

  private static func sentence(_ places: [String], _ words: String) -> String {
    (places.isEmpty ? "" : "\(places.joined(separator: ", ")) ") + words
  }
}

/// The bounds of what is believed of a file.
package enum ArrowLimit {
  /// How deep lists and records may lie in each other.
  static let depth = 64
  /// How many columns there may be, those within others included.
  static let columns = 10_000
  /// How many notes beside columns are looked at, and how many bytes their names may have in all.
  static let notes = 100_000
  static let names = 1 << 24
  /// How many bytes the texts of a few rows may take that stand in one place of the file.
  static let texts = 1 << 30
  /// How many elements the lists of a few rows may have, and how many they always may.
  static let elements = 1 << 28
  static let freeElements = 1 << 22
  /// How many values and bytes a row may have whose lists share their elements, or more than that
  /// where the file has more.
  static let freeRow = 1 << 24
  /// How many of either may be made of a byte of the file: bits are the smallest values.
  static let perByte = 8
  /// How many rows a batch may have.
  static let rows = Int(Int32.max)
  /// How many bytes the description of the columns, or of a batch, may take.
  package static let message = 1 << 28
}
