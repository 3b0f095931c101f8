// SPDX-License-Identifier: MIT

import Catalogue

/// The encodings of text that are read besides UTF-8.
enum TextEncoding: Equatable {
  case utf8
  case utf16(isLittleEndian: Bool)
  /// Windows' code page 1252, as the Encoding Standard of the WHATWG has it.
  case windows1252

  /// A payload as UTF-8, with what is wrong with its text where something is.
  static func decoded(
    _ payload: Payload
  ) throws(SourceFault) -> (payload: Payload, note: ListNote?) {
    // Half a character at the end would tell of another encoding.
    let payload = payload.upToLastLine(wide(payload))
    let encoding = TextEncoding(of: payload)
    var (text, isWhole) = encoding.decoded(payload)
    if encoding != .utf8 { text.writing = TextWriting(of: payload, in: encoding) }
    switch encoding {
    case .utf8: return (text, nil)
    case .windows1252:
      let place = payload.firstByteOutsideUTF8 ?? 0
      let line = payload.line(of: place)
      if payload.start > 0 {
        throw .wrongShape(
          name: payload.name,
          message: "has a byte on line \(line) that is no UTF-8, as its mark says")
      }
      return (text, ListNote(record: 1, offset: place, reason: .windows1252(line: line)))
    case .utf16:
      return (text, isWhole ? nil : ListNote(record: 1, offset: 0, reason: .brokenUTF16))
    }
  }

  /// By a byte order mark, else by the places of zeros, else by whether it is UTF-8.
  init(of payload: Payload) {
    self = Self.wide(payload) ?? (payload.isUTF8 ? .utf8 : .windows1252)
  }

  /// Where its characters have two bytes each, in which order.
  private static func wide(_ payload: Payload) -> TextEncoding? {
    let start = Array(payload.bytes.prefix(4096))
    if start.starts(with: [0xFF, 0xFE]) { return .utf16(isLittleEndian: true) }
    if start.starts(with: [0xFE, 0xFF]) { return .utf16(isLittleEndian: false) }
    return order(ofZeros: start)
  }

  /// Text whose characters have two bytes each, most of them a zero.
  private static func order(ofZeros start: [UInt8]) -> TextEncoding? {
    let pairs = start.count / 2
    guard pairs > 1 else { return nil }
    let odd = (0..<pairs).count { start[2 * $0 + 1] == 0 && start[2 * $0] != 0 }
    let even = (0..<pairs).count { start[2 * $0] == 0 && start[2 * $0 + 1] != 0 }
    if odd * 2 > pairs { return .utf16(isLittleEndian: true) }
    return even * 2 > pairs ? .utf16(isLittleEndian: false) : nil
  }

  /// The same text in UTF-8, and whether all of it could be read.
  private func decoded(_ payload: Payload) -> (Payload, isWhole: Bool) {
    switch self {
    case .utf8: return (payload, true)
    case .windows1252:
      var bytes: [UInt8] = []
      bytes.reserveCapacity(payload.count + payload.count / 8)
      for byte in payload.bytes {
        if byte < 0x80 {
          bytes.append(byte)
        } else {
          let scalar = byte < 0xA0 ? Self.upper[Int(byte) - 0x80] : UInt32(byte)
          bytes += Array(String(Unicode.Scalar(scalar).map(Character.init) ?? "\u{FFFD}").utf8)
        }
      }
      return (payload.replacing(bytes), true)
    case .utf16(let isLittleEndian):
      let text = WideText(payload.padded.span.extracting(0..<payload.count), isLittleEndian)
      return (payload.replacing(text.bytes), text.isWhole)
    }
  }

  /// The characters of the bytes 0x80 to 0x9F; where the page has none, the control character.
  private static let upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

extension Payload {
  /// Whether all of it is UTF-8.
  fileprivate var isUTF8: Bool {
    UTF8Check.isText(padded.span.extracting(0..<count))
  }

  /// Where the first byte stands that is no UTF-8; nil where all are.
  fileprivate var firstByteOutsideUTF8: Int? {
    var offset = start
    while offset < count {
      let (scalar, length) = UTF8Reading.scalar(in: padded.span, at: offset)
      if scalar == nil { return offset }
      offset += length
    }
    return nil
  }

  /// Other bytes under the same name.
  func replacing(_ bytes: [UInt8]) -> Payload {
    var payload = Payload(name: name, bytes: bytes, watch: watch)
    payload.mediaType = mediaType
    payload.readsPartially = readsPartially
    payload.isPart = isPart
    payload.packed = packed
    return payload
  }
}
