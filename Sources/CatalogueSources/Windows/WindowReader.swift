// SPDX-License-Identifier: MIT

import Catalogue

/// Reads windows of one file, one after another, on one thread.
struct WindowReader {
  private let tokenizer: any WindowTokenizer
  private let file: LongFile

  /// Nil where nothing can be read by windows.
  init?(_ file: LongFile, members: [WindowMember]) {
    guard let tokenizer = file.text.tokenizer(members) else { return nil }
    self.tokenizer = tokenizer
    self.file = file
  }

  /// Reads a part of the file that holds whole records, or begins with some; nil where anything in
  /// it is not plainly as it should be.
  func take(
    _ text: WindowText, _ range: Range<Int>, isLast: Bool, number: Int
  ) throws(SourceFault) -> (text: Payload, found: TakenWindow)? {
    if file.file.watch.isCancelled() { throw .cancelled }
    let text: Payload? =
      switch text {
      case .stored: try file.file.part(range)
      case .taken(let text): text
      case .unclear: nil
      }
    guard let text else { return nil }
    // Lines are cut where they end.
    return tokenizer.take(
      text, isLast: isLast || file.text.sequence == .lines, number: number
    ).map { (text, $0) }
  }
}
