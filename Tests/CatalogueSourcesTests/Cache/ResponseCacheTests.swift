// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import CatalogueSources

/// What the cache keeps, for how long, and who may read it.
@Suite struct ResponseCacheTests {
  private let folder: String
  private let cache: ResponseCache

  init() throws {
    folder = try TestSupport.temporaryDirectory() + "/state/cq"
    cache = ResponseCache(in: folder)
  }

  @Test func keepsAndGives() {
    #expect(!cache.isThere)
    #expect(cache.copy(of: "https://a.example/1", now: 100) == nil)
    let first = CachedReply.sample("https://a.example/1", "one", tag: "\"x\"")
    cache.keep(first)
    #expect(cache.isThere)
    #expect(cache.copy(of: "https://a.example/1", now: 100) == first)
    let second = CachedReply.sample("https://a.example/1", "another", at: 150)
    cache.keep(second)
    let empty = CachedReply.sample("https://a.example/2", "", source: "Shop")
    cache.keep(empty)
    let later = ResponseCache(in: folder)
    #expect(later.copy(of: "https://a.example/1", now: 150) == second)
    #expect(later.entries(now: 150) == [empty.entry, second.entry])
    #expect(later.trouble == nil && cache.trouble == nil)
  }

  /// A run that ends leaves no long journal, which every later start would read, however many
  /// replies came; what was kept is there.
  @Test func endsWithAShortJournal() {
    let replies = (0..<40).map { number in
      CachedReply.sample(
        "https://a.example/\(number)", String(repeating: "word ", count: 1_000))
    }
    for reply in replies { cache.keep(reply) }
    #expect(CacheFile.journalBytes(in: folder) > ResponseCache.mostOfJournal)
    cache.finish()
    #expect(CacheFile.journalBytes(in: folder) == 0)
    cache.keep(.sample("https://a.example/short", "word"))
    let short = CacheFile.journalBytes(in: folder)
    #expect(short > 0 && short <= ResponseCache.mostOfJournal)
    cache.finish()
    #expect(CacheFile.journalBytes(in: folder) == short)
    let later = ResponseCache(in: folder)
    #expect(replies.allSatisfy { later.copy(of: $0.entry.address, now: 100) == $0 })
  }

  /// A process that reads in the meantime is not waited for, and loses nothing.
  @Test(.timeLimit(.minutes(10))) func leavesTheJournalToOthers() throws {
    for number in 0..<40 {
      cache.keep(.sample("https://a.example/\(number)", String(repeating: "word ", count: 1_000)))
    }
    let other = try SQLiteDatabase(path: "\(folder)/\(CacheFile.name)")
    try other.run("BEGIN")
    try other.run("SELECT COUNT(*) FROM reply")
    cache.keep(.sample("https://a.example/more", "word"))
    cache.finish()
    #expect(CacheFile.journalBytes(in: folder) > 0)
    #expect(try other.run("SELECT COUNT(*) FROM reply") == [[.int(40)]])
    try other.run("COMMIT")
    cache.finish()
    #expect(CacheFile.journalBytes(in: folder) == 0)
  }

  @Test func renews() {
    let reply = CachedReply.sample("https://a.example/1", "one", tag: "x")
    cache.keep(reply)
    let version = CachedReply.Version(tag: "y", modified: "Mon")
    var expected = reply
    expected.entry.fetched = 2_000
    expected.entry.version = version
    #expect(cache.renew(reply, now: 2_000, version: version) == expected)
    #expect(cache.copy(of: "https://a.example/1", now: 2_000) == expected)
    // What came meanwhile is newer than what is renewed.
    let newer = CachedReply.sample("https://a.example/1", "newer", at: 2_100)
    cache.keep(newer)
    cache.renew(expected, now: 2_200, version: version)
    #expect(cache.copy(of: "https://a.example/1", now: 2_200) == newer)
  }

  @Test func forgets() {
    for (number, source) in ["hotels", "shop", "hotels"].enumerated() {
      cache.keep(.sample("https://a.example/\(number)", "body", source: source))
    }
    cache.drop("https://a.example/2")
    #expect(cache.clear(source: "nobody") == 0)
    #expect(cache.clear(source: "Hotels") == 1)
    #expect(cache.entries(now: 100)?.map(\.address) == ["https://a.example/1"])
    #expect(cache.clear(source: nil) == 1)
    #expect(cache.entries(now: 100) == [])
  }

  /// Fresh for 900 s, kept for 5,000 s, from second 100 on.
  @Test(
    arguments: [
      (99, nil, false, true), (100, 0, true, true), (999, 899, true, true),
      (1_000, 900, false, true), (5_099, 4_999, false, true), (5_100, 5_000, false, false),
    ] as [(Int, Int?, Bool, Bool)])
  func ages(now: Int, age: Int?, isFresh: Bool, isKept: Bool) {
    let reply = CachedReply.sample("https://a.example/1", "one")
    cache.keep(reply)
    #expect(reply.entry.age(now: now) == age)
    #expect(reply.entry.isFresh(now: now) == isFresh)
    #expect((cache.copy(of: "https://a.example/1", now: now) != nil) == isKept)
    #expect(cache.entries(now: now)?.count == (isKept ? 1 : 0))
  }

  @Test func removesWhatIsTooOld() {
    cache.keep(.sample("https://a.example/1", "one"))
    cache.keep(.sample("https://a.example/2", "two", at: 5_100))
    #expect(cache.entries(now: 0)?.map(\.address) == ["https://a.example/2"])
  }

  @Test func removesWhatWasNotWanted() {
    let small = ResponseCache(in: folder, capacity: 10)
    small.keep(.sample("https://a.example/1", "aaaa"))
    small.keep(.sample("https://a.example/2", "bbbb"))
    _ = small.copy(of: "https://a.example/1", now: 100)
    small.keep(.sample("https://a.example/3", "cccc"))
    small.keep(.sample("https://a.example/4", "more than all"))
    #expect(
      small.entries(now: 100)?.map(\.address) == ["https://a.example/1", "https://a.example/3"])
    small.keep(.sample("https://a.example/5", "0123456789"))
    #expect(small.entries(now: 100)?.map(\.address) == ["https://a.example/5"])
  }

  @Test func nobodyElseReads() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    let file = "\(folder)/replies.sqlite"
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
    cache.keep(.sample("https://a.example/1", "one"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      names == ["replies.lock", "replies.sqlite", "replies.sqlite-shm", "replies.sqlite-wal"])
    #expect(try ([""] + names).map { try mode("\(folder)/\($0)") } == [448, 384, 384, 384, 384])
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// A link in the place of a file, or of the folder, is not followed; what it leads to stays. One
  /// in the place of the journal is removed, as SQLite does with a journal of nothing.
  @Test(arguments: ["replies.sqlite", "replies.sqlite-wal", "replies.lock", ""])
  func followsNoLink(name: String) throws {
    let parent = try TestSupport.temporaryDirectory()
    let target = "\(parent)/target"
    if name.isEmpty {
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    } else {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
      try FileManager.default.createDirectory(
        atPath: "\(parent)/cq", withIntermediateDirectories: true)
    }
    let link = "\(parent)/cq" + (name.isEmpty ? "" : "/\(name)")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let linked = ResponseCache(in: "\(parent)/cq")
    linked.keep(.sample("https://a.example/1", "one"))
    let isUsed = name.hasSuffix("wal")
    #expect((linked.entries(now: 100) != nil) == isUsed)
    #expect((linked.trouble == nil) == isUsed)
    if name.isEmpty {
      #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
    } else {
      #expect(try TestSupport.text(ofFile: target) == "mine")
    }
  }

  @Test(
    arguments: [
      (nil, "there is no home folder to keep them in"),
      ("/dev/null/cq", "/dev/null/cq cannot be used: Not a directory"),
    ] as [(String?, String)])
  func runsInMemory(folder: String?, reason: String) {
    let none = ResponseCache(in: folder)
    #expect(none.trouble == nil)
    #expect(none.copy(of: "https://a.example/1", now: 100) == nil)
    none.keep(.sample("https://a.example/1", "one"))
    #expect(none.copy(of: "https://a.example/1", now: 100)?.body == Array("one".utf8))
    #expect(ResponseCache(in: folder).copy(of: "https://a.example/1", now: 100) == nil)
    none.drop("https://a.example/1")
    #expect(none.copy(of: "https://a.example/1", now: 100) == nil)
    #expect(none.entries(now: 100) == nil && none.clear(source: nil) == nil)
    #expect(none.trouble == "replies of servers are not kept: \(reason)")
  }

  /// What is forgotten leaves the disk.
  @Test func shrinksTheFile() throws {
    cache.keep(.sample("https://a.example/1", String(repeating: "sensitive ", count: 100_000)))
    #expect(cache.clear(source: nil) == 1)
    for name in ["replies.sqlite", "replies.sqlite-wal"] {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)")
      #expect((bytes ?? Data()).count < 100_000)
    }
  }

  /// While another process holds the file nothing is kept, and nothing waits twice; afterwards all
  /// is as before.
  @Test func isHeldByAnother() throws {
    let cache = ResponseCache(in: folder, timeout: 200)
    cache.keep(.sample("https://a.example/1", "one"))
    let other = try SQLiteDatabase(path: cache.path ?? "")
    let late = ResponseCache(in: folder, timeout: 200)
    try other.run("BEGIN IMMEDIATE")
    for held in [cache, late] {
      held.keep(.sample("https://a.example/2", "two"))
      #expect(held.trouble == "replies of servers are not kept: another process holds it")
      for number in 3...100 { held.keep(.sample("https://a.example/\(number)", "more")) }
    }
    try other.run("ROLLBACK")
    for held in [cache, late] {
      // Programs that other tests start hold the lock, too, until they run.
      for _ in 1...2_000 where held.trouble != nil {
        held.keep(.sample("https://a.example/3", "three"))
        Thread.sleep(forTimeInterval: 0.001)
      }
      #expect(held.trouble == nil)
      #expect(
        held.entries(now: 100)?.map(\.address) == ["https://a.example/1", "https://a.example/3"])
    }
  }

  /// The file of a session that goes on may be taken away.
  @Test func survivesRemoval() throws {
    cache.keep(.sample("https://a.example/1", "one"))
    try FileManager.default.removeItem(atPath: folder)
    #expect(cache.copy(of: "https://a.example/1", now: 100) == nil)
    cache.keep(.sample("https://a.example/2", "two"))
    #expect(ResponseCache(in: folder).entries(now: 100)?.count == 1)
    #expect(cache.trouble == nil)
  }
}

extension CachedReply {
  /// A reply of second 100, fresh for 900 s and kept for 5,000.
  static func sample(
    _ address: String, _ body: String, source: String = "test", at fetched: Int = 100,
    tag: String? = nil
  ) -> CachedReply {
    var entry = Entry(
      address: address, source: source, fetched: fetched, freshness: 900, retention: 5_000)
    entry.version.tag = tag
    entry.contentType = "application/json"
    return CachedReply(entry, body: Array(body.utf8))
  }
}
