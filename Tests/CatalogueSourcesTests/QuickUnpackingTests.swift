// SPDX-License-Identifier: MIT

import Catalogue
import Glibc
import QuerySyntax
import TestSupport
import Testing

@testable import CatalogueSources

/// ISA-L unpacks gzip where only that something is wrong has to be known, zlib where it is told
/// what: both give the same text and call the same files whole.
@Suite struct QuickUnpackingTests {
  /// A text of each kind that compresses otherwise.
  static let texts: [[UInt8]] = {
    var random = Seeded(11)
    let noise = (0..<9_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let rows = (0..<3_000).map { "\($0),Name \($0 &* 2_654_435_761 % 9_973),\($0 % 7)\n" }
    // Further back than most, and longer.
    let far = noise.prefix(300) + [UInt8](repeating: 0x20, count: 32_000) + noise.prefix(300)
    return [
      [], [0x61], Array("id,name\n1,Nut\n".utf8), noise, Array(rows.joined().utf8), Array(far),
      [UInt8](repeating: 0x78, count: 200_000),
    ]
  }()

  /// What may stand behind members.
  private static let tails: [[UInt8]] = [
    [], [0, 0, 0], [7], [0, 0x1F, 0x8B], [0x1F, 0x8B], [0x1F, 0x8B, 8, 0, 0, 0],
  ]

  /// Whole files of every level and of `gzip`'s own blocks, in whatever pieces they come and go.
  @Test func unpacksTheSame() throws {
    var random = Seeded(5)
    for text in Self.texts {
      var members = [text.storedByGzip(blocksOf: 1_000), text.storedByGzip(blocksOf: 65_535)]
      for level in 1...9 { members.append(try text.gzipped("-\(level)")) }
      members.append(try Compression.gzip.packed(text))
      for member in members {
        let whole = Unpacked(text: text)
        for (input, room) in [(1 << 20, 1 << 20), (1, 7), (1_000, 1 << 16), (1 << 17, 300)]
        where member.count < 1 << 12 || input > 1 {
          #expect(Unpacked(member, .quick, input, room) == whole)
          #expect(Unpacked(member, .exact, input, room) == whole)
        }
      }
      // One behind another, with what may follow them.
      let many = (0..<4).flatMap { _ in members.randomElement(using: &random) ?? [] }
      for tail in Self.tails {
        let bytes = many + tail
        for input in [1 << 20, 999] {
          let quick = Unpacked(bytes, .quick, input, 1 << 16)
          #expect(quick == Unpacked(bytes, .exact, input, 1 << 16))
          #expect(quick.text == Array(repeatElement(text, count: 4).joined()))
        }
      }
    }
    let isLoaded = unsafe dlopen("libisal.so.2", RTLD_NOLOAD | RTLD_NOW) != nil
    #expect(isLoaded, "`Scripts/setup` installs ISA-L")
  }

  /// A file of two members, with all that a header may have, that is cut at each of its bytes.
  @Test func tellsOfEachCut() throws {
    let text = Array("id,name\n1,Nut\n2,Bolt and nut\n".utf8)
    let packed = try Compression.gzip.packed(text)
    let member = packed.withGzipFields
    for file in [member + packed, text.storedByGzip(blocksOf: 9) + member] {
      for count in 0..<file.count {
        for input in [1, 64] {
          let quick = Unpacked(Array(file[..<count]), .quick, input, 1 << 10)
          let exact = Unpacked(Array(file[..<count]), .exact, input, 1 << 10)
          #expect(quick == exact, "\(count) in pieces of \(input)")
          #expect(quick.damage == .cut || quick.text == text && quick.damage == nil)
        }
      }
      #expect(Unpacked(file, .quick, 5, 3) == Unpacked(text: text + text))
    }
  }

  /// Whatever bit is another, both call the file damaged, or both give the same.
  @Test func tellsOfFlippedBits() throws {
    var random = Seeded(21)
    for text in Self.texts.prefix(6) {
      let files = [
        text.storedByGzip(blocksOf: 1_000), try text.gzipped("-1"), try text.gzipped("-9"),
        try Compression.gzip.packed(text).withGzipFields,
      ]
      for file in files {
        // The header and the checksum first, then places all over it.
        let edges = (0..<min(file.count, 30)).flatMap { [$0, file.count - 1 - $0] }
        let others = (0..<200).map { _ in Int.random(in: file.indices, using: &random) }
        for place in edges + others {
          var bytes = file
          bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          let quick = Unpacked(bytes, .quick, 1 << 20, 1 << 16)
          let exact = Unpacked(bytes, .exact, 1 << 20, 1 << 16)
          #expect((quick.damage == nil) == (exact.damage == nil), "byte \(place)")
          if exact.damage == nil { #expect(quick == exact) }
        }
      }
    }
  }
}

/// What a compressed file gives.
private struct Unpacked: Equatable {
  var text: [UInt8]
  var damage: PackedContent.Damage.Reason?
  var strayOffset: Int?

  init(text: [UInt8]) { self.text = text }

  /// One that comes in pieces, and is unpacked into rooms of so many bytes.
  init(_ bytes: [UInt8], _ manner: Unpacker.Manner, _ input: Int, _ room: Int) {
    text = []
    var room = [UInt8](repeating: 0, count: room)
    do throws(SourceFault) {
      var members = try MemberReader(.gzip, ofFile: "x", manner)
      for start in stride(from: 0, to: bytes.count, by: input) {
        var piece = bytes[start..<min(start + input, bytes.count)]
        var taken = MemberReader.Taken()
        while !taken.isHungry, !members.isOver {
          taken = try unsafe room.withUnsafeMutableBufferPointer { room throws(SourceFault) in
            try unsafe members.take(&piece, into: room)
          }
          text += room[..<taken.text]
        }
      }
      if !members.isOver { try members.end() }
      (damage, strayOffset) = (members.content.damage?.reason, members.content.strayOffset)
    } catch {
      Issue.record("nothing here wants memory: \(describe(error))")
    }
  }
}

extension [UInt8] {
  /// What the program makes of it.
  fileprivate func gzipped(_ level: String) throws -> [UInt8] {
    let run = try ProcessRun.run("/bin/gzip", [level, "-c"], input: self)
    try #require(run.status == .exited(0))
    return run.output
  }

  /// A member of gzip that is not compressed.
  fileprivate func storedByGzip(blocksOf size: Int) -> [UInt8] {
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var rest = self[...]
    repeat {
      let block = rest.prefix(size)
      rest = rest.dropFirst(size)
      let count = UInt16(block.count)
      member.append(rest.isEmpty ? 1 : 0)
      for number in [count, ~count] { member += [UInt8(number & 0xFF), UInt8(number >> 8)] }
      member += block
    } while !rest.isEmpty
    for number in [crc32, UInt32(count)] {
      for shift in stride(from: 0, to: 32, by: 8) { member.append(UInt8(number >> shift & 0xFF)) }
    }
    return member
  }
}
