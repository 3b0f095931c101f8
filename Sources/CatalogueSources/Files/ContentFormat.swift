// SPDX-License-Identifier: MIT

import PictureFormats
import QuerySyntax

/// What a payload is that is no text in UTF-8, by its first bytes: names lie.
///
/// The signatures are those of RFC 1952 (gzip), RFC 8878 (Zstandard), the specifications of xz,
/// bzip2, ZIP, tar, Apache Arrow, Parquet and Avro, and of SQLite's file format.
package enum ContentFormat {
  /// Text whose characters have two or four bytes each.
  case wideText(String)
  case compressed(String, unpackedBy: String)
  /// Another kind of file, with its article.
  case other(String)
  /// Another kind of file, with what makes JSON of it.
  case convertible(String, by: String)

  /// Nil for a payload that may be JSON, or a script.
  package init?(_ payload: Payload) {
    let start = Array(payload.bytes.prefix(32))
    if Self.isTar(payload.bytes) {
      // The name before its mark may be as short as a character of UTF-32.
      self = .other("a tar archive, which `tar -xf FILE` unpacks,")
    } else if let encoding = Self.encoding(of: start) {
      self = .wideText(encoding)
    } else if let known = Self.signatures.first(where: { start.starts(with: $0.bytes) }) {
      self = known.format
    } else if Self.isZlib(payload.bytes) {
      self = .compressed("zlib", unpackedBy: "pigz")
    } else if !payload.isText, let picture = PictureKind(start) {
      self = .other("\(picture.name) picture")
    } else {
      return nil
    }
  }

  var isUTF16: Bool {
    if case .wideText(let encoding) = self { encoding.hasPrefix("UTF-16") } else { false }
  }

  /// What the payload is and the way to what can be read, as the end of a sentence. The programs
  /// write elsewhere: most refuse a file whose name has not their ending.
  package func message(insteadOf wanted: String) -> String {
    switch self {
    case .wideText(let encoding):
      "is \(encoding) and not UTF-8; `iconv -f \(encoding) -t UTF-8 FILE > NEW` converts it"
    case .compressed(let name, let program):
      "is compressed by \(name), which is not read \(Self.isRead(name) ? "here" : "yet"); "
        + "`\(program) -dc FILE > NEW` unpacks it"
    case .other(let name): "is \(name) and no \(wanted)"
    case .convertible(let name, let command):
      "is \(name) and no \(wanted); `\(command)` makes JSON of it"
    }
  }

  /// Whether files are read that are compressed so.
  private static func isRead(_ name: String) -> Bool {
    Compression.allCases.contains { $0.name == name }
  }

  /// The encoding of a text that begins with its mark, or with a character of ASCII, as JSON does;
  /// nil for UTF-8. RFC 4627, section 3, has the way.
  private static func encoding(of start: [UInt8]) -> String? {
    let isUTF32 =
      start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF])
    if isUTF32 { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    switch start.prefix(4).map({ $0 == 0 }) {
    case [false, true, true, true]: return "UTF-32LE"
    case [true, true, true, false]: return "UTF-32BE"
    case [false, true, false, true]: return "UTF-16LE"
    case [true, false, true, false]: return "UTF-16BE"
    default: return nil
    }
  }

  /// Whether it begins as zlib writes it (RFC 1950): with `x` and one of four bytes. Text may have
  /// two of these there, `^` and the first of a letter, but none of what follows them then.
  private static func isZlib(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.prefix(64)
    guard start.count > 2, start.first == 0x78 else { return false }
    switch start[start.startIndex + 1] {
    case 0x01, 0x9C: return true
    case 0x5E, 0xDA: return start.contains { $0 < 0x09 || (0x0E..<0x20).contains($0) || $0 == 0x7F }
    default: return false
    }
  }

  /// Whether the mark of POSIX, or of GNU, stands behind the first file's name, size and owner.
  private static func isTar(_ bytes: ArraySlice<UInt8>) -> Bool {
    let mark = bytes.dropFirst(257)
    return mark.starts(with: "ustar\0".utf8) || mark.starts(with: "ustar  \0".utf8)
  }

  private static let signatures: [(bytes: [UInt8], format: Self)] = [
    ([0x1F, 0x8B], .compressed("gzip", unpackedBy: "gzip")),
    ([0x28, 0xB5, 0x2F, 0xFD], .compressed("Zstandard", unpackedBy: "zstd")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .compressed("xz", unpackedBy: "xz")),
    (Array("BZh".utf8), .compressed("bzip2", unpackedBy: "bzip2")),
    (Array("PK\u{3}\u{4}".utf8), .other("a ZIP archive, as spreadsheets are,")),
    (Array("PK\u{5}\u{6}".utf8), .other("an empty ZIP archive")),
    (
      Array("ARROW1\0\0".utf8),
      .other("an Arrow file, which `from` reads and a definition does not,")
    ),
    (
      Array("PAR1".utf8),
      .convertible("a Parquet file", by: "duckdb -c \"COPY (FROM 'FILE') TO 'NEW.json'\"")
    ),
    (Array("Obj\u{1}".utf8), .other("an Avro file")),
    (Array("SQLite format 3\0".utf8), .other("an SQLite database")),
    (Array("%PDF-".utf8), .other("a PDF")),
    (Array("\u{7F}ELF".utf8), .other("a program")),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .other("an old spreadsheet or document")),
  ]
}
