// SPDX-License-Identifier: MIT

import Catalogue

/// Something of a record that was not read, or not as it is written.
struct RecordLoss: Sendable, Equatable {
  enum Reason: Sendable, Equatable {
    /// The name of a member has half a character.
    case halfName
    /// A member stands more than once, and the last one counts.
    case repeatedMember(String)
    /// A row has other than as many cells as there are columns.
    case cells(Int, columns: Int)
    case textBehindQuote
  }

  /// Its row among those of one call.
  let row: Int
  let reason: Reason

  /// What is wrong with a record, counted from 1, as a whole sentence. Only a table asks for its
  /// line.
  func fault(ofRecord record: Int, line: () -> Int) -> String {
    switch reason {
    case .halfName:
      return "the name of a member of record \(record) has half a character (a lone surrogate)"
    case .repeatedMember(let name):
      let member = QuotedData.text(Array("\"\(name)\"".utf8)[...])
      return "\(member) stands more than once in record \(record)"
    case .cells(let count, let width):
      let cells = "\(count) \(count == 1 ? "cell" : "cells")"
      let columns = "\(width) \(width == 1 ? "column" : "columns")"
      let rest = count < width ? "the others are empty" : "what is too much is left out"
      return "record \(record) (line \(line())) has \(cells) for \(columns): \(rest)"
    case .textBehindQuote:
      return "record \(record) (line \(line())) has text behind a closing quote:"
        + " taken into its cell"
    }
  }

  /// What becomes of it; nil where the fault tells.
  var consequence: String? {
    switch reason {
    case .halfName: "left out"
    case .repeatedMember: "the last one counts"
    case .cells, .textBehindQuote: nil
    }
  }
}
