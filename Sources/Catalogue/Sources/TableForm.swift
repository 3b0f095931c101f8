// SPDX-License-Identifier: MIT

/// How a table as text is written, as far as a query or a definition says it; the rest is found
/// out.
public struct TableForm: Sendable, Hashable {
  /// What stands between two cells, a character of ASCII.
  public var separator: UInt8?
  /// Whether the first row has the names of the columns.
  public var hasHeader: Bool?
  /// What stands before the decimals of a number, a comma or a point.
  public var decimalMark: UInt8?

  package init(separator: UInt8? = nil, hasHeader: Bool? = nil, decimalMark: UInt8? = nil) {
    self.separator = separator
    self.hasHeader = hasHeader
    self.decimalMark = decimalMark
  }

  /// What is said in words. A separator that none can be is told where it stands, by its rule.
  package init(separator: String?, hasHeader: Bool?, hasDecimalComma: Bool?) {
    self.init(
      separator: separator.flatMap(Self.separator), hasHeader: hasHeader,
      decimalMark: hasDecimalComma.map { UInt8(ascii: $0 ? "," : ".") })
  }

  /// What stands after `with`.
  package var written: String {
    let parts = [
      separator.map {
        "separator \(JSONText.string(.text(String(Character(Unicode.Scalar($0))))))"
      },
      hasHeader.map { "header \($0 ? "yes" : "no")" },
      decimalMark.map { "decimal \($0 == UInt8(ascii: ",") ? "comma" : "point")" },
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// What is told of a text by which no cells are separated.
  package static var separatorRule: String {
    "cells are separated by one character of ASCII, no letter, digit or quote"
  }

  /// The byte by which a text separates cells; nil where none can: it is one character of ASCII,
  /// and neither a letter nor a digit, a double quote or, but for the tab, a control character.
  package static func separator(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first else { return nil }
    switch byte {
    case UInt8(ascii: "\t"): return byte
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "\""):
      return nil
    default: return 0x20...0x7E ~= byte ? byte : nil
    }
  }
}
