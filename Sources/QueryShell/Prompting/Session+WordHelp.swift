// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import LineEditing
import QuerySyntax

// F1.
extension Session {
  /// Tells of the word of a line in which the cursor stands, or behind which it does: as `help`
  /// does of words of the language, and of a field its type and a value.
  func showHelp(on line: String, at cursor: Int) {
    guard let word = WordAtCursor(line, cursor) else {
      return note("F1 tells of the word at the cursor; `help` tells of all words")
    }
    let texts = Help.entries(for: word.text)
    let name = fieldWords(of: word)
    guard !texts.isEmpty || name != nil else { return show(page: Help.text(for: word.text)) }
    show(page: ((name.map { [$0] } ?? []) + texts).joined(separator: "\n"))
  }

  /// What is known of a name, which Tab would tell; nil where it is none.
  private func fieldWords(of word: WordAtCursor) -> String? {
    let found = completions(in: word.line, at: word.line.utf8.count).items.first {
      $0.label.isSameWord(as: word.text) && !$0.note.isEmpty
    }
    let isCommand = word.text.first == "."
    guard let found, !isCommand, Keyword(of: word.text.lowercased()) == nil else { return nil }
    return "\(found.label)\n  \(found.note)\n"
  }
}

/// A word of a line, and the line up to its end.
struct WordAtCursor {
  let text: String
  let line: String

  /// Nil where there is no word.
  init?(_ line: String, _ cursor: Int) {
    let bytes = Array(line.utf8)
    let isPart = { (byte: UInt8) in
      byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
        || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    var end = min(max(cursor, 0), bytes.count)
    // Behind a word and its blanks it is that word.
    if end == bytes.count || !isPart(bytes[end]) {
      while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    }
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    var start = end
    while start > 0, isPart(bytes[start - 1]) { start -= 1 }
    guard start < end else { return nil }
    // A command of the prompt begins with its dot.
    if start == 1, bytes[0] == UInt8(ascii: ".") { start = 0 }
    text = String(decoding: bytes[start..<end], as: UTF8.self)
    self.line = String(decoding: bytes[..<end], as: UTF8.self)
  }
}
