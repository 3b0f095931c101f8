// SPDX-License-Identifier: MIT

/// Why a record cannot be read, and where exactly.
package struct RecordFault: Sendable, Equatable {
  enum Reason: Sendable, Equatable {
    case notObject(ValueKind)
    case tooLarge
    /// The text stops within it.
    case cut
    /// At the place it is none of its format.
    case malformed(format: String, why: String)
    case unknown
  }

  /// A line with one record, and a place on it; both count from 1.
  struct Line: Sendable, Equatable {
    let number: Int
    let column: Int
  }

  /// From 1.
  let record: Int
  /// Where each record has a line.
  var line: Line?
  /// Where it is bad, in bytes from the start of the payload.
  let offset: Int
  let reason: Reason

  /// The fault as a whole sentence.
  var words: String {
    let place = line.map { "line \($0.number)" } ?? "record \(record)"
    switch reason {
    case .notObject(let kind): return "\(place) is \(kind.words), not an object"
    case .tooLarge: return "\(place) is larger than \(RecordStatus.sizeLimit >> 20) MiB"
    case .cut: return "\(place) stops in the middle of a record"
    case .malformed(let format, let why):
      let column = line.map { "column \($0.column): " } ?? ""
      return "\(place) is no \(format) (\(column)\(why))"
    case .unknown: return "\(place) cannot be read"
    }
  }
}

/// A record that the finding of records could not read.
struct UnreadableRecord: Sendable, Equatable {
  let range: Range<Int>
  /// The number of its line, from 1, where each record has one.
  var line: Int?
}
