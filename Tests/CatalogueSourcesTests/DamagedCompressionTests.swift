// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax
import Synchronization
import TestSupport
import Testing

@testable import CatalogueSources

/// Compressed files that are cut off, damaged, or made for harm.
@Suite struct DamagedCompressionTests {
  private static let cases = Compression.allCases.flatMap { compression in
    CompressedFileTests.texts.map { (compression, $0.name, $0.text) }
  }

  /// Wherever a file is cut, all of its rows are there or it is told; no row is there that the
  /// whole has not.
  @Test(arguments: cases) func cutAnywhere(
    _ compression: Compression, name: String, text: String
  ) throws {
    let whole = Reading(text, name: name).rows
    let packed = try compression.packed(text)
    let data = "\(compression.name) data"
    for count in 0..<packed.count {
      let path = name + compression.ending
      let reading = Reading(arriving: Array(packed[..<count]), name: path, inPiecesOf: 64)
      let told =
        count == 0
        ? "\(path) is empty"
        : "is cut off in the middle of its \(data), at byte \(count), after "
          + "\(reading.rows.count) records"
      #expect(reading.fault == told)
      #expect(whole.starts(with: reading.rows), "\(count): \(reading.rows)")
      #expect(reading.findings == [])
      let salvaged = Reading(
        arriving: Array(packed[..<count]), name: path, readsPartially: true)
      #expect(salvaged.rows == reading.rows)
      #expect((salvaged.fault == nil) == (reading.rows.count > 0))
    }
  }

  /// What was packed is a part of a text, to each of its bytes: a quote that is open there is no
  /// reason to read the others without quotes.
  @Test(arguments: CompressedFileTests.texts) func cutInsideCells(
    name: String, text: String
  ) throws {
    let whole = Reading(text, name: name).rows
    var most = 0
    for count in 1..<text.utf8.count {
      // Without the eight bytes that end it.
      let packed = try Compression.gzip.packed(Array(text.utf8.prefix(count))).dropLast(8)
      let reading = Reading(arriving: Array(packed), name: name)
      #expect(whole.starts(with: reading.rows), "\(count): \(reading.rows)")
      #expect(reading.fault?.contains("is cut off in the middle of its gzip data") == true)
      most = max(most, reading.rows.count)
    }
    #expect(most >= whole.count - 1)
  }

  /// A cut in the middle of a character tells nothing of the encoding of the others.
  @Test func cutInsideCharacters() throws {
    let rows = (1...6).map { "\($0),Caf\u{E9} \($0 * 7919 % 1000) \u{20AC}\n" }
    let text = "id,name\n" + rows.joined()
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [Array(text.utf8), wide] {
      var most = 0
      for count in 1..<bytes.count {
        // Without the eight bytes that end it: what was packed is a part of the text.
        let packed = try Compression.gzip.packed(Array(bytes[..<count])).dropLast(8)
        let reading = Reading(arriving: Array(packed), name: "x.csv.gz")
        #expect(reading.findings == [], "\(count)")
        let whole = rows.prefix(reading.rows.count).map { row in
          let cells = row.dropLast().split(separator: ",")
          return "\(cells[0]) \"\(cells[1])\""
        }
        #expect(reading.rows == whole, "\(count)")
        most = max(most, reading.rows.count)
      }
      #expect(most >= rows.count - 1)
    }
  }

  /// A table without its last row is the same text, of which less is read.
  @Test func cutsWithoutCopies() throws {
    let packed = try Compression.gzip.packed("id,name\n1,Nut\n2,Bo").dropLast(8)
    let payload = try Payload(arriving: Array(packed), name: "x.csv.gz")
    let short = payload.upToLastLine()
    #expect(short.count == "id,name\n1,Nut\n".utf8.count)
    #expect(Array(short.bytes) == Array("id,name\n1,Nut\n".utf8))
    let places = [payload, short].map { payload in
      unsafe payload.padded.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(places[0] == places[1])
    #expect(payload.count == "id,name\n1,Nut\n2,Bo".utf8.count)
    // A mark of UTF-8 may be all that is left behind the end.
    let mark = try Compression.gzip.packed([0xEF, 0xBB, 0xBF, 0x61]).dropLast(8)
    let cut = Reading(arriving: Array(mark), name: "x.csv.gz")
    #expect(cut.fault?.contains("is cut off in the middle of its gzip data") == true)
  }

  /// JSON is JSON under any name, also where it is cut off.
  @Test func cutUnderAnotherName() throws {
    let text = #"[{"id":1,"name":"Nut"},{"id":2,"name":"Bolt"}]"#
    for count in 1...text.utf8.count {
      let packed = try Compression.gzip.packed(Array(text.utf8.prefix(count))).dropLast(8)
      let reading = Reading(arriving: Array(packed), name: "x.csv.gz")
      #expect(reading.fault?.contains("is cut off") == true)
      #expect(["1 \"Nut\"", "2 \"Bolt\""].starts(with: reading.rows), "\(count): \(reading)")
    }
  }

  /// That a file is cut off comes before what it lacks.
  @Test func cutBeforeAnyRecord() throws {
    for text in ["[1,2,3", "[7", "1\n2\n3\n4"] {
      let packed = Array(try Compression.gzip.packed(text).dropLast(8))
      let place = "at byte \(packed.count), after 0 records"
      let cut = "is cut off in the middle of its gzip data, \(place)"
      for name in ["x.json.gz", "x.ndjson.gz"] {
        let reading = Reading(arriving: packed, name: name)
        #expect(reading.fault == cut, "\(text.prefix(20)) \(name)")
        let salvaged = Reading(arriving: packed, name: name, readsPartially: true)
        #expect(salvaged.fault == cut)
      }
    }
  }

  /// A text that is longer than what is unpacked at once is there up to the cut.
  @Test(arguments: Compression.allCases) func givesWhatIsWhole(_ compression: Compression) throws {
    let lines = (0..<40_000).map { "\($0),\($0 &* 2_654_435_761 % 99_991)\n" }
    let packed = try compression.packed("id,number\n" + lines.joined())
    let reading = Reading(arriving: Array(packed[..<(packed.count / 2)]), name: "x.csv")
    let rows = lines.prefix(reading.rows.count).map {
      $0.dropLast().split(separator: ",").joined(separator: " ")
    }
    #expect(reading.rows.count > 10_000 && reading.rows.count < 30_000)
    #expect(reading.rows == rows)
    #expect(reading.fault?.hasSuffix("after \(rows.count) records") == true)
  }

  /// Whatever bit is another, the rows are right or something is told.
  @Test(arguments: cases) func flippedBits(
    _ compression: Compression, name: String, text: String
  ) throws {
    let whole = Reading(text, name: name).rows
    let packed = try compression.packed(text)
    var random = Seeded(7)
    for _ in 0..<150 {
      var bytes = packed
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let reading = Reading(arriving: bytes, name: name + compression.ending)
      let isTold = reading.fault != nil || !reading.findings.isEmpty
      #expect(isTold || reading.rows == whole, "byte \(place): \(reading)")
    }
  }

  @Test func tellsOfChecksums() throws {
    var packed = try Compression.gzip.packed("a,b\n1,2\n3,4\n")
    packed[packed.count - 8] ^= 1
    let gzip = Reading(arriving: packed, name: "x.csv.gz")
    #expect(gzip.rows == ["1 2", "3 4"])
    #expect(
      gzip.fault
        == "is damaged: its gzip data do not have the checksum that they name, behind byte "
        + "\(packed.count - 4), after 2 records")
    packed = try Compression.zstandard.packed("a,b\n1,2\n3,4\n")
    packed[packed.count - 1] ^= 1
    let zstandard = Reading(arriving: packed, name: "x.csv.zst").fault
    #expect(zstandard?.contains("do not have the checksum that they name") == true)
  }

  /// Of several members those before the damaged one are there.
  @Test func tellsOfTheMember() throws {
    let first = try Compression.gzip.packed("{\"a\":1}\n{\"a\":2}\n")
    var second = try Compression.gzip.packed("{\"a\":3}\n")
    second[10] = 0xFF
    let reading = Reading(arriving: first + second, name: "x.ndjson.gz", inPiecesOf: 9)
    #expect(reading.rows == ["1", "2"])
    #expect(
      reading.fault?.hasPrefix(
        "is damaged in its gzip data, and what stands before may be wrong too, behind byte ")
        == true)
    let cut = Reading(arriving: first + [0x1F], name: "x.ndjson.gz")
    #expect(
      cut.fault == "is cut off in the middle of its gzip data, at byte \(first.count + 1), after 2 "
        + "records")
  }

  /// Frames that ask for more than there is.
  @Test func namesWhatIsMissing() {
    let wide: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0xA8, 1, 0, 0]
    #expect(
      Reading(arriving: wide, name: "x.csv.zst").fault
        == "wants more than 128 MiB to be unpacked; `zstd -dc -M2048MB FILE > NEW` does so")
    let dictionary: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 1, 0, 7, 1, 0, 0]
    #expect(
      Reading(arriving: dictionary, name: "x.csv.zst").fault
        == "has Zstandard data that need a dictionary, which is in no file, behind byte 0, after 0 "
        + "records")
  }

  /// A small file that gives no end of text, which may be wanted.
  @Test(arguments: Compression.allCases) func limitsGrowth(_ compression: Compression) throws {
    let size = GrowthLimit.freeBytes
    let most = try compression.packed([UInt8](repeating: 0x20, count: size))
    #expect(try Payload(arriving: most, name: "x").count == size)
    let packed = try compression.packed([UInt8](repeating: 0x20, count: size + 1))
    let words =
      "grows to more than 200 times its size when it is unpacked; `set unpack.ratio = 2000` allows "
      + "more"
    #expect(Reading(arriving: packed, name: "x").fault == words)
    #expect(Reading(arriving: packed, name: "x", inPiecesOf: 100).fault == words)
    var watch = ReadingWatch.unwatched
    watch.growth.ratio = 1_000_000
    #expect(try Payload(arriving: packed, name: "x", watch: watch).count == size + 1)
    // What its name and its size promise does not count against a file that keeps it.
    let padded = packed + [UInt8](repeating: 0, count: size / 100)
    #expect(try Payload(arriving: padded, name: "x").count == size + 1)
  }

  /// Who waits is asked while a text is unpacked, and told how much of the file is read.
  @Test func endsWhenNobodyWaits() throws {
    let packed = try Compression.zstandard.packed([UInt8](repeating: 0x20, count: 4 << 20))
    #expect(throws: SourceFault.cancelled) {
      try Payload(arriving: packed, name: "x", watch: .counting(most: 3))
    }
    let told = Mutex<[ReadingProgress]>([])
    let listening = ReadingWatch(
      noting: NotedFiles(), tell: { progress in told.withLock { $0.append(progress) } })
    _ = try Payload(arriving: packed, name: "x", inPiecesOf: packed.count - 1, watch: listening)
    #expect(
      told.withLock { $0 }
        == [packed.count - 1, packed.count].map {
          ReadingProgress(name: "x", work: .reading, done: $0, of: packed.count)
        })
  }

  @Test func limitsWhatIsHeld() throws {
    var text = ArrivingText(
      name: "x", size: 0, limit: 1000, unpacking: true, watch: ReadingWatch.unwatched)
    let packed = try Compression.gzip.packed([UInt8](repeating: 0x20, count: 1000))
    let fault = SourceFault.limit(
      name: "x", message: "has more than the 1000 bytes that can be held")
    #expect(throws: fault) {
      _ = try text.take(packed[...])
    }
  }
}
