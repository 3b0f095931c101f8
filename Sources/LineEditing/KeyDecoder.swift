// SPDX-License-Identifier: MIT

/// Makes keys of bytes. Bytes that are no UTF-8 and sequences that are not known vanish here.
package struct KeyDecoder {
  /// The next byte, or nil when none came within the given milliseconds or the terminal is gone.
  let nextByte: (_ milliseconds: Int32) -> UInt8?

  /// Takes back a byte that is no part of what it stands behind, so that it is the next one: Ctrl-C
  /// behind half a character is Ctrl-C.
  let putBack: (UInt8) -> Void

  package init(
    nextByte: @escaping (_ milliseconds: Int32) -> UInt8?, putBack: @escaping (UInt8) -> Void
  ) {
    self.nextByte = nextByte
    self.putBack = putBack
  }

  /// Long enough for the rest of a sequence over a slow line, too short to notice.
  private static let sequenceTimeout: Int32 = 50
  /// A paste whose end got lost must not swallow the keys typed after it.
  private static let pasteTimeout: Int32 = 2_000
  /// What comes after such a pause may be a person's.
  private static let pause: Int32 = 300
  /// A paste longer than any line may be, control characters included, is read to its end and
  /// dropped.
  private static let longestPaste = 128 << 10

  package func key(startingWith first: UInt8) -> Key {
    switch first {
    case 0x1b: afterEscape()
    case 0..<0x20, 0x7f: .control(first)
    case 0..<0x80: .character(Unicode.Scalar(first))
    default: scalar(startingWith: first).map { .character($0) } ?? .unknown
    }
  }

  private func afterEscape() -> Key {
    guard let next = nextByte(Self.sequenceTimeout) else { return .control(0x1b) }
    switch next {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      let final = nextByte(Self.sequenceTimeout)
      return final.map { Key.control(sequence: [], final: $0) } ?? .alternate(next)
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return .newRow
    case 0..<0x80: return .alternate(next)
    default: return key(startingWith: next)
    }
  }

  private func controlSequence() -> Key {
    var text: [UInt8] = []
    while let byte = nextByte(Self.sequenceTimeout) {
      guard (0x40...0x7e).contains(byte) else {
        guard text.count < 32, (0x20..<0x40).contains(byte) else {
          putBack(byte)
          return .unknown
        }
        text.append(byte)
        continue
      }
      let parameters = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        .map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
      if byte == UInt8(ascii: "[") {
        // The console of Linux, which has letters for the keys F1 to F5.
        return nextByte(Self.sequenceTimeout) == UInt8(ascii: "A") ? .help : .unknown
      }
      guard byte == UInt8(ascii: "~"), parameters == [200] else {
        return Key.control(sequence: parameters, final: byte)
      }
      return paste()
    }
    return text.isEmpty ? .alternate(UInt8(ascii: "[")) : .unknown
  }

  /// Everything up to `ESC [ 201 ~`. Where that got lost, as the terminal's own Ctrl-U takes it
  /// from what was typed while a statement ran, Ctrl-C after a pause is no part of it.
  private func paste() -> Key {
    let end = Array("\u{1b}[201~".utf8)
    var bytes: [UInt8] = []
    var isCut = false
    var tail: [UInt8] = []
    while true {
      let prompt = nextByte(Self.pause)
      guard let byte = prompt ?? nextByte(Self.pasteTimeout - Self.pause) else { break }
      if prompt == nil, byte == 0x03 {
        putBack(byte)
        break
      }
      tail.append(byte)
      if tail == end { break }
      guard !end.starts(with: tail) else { continue }
      // Escape stands nowhere else in the end mark, so only the last byte can begin it anew.
      let restarts = byte == 0x1b
      if bytes.count < Self.longestPaste {
        bytes += restarts ? tail.dropLast() : tail
      } else {
        isCut = true
      }
      tail = restarts ? [byte] : []
    }
    return isCut ? .longPaste : .paste(String(decoding: bytes, as: UTF8.self))
  }

  private func scalar(startingWith first: UInt8) -> Unicode.Scalar? {
    let count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    guard (0xc2...0xf4).contains(first) else { return nil }
    var bytes = [first]
    while bytes.count < count {
      guard let byte = nextByte(Self.sequenceTimeout) else { return nil }
      guard (0x80..<0xc0).contains(byte) else {
        putBack(byte)
        return nil
      }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }
}
