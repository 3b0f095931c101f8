// SPDX-License-Identifier: MIT

import Catalogue

/// A file that is read part by part, in any order and on several threads, open for as long as
/// anybody may read it.
protocol StoredFile: AnyObject, Sendable {
  var path: String { get }
  /// What it is known by again.
  var name: StoredFileName { get }
  var watch: ReadingWatch { get }
  /// How many bytes there are, as far as they have come.
  var size: Int { get }
  /// How many bytes there are when all have come; nil where nobody knows.
  var total: Int? { get }
  /// Whether its bytes have to be waited for, so that they come in their order alone.
  var isPipe: Bool { get }

  /// A part of the file, as far as the file goes; what has not come is waited for.
  func part(_ range: Range<Int>) throws(SourceFault) -> Payload

  /// Whether there is a byte at an offset, which is waited for.
  func goes(beyond offset: Int) throws(SourceFault) -> Bool

  /// Throws where the file is not what it was when it was opened.
  func checkUnchanged() throws(SourceFault)
}

/// Which file something is that is read part by part.
enum StoredFileName: Hashable {
  case regular(FileStamp)
  /// Pipes are numbered as they are opened.
  case pipe(Int)
}

extension OpenedFile: StoredFile {
  var name: StoredFileName { .regular(stamp) }
  var total: Int? { size }
  var isPipe: Bool { false }

  func goes(beyond offset: Int) -> Bool { offset < size }
}
