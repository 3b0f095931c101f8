// SPDX-License-Identifier: MIT

/// A place at which a text stops being JSON, and why.
struct JSONFault: Error, Equatable {
  /// What was open when the text ended.
  enum Opened: String {
    case text
    case list
    case object
    case value
  }

  enum Reason: Equatable {
    /// The text ends inside something that began at the fault's offset.
    case truncated(Opened)
    /// Something else has to stand here; the words say what.
    case expected(String)
    /// A text holds a control character, which JSON wants escaped.
    case controlCharacter
    case unknownEscape
    case notUTF8(UInt8)
    case notNumber
    case notWord
    /// Something stands after the end of the document.
    case trailing
    case tooDeep
    /// Nobody wants the text any more.
    case cancelled
  }

  let reason: Reason
  /// Where, in bytes from the start of the payload.
  let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// What stands under the caret; `end` is the size of the text in bytes.
  func label(end: Int) -> String {
    switch reason {
    case .truncated(let opened): "\(opened.rawValue) opened here, file ends at byte \(end)"
    case .expected(let words): "\(words) belongs here"
    case .controlCharacter: "a line break or control character inside a text is written \\n or \\u"
    case .unknownEscape: "this is no escape of JSON"
    case .notUTF8(let byte): "byte 0x\(Self.hexadecimal(byte)) is no UTF-8; is the file in CP1252?"
    case .notNumber: "this is no number of JSON"
    case .notWord: "only true, false and null are words of JSON"
    case .trailing: "something follows the end of the data"
    case .tooDeep: "more than \(JSONScanner.depthLimit) levels deep"
    case .cancelled: "not read further"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}
