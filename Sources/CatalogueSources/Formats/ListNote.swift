// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// Something of a list that was left out, or read otherwise, besides whole records.
struct ListNote: Sendable, Equatable {
  enum Reason: Sendable, Equatable {
    /// A group of items is no object.
    case groupIsNoObject
    /// Something else follows what is compressed.
    case behindCompressed(Compression)
    /// A byte on a line is no UTF-8.
    case windows1252(line: Int)
    case brokenUTF16
    /// So many members are past the most names that are read.
    case tooManyNames(members: Int, read: Int)
  }

  /// The number of the record before which it stands, from 1.
  let record: Int
  /// In bytes from the start of the payload.
  let offset: Int
  let reason: Reason

  /// What is told of it.
  var finding: ScanReport.Finding {
    switch reason {
    case .groupIsNoObject:
      finding(
        .skipped, "the group before record \(record) is no object", consequence: "skipped")
    case .behindCompressed(let compression):
      finding(
        .lost, "its \(compression.name) data are followed by something else",
        consequence: "left out")
    case .windows1252(let line):
      finding(
        .lost, "a byte on line \(line) is no UTF-8, so all of it is read as Windows-1252")
    case .brokenUTF16: finding(.lost, "some of it is no UTF-16: replaced by \u{FFFD}")
    case .tooManyNames(let members, let read):
      finding(.lost, "\(members) members past the first \(read) names are left out")
    }
  }

  private func finding(
    _ kind: ScanReport.Finding.Kind, _ fault: String, consequence: String? = nil
  ) -> ScanReport.Finding {
    ScanReport.Finding(
      kind, record: record, offset: offset, fault, consequence: consequence)
  }
}
