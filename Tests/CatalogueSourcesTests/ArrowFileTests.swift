// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Arrow
@testable import CatalogueSources

/// Files that hold columns; `Tests/Fixtures/Arrow` has some that pyarrow, Polars and pandas wrote.
@Suite struct ArrowFileTests {
  static let folder = "\(TestSupport.repositoryRoot)/Tests/Fixtures/Arrow"

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
  }

  /// Each kind of file that is written of every type.
  static let ofAllTypes = ["all.arrow", "all.arrows", "lz4.arrow", "zstd.arrow"]

  /// Every type with its values and a null, in a file, as a stream and compressed; from a file and
  /// from what is held of it.
  @Test(arguments: ofAllTypes) func everyType(name: String) throws {
    let path = "\(Self.folder)/\(name)"
    for reading in [
      Reading(bytes: try Self.bytes(name)), Reading(path: path, watch: .unwatched),
    ] {
      #expect(reading.fault == nil)
      #expect(reading.counts == [5, 0, 4, 0])
      #expect(reading.fields.joined(separator: " ") == Self.fields)
      let rows = reading.rows.map { "\($0)\n" }.joined()
      if ProcessInfo.processInfo.environment["CQ_UPDATE"] == "1" {
        try Data(rows.utf8).write(to: URL(filePath: Self.rows))
      }
      #expect(try TestSupport.text(ofFile: Self.rows) == rows)
    }
  }

  /// The cells of each row as JSON, separated by spaces.
  private static let rows = "\(folder)/all.txt"

  private static let fields = """
    i8:Int u8:Int i16:Int u16:Int i32:Int u32:Int i64:Int u64:Int f16:Decimal f32:Decimal \
    f64:Decimal flag:Bool s:Text ls:Text vs:Text d32:Date d64:Date ts_s:Date ts_ms:Date \
    ts_us:Date ts_ns:Date ts_tz:Date ts_berlin:Date t32:Text t64:Text dur:Duration dec:Decimal \
    decw:Decimal dec256:Decimal decneg:Int dec32:Decimal dec64:Decimal list:List<Int> \
    llist:List<Text> flist:List<Decimal> lv:List<Int> llv:List<Text> st:Record \
    map:List<Record> dict:Text dict8:Text dictu:Text dicti:Int ldict:List<Text> nul:Any \
    ree:Text id:Int*
    """

  /// What other programs write by default: views and codes, and what is compressed by LZ4.
  @Test func othersDefaults() throws {
    let polars = Reading(bytes: try Self.bytes("polars.arrow"))
    #expect(
      polars.fields == [
        "id:Int*", "name:Text", "price:Decimal", "tags:List<Text>", "kind:Text",
      ])
    #expect(
      polars.rows == [
        #"1 "a" 1.25 ["x","y"] "k""#, #"2 null null [] "l""#,
        #"3 "a text longer than twelve" 3.5 null "k""#,
      ])
    let pandas = Reading(bytes: try Self.bytes("pandas.feather"))
    #expect(pandas.fields == ["id:Int*", "name:Text", "price:Decimal", "kind:Text"])
    #expect(pandas.rows.first == #"1 "a" 1.25 "k""#)
  }

  /// Lengths in feet and kilometres, as plain numbers, in dictionaries, texts, views and runs, each
  /// with the same value; and binary fractions of 16 bits.
  @Test func notedLengths() throws {
    let reading = Reading(bytes: try Self.bytes("notes.arrow"))
    #expect(
      reading.fields == [
        "id:Int*", "plain:Length in ft", "coded:Length in ft", "text:Length in ft",
        "coded text:Length in ft", "view:Length in ft", "runs:Length in ft",
        "far:Length in km", "far coded:Length in km", "half:Decimal",
      ])
    #expect(
      reading.rows == [
        "1 10 10 10 10 10 10 1 1 1.1", "2 10 10 10 10 10 10 null null 2.3",
        "3 20 20 20 20 20 20 null null 0.1",
      ])
    #expect(
      reading.findings.map { $0.drop { $0 != " " }.dropFirst() } == [
        "far in record 2 has more than 38 digits in metres: left empty",
        "far coded in record 2 has more than 38 digits in metres: left empty",
      ])
  }

  /// Every number of 16 bits is read as the fewest digits behind the point that mean it.
  @Test func halves() throws {
    var bytes = try Self.bytes("halves.arrows")
    for bits in UInt16.min...UInt16.max { bytes += [UInt8(bits & 255), UInt8(bits >> 8)] }
    let reading = Reading(bytes: bytes)
    #expect(reading.fault == nil && reading.rows.count == 65_536)
    let magnitudes = (0..<0x7C00).map { bits in
      let (exponent, fraction) = (bits >> 10, Double(bits & 1023))
      return exponent == 0
        ? fraction / 16_777_216
        : (1 + fraction / 1024) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
    }
    func means(_ number: Double, _ bits: Int) -> Bool {
      let distance = abs(number - magnitudes[bits])
      let others = [bits - 1, bits + 1].filter(magnitudes.indices.contains)
      return others.allSatisfy { distance < abs(number - magnitudes[$0]) }
    }
    for (bits, text) in reading.rows.enumerated() {
      guard bits & 0x7FFF < 0x7C00 else {
        #expect(text == "null")
        continue
      }
      let magnitude = bits & 0x7FFF
      let number = try #require(Double(text))
      guard means(abs(number), magnitude), (number < 0) == (bits > 0x8000) else {
        Issue.record("\(bits) is read as \(text)")
        continue
      }
      guard let point = text.firstIndex(of: ".") else { continue }
      let places = text.distance(from: point, to: text.endIndex) - 2
      var power = 1.0
      for _ in 0..<places { power *= 10 }
      let scaled = magnitudes[magnitude] * power
      let isShortest = ![scaled.rounded(.down), scaled.rounded(.up)]
        .contains { means($0 / power, magnitude) }
      if !isShortest { Issue.record("\(bits) is read as \(text)") }
    }
  }

  @Test func noRows() throws {
    let reading = Reading(bytes: try Self.bytes("empty.arrow"))
    #expect(reading.rows.isEmpty && reading.fault == nil)
    #expect(reading.fields.count == 47)
  }

  /// Whatever a file is cut at, or whatever bits of it are flipped, there are rows or one fault.
  @Test(arguments: ofAllTypes + ["polars.arrow", "pandas.feather"])
  func damagedFiles(name: String) throws {
    let file = try Self.bytes(name)
    var random = Seeded(UInt64(name.utf8.count))
    var (faults, whole) = (0, 0)
    let rounds =
      ProcessInfo.processInfo.environment["CQ_DAMAGED_FILES"].flatMap { Int($0) } ?? 150
    for round in 0..<rounds {
      var bytes = file
      if round % 5 == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        for _ in 0...Int.random(in: 0...3, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] ^=
            1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      let reading = Reading(bytes: bytes, name: "x.arrow")
      if reading.fault == nil { whole += 1 } else { faults += 1 }
    }
    #expect(faults > rounds / 6 && whole > 0, "\(faults) \(whole)")
  }

  @Test(arguments: [
    (0..<40, "is damaged: its end, which says where its parts are, is missing or is another's")
  ]) func cutFiles(kept: Range<Int>, message: String) throws {
    let bytes = Array(try Self.bytes("all.arrow")[kept])
    #expect(Reading(bytes: bytes, name: "x.arrow").fault?.contains(message) == true)
  }

  /// What is no Arrow, in a file of which its name says so, is not told to be no JSON; what is JSON
  /// in such a file is read as that.
  @Test(arguments: [
    ("x.arrow", "ARR", "cut off behind byte 3"), ("x.feather", "A", "cut off behind byte 1"),
    ("x.Arrows", "\u{1}\u{2}", "cut off behind byte 2"),
    ("x.arrow", "PAR1 and more", "it does not begin as a file or a stream of Arrow does"),
    ("x.arrow.gz", "?", "cut off behind byte 1"),
    ("x.arrow", "[{\"a\":1},{\"a\"", "stops in the middle of record 2"),
    ("x.arrow", "[", "stops before the first record"), ("arrow.json", "ARR", "is no JSON"),
  ]) func namesPromiseArrow(name: String, text: String, message: String) {
    let fault = Reading(text, name: name).fault ?? ""
    #expect(fault.contains(message) && fault.contains("JSON") == (name == "arrow.json"))
  }

  @Test func namesPromiseNoFormat() {
    #expect(Reading("{\"a\":1}\n", name: "x.arrow").rows == ["1"])
    #expect(Reading("a,b\n1,2\n", name: "x.csv").rows == ["1 2"])
  }

  /// Of what is cut off whole batches are read where that is wanted, and counted where it is not.
  @Test(arguments: [ArrowWriter.Form.file, .stream]) func cutFilesAreSalvaged(
    form: ArrowWriter.Form
  ) throws {
    let bytes = Self.written(form, batches: 3)
    let whole = Reading(bytes: bytes, name: "x.arrow")
    #expect(whole.rows.count == 3 * 400 && whole.fault == nil)
    for kept in [bytes.count - 1, bytes.count * 2 / 3, bytes.count / 2, 700] {
      let cut = Array(bytes[..<kept])
      var payload = Payload(name: "x.arrow", bytes: cut)
      payload.readsPartially = true
      let salvaged = Reading(payload)
      let told = Reading(bytes: cut, name: "x.arrow").fault ?? ""
      let rows = salvaged.rows
      #expect(rows == Array(whole.rows.prefix(rows.count)))
      #expect((salvaged.fault == nil) == !rows.isEmpty, "\(kept)")
      #expect(told.hasSuffix(", after \(rows.count) records"), "\(kept): \(told)")
      #expect(rows.isEmpty == (kept == 700))
    }
  }

  /// A file, or a stream, of batches of 400 rows.
  private static func written(_ form: ArrowWriter.Form, batches: Int) -> [UInt8] {
    var writer = ArrowWriter(
      form, [ResultColumn("n", .int), ResultColumn("t", .text)], mostRows: 400)
    for number in 0..<batches {
      let rows = (0..<400).map { number * 400 + $0 }
      writer.add(
        Batch(
          [
            Column(.int, rows.map { .number(Decimal($0)) }),
            Column(.text, rows.map { .text("t \($0)") }),
          ], count: rows.count))
    }
    var bytes: [UInt8] = []
    writer.finish(to: &bytes)
    return bytes
  }
}
