// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Testing

/// Payloads that are no catalogue, and what is said of them.
@Suite struct JSONFaultTests {
  static let hotels = """
    [
    {
      "id": 1,
      "name": "Größe"
    },
    {
      "id": 2,
      "suite
    """

  static let truncated: [(String, String)] = [
    (
      hotels,
      "stops in the middle of record 2 / text opened here, file ends at byte 59 / 8 `\"suite` / 1"
    ),
    (
      "[{\"a\":1},",
      "stops after record 1 / list opened here, file ends at byte 9 / 1 `[{\"a\":1},` / 1"
    ),
    ("[", "stops before the first record / list opened here, file ends at byte 1 / 1 `[` / 0"),
    (
      "[{\"a\":[1,{\"b\":tr",
      "stops in the middle of record 1 / value opened here, file ends at byte 16 / 1 `tr` / 0"
    ),
    (
      "[{},{\"a\":[1,{\"b\":1",
      "stops in the middle of record 2 / object opened here, file ends at byte 18"
        + " / 1 `{\"b\":1` / 1"
    ),
    (
      "[{\"a\":-",
      "stops in the middle of record 1 / value opened here, file ends at byte 7 / 1 `-` / 0"
    ),
    (
      "{\"n\":1,\"items\":[{\"a\":1},{\"a\":\"\\u00",
      "stops in the middle of record 2 / text opened here, file ends at byte 34 / 1 `\"\\u00` / 1"
    ),
    (
      "{\"items\":[{\"a\":1}]",
      "stops after record 1 / object opened here, file ends at byte 18"
        + " / 1 `{\"items\":[{\"a\":1}]` / 1"
    ),
  ]

  static let malformed: [(String, String)] = [
    ("[{\"a\":1,}]", "in record 1 / a name in quotes belongs here / 1 `}]` / 0"),
    ("[{\"a\":1},]", "in record 2 / a value belongs here / 1 `]` / 1"),
    ("[{\"a\":[1,]}]", "in record 1 / a value belongs here / 1 `]}]` / 0"),
    ("[{\"a\":1 \"b\":2}]", "in record 1 / a comma or } belongs here / 1 `\"b\":2}]` / 0"),
    ("[{\"a\" 1}]", "in record 1 / a colon belongs here / 1 `1}]` / 0"),
    ("[{\"a\":[1 2]}]", "in record 1 / a comma or ] belongs here / 1 `2]}]` / 0"),
    ("[{\"a\":1]]", "in record 1 / a comma or } belongs here / 1 `]]` / 0"),
    ("[{\"a\":1}{}]", "after record 1 / a comma or ] belongs here / 1 `{}]` / 1"),
    ("[{'a':1}]", "in record 1 / a name in quotes belongs here / 1 `'a':1}]` / 0"),
    ("[{\"a\":/**/1}]", "in record 1 / a value belongs here / 1 `/**/1}]` / 0"),
    ("[{\"a\":01}]", "in record 1 / this is no number of JSON / 1 `01}]` / 0"),
    ("[{\"a\":1.}]", "in record 1 / this is no number of JSON / 1 `1.}]` / 0"),
    ("[{\"a\":1e}]", "in record 1 / this is no number of JSON / 1 `1e}]` / 0"),
    ("[{\"a\":-x}]", "in record 1 / this is no number of JSON / 1 `-x}]` / 0"),
    ("[{\"a\":+1}]", "in record 1 / a value belongs here / 1 `+1}]` / 0"),
    ("[{\"a\":.5}]", "in record 1 / a value belongs here / 1 `.5}]` / 0"),
    (
      "[{\"a\":nul}]",
      "in record 1 / only true, false and null are words of JSON / 1 `nul}]` / 0"
    ),
    ("[{\"a\":NaN}]", "in record 1 / a value belongs here / 1 `NaN}]` / 0"),
    ("[{\"a\":\"\\x\"}]", "in record 1 / this is no escape of JSON / 1 `\\x\"}]` / 0"),
    ("[{\"a\":\"\\u00G0\"}]", "in record 1 / this is no escape of JSON / 1 `\\u00G0\"}]` / 0"),
    (
      "[{\"a\":\"x\ty\"}]",
      "in record 1 / a line break or control character inside a text is written \\n or \\u"
        + " / 1 `\ty\"}]` / 0"
    ),
    ("[] x", "before the first record / something follows the end of the data / 1 `x` / 0"),
    (
      "hello",
      "before the first record / only true, false and null are words of JSON / 1 `hello` / 0"
    ),
  ]

  @Test(arguments: truncated)
  func saysWhereAFileStops(_ text: String, _ expected: String) {
    #expect(Reading(text).fault == expected)
  }

  @Test(arguments: malformed)
  func saysWhatIsWrong(_ text: String, _ expected: String) {
    #expect(Reading(text).fault == "is no JSON " + expected)
  }

  @Test(arguments: [
    ("", "x.json is empty"), (" \r\n\t", "x.json is empty"), ("\u{FEFF} ", "x.json is empty"),
    ("<!DOCTYPE html>", "holds a web page or XML, not JSON"),
    ("12", "holds a single value, not a list of records"),
    ("\"x\"", "holds a single value, not a list of records"),
    ("[1,2]", "holds no record: none of its 2 is an object"),
    ("[1]", "holds no record: its only element is no object"),
  ])
  func refusesWhatIsNoCatalogue(_ text: String, _ expected: String) {
    #expect(Reading(text).fault == expected)
  }

  @Test(arguments: [
    ([0xA0], "byte 0xA0 is no UTF-8; is the file in CP1252?"),
    ([0xC0, 0x80], "byte 0xC0 is no UTF-8; is the file in CP1252?"),
    ([0xED, 0xA0, 0x80], "byte 0xED is no UTF-8; is the file in CP1252?"),
    ([0xF4, 0x90, 0x80, 0x80], "byte 0xF4 is no UTF-8; is the file in CP1252?"),
    ([0xE2, 0x82], "byte 0xE2 is no UTF-8; is the file in CP1252?"),
  ])
  func skipsRecordsThatAreNoUTF8(_ bytes: [UInt8], _ label: String) {
    let good = Array("{\"a\":1}".utf8)
    let bad = Array("{\"a\":\"x".utf8) + bytes + Array("\"}".utf8)
    let comma = [UInt8(ascii: ",")]
    for around in [("[", "]"), ("{\"code\":7,\"list\":[", "]}")] {
      let text = Array(around.0.utf8) + good + comma + bad + comma + good + Array(around.1.utf8)
      let reading = Reading(bytes: text)
      #expect(reading.fault == nil)
      #expect(reading.rows == ["1", "1"])
      let place = around.0.utf8.count + good.count + 1
      #expect(reading.findings == ["2@\(place) record 2 is no JSON (\(label)): skipped"])
    }
    // Where no record is left, and outside of records, the whole is at fault.
    let fault = Reading(bytes: Array("[".utf8) + bad + Array("]".utf8)).fault ?? ""
    #expect(fault.hasPrefix("is no JSON in record 1 / \(label) / 1 `"))
    let name = Reading(bytes: Array("{\"n\":".utf8) + bad.dropFirst(5).dropLast() + comma).fault
    #expect(name?.hasPrefix("is no JSON ") == true)
  }

  @Test(arguments: [
    (510, nil), (511, "is nested more than 512 levels deep in record 1"),
    (600, "is nested more than 512 levels deep in record 1"),
    (1_000_000, "is nested more than 512 levels deep in record 1"),
  ])
  func limitsDepth(_ lists: Int, _ expected: String?) {
    let deep = String(repeating: "[", count: lists) + String(repeating: "]", count: lists)
    #expect(Reading("[{\"a\":\(deep)}]").fault == expected)
  }

  @Test func cutsLongLinesAroundThePlace() {
    let long = String(repeating: "ü", count: 5000)
    let text = "[{\"a\":\"\(long)\", xy\"b\":\"\(long)\"}]"
    do throws(SourceFault) {
      _ = try FileSource(Payload(name: "x.json", bytes: text.utf8), copy: .file, strict: false)
      Issue.record("a fault is expected")
    } catch {
      // 60 bytes on either side, less the halves of characters at both ends.
      let before = String(repeating: "ü", count: 28) + "\", "
      let after = "xy\"b\":\"" + String(repeating: "ü", count: 26)
      #expect(
        error
          == .malformed(
            MalformedData(
              name: "x.json", message: "is no JSON in record 1",
              label: "a name in quotes belongs here", excerpt: Array((before + after).utf8),
              excerptLine: 1, excerptColumn: 4980, excerptOffset: before.utf8.count,
              completeRecords: 0)))
    }
  }

  @Test func givesTheLinesAroundThePlace() throws {
    do throws(SourceFault) {
      _ = try FileSource(
        Payload(name: "x.json", bytes: Self.hotels.utf8), copy: .file, strict: false
      )
      .scan(fields: [0]).drained()
      Issue.record("a fault is expected")
    } catch {
      let text = "  \"id\": 2,\n  \"suite"
      #expect(
        error
          == .malformed(
            MalformedData(
              name: "x.json", message: "stops in the middle of record 2",
              label: "text opened here, file ends at byte 59", excerpt: Array(text.utf8),
              excerptLine: 7, excerptOffset: 13, completeRecords: 1)))
    }
  }
}

extension BatchCursor {
  /// All rows, until the end or a fault.
  func drained() throws(SourceFault) -> [Batch] {
    var batches: [Batch] = []
    while let batch = try next() { batches.append(batch) }
    return batches
  }
}
