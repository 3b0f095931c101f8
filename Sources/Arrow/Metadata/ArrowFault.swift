// SPDX-License-Identifier: MIT

package import Catalogue

/// Why something that should be Arrow cannot be read.
package enum ArrowFault: Error, Sendable, Equatable {
  /// It is not as the format says; the words are a sentence, such as `it has offsets that fall`.
  case damaged(String, in: [String] = [])
  /// It is of a kind that is not read here; the words are the end of a sentence.
  case unread(String, in: [String] = [])
  /// The bytes cannot be had.
  case source(SourceFault)

  /// The same fault within a place, such as `batch 2`.
  package func inside(_ place: String) -> ArrowFault {
    switch self {
    case .damaged(let words, let places): .damaged(words, in: [place] + places)
    case .unread(let words, let places): .unread(words, in: [place] + places)
    case .source: self
    }
  }

  /// The fault of a file.
  package func fault(of name: String) -> SourceFault {
    switch self {
    case .damaged(let words, let places):
      let place = places.isEmpty ? "" : " in \(places.joined(separator: ", "))"
      return .damaged(name: name, message: "is damaged\(place): \(words)", completeRecords: 0)
    case .unread(let words, let places):
      let place = places.map { "\($0), " }.joined().dropLast(2)
      return .wrongShape(name: name, message: place.isEmpty ? words : "\(place) \(words)")
    case .source(let fault): return fault
    }
  }
}

/// The bounds of what is believed of a file.
package enum ArrowLimit {
  /// How deep lists and records may lie in each other.
  static let depth = 64
  /// How many columns there may be, those within others included.
  static let columns = 10_000
  /// How many bytes the texts of a few rows may take that stand in one place of the file.
  static let texts = 1 << 30
  /// How many elements the lists of a few rows may have.
  static let elements = 1 << 28
  /// How many rows a batch may have.
  static let rows = Int(Int32.max)
  /// How many times its size a buffer, and all of a batch, may take when it is unpacked, and how
  /// much each always may.
  static let growth = 1_000
  static let freeGrowth = 1 << 26
  static let freeBatchGrowth = 1 << 28
  /// How many bytes the description of the columns, or of a batch, may take.
  package static let message = 1 << 28
}
