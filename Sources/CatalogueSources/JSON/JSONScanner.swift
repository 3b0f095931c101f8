// SPDX-License-Identifier: MIT

/// Walks over JSON text exactly by RFC 8259 and says where it is none.
///
/// Depth is limited, text has to be UTF-8, and nothing is converted: a caller that wants a value
/// decodes it from its span once it is known to be well formed.
package struct JSONScanner {
  /// How deep lists and objects may be nested.
  package static let depthLimit = 512

  let bytes: [UInt8]
  /// Where the text ends; at least eight more bytes can be read.
  var end: Int
  /// The next byte to look at.
  var offset: Int
  /// Whether a byte in a text that is no UTF-8 is passed over, and the first that was.
  var passesStrayBytes = false
  var strayByte: Int?
  /// The last member on the way of `find` that stood more than once.
  var repeatedName: Range<Int>?
  /// Where the lists and objects begin that are open; those of objects are complemented.
  private var opened: [Int] = []
  private let watch: ReadingWatch
  private let name: String
  /// Where it is asked next whether the text is still wanted.
  private var nextCheck: Int

  /// How many bytes are passed between two questions.
  private static let checkedBytes = 1 << 20

  init(_ payload: Payload) {
    self.init(
      payload, payload.start..<payload.count, nextCheck: payload.start + Self.checkedBytes)
  }

  /// A scanner for values of a payload, which are no larger than a record may be. It does not ask
  /// whether they are still wanted: half a value would be taken for another.
  init(_ payload: Payload, _ range: Range<Int>) {
    self.init(payload, range, nextCheck: Int.max)
  }

  private init(_ payload: Payload, _ range: Range<Int>, nextCheck: Int) {
    bytes = payload.padded
    offset = range.lowerBound
    end = range.upperBound
    watch = payload.watch
    name = payload.name
    self.nextCheck = nextCheck
  }

  /// Asks now and then whether the text is still wanted, and tells how far the search is.
  mutating func check() throws(JSONFault) {
    guard offset >= nextCheck else { return }
    nextCheck = offset + Self.checkedBytes
    if watch.isCancelled() { throw JSONFault(.cancelled, at: offset) }
    watch.tell(ReadingProgress(name: name, work: .searching, done: offset, of: bytes.count))
  }

  /// Goes to another part of the text; whatever was open is forgotten.
  mutating func enter(_ range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
    opened.removeAll(keepingCapacity: true)
  }

  /// The next byte; 0, which is never right in JSON, at the end.
  var byte: UInt8 { offset < end ? bytes[offset] : 0 }

  var isAtEnd: Bool { offset >= end }

  mutating func skipSpace() {
    while offset < end, bytes[offset].isBlank { offset += 1 }
  }

  // Lists and objects, step by step.

  /// Goes into a list or an object, at whose first byte the scanner stands.
  mutating func open() throws(JSONFault) {
    guard opened.count < Self.depthLimit else { throw JSONFault(.tooDeep, at: offset) }
    opened.append(byte == UInt8(ascii: "{") ? ~offset : offset)
    offset += 1
    skipSpace()
  }

  /// After `open`: leaves a list or object that has nothing in it.
  mutating func closesEmpty() -> Bool {
    guard let innermost = opened.last, byte == closer(of: innermost) else { return false }
    close()
    return true
  }

  /// After an element or a member's value: true when another follows, false when the innermost list
  /// or object ended, which is then left.
  mutating func continues() throws(JSONFault) -> Bool {
    skipSpace()
    guard let innermost = opened.last else { return false }
    if byte == UInt8(ascii: ",") {
      try check()
      offset += 1
      skipSpace()
      return true
    }
    guard byte == closer(of: innermost) else {
      throw fault(expecting: innermost < 0 ? "a comma or }" : "a comma or ]")
    }
    close()
    return false
  }

  private func closer(of opening: Int) -> UInt8 {
    opening < 0 ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  private mutating func close() {
    opened.removeLast()
    offset += 1
  }

  /// Takes a member's name and the colon; gives the span of the name without its quotes.
  mutating func key() throws(JSONFault) -> Range<Int> {
    guard byte == UInt8(ascii: "\"") else { throw fault(expecting: "a name in quotes") }
    let start = offset + 1
    try skipString()
    let name = start..<offset - 1
    skipSpace()
    guard byte == UInt8(ascii: ":") else { throw fault(expecting: "a colon") }
    offset += 1
    skipSpace()
    return name
  }

  /// Takes one value of any kind with all that is in it, and space before it.
  mutating func skipValue() throws(JSONFault) {
    let outer = opened.count
    repeat {
      skipSpace()
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = byte == UInt8(ascii: "{")
        try open()
        if !closesEmpty() {
          if isObject { _ = try key() }
          continue
        }
      case UInt8(ascii: "\""): try skipString()
      case UInt8(ascii: "-"), 0x30...0x39: try skipNumber()
      case UInt8(ascii: "a")...UInt8(ascii: "z"): try skipWord()
      default: throw fault(expecting: "a value")
      }
      try finishValue(outer: outer)
    } while opened.count > outer
  }

  /// After a value: leaves all that ends with it, down to a depth, or goes on to the next value.
  private mutating func finishValue(outer: Int) throws(JSONFault) {
    while opened.count > outer {
      let isObject = (opened.last ?? 0) < 0
      if try continues() {
        if isObject { _ = try key() }
        return
      }
    }
  }

  /// The fault that something else stands here; at the end of the text, that it ends too early.
  func fault(expecting words: String) -> JSONFault {
    guard isAtEnd else { return JSONFault(.expected(words), at: offset) }
    guard let innermost = opened.last else { return JSONFault(.truncated(.value), at: offset) }
    return innermost < 0
      ? JSONFault(.truncated(.object), at: ~innermost)
      : JSONFault(.truncated(.list), at: innermost)
  }
}
