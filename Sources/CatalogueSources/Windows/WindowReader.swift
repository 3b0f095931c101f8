// SPDX-License-Identifier: MIT

import Catalogue

/// Reads windows of one file, one after another, on one thread.
final class WindowReader {
  let tokenizer: any WindowTokenizer
  private let file: OpenedFile
  private let text: WindowedText

  /// Nil where nothing can be read by windows.
  init?(_ file: OpenedFile, _ text: WindowedText, members: [String]) {
    guard let tokenizer = text.tokenizer(members) else { return nil }
    self.tokenizer = tokenizer
    self.file = file
    self.text = text
  }

  /// Reads a part of the file that holds whole records, or begins with some; nil where anything in
  /// it is not plainly as it should be.
  func take(
    _ range: Range<Int>, number: Int
  ) throws(SourceFault) -> (payload: Payload, found: TakenWindow)? {
    if file.watch.isCancelled() { throw .cancelled }
    let payload = try file.part(range)
    // Lines are cut where they end.
    let isLast = text.sequence == .lines || range.upperBound >= file.size
    return tokenizer.take(payload, isLast: isLast, number: number).map { (payload, $0) }
  }
}
