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
    _ range: Range<Int>, number: Int
  ) throws(SourceFault) -> (text: Payload, found: TakenWindow)? {
    if file.file.watch.isCancelled() { throw .cancelled }
    let text = try file.file.part(range)
    // Lines are cut where they end.
    let isLast = file.text.sequence == .lines || range.upperBound >= file.file.size
    return tokenizer.take(text, isLast: isLast, number: number).map { (text, $0) }
  }
}
