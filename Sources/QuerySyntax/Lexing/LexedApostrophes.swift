// SPDX-License-Identifier: MIT

import Diagnostics

// Apostrophes inside of words, which are quotes of texts too.
extension Lexer {
  /// Takes `'t` behind the beginning of `isn't` or `doesn't`, which are two marks then.
  mutating func takeContraction() -> Bool {
    guard let last = tokens.last, last.kind == .name, last.range.end == position,
      Self.contracted.contains(source[last.range].lowercased()),
      bytes[position...].starts(with: "'t ".utf8), isBehindField
    else { return false }
    tokens[tokens.count - 1] = Token(kind: .foreign, range: last.range, start: last.start)
    position += 2
    return true
  }

  /// Whether the last token stands behind a name that may be a field's, and not where a text is
  /// wanted.
  private var isBehindField: Bool {
    guard let before = tokens.dropLast().last else { return false }
    if before.kind == .quotedName { return true }
    let word = source[before.range].lowercased()
    return before.kind == .name && !Keyword.beforeTexts.contains(word)
      && !Vocabulary.isStage(word)
  }

  private static let contracted: Set<String> = [
    "isn", "aren", "wasn", "weren", "doesn", "don", "didn", "won",
  ]

  /// Takes the rest of a text without quotes such as `O'Hara`, with the names before it on its
  /// line; false where the quote stands behind no name.
  mutating func takeApostrophe() -> Bool {
    guard bytes[position] == UInt8(ascii: "'"), tokens.last?.range.end == position else {
      return false
    }
    let names = tokens.reversed().prefix {
      $0.kind == .name && !Vocabulary.isWord(source[$0.range].lowercased())
    }
    guard let begin = names.last?.range.start else { return false }
    if takeText(endedBy: begin, names.count) { return true }
    // A name may stand before a text, as in a definition, but not behind a comparison.
    let isCompared = tokens.dropLast(names.count).last.map {
      [.equal, .notEqual, .doubleEqual].contains($0.kind)
    }
    position += 1
    let isLetter = scalar().map(Self.isNameStart) ?? false
    position -= 1
    guard !hasQuote(from: position + 1) || isCompared == true && isLetter else { return false }
    makeInvalid(names.count)
    var end = position + 1
    while let byte = peek(), !Self.endsText.contains(byte) {
      let start = position
      if Self.isNameStart(scalar() ?? " ") { skipName() } else { position += 1 }
      let word = source[ScriptRange(start, position)].lowercased()
      if Keyword.connectives.contains(word) { break }
      if byte != UInt8(ascii: " ") { end = position }
    }
    position = end
    let range = ScriptRange(begin, end)
    report(unquoted: source[range], range)
    return true
  }

  /// Takes a text such as `'it's'` to the quote at the position, which closes it, where an
  /// apostrophe has ended it before so many words; false where no text ends there.
  private mutating func takeText(endedBy apostrophe: Int, _ words: Int) -> Bool {
    guard let text = tokens.dropLast(words).last, text.kind == .text,
      text.range.end == apostrophe, bytes[text.range.start] == UInt8(ascii: "'")
    else { return false }
    position += 1
    let inner = source[ScriptRange(text.range.start + 1, position - 1)]
    let range = ScriptRange(text.range.start, position)
    makeInvalid(words + 1)
    report(unquoted: inner, range)
    return true
  }

  private mutating func makeInvalid(_ count: Int) {
    for index in tokens.indices.suffix(count) {
      tokens[index] = Token(
        kind: .invalid, range: tokens[index].range, start: tokens[index].start)
    }
  }

  /// A further quote on the line may close what an apostrophe seems to open.
  private mutating func report(unquoted text: String, _ range: ScriptRange) {
    var fault = Diagnostic.unquotedText(
      text, range, hasQuote(from: range.end) ? .suggested : .certain)
    fault.source = source
    diagnostics.append(fault)
  }

  /// Whether there is a further single quote in the rest of the line.
  private func hasQuote(from place: Int) -> Bool {
    bytes[place..<end].prefix { $0 != UInt8(ascii: "\n") }.contains(UInt8(ascii: "'"))
  }

  /// What a text without quotes cannot go on over.
  private static let endsText = Set("|,;()[]{}#\n\"".utf8)
}
