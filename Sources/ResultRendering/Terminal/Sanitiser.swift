// SPDX-License-Identifier: MIT

internal import Catalogue
internal import Diagnostics

/// Makes text from data harmless to a terminal by showing what would act or hide.
///
/// Line breaks and tabs become `\n`, `\r`, `\t`, other scalars `\u{1B}`, invalid bytes `\x{FF}`;
/// `UnsafeText` says which. Text that is safe stays as it is.
package struct Sanitiser: Sendable {
  /// Whether unsafe text is escaped; if not, bytes pass as they are.
  let escapes: Bool
  /// Whether letters that are not ASCII are shown as `?`, and marks as others that are.
  private let ascii: Bool
  private let lostLetters: LostLetters?
  /// Whether the text is no data but may have names of the system in it, whose bytes that are no
  /// UTF-8 `SystemText` keeps.
  private let isOfSystem: Bool

  package init(
    escapes: Bool = true, ascii: Bool = false, lostLetters: LostLetters? = nil,
    isOfSystem: Bool = false
  ) {
    self.escapes = escapes
    self.ascii = ascii
    self.lostLetters = lostLetters
    self.isOfSystem = isOfSystem
  }

  /// A name or a message in its visible form.
  package static func visible(_ text: some StringProtocol) -> String {
    Sanitiser(isOfSystem: true).text(text)
  }

  /// Lines in their visible form: their line breaks stay.
  package static func visibleLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { visible($0) }
      .joined(separator: "\n")
  }

  /// The text in its visible form, whether or not it is valid UTF-8.
  package static func visible(bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    Sanitiser().append(Array(bytes)[...], to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The text in the form that these options give it.
  package func text(_ text: some StringProtocol) -> String {
    var output: [UInt8] = []
    append(Array(text.utf8)[...], to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the text in the form that these options give it.
  package func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    guard escapes || ascii, !UnsafeText.isPlain(text.span) else {
      output += text
      return
    }
    UnsafeText.forEachPiece(of: text.span) { piece in
      switch piece {
      case .plain(let range): output += text[within: range]
      case .shown(let range):
        if ascii {
          appendASCII(for: text[within: range], to: &output)
        } else {
          output += text[within: range]
        }
      case .unsafe(let scalar):
        if isOfSystem, let byte = SystemText.byte(of: scalar) {
          Self.append("\\x{", UInt32(byte), to: &output)
        } else if escapes || !scalar.isASCII {
          Self.append(scalar, to: &output)
        } else {
          output.append(UInt8(truncatingIfNeeded: scalar.value))
        }
      case .invalid(let byte): Self.append("\\x{", UInt32(byte), to: &output)
      }
    }
  }

  /// Marks have others that say the same; letters have none.
  private func appendASCII(for mark: ArraySlice<UInt8>, to output: inout [UInt8]) {
    switch UTF8Reading.scalar(in: mark.span, at: 0).scalar {
    case "…": output.append("...")
    case "·", "–", "—", "─": output.append("-")
    case "×": output.append("x")
    case "≥": output.append(">=")
    case "▁", "▂": output.append("_")
    case "▃", "▄", "▅": output.append("-")
    case "▆", "▇", "█": output.append("#")
    default:
      output.append("?")
      lostLetters?.note()
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\n": output.append("\\n")
    case "\r": output.append("\\r")
    case "\t": output.append("\\t")
    default: append("\\u{", scalar.value, to: &output)
    }
  }

  private static func append(_ opening: String, _ value: UInt32, to output: inout [UInt8]) {
    output.append(opening)
    output.append(hexadecimal: value, digits: 1, letters: UInt8(ascii: "A"))
    output.append(0x7D)
  }
}

/// Makes JSON harmless to a terminal and keeps it the same JSON.
///
/// Unsafe scalars other than white space can only stand within strings and are escaped there as
/// RFC 8259 has it; a byte that is no UTF-8 becomes U+FFFD, since JSON has no form for it.
struct JSONSanitiser: Sendable {
  /// Whether everything outside of ASCII is escaped.
  let ascii: Bool

  func append(_ json: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if UnsafeText.isPlain(json.span) {
      output += json
      return
    }
    UnsafeText.forEachPiece(of: json.span) { piece in
      switch piece {
      case .plain(let range): output += json[within: range]
      case .shown(let range):
        let bytes = json[within: range]
        if ascii {
          Self.append(UTF8Reading.scalar(in: bytes.span, at: 0).scalar ?? "\u{FFFD}", to: &output)
        } else {
          output += bytes
        }
      case .unsafe("\n"), .unsafe("\r"), .unsafe("\t"):
        // Valid JSON has these between its tokens only, where a space says the same.
        output.append(ASCII.space)
      case .unsafe(let scalar): Self.append(scalar, to: &output)
      case .invalid: output.append("\\ufffd")
      }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    guard let units = UTF16.encode(scalar) else { return }
    for unit in units {
      output.append("\\u")
      output.append(hexadecimal: UInt32(unit), digits: 4, letters: UInt8(ascii: "a"))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes at offsets from the start of the slice.
  subscript(within range: Range<Int>) -> ArraySlice {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}
