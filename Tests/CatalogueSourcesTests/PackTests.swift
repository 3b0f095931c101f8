// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// Packs as files.
@Suite struct PackTests {
  private static var pack: Pack {
    Pack(
      main: "lesson.md",
      files: [
        Pack.File(name: "lesson.md", role: .text, bytes: Array("# A\n".utf8)),
        Pack.File(name: "data/a.csv", role: .data, bytes: Array("n\n1\n".utf8)),
        Pack.File(name: "shop.cq", role: .definition, bytes: Array("source shop {}\n".utf8)),
        Pack.File(name: "empty", role: .data, bytes: []),
      ],
      replies: [
        Pack.Reply(
          source: "shop", address: "https://shop.example/list#CQ_KEY_SHOP",
          given: 1_700_000_000, type: "application/json",
          fields: HeldFields(text: "link:next\nx-count"), body: Array("[{\"id\":1}]".utf8)),
        Pack.Reply(
          source: "shop", address: "https://shop.example/2", given: 0, type: nil,
          fields: HeldFields(), body: nil),
      ], readings: [reading(of: 1_690_000_000), reading(of: 1_680_000_000)])
  }

  private static func reading(of time: Int) -> Pack.Reading {
    let pages = ["list", "list?page=2"].map { name in
      Pack.Reply(
        source: "shop", address: "https://shop.example/\(name)", given: time, type: nil,
        fields: HeldFields(text: "link:next"), body: Array("[{\"id\":\(time)}]".utf8))
    }
    return Pack.Reading(
      source: "shop", list: "https://shop.example/list", taken: time, time: time + 3_600, items: 2,
      pages: pages)
  }

  @Test func isReadAsItWasWritten() throws {
    let pack = Self.pack
    #expect(try Pack(pack.bytes, name: "a.cqpack") == pack)
    #expect(pack.readings.map(\.taken) == [1_680_000_000, 1_690_000_000])
    #expect(
      pack.readings(of: "https://shop.example/list").all.map(\.time)
        == [1_690_003_600, 1_680_003_600])
    #expect(pack.readings(of: "https://shop.example/2").all.isEmpty)
    let shuffled = Pack(
      main: pack.main, files: pack.files.reversed(), replies: pack.replies.reversed(),
      readings: pack.readings.reversed())
    #expect(shuffled.bytes == pack.bytes)
    #expect(pack.taken == 1_700_000_000)
    #expect(Pack.words(at: 1_700_000_000) == "2023-11-14 22:13:20 UTC")
  }

  /// Whatever is cut or changed is a fault, and never anything else.
  @Test func tellsEveryDamage() {
    let bytes = Self.pack.bytes
    for end in stride(from: 0, to: bytes.count, by: 131) {
      #expect(throws: SourceFault.self) { try Pack(Array(bytes[..<end]), name: "a") }
    }
    for place in stride(from: 0, to: bytes.count, by: 23) {
      var changed = bytes
      changed[place] ^= 1 << UInt8(place % 8)
      #expect(throws: SourceFault.self) { try Pack(changed, name: "a") }
    }
    #expect(throws: SourceFault.self) { try Pack(bytes + [0], name: "a") }
  }

  /// Whatever random bytes say, no file gets a name that leads elsewhere.
  @Test func survivesRandomChanges() {
    var random = Seeded(7)
    let bytes = Self.pack.bytes
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        changed.removeLast(Int.random(in: 0..<changed.count, using: &random))
      }
      if let read = try? Pack(changed, name: "a") {
        #expect(read.bytes == changed)
        #expect(read.files.allSatisfy { PackedName.of($0.name) == $0.name })
      }
    }
  }

  static let names: [(path: String, name: String?)] = [
    ("a.csv", "a.csv"), ("./a.csv", "a.csv"), ("data//a.csv", "data/a.csv"),
    ("data/./a.csv", "data/a.csv"), ("..", nil), ("../a.csv", nil), ("data/../a.csv", nil),
    ("/etc/passwd", nil), ("~/a.csv", nil), ("", nil), (".", nil), ("a/", nil), ("a\nb", nil),
    ("a\tb", nil), ("a\u{7F}", nil), ("..a", "..a"),
    (String(repeating: "a", count: 94), String(repeating: "a", count: 94)),
  ]

  @Test(arguments: names)
  func namesLeadNowhereElse(path: String, name: String?) {
    #expect(PackedName.of(path) == name)
    #expect(PackedName.of(path + String(repeating: "b", count: 95)) == nil)
  }

  /// A pack whose list names files that lead elsewhere is refused, though its sums are right.
  @Test(arguments: ["/etc/passwd", "../up", "a//b"])
  func refusesHostileNames(name: String) {
    let hostile = Pack(
      main: "lesson.md",
      files: Self.pack.files + [Pack.File(name: name, role: .data, bytes: [1])], replies: [])
    #expect(
      throws: SourceFault.wrongShape(
        name: "a", message: "has a file whose name leads elsewhere")
    ) { try Pack(hostile.bytes, name: "a") }
  }
}
