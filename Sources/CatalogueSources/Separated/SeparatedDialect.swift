// SPDX-License-Identifier: MIT

/// How a file of separated values is written.
struct SeparatedDialect: Sendable, Hashable {
  enum LineBreak: Sendable { case newline, `return` }

  /// What stands between two cells.
  var separator: UInt8
  /// What texts may stand within; nil where no character is a quote.
  var quote: UInt8? = UInt8(ascii: "\"")
  /// Whether a backslash takes the meaning from a quote after it.
  var escapesByBackslash = false
  /// Whether spaces before an opening quote are no part of a cell.
  var skipsSpace = false
  var lineBreak = LineBreak.newline
  /// Whether a blank line is a row with nothing in its only cell.
  var keepsBlankLines = false

  /// What stands before the decimals of a number.
  var decimalMark = UInt8(ascii: ".")

  /// What may separate cells, the least frequent in other text first.
  static let separators = Array("\t|;,".utf8)
}

extension SeparatedDialect {
  /// What the text of a cell is taken for.
  func kind(_ text: ArraySlice<UInt8>) -> CellKind { CellKind(text, decimalMark: decimalMark) }

  /// The text of a cell, without its quotes.
  func text(_ written: ArraySlice<UInt8>, _ form: SeparatedScanner.Cell.Form) -> [UInt8] {
    switch form {
    case .bare: Array(written)
    case .quoted: Array(written.dropFirst().dropLast())
    case .escaped, .irregular: resolved(written)
    }
  }

  /// The text of a cell that begins with a quote: of two within quotes one is meant, and what
  /// follows the closing one belongs to it.
  func resolved(_ written: ArraySlice<UInt8>) -> [UInt8] {
    guard let quote = written.first else { return [] }
    var text: [UInt8] = []
    var rest = written.dropFirst()
    var isOpen = true
    while let byte = rest.popFirst() {
      if isOpen, byte == quote {
        isOpen = rest.first == quote
        if isOpen { rest.removeFirst() }
        if !isOpen { continue }
      } else if isOpen, escapesByBackslash, byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
        text.append(next)
        continue
      }
      text.append(byte)
    }
    return text
  }
}
