// SPDX-License-Identifier: MIT

import Diagnostics

/// The one spelling of a token.
enum Spelling {
  static func text(of part: StatementPart, in source: ScriptText) -> [UInt8] {
    let range = part.token.range
    let written = source.bytes[range.start..<range.end]
    switch part.token.kind {
    case .doubleEqual: return Array("=".utf8)
    case .text where written.first == quote("'"): return doubleQuoted(written)
    case .quotedName: return unquoted(written)
    case .name where !part.isName:
      let word = source[range].lowercased()
      let isKnown = Vocabulary.isWord(word) || Parser.units.contains(word)
      return isKnown ? Array(word.utf8) : Array(written)
    default: return Array(written)
    }
  }

  private static func quote(_ mark: Unicode.Scalar) -> UInt8 { UInt8(ascii: mark) }

  /// A text in double quotes, if that needs no escapes that it does not have.
  private static func doubleQuoted(_ written: ArraySlice<UInt8>) -> [UInt8] {
    var text = [quote("\"")]
    var isEscaped = false
    for byte in written.dropFirst().dropLast() {
      if isEscaped {
        if byte != quote("'") { text.append(quote("\\")) }
        text.append(byte)
        isEscaped = false
      } else if byte == quote("\\") {
        isEscaped = true
      } else if byte == quote("\"") {
        return Array(written)
      } else {
        text.append(byte)
      }
    }
    return text + [quote("\"")]
  }

  /// A name without backticks, if it is none of the words that mean something in some place.
  private static func unquoted(_ written: ArraySlice<UInt8>) -> [UInt8] {
    let inner = written.dropFirst().dropLast()
    let name = String(decoding: inner, as: UTF8.self)
    let word = name.lowercased()
    let isOtherLanguage =
      OtherLanguageWords.stages[word] != nil || OtherLanguageWords.direction(word) != nil
      || word == "missing"
    let isSafe = Lexer.isPlainName(name) && !Vocabulary.isWord(word) && !isOtherLanguage
    return isSafe ? Array(inner) : Array(written)
  }
}
