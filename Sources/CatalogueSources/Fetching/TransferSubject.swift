// SPDX-License-Identifier: MIT

/// What is asked of a server, which whoever shows progress may say.
package struct TransferSubject: Sendable, Equatable {
  package enum Part: Sendable, Equatable {
    /// A list, or its first page.
    case list
    /// A later page, of so many if that is known, after so many records.
    case page(Int, of: Int?, records: Int?)
    /// Items' own records, after so many of them.
    case items(asked: Int)
  }

  package let source: String
  package let part: Part

  package init(_ source: String, _ part: Part = .list) {
    self.source = source
    self.part = part
  }
}
