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

  /// What stands in the place of a value of the second of three rows, and whether the row is lost.
  private static let damages = [
    ("fetched = -9223372036854775808", true), ("fetched = 9223372036854775807", true),
    ("fetched = 'yesterday'", true), ("freshness = -1", true), ("freshness = 1e300", true),
    ("retention = 9223372036854775807", true), ("size = -5", true), ("size = x'00'", true),
    ("size = 9223372036854775807", true), ("ends = 9223372036854775807", true),
    ("ends = -1", true), ("ends = 0", true), ("ends = x'00'", true),
    ("source = x'FF'", true), ("used = 9223372036854775807", false), ("used = 'often'", false),
  ]

  /// Times and sizes out of range: the rest is told and found, and the cache goes on.
  @Test(arguments: damages) func forgetsDamagedRows(change: String, isLost: Bool) throws {
    let folder = try TestSupport.temporaryDirectory()
    let replies = (1...3).map { CachedReply.sample("https://a.example/\($0)", "body") }
    for reply in replies { ResponseCache(in: folder).keep(reply) }
    let damage = {
      let database = try SQLiteDatabase(path: "\(folder)/replies.sqlite")
      try database.run("UPDATE reply SET \(change) WHERE address = 'https://a.example/2'")
    }
    try damage()
    let cache = ResponseCache(in: folder)
    let left = isLost ? [replies[0], replies[2]] : replies
    #expect(cache.entries(now: 100) == left.map(\.entry))
    #expect(cache.trouble == (isLost ? "1 kept reply was damaged and forgotten" : nil))
    let again = ResponseCache(in: folder)
    #expect(again.entries(now: 100) == left.map(\.entry) && again.trouble == nil)
    // The same where something is found, kept and counted before anybody looks.
    again.keep(replies[1])
    try damage()
    let writer = ResponseCache(in: folder)
    #expect(writer.copy(of: replies[0].entry.address, now: 100) == replies[0])
    let fourth = CachedReply.sample("https://a.example/4", "body")
    writer.keep(fourth)
    #expect(writer.copy(of: fourth.entry.address, now: 100) == fourth)
    #expect(writer.copy(of: replies[2].entry.address, now: 100) == replies[2])
    #expect(writer.trouble == nil)
  }

  /// A file of an older form is read; one of a newer form stays as it is.
  @Test func formsOfTheFile() throws {
    let folder = try TestSupport.temporaryDirectory()
    let path = "\(folder)/replies.sqlite"
    let reply = CachedReply.sample("https://a.example/1", "one")
    ResponseCache(in: folder).keep(reply)
    let form = { try SQLiteDatabase(path: path).run("PRAGMA user_version") }
    #expect(try form() == [[.int(4)]])
    try SQLiteDatabase(path: path).run("PRAGMA user_version = 0")
    try SQLiteDatabase(path: path).run("DROP TABLE list")
    #expect(ResponseCache(in: folder).copy(of: reply.entry.address, now: 100) == reply)
    #expect(try form() == [[.int(4)]])
    #expect(ResponseCache(in: folder).trouble == nil)
    let journal = { try SQLiteDatabase(path: path).run("PRAGMA journal_mode") }
    try SQLiteDatabase(path: path).run("PRAGMA journal_mode = DELETE")
    #expect(ResponseCache(in: folder).copy(of: reply.entry.address, now: 100) == reply)
    #expect(try journal() == [[.text("wal")]])
    try SQLiteDatabase(path: path).run("PRAGMA user_version = 5")
    let cache = ResponseCache(in: folder)
    #expect(cache.copy(of: reply.entry.address, now: 100) == nil)
    #expect(cache.trouble == "replies of servers are not kept: a newer cq has written the file")
    #expect(try form() == [[.int(5)]])
  }

  /// What every query does with a cache that is there.
  @Test func aLookWritesNothing() throws {
    let folder = try TestSupport.temporaryDirectory()
    let path = "\(folder)/replies.sqlite"
    ResponseCache(in: folder).keep(.sample("https://a.example/1", "one"))
    let bytes = FileManager.default.contents(atPath: path)
    #expect(bytes?.isEmpty == false)
    #expect(ResponseCache(in: folder).copy(of: "https://a.example/2", now: 100) == nil)
    #expect(ResponseCache(in: folder).addresses(of: "a", now: 100).isEmpty)
    #expect(FileManager.default.contents(atPath: path) == bytes)
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
    // On a busy machine none of those that were killed may have come to the last reply.
    try write(from: 0, count: -20, in: folder)
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
    let probe = CachedReply.sample("https://a.example/probe", "probe")
    cache.keep(probe)
    #expect(ResponseCache(in: folder).copy(of: probe.entry.address, now: 100) == probe)
    cache.drop(probe.entry.address)
  }
}
