// SPDX-License-Identifier: MIT

internal import Catalogue

/// Writes text from data into a document whose language it must not speak.
///
/// Signs of the language lose their meaning, line breaks become `<br>`, and control characters and
/// bytes that are no UTF-8, which a document cannot hold, become visible, and on a page
/// so do those that turn the direction of text, also of what stands behind them. For a terminal so
/// does whatever else is unsafe there.
struct MarkupText: Sendable {
  enum Language: Sendable {
    case html
    /// GitHub's, within a cell of a table.
    case markdown
  }

  let language: Language
  /// Whether the document is shown on a terminal.
  let sanitise: Bool
  /// Whether what is not ASCII is written as a character reference.
  let ascii: Bool
  /// Whether the document is a page with other text around what is written.
  let isOfPage: Bool

  init(_ language: Language, options: RenderOptions) {
    self.language = language
    sanitise = options.sanitise
    ascii = options.ascii
    isOfPage = options.isFigure
  }

  func append(_ text: some StringProtocol, to output: inout [UInt8]) {
    append(Array(text.utf8)[...], to: &output)
  }

  func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var followsReturn = false
    UnsafeText.forEachPiece(of: text.span) { piece in
      let isSecondHalf = followsReturn
      followsReturn = false
      switch piece {
      case .plain(let range): appendEscaped(text[within: range], to: &output)
      case .shown(let range): appendShown(text[within: range], to: &output)
      case .unsafe("\r"):
        output.append("<br>")
        followsReturn = true
      case .unsafe("\n"): if !isSecondHalf { output.append("<br>") }
      case .unsafe("\t"): output.append("&#9;")
      case .unsafe(let scalar):
        let character = Array(String(scalar).utf8)
        if sanitise || isMisleading(scalar) {
          appendEscaped(Array(Sanitiser.visible(bytes: character).utf8)[...], to: &output)
        } else {
          appendShown(character[...], to: &output)
        }
      case .invalid(let byte):
        appendEscaped(Array(Sanitiser.visible(bytes: [byte]).utf8)[...], to: &output)
      }
    }
  }

  /// Whether a document cannot hold a character, or a page would be read in another order for it.
  private func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
    isOfPage && scalar.properties.isBidiControl || scalar.properties.generalCategory == .control
  }

  private func appendShown(_ character: ArraySlice<UInt8>, to output: inout [UInt8]) {
    guard ascii else {
      output += character
      return
    }
    for scalar in String(decoding: character, as: UTF8.self).unicodeScalars {
      output.append("&#x")
      output.append(hexadecimal: scalar.value, digits: 1, letters: UInt8(ascii: "A"))
      output.append(UInt8(ascii: ";"))
    }
  }

  /// Appends printable ASCII.
  private func appendEscaped(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    for index in text.indices {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "&"): output.append("&amp;")
      case UInt8(ascii: "<"): output.append("&lt;")
      case UInt8(ascii: ">"): output.append("&gt;")
      case ASCII.quote where language == .html: output.append("&quot;")
      case UInt8(ascii: "'") where language == .html: output.append("&#39;")
      default:
        if language == .markdown, Self.acts(byte, at: index, in: text) {
          output.append(ASCII.backslash)
        }
        output.append(byte)
      }
    }
  }

  /// Whether Markdown would read a sign within a cell as its own.
  private static func acts(_ byte: UInt8, at index: Int, in text: ArraySlice<UInt8>) -> Bool {
    switch byte {
    case ASCII.backslash, UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "*"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "~"), UInt8(ascii: "$"):
      true
    case UInt8(ascii: "_"):
      // Within a word it stands for itself, and most names of fields have it there.
      index == text.startIndex || index + 1 == text.endIndex
        || !isAlphanumeric(text[index - 1]) || !isAlphanumeric(text[index + 1])
    default: false
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    Unicode.Scalar(byte).properties.isAlphabetic || byte &- UInt8(ascii: "0") < 10
  }
}
