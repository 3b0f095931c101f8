// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// What a walk over windows refuses, so that the text is read the exact way, and what it does not.
@Suite struct WindowRefusalTests {
  private static func outcome(
    _ bytes: some Sequence<UInt8>, _ layout: WindowWalker.Layout, isLast: Bool = true
  ) throws -> WindowWalker.Outcome {
    let walker = try #require(WindowWalker(fields: ["a"]))
    let payload = Payload(name: "x", bytes: bytes)
    return walker.walk(payload, layout: layout, isLast: isLast, window: 0)
  }

  /// A value that is none, in a line and in a list.
  @Test(arguments: [
    "057.9", "57.", "00", "-", "-a", "-01", "+1", ".5", "1e", "1e+", "1.e1", "0x1", "1_000", "1a",
    "1\"2\"", "12 3", "1.2.3", "123456789.", "1-2", "NaN", "tru", "truex", "True", "nul", "nullx",
    "falsey", "true\"\"", #""a":"b":"c""#, #""a"x"#, #""a""b""#, #""a":"#, "", "{,}", "{\"b\"}",
    "{\"b\":}", "{\"b\":1,}", "{b:1}", "{1:1}", "[,]", "[1,]", "[1 2]", "[1}", "{\"b\":1]", "[1",
    "}", "\"", #""\x""#, #""\u12g4""#, #""\u12""#, #""\""#, "\"a\tb\"", "\"a\nb\"", "\u{C}",
    "\u{1A}1",
    "1\u{0}", "\u{0}", "\u{A0}1", "\"\u{0}\"", "\\\"\"", "1\\", "'a'", "/* */1",
  ])
  func valuesThatAreNone(_ value: String) throws {
    let record = "{\"a\":\(value)}"
    #expect(try Self.outcome((record + "\n").utf8, .lines) == .refused)
    #expect(try Self.outcome((record + "]").utf8, .elements) == .refused)
    let whole = "{\"a\":1}"
    #expect(
      try Self.outcome("\(whole)\n\(record)\n\(whole)\n".utf8, .lines, isLast: false) == .refused)
    let list = "\(whole),\(record),\(whole),\(whole),"
    #expect(try Self.outcome(list.utf8, .elements, isLast: false) == .refused)
  }

  @Test(arguments: [
    // Two on a line, no object, text behind a record, a record of two lines.
    "{}{}\n", "{} {}\n", "{}\n{} {}", "1\n", "[]\n", "\"a\"\n{}", "null", "{}x\n", "{},\n{}\n",
    "{}]\n",
    "{\n}\n", "{\"a\":\n1}\n", "{\"a\":[1,\n2]}", "{}\n}", "[{}]\n", "{}\n{", "{}\n{\"a\":1",
    "\u{0}{}\n",
    "{}\n\u{0}\n{}\n", "{}\u{0}\n",
  ])
  func linesThatAreNone(_ text: String) throws {
    #expect(try Self.outcome(text.utf8, .lines) == .refused)
  }

  @Test(arguments: [
    // Commas, no object, no end, something behind the end.
    "{},]", ",{}]", "{},,{}]", "{}{}]", "{} {}]", "{}\n{}]", "1]", "{},1]", "{},null]", "{},[]]",
    "{}",
    "{},", "{},{}", "{", "{}]]", "{}] {}", "{}],", "{}}", "{}]\u{0}", "\u{0}{}]", "{},\u{0}{}]",
    "{}:{}]",
    "{}] \u{0}", "{}]\"", "]]", "] 1", ":]", "{}\\]",
  ])
  func listsThatAreNone(_ text: String) throws {
    #expect(try Self.outcome(text.utf8, .elements) == .refused)
  }

  /// What stands behind the end of a list, in a window that may be cut before it.
  @Test(arguments: [
    "{}]\n\nx", "{}]\n{}", "{\"a\":1},{}]\n {\"a\":1}", "]\n\n]", "{}]\n \u{0}", "{}] 1",
  ])
  func textBehindAListIsFound(_ text: String) throws {
    for count in 0...20 {
      let spaced = text + String(repeating: " ", count: count)
      #expect(try Self.outcome(spaced.utf8, .elements, isLast: false) == .refused)
    }
  }

  /// Names with escapes, and names that stand twice in an object of any depth.
  @Test(arguments: [
    #"{"\u0061":1}"#, #"{"a\"":1}"#, #"{"b":{"\\":1}}"#, #"{"a":1,"a":2}"#, #"{"b":1,"a":1,"b":2}"#,
    #"{"b":[{"c":1},{"c":1,"c":2}]}"#, #"{"b":{"c":{"d":1,"e":2,"d":3}}}"#,
    #"{"a name that is longer than 16":1,"b":1,"a name that is longer than 16":2}"#,
  ])
  func namesThatAreNotPlain(_ record: String) throws {
    #expect(try Self.outcome((record + "\n").utf8, .lines) == .refused)
    #expect(try Self.outcome((record + "]").utf8, .elements) == .refused)
  }

  @Test(
    arguments: [
      [0xFF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func bytesThatAreNoUTF8(_ bytes: [UInt8]) throws {
    let text = Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)
    #expect(try Self.outcome(text + Array("\n".utf8), .lines) == .refused)
    #expect(try Self.outcome(text + Array("]".utf8), .elements) == .refused)
    #expect(
      try Self.outcome(text + Array(",{\"a\":1},".utf8), .elements, isLast: false) == .refused)
  }

  @Test func aByteOrderMarkIsNoPartOfAWindow() throws {
    #expect(try Self.outcome("\u{FEFF}{}\n".utf8, .lines) == .refused)
    #expect(try Self.outcome("{\"a\":\"\u{FEFF}\"}\n".utf8, .lines) == .walked)
  }

  /// Numbers of all forms are taken, whatever stands behind them.
  @Test(arguments: [
    "0", "-0", "0.0", "-0.5", "10", "12345678", "123456789", "-12345678", "1234567.5", "1234.56789",
    "1e5", "1E+5", "1e-05", "0e0", "123456789012345678901234567890", "1.5e300", "99.99", "7",
  ])
  func numbers(_ number: String) throws {
    for text in ["{\"a\":\(number)}", "{\"a\":\(number) }", "{\"a\":[\(number)\t,\(number)]}"] {
      #expect(try Self.outcome((text + "\n").utf8, .lines) == .walked)
      #expect(try Self.outcome((text + "]").utf8, .elements) == .walked)
    }
  }

  // Limits.

  @Test(arguments: [1, 2, 3, 64, 511, 512, 513, 600])
  func depthHasALimit(_ depth: Int) throws {
    let lists = "{\"a\":" + String(repeating: "[", count: depth - 1)
    let text = lists + String(repeating: "]", count: depth - 1) + "}"
    let number = depth == 1 ? "{\"a\":1}" : text
    let limit = JSONScanner.depthLimit
    #expect(try (Self.outcome(number.utf8, .lines) == .walked) == (depth <= limit))
    #expect(try (Self.outcome((number + "]").utf8, .elements) == .walked) == (depth < limit))
    let objects =
      String(repeating: "{\"a\":", count: depth) + "0" + String(repeating: "}", count: depth)
    #expect(try (Self.outcome(objects.utf8, .lines) == .walked) == (depth <= limit))
  }

  @Test func recordsHaveALimit() throws {
    let record = { (size: Int) in
      Array("{\"a\":\"".utf8) + Array(repeating: UInt8(ascii: "x"), count: size - 8)
        + Array("\"}".utf8)
    }
    let limit = RecordStatus.sizeLimit
    #expect(try Self.outcome(record(limit) + [0x0A], .lines) == .walked)
    #expect(try Self.outcome(record(limit + 1) + [0x0A], .lines) == .refused)
    #expect(try Self.outcome(record(limit) + Array("]".utf8), .elements) == .walked)
    #expect(try Self.outcome(record(limit + 1) + Array("]".utf8), .elements) == .refused)
    // What is surely too large is not waited for.
    let begin = record(limit + 1 << 17)
    #expect(try Self.outcome(begin, .lines, isLast: false) == .refused)
    #expect(try Self.outcome(begin, .elements, isLast: false) == .refused)
    #expect(try Self.outcome(begin.prefix(limit), .elements, isLast: false) == .walked)
    #expect(try Self.outcome(begin.prefix(limit), .lines, isLast: false) == .walked)
  }

  @Test func namesAtTheTopHaveALimit() throws {
    let record = { (names: Int) in
      "{" + (0..<names).map { "\"k\($0)\":1" }.joined(separator: ",") + "}\n"
    }
    #expect(try Self.outcome(record(RecordStatus.fieldLimit).utf8, .lines) == .walked)
    #expect(try Self.outcome(record(RecordStatus.fieldLimit + 1).utf8, .lines) == .refused)
  }

  /// The end of a window may be the begin of anything.
  @Test(arguments: [
    "12", "-", "1.", "1e", "tru", "n", "\"a", "\"\\", "\"\\u0", "[", "{", "{\"b\"", "",
  ])
  func aValueThatIsCutIsWaitedFor(_ start: String) throws {
    for behind in ["", " "] {
      let text = "{\"a\":1},{\"a\":" + start + (start.hasPrefix("\"") ? "" : behind)
      let walker = try #require(WindowWalker(fields: ["a"]))
      let payload = Payload(name: "x", bytes: text.utf8)
      #expect(walker.walk(payload, layout: .elements, isLast: false, window: 0) == .walked)
      #expect(walker.consumed == 8)
      #expect(walker.spans().map(\.range) == [0..<7])
      #expect(walker.tokens(0)?.map(\.range) == [5..<6])
      #expect(walker.shape().fields.map(\.name) == ["a"])
      #expect(try Self.outcome(text.utf8, .elements) == .refused)
    }
  }

  /// No byte of the window is one that cannot begin a token.
  @Test func aWindowMayBeOfTokensAlone() throws {
    let text = "{\"t\":1},{\"t\":2},{\"t\":3"
    let walker = try #require(WindowWalker(fields: ["t"]))
    let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "3"), count: Payload.padding)
    #expect(
      walker.walk(bytes, 0..<text.utf8.count, layout: .elements, isLast: false, window: 0)
        == .walked)
    #expect(walker.consumed == 16)
    #expect(walker.tokens(0)?.map(\.range) == [5..<6, 13..<14])
  }
}
