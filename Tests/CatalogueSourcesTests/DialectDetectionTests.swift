// SPDX-License-Identifier: MIT

import Testing

@testable import CatalogueSources

/// How much of a file is read to find out how it is written.
@Suite struct DialectDetectionTests {
  private static func detected(_ text: String) -> (reading: DialectDetection.Reading, of: Int) {
    let payload = Payload(name: "x", bytes: text.utf8)
    let detection = DialectDetection(payload, from: payload.start)
    return (detection.reading(named: nil, separator: nil), payload.count)
  }

  private static func rows(_ count: Int) -> String {
    (0..<count).map { "\($0),some text that goes on for a while\n" }.joined()
  }

  /// What separates cells does not stand within quotes, but an inch is a quote by itself.
  @Test(arguments: [
    ("1,\"Dream; big\",3\n2,\"Moon; small\",4\n", ",", [["1", "Dream; big", "3"]]),
    ("k,\"a;b\"\n1,\"x;1\"\n", ",", [["k", "a;b"]]),
    ("1,\"x\ty\",3\n2,\"z\tw\",4\n", ",", [["1", "x\ty", "3"]]),
    ("k\tv\n1\ta \"x, y\n", "\t", [["k", "v"]]),
    ("1;\"a|b\"\n2;\"c|d\"\n", ";", [["1", "a|b"]]),
    ("1|\"a;b\"|\"c;d\"\n2|\"e;f\"|x\n", "|", [["1", "a;b", "c;d"]]),
    ("a;19\"; 3,5\nb;21\";4,5\n", ";", [["a", "19\"", " 3,5"]]),
    ("a,19\",x\nb,21\",y\n", ",", [["a", "19\"", "x"]]),
    ("1,'a,1'\n2,'a,2'\n3,'b,3'\n", ",", [["1", "a,1"]]),
    ("'id','n'\n'1','a,1'\n'2','a'\n", ",", [["id", "n"]]),
    ("1,'abc',x\n2,y,z\n3,b,c\n", ",", [["1", "'abc'", "x"]]),
  ])
  func quotesHoldSeparators(text: String, separator: String, first: [[String]]) {
    let reading = Self.detected(text).reading
    #expect(reading.dialect.separator == separator.utf8.first)
    let rows = reading.rows.map { $0.map { String(decoding: $0, as: UTF8.self) } }
    #expect(Array(rows.prefix(1)) == first)
  }

  /// A quote that nothing closes was looked for in all of a file, once for each separator.
  @Test func anUnclosedQuoteIsSoughtInTheSample() {
    let found = Self.detected(Self.rows(5) + "5,\"open\n" + Self.rows(170_000))
    #expect(found.of > 6 << 20)
    #expect(found.reading.scannedBytes < found.of)
    #expect(found.reading.rows.count > 5)
  }

  /// Commas are tried after tabs, with and without quotes, and other marks.
  @Test func onlyTheSampleOfARegularFileIsRead() {
    let found = Self.detected(Self.rows(20_000))
    #expect(found.reading.isPerfect)
    #expect((65_536..<6 * 66_000).contains(found.reading.scannedBytes))
  }

  /// The last row of the sample is read to its end, however its quotes lie.
  @Test(arguments: [10, 100_000, 700_000]) func theLastRowIsWhole(length: Int) {
    let long = String(repeating: "x,\n", count: length / 3)
    let found = Self.detected(Self.rows(1_600) + "1600,\"\(long)\"\n" + Self.rows(3))
    #expect(found.reading.isPerfect)
    #expect(found.reading.unclosed == nil)
  }

  /// One of few rows that is longer than what is looked at is read in the whole file.
  @Test func aLongRowIsWhole() {
    let long = String(repeating: "x,\n", count: 700_000)
    let found = Self.detected("a,b\n1,\"\(long)\"\n2,y\n")
    #expect(found.reading.isPerfect)
    #expect(found.reading.rows.map(\.count) == [2, 2, 2])
  }
}
