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

  /// The text of a part of the file; nil where it is damaged.
  func text(_ text: WindowText, _ range: Range<Int>) throws(SourceFault) -> Payload? {
    if file.file.watch.isCancelled() { throw .cancelled }
    return switch text {
    case .stored: try file.file.part(range)
    case .taken(let text): text
    case .unclear: nil
    }
  }

  /// Takes a text that holds whole records, or begins with some; nil where anything in it is not
  /// plainly as it should be.
  func take(_ text: Payload, isLast: Bool, number: Int) -> TakenWindow? {
    // Lines are cut where they end.
    tokenizer.take(text, isLast: isLast || file.text.sequence == .lines, number: number)
  }
}
