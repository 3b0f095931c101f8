// SPDX-License-Identifier: MIT

/// The code of RFC 4648, in which Basic authentication sends a name and a password, and a page
/// holds its pictures.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(
          place > group.count ? UInt8(ascii: "=") : digits[bits >> (18 - 6 * place) & 0x3F])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
