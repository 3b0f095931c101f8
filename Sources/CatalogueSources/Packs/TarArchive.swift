// SPDX-License-Identifier: MIT

/// Files one behind the other, as POSIX.1-1988 calls them an archive (ustar): of each its name, its
/// time and its bytes, and nothing else of the machine on which it was made.
enum TarArchive {
  struct Entry: Equatable {
    let name: String
    /// In seconds since the start of 1970.
    let time: Int
    let bytes: [UInt8]
  }

  /// What is wrong with an archive, as the end of a sentence that begins with its name.
  struct Fault: Error, Equatable { let reason: String }

  /// Names of more bytes have no room in a header.
  static let longestName = 100
  private static let block = 512

  static func bytes(of entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += header(of: entry)
      bytes += entry.bytes
      bytes += repeatElement(0, count: padding(behind: entry.bytes.count))
    }
    return bytes + repeatElement(0, count: 2 * block)
  }

  /// The entries of an archive. Only what is looked at is judged: whoever wants the rest to be as
  /// it was written compares with what would be written.
  static func entries(of bytes: [UInt8], most: Int) throws(Fault) -> [Entry] {
    var entries: [Entry] = []
    var place = 0
    while true {
      guard bytes.count - place >= block else {
        throw Fault(reason: "breaks off after \(bytes.count) bytes")
      }
      let header = bytes[place..<place + block]
      if header.allSatisfy({ $0 == 0 }) { return entries }
      guard entries.count < most else { throw Fault(reason: "holds more than \(most) files") }
      guard let name = text(header.dropFirst(Field.name.rawValue).prefix(longestName)),
        let size = number(header, .size), let time = number(header, .time)
      else { throw Fault(reason: "is damaged at byte \(place)") }
      let start = place + block
      guard size <= bytes.count - start else {
        throw Fault(reason: "breaks off after \(bytes.count) bytes")
      }
      entries.append(Entry(name: name, time: time, bytes: Array(bytes[start..<start + size])))
      place = start + size + padding(behind: size)
    }
  }

  private static func padding(behind size: Int) -> Int { (block - size % block) % block }

  /// The parts of a header that differ from file to file.
  private enum Field: Int {
    /// Where each begins.
    case name = 0, mode = 100, owner = 108, group = 116, size = 124, time = 136, sum = 148
    case kind = 156, mark = 257

    var length: Int {
      switch self {
      case .name: TarArchive.longestName
      case .mode, .owner, .group, .sum, .mark: 8
      case .size, .time: 12
      case .kind: 1
      }
    }
  }

  /// A regular file that everybody may read and that belongs to nobody.
  private static func header(of entry: Entry) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: block)
    put(Array(entry.name.utf8), at: .name, in: &header)
    for (field, number) in [
      (Field.mode, 0o444), (.owner, 0), (.group, 0), (.size, entry.bytes.count),
      (.time, entry.time),
    ] { put(octal(number, digits: field.length - 1), at: field, in: &header) }
    put(Array("0".utf8), at: .kind, in: &header)
    put(Array("ustar\u{0}00".utf8), at: .mark, in: &header)
    // The sum is over the header with spaces in its own place.
    put([UInt8](repeating: UInt8(ascii: " "), count: Field.sum.length), at: .sum, in: &header)
    let sum = header.reduce(0) { $0 + Int($1) }
    put(octal(sum, digits: 6) + [0, UInt8(ascii: " ")], at: .sum, in: &header)
    return header
  }

  private static func put(_ bytes: [UInt8], at field: Field, in header: inout [UInt8]) {
    for (offset, byte) in bytes.prefix(field.length).enumerated() {
      header[field.rawValue + offset] = byte
    }
  }

  private static func octal(_ number: Int, digits: Int) -> [UInt8] {
    let text = Array(String(number, radix: 8).utf8)
    return [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits - text.count)) + text
  }

  private static func number(_ header: ArraySlice<UInt8>, _ field: Field) -> Int? {
    let digits = header.dropFirst(field.rawValue).prefix(field.length - 1)
    return String(validating: digits, as: UTF8.self).flatMap { Int($0, radix: 8) }
      .flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
