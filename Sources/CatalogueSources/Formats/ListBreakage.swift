// SPDX-License-Identifier: MIT

import QuerySyntax

/// How and where a list stops whose beginning is wanted all the same.
struct ListBreakage: Sendable, Equatable {
  enum Reason: Sendable, Equatable {
    /// The text ends before its list does.
    case cut(ListPlace)
    /// The text is none of its format there.
    case malformed(format: String, ListPlace)
    /// A second document begins, behind so many records.
    case secondDocument(after: Int)
    /// A quote opens on a line, and nothing closes it.
    case openQuote(line: Int)
    /// The file is not as it was compressed.
    case compression(Compression, PackedContent.Damage.Reason)
  }

  let reason: Reason
  /// In bytes from the start of the payload, or of the compressed file.
  let offset: Int

  /// What stops, as the end of a sentence that begins with the list, and where.
  var words: String { "\(reason.words), byte \(offset)" }
}

extension ListBreakage.Reason {
  /// The end of a sentence that begins with the list, or with its file.
  var words: String {
    switch self {
    case .cut(.inside(let record)): "stops in the middle of record \(record)"
    case .cut(let place): "stops \(place.words)"
    case .malformed(let format, let place): "is no \(format) \(place.words)"
    case .secondDocument(after: 0): "holds several documents; the first has no record"
    case .secondDocument(let records):
      "holds several documents; the first ends \(ListPlace.behind(records: records).words)"
    case .openQuote(let line): "has a quote on line \(line) that nothing closes"
    case .compression(let compression, let reason): reason.words(of: compression)
    }
  }
}

/// A place in a list, told by its records.
enum ListPlace: Sendable, Equatable {
  /// In a record, which is counted from 1.
  case inside(record: Int)
  /// Behind so many records.
  case behind(records: Int)

  /// Such as `after record 3`.
  var words: String {
    switch self {
    case .inside(let record): "in record \(record)"
    case .behind(records: 0): "before the first record"
    case .behind(let records): "after record \(records)"
    }
  }
}
