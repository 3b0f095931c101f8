// SPDX-License-Identifier: MIT

import Catalogue

extension Payload {
  /// How long a line of an excerpt may be before it is cut around the place.
  private static let longestLine = 400
  private static let keptAround = 60

  /// A fault of the JSON text as a fault of the source, after a number of whole records; `isInside`
  /// tells whether the next record had begun.
  func sourceFault(_ fault: JSONFault, after records: Int, isInside: Bool) -> SourceFault {
    let reason = breakage(by: fault, after: records, isInside: isInside)
    var label = fault.label(end: count)
    switch fault.reason {
    case .tooDeep:
      let place = Self.place(after: records, isInside: isInside).words
      return .limit(
        name: name, message: "is nested more than \(JSONScanner.depthLimit) levels deep \(place)")
    case .cancelled: return .cancelled
    case .truncated: break
    case .trailing where beginsDocument(at: fault.offset):
      label = "a second begins here; join them, as `jq -s add` does"
    default:
      if JSONFormat.isPromised(by: self),
        let message = KnownFormats.message(on: self, besides: JSONFormat.self)
      {
        return .wrongShape(name: name, message: message)
      }
      if records == 0, let advice = KnownFormats.advice(on: self, besides: JSONFormat.self) {
        label += "; \(advice)"
      }
    }
    return malformed(reason, label: label, at: fault.offset, completeRecords: records)
  }

  /// How a list stops by a fault of the JSON text.
  func breakage(
    by fault: JSONFault, after records: Int, isInside: Bool
  ) -> ListBreakage.Reason {
    let place = Self.place(after: records, isInside: isInside)
    return switch fault.reason {
    case .truncated: .cut(place)
    case .trailing where beginsDocument(at: fault.offset): .secondDocument(after: records)
    default: .malformed(format: JSONFormat.name, place)
    }
  }

  private static func place(after records: Int, isInside: Bool) -> ListPlace {
    isInside ? .inside(record: records + 1) : .behind(records: records)
  }

  /// A fault at an offset, after a number of whole records.
  func malformed(
    _ reason: ListBreakage.Reason, label: String, at offset: Int, completeRecords: Int
  ) -> SourceFault {
    let excerpt = excerpt(around: offset)
    let newline = UInt8(ascii: "\n")
    let end = lineBreak
    let text = bytes[excerpt.range].map { $0 == end ? newline : $0 }
    return .malformed(
      MalformedData(
        name: name, message: reason.words, label: label,
        excerpt: text, excerptLine: excerpt.line,
        excerptColumn: column(of: excerpt.range.lowerBound),
        excerptOffset: offset - excerpt.range.lowerBound, completeRecords: completeRecords))
  }

  private func beginsDocument(at offset: Int) -> Bool {
    padded[offset] == UInt8(ascii: "[") || padded[offset] == UInt8(ascii: "{")
  }

  /// Whether it begins as text does and no picture: with nothing but ASCII that can be read.
  var isText: Bool {
    bytes.prefix(32).allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
  }

  /// The number of the line, from 1, on which an offset stands.
  func line(of offset: Int) -> Int {
    let end = lineBreak
    return bytes[..<min(offset, count)].reduce(into: 1) { if $1 == end { $0 += 1 } }
  }

  /// What ends its lines: a carriage return alone where there is nothing else.
  private var lineBreak: UInt8 {
    let newline = UInt8(ascii: "\n")
    let place = ByteScan.first(newline, in: padded.span, from: 0)
    return place < count ? newline : UInt8(ascii: "\r")
  }

  /// The column, from 1 and in Unicode scalars, at which an offset stands in its line.
  func column(of offset: Int) -> Int {
    bytes[lineStart(before: offset)..<offset].reduce(into: 1) { if $1 & 0xC0 != 0x80 { $0 += 1 } }
  }

  /// The line of a place with the ones before and after it; of very long lines only what is near.
  private func excerpt(around offset: Int) -> (range: Range<Int>, line: Int) {
    let start = lineStart(before: offset)
    let end = lineEnd(from: offset)
    let number = line(of: offset)
    guard end - start <= Self.longestLine else {
      let near = max(start, offset - Self.keptAround)..<min(end, offset + Self.keptAround)
      return (wholeCharacters(near), number)
    }
    var range = start..<end
    var first = number
    if start > self.start, start - lineStart(before: start - 1) <= Self.longestLine {
      range = lineStart(before: start - 1)..<end
      first -= 1
    }
    if end < count, lineEnd(from: end + 1) - end <= Self.longestLine {
      range = range.lowerBound..<lineEnd(from: end + 1)
    }
    return (range, first)
  }

  private func lineStart(before offset: Int) -> Int {
    let before = bytes[start..<max(start, min(offset, count))]
    return before.lastIndex(of: lineBreak).map { $0 + 1 } ?? start
  }

  private func lineEnd(from offset: Int) -> Int {
    bytes[min(offset, count)...].firstIndex(of: lineBreak) ?? count
  }

  /// A range that neither begins nor ends inside a character.
  private func wholeCharacters(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, padded[start] & 0xC0 == 0x80 { start += 1 }
    while end > start, padded[end] & 0xC0 == 0x80 { end -= 1 }
    return start..<end
  }

  /// What it is instead of JSON in UTF-8; nil when it may be that.
  func otherFormat() -> SourceFault? {
    ContentFormat(self).map { .wrongShape(name: name, message: $0.message(insteadOf: "JSON")) }
  }

  /// What the document is instead of a list or an object; nil when it begins as one of these.
  func unsuitableShape() -> SourceFault? {
    if let fault = otherFormat() { return fault }
    var scanner = JSONScanner(self)
    scanner.skipSpace()
    if scanner.isAtEnd { return .empty(name: name) }
    switch scanner.byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
    case UInt8(ascii: "<"):
      return .wrongShape(name: name, message: "holds a web page or XML, not JSON")
    default:
      guard (try? scanner.skipValue()) != nil else { return nil }
      scanner.skipSpace()
      guard scanner.isAtEnd else { return nil }
      return .wrongShape(name: name, message: "holds a single value, not a list of records")
    }
  }
}
