// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax
import TestSupport
import Testing

@testable import CatalogueSources

/// Compressed files: what is in them is read as if it stood there plainly.
@Suite struct CompressedFileTests {
  static let texts = [
    (name: "x.csv", text: "id,name\n1,\"Nut\nand bolt\"\n2,Wood screw\n3,Ring\n"),
    (name: "x.tsv", text: "id\tname\n1\tNut\n2\tWood screw\n3\tRing\n"),
    (name: "x.json", text: #"[{"id":1,"name":"Nut"},{"id":2,"name":"Bolt"},{"id":3}]"#),
    (name: "x.ndjson", text: "{\"id\":1,\"name\":\"Nut\"}\n{\"id\":2}\n{\"id\":3}\n"),
    (name: "x", text: "id;name\n1;Nut\n2;Bolt\n"),
    (
      name: "y.tsv",
      text: "id\tname\n1\t\"Nut\nand bolt\"\n2\tRing\n3\t\"Pin\n4\tof \"\"it\"\"\"\n"
    ),
    (name: "z.csv", text: "'id','name'\n'1','Pin'\n'2','Nut\nand bolt'\n'3','Ring'\n"),
  ]

  @Test(arguments: Compression.allCases) func readsEveryFormat(_ compression: Compression) throws {
    for (name, text) in Self.texts {
      let plain = Reading(text, name: name)
      #expect(plain.fault == nil && plain.rows.count > 1)
      let packed = try compression.packed(text)
      #expect(Compression(beginningOf: packed) == compression)
      #expect(Reading(arriving: packed, name: name + compression.ending) == plain)
      #expect(Reading(arriving: packed, name: "\(name).dat".uppercased()).rows.count > 1)
      // In whatever pieces it comes.
      for size in [1, 2, 3, 7] {
        #expect(Reading(arriving: packed, name: name, inPiecesOf: size) == plain)
      }
      // A name promises nothing: what is not compressed is read as it stands.
      #expect(Reading(arriving: Array(text.utf8), name: name + compression.ending) == plain)
    }
  }

  /// What may stand around what is compressed, and between two pieces of it.
  @Test func readsMembersAndFrames() throws {
    let (first, second) = ("{\"a\":1}\n{\"a\"", ":2}\n{\"a\":3}\n")
    let whole = Reading(first + second, name: "x.ndjson")
    #expect(whole.rows == ["1", "2", "3"])
    let gzip = try [first, "", second].map { try Compression.gzip.packed($0) }
    let zstandard = try [first, "", second].map { try Compression.zstandard.packed($0) }
    let skipped: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    for (number, bytes) in [
      gzip.joined().map(\.self), gzip[0].withGzipFields + gzip[2].withGzipFields,
      gzip[0] + gzip[2] + [0], gzip[0] + gzip[2] + [UInt8](repeating: 0, count: 999),
      zstandard.joined().map(\.self), skipped + zstandard[0] + skipped + zstandard[2] + skipped,
      zstandard[0] + zstandard[2] + [0, 0, 0, 0, 0],
    ].enumerated() {
      for size in [1, 5, 4096] {
        let reading = Reading(arriving: bytes, name: "x.ndjson", inPiecesOf: size)
        #expect(reading == whole, "\(number) in pieces of \(size)")
      }
    }
    #expect(Reading(arriving: skipped, name: "x.json.zst").fault == "x.json.zst is empty")
  }

  /// Text that is no UTF-8, also where it is cut.
  @Test(arguments: Compression.allCases) func readsOtherEncodings(_ compression: Compression) throws
  {
    let old = try compression.packed(Array("id,name\n1,Caf".utf8) + [0xE9, 0x0A])
    let reading = Reading(arriving: old, name: "x.csv.gz")
    #expect(reading.rows == ["1 \"Café\""])
    #expect(
      reading.findings == [
        "1@13 a byte on line 2 is no UTF-8, so all of it is read as Windows-1252"
      ])
    let wide = "id,name\n1,Nut\n2,Bolt\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let packed = try compression.packed([0xFF, 0xFE] + wide)
    #expect(Reading(arriving: packed, name: "x.csv.gz").rows == ["1 \"Nut\"", "2 \"Bolt\""])
  }

  @Test func tellsOfWhatFollows() throws {
    for (compression, name) in [(Compression.gzip, "gzip"), (.zstandard, "Zstandard")] {
      let packed = try compression.packed("a,b\n1,2\n")
      for tail in [
        [1], Array("junk, and more of it".utf8), [0, 0, 0, 0, 0, 7], [0x1F, 0, 0, 0, 0],
      ] {
        let zeros = tail.prefix { $0 == 0 }.count
        let place = packed.count + zeros
        let reading = Reading(arriving: packed + tail, name: "x.csv.gz", inPiecesOf: 3)
        #expect(reading.rows == ["1 2"] && reading.fault == nil)
        #expect(
          reading.findings == [
            "1@\(place) its \(name) data are followed by something else: left out"
          ])
      }
    }
  }

  /// What a name promises and what is there.
  @Test func tellsOfNames() throws {
    let packed = try Compression.gzip.packed("a,b\n1,2\n")
    let commas = "cells are separated by commas"
    for (name, remarks) in [
      ("x.csv", ["compressed by gzip"]), ("x.csv.zst", []), ("x.csv.GZ", []), ("x.dat", [commas]),
      ("x.tsv.gz", [commas]),
    ] {
      var payload = try Payload(arriving: packed, name: name)
      #expect(try payload.find().index.remarks.map(\.words) == remarks)
    }
    #expect(
      Reading(arriving: try Compression.gzip.packed(packed), name: "x.csv.gz").fault
        == "is compressed by gzip, which is not read here; `gzip -dc FILE > NEW` unpacks it")
  }
}

extension Compression {
  func packed(_ text: String) throws -> [UInt8] { try packed(Array(text.utf8)) }

  func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    let packer = try #require(Packer(self))
    return try #require(packer.packed(bytes)) + #require(packer.packed([], isLast: true))
  }
}

extension [UInt8] {
  /// A member of gzip with all that its header may have: more to come, a name, a comment, and the
  /// checksum of the header itself.
  var withGzipFields: [UInt8] {
    var header = Array(self[..<10])
    header[3] = 0x1F
    header += [4, 0, 0x41, 0x42, 0, 0] + Array("name.csv\0a comment\0".utf8)
    let check = header.crc32
    return header + [UInt8(check & 0xFF), UInt8(check >> 8 & 0xFF)] + self[10...]
  }

  var crc32: UInt32 {
    ~reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}

extension Payload {
  /// What a file gives whose bytes come in pieces of so many.
  init(
    arriving bytes: [UInt8], name: String, inPiecesOf size: Int = 1 << 20,
    readsPartially: Bool = false, watch: ReadingWatch = .unwatched
  ) throws(SourceFault) {
    var text = ArrivingText(
      name: name, size: bytes.count, limit: 1 << 30, unpacking: true, watch: watch)
    for start in stride(from: 0, to: bytes.count, by: size) {
      guard try text.take(bytes[start..<Swift.min(start + size, bytes.count)]) else { break }
    }
    try text.end()
    self.init(text)
    self.readsPartially = readsPartially
  }
}

extension Reading {
  /// What a file gives whose bytes come in pieces of so many.
  init(
    arriving bytes: [UInt8], name: String, inPiecesOf size: Int = 1 << 20, strict: Bool = false,
    readsPartially: Bool = false
  ) {
    do throws(SourceFault) {
      self.init(
        try Payload(arriving: bytes, name: name, inPiecesOf: size, readsPartially: readsPartially),
        strict: strict)
    } catch {
      self.init()
      fault = describe(error)
    }
  }
}
