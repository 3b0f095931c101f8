// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import CatalogueSources

/// What becomes of a cache whose file is broken, or whose writers are killed or many.
@Suite struct CacheDamageTests {
  /// A program that writes replies until it is killed.
  private static let writer = "\(TestSupport.productsDirectory)/CacheWriter"

  /// The number of bytes that are changed; 0 cuts the file off, -1 replaces it by garbage.
  @Test(arguments: [1, 8, 200, 0, -1]) func givesNothingTorn(changes: Int) throws {
    var random = Seeded(UInt64(changes &+ 7))
    for round in 0..<12 {
      let folder = try TestSupport.temporaryDirectory()
      try write(from: 0, count: -30, in: folder)
      // What closes the file last merges the journal into it; the writer does not close it.
      let isMerged = round % 3 != 2
      if isMerged { #expect(ResponseCache(in: folder).entries(now: 1_000)?.count == 30) }
      let name = isMerged ? "replies.sqlite" : "replies.sqlite-wal"
      var bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
      damage(&bytes, changes, &random)
      try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      expectWhole(in: folder)
    }
  }

  private func damage(_ bytes: inout Data, _ changes: Int, _ random: inout Seeded) {
    switch changes {
    case 0: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
    case -1: bytes = Data((0..<5_000).map { _ in UInt8(random.next() & 0xFF) })
    default:
      for _ in 0..<changes {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] ^= 1 << UInt8(random.next() & 7)
      }
    }
  }

  @Test func setsAsideWhatIsNoCache() throws {
    let folder = try TestSupport.temporaryDirectory()
    let garbage =
      Data("this is no SQLite file, and longer than a hundred bytes ".utf8) + Data(count: 200)
    try garbage.write(to: URL(fileURLWithPath: "\(folder)/replies.sqlite"))
    let cache = ResponseCache(in: folder)
    #expect(cache.entries(now: 0) == [])
    #expect(
      cache.trouble == "the kept replies were damaged; the file is now \(folder)/replies.damaged")
    #expect(FileManager.default.contents(atPath: "\(folder)/replies.damaged") == garbage)
    cache.keep(.sample("https://a.example/1", "one"))
    #expect(ResponseCache(in: folder).entries(now: 100)?.count == 1)
  }

  /// A session whose file another one sets aside goes on with the new file.
  @Test func followsTheNewFile() throws {
    let folder = try TestSupport.temporaryDirectory()
    let first = ResponseCache(in: folder)
    first.keep(.sample("https://a.example/1", "one"))
    let file = FileHandle(forWritingAtPath: "\(folder)/replies.sqlite")
    try file?.write(contentsOf: Data(repeating: 0xAA, count: 4_096))
    try file?.close()
    let second = ResponseCache(in: folder)
    second.keep(.sample("https://a.example/2", "two"))
    first.keep(.sample("https://a.example/3", "three"))
    let addresses = ResponseCache(in: folder).entries(now: 100)?.map(\.address) ?? []
    #expect(addresses.contains("https://a.example/2") && addresses.contains("https://a.example/3"))
  }

  @Test func twoWriters() throws {
    let folder = try TestSupport.temporaryDirectory()
    let command = #""$0" "$1" 0 -60 & "$0" "$1" 1000 -60; a=$?; wait $! && exit $a"#
    let run = try ProcessRun.run("/bin/sh", ["-c", command, Self.writer, folder], timeout: 60)
    #expect(run.status == .exited(0))
    let cache = ResponseCache(in: folder)
    #expect(cache.entries(now: 1_000)?.count == 120)
    for number in Array(0..<60) + Array(1_000..<1_060) {
      let copy = cache.copy(of: "https://example.org/\(number)", now: 1_000)
      #expect(copy?.body == GeneratedBody.bytes(number, version: 0))
    }
  }

  /// `CQ_KILLS` says how often; `Scripts/kill-cache` asks for more than the usual ten.
  @Test func killedWriters() throws {
    let kills = ProcessInfo.processInfo.environment["CQ_KILLS"].flatMap(Int.init) ?? 10
    let folder = try TestSupport.temporaryDirectory()
    var random = Seeded(UInt64(kills))
    for _ in 0..<kills {
      let run = try ProcessRun.run(
        Self.writer, [folder, "0", "20"], timeout: Double.random(in: 0.005...0.2, using: &random))
      #expect(run.timedOut)
      let cache = ResponseCache(in: folder)
      #expect(cache.entries(now: 1_000) != nil)
      #expect(cache.trouble == nil)
      expectWhole(in: folder)
    }
    #expect(ResponseCache(in: folder).entries(now: 1_000)?.count == 20)
  }

  private func write(from first: Int, count: Int, in folder: String) throws {
    let run = try ProcessRun.run(Self.writer, [folder, "\(first)", "\(count)"], timeout: 60)
    #expect(run.status == .exited(0))
  }

  /// Each reply that is there is one that was written, and the cache goes on.
  private func expectWhole(in folder: String) {
    let cache = ResponseCache(in: folder)
    for number in 0..<30 {
      let address = "https://example.org/\(number)"
      guard let copy = cache.copy(of: address, now: 1_000) else { continue }
      let version = copy.entry.version.tag.flatMap { Int($0) } ?? -1
      #expect(copy.body == GeneratedBody.bytes(number, version: version))
      #expect(copy.entry.fetched == 1_000 + version)
    }
    let probe = KeptReply.sample("https://a.example/probe", "probe")
    cache.keep(probe)
    #expect(ResponseCache(in: folder).copy(of: probe.entry.address, now: 100) == probe)
    cache.drop(probe.entry.address)
  }
}
