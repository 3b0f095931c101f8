// SPDX-License-Identifier: MIT

import Diagnostics

// Stages of other tools whose names are several words with hyphens between them.
extension Parser {
  /// The words at the cursor that are one in another tool; nil where there are none. What has `by`
  /// behind the hyphen is read as a stage with its `by`.
  var hyphenatedWord: String? {
    let (hyphen, last) = (cursor.peek(1), cursor.peek(2))
    guard token.kind == .name, hyphen.kind == .minus, last.kind == .name,
      hyphen.range.start == token.range.end, last.range.start == hyphen.range.end
    else { return nil }
    let whole = source[token.range.union(last.range)].lowercased()
    // Behind a stage of our own a minus is one, unless others have a word of both.
    if Vocabulary.isStage(word), OtherLanguageWords.hyphenated[whole] == nil { return nil }
    return text(last).lowercased() == "by" && whole != "uniq-by" ? nil : whole
  }

  /// Reports the stage at the cursor, which is none of the language.
  mutating func reportHyphenated() {
    let word = hyphenatedWord ?? ""
    let written = source[token.range.union(cursor.peek(2).range)]
    let rest = wordsOfOperands.dropFirst(written.count - text(token).count).drop { $0 == " " }
    guard let tool = OtherLanguageWords.hyphenated[word] else {
      let range = token.range.union(cursor.peek(2).range)
      skipToStageEnd()
      return report(.unknownStage(written, range))
    }
    let stage = tool.stage.map { rest.isEmpty ? $0 : "\($0) \(Self.ordered(rest))" }
    let mended = stage.flatMap { self.mended("from it | \($0)") }
    let isRead = mended?.certainty == .certain
    reportTool(
      tool.users,
      as: isRead ? mended.map { String($0.text.dropFirst("from it | ".utf8.count)) } : nil,
      otherwise: "cq has no stage `\(written)`", help: tool.help)
  }

  /// A key with the option behind it by which an order is turned round.
  private static func ordered(_ keys: Substring) -> String {
    let words = keys.split(separator: " ")
    guard let last = words.last?.lowercased(), words.count == 2,
      ["-descending", "-desc"].contains(last)
    else { return String(keys) }
    return "\(words[0]) desc"
  }
}
