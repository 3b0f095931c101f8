// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import QuerySyntax
import Synchronization
import TestSupport
import Testing
import Workers

@testable import CatalogueSources

/// Long compressed files are unpacked as they are read, and nothing is told otherwise for that.
@Suite struct PackedReadingTests {
  private static let lines = (0..<600).map {
    "{\"id\":\($0),\"name\":\"n \($0 &* 2_654_435_761 % 99_991)\"}\n"
  }

  /// Cut anywhere, damaged anywhere, and followed by something else.
  @Test(arguments: Compression.allCases) func saysWhatTheWholeSays(
    _ compression: Compression
  ) throws {
    let packed = try compression.packed(Self.lines.joined())
    var random = Seeded(3)
    var texts = [packed + [7], packed + [0, 0, 0], packed + packed]
    texts += stride(from: 5, to: packed.count, by: packed.count / 7).map { Array(packed[..<$0]) }
    for _ in 0..<12 {
      var damaged = packed
      let place = Int.random(in: packed.indices, using: &random)
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      texts.append(damaged)
    }
    for (number, bytes) in texts.enumerated() {
      let path = try temporaryFile("a.ndjson\(compression.ending)", bytes)
      let whole = Reading(path: path, watch: ReadingWatch.windows(of: nil))
      for (window, threads) in [(1 << 10, 1), (3_000, 2), (1 << 20, 7)] {
        var found = Reading(path: path, watch: ReadingWatch.windows(of: window, threads: threads))
        #expect(found.isByWindows == [1, 2].contains(number), "\(number)")
        found.isByWindows = false
        #expect(found == whole, "\(number) by windows of \(window)")
        var proposed = Reading(
          path: path, proposing: true, watch: ReadingWatch.windows(of: window, threads: threads))
        if proposed.fault != "\(path) is revised" {
          proposed.isByWindows = false
          #expect(proposed == whole, "\(number) proposed by windows of \(window)")
        }
      }
    }
  }

  /// Parts of a text are what stands there, whatever was read before.
  @Test(arguments: [false, true]) func givesParts(isAhead: Bool) throws {
    let text = Array(Self.lines.joined().utf8)
    let path = try temporaryFile("a.gz", Compression.gzip.packed(text))
    let watch = ReadingWatch.windows(of: 1_000)
    let file = try #require(try OpenedFile(path: path, least: 0, watch: watch))
    let unpacked = UnpackedText(file, .gzip, isAhead: isAhead)
    var random = Seeded(9)
    var place = 0
    for _ in 0..<200 {
      // Mostly forth, now and then back to the beginning.
      place = place > text.count ? 0 : place + Int.random(in: 0..<1_500, using: &random)
      let end = place + Int.random(in: 0..<4_000, using: &random)
      let part = try #require(try unpacked.part(place..<end))
      #expect(Array(part.bytes) == Array(text.dropFirst(place).prefix(end - place)))
      let behind = Array(text.dropFirst(end).prefix(Payload.padding))
      let padding = part.padded[part.count...].prefix(Payload.padding)
      #expect(padding.count == Payload.padding)
      #expect(padding.allSatisfy { $0 == 0 } || padding.starts(with: behind))
      #expect(try unpacked.goes(beyond: end) == (end < text.count))
    }
  }

  /// What is wanted of the beginning alone takes no more than that.
  @Test(arguments: Compression.allCases) func unpacksNoMoreThanIsWanted(
    _ compression: Compression
  ) throws {
    let lines = (0..<100_000).map {
      "{\"id\":\($0),\"name\":\"\($0 &* 2_654_435_761 % 99_991)\"}\n"
    }
    let path = try temporaryFile(
      "a.ndjson\(compression.ending)", compression.packed(lines.joined()))
    let told = Mutex(0)
    var watch = ReadingWatch(
      noting: NotedFiles(), tell: { progress in told.withLock { $0 = max($0, progress.done) } })
    watch.workers.set(to: 1)
    watch.windows.leastProposed = 0
    watch.windows.window = 1 << 14
    let source = try FileSource.open(path: path, strict: false, proposing: true, watch: watch)
    #expect(source.isByWindows && source.isProposed)
    let first = try source.scan(fields: [0]).next()
    #expect((first?.count ?? 0) > 100)
    let size = try #require(FileStamp(path: path)).size
    #expect(told.withLock { $0 } < size / 3)
    #expect(told.withLock { $0 } > 0)
  }

  @Test func noticesAChange() throws {
    let packed = try Compression.gzip.packed(Self.lines.joined())
    let path = try temporaryFile("a.ndjson.gz", packed)
    let watch = ReadingWatch.windows(of: 1_000, threads: 1)
    let source = try FileSource.open(path: path, strict: false, watch: watch)
    try Data(Compression.gzip.packed("{\"id\":1}\n")).write(to: URL(fileURLWithPath: path + "x"))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seek(toOffset: UInt64(packed.count / 2))
    try handle.write(contentsOf: Data(repeating: 7, count: 99))
    let fault = #expect(throws: SourceFault.self) { _ = try source.scan(fields: [0]).drained() }
    #expect(
      fault.map(describe)
        == "cannot open \(path): was changed while it was read; the next reading takes it anew")
  }

  /// A small file that gives no end of text is refused where it is known; another ratio counts from
  /// the next reading on.
  @Test func limitsGrowth() throws {
    let row = [UInt8]("{\"id\":1,\"name\":\"\(String(repeating: "x", count: 900))\"}\n".utf8)
    let text = Array(repeatElement(row, count: (17 << 20) / row.count).joined())
    let path = try temporaryFile("a.ndjson.gz", Compression.gzip.packed(text))
    let registry = SourceRegistry(SourceRegistry.Options(), watch: .unwatched)
    let reference = SourceReference.address(path, rows: nil)
    for (ratio, isEnough) in [(200, false), (100_000, true), (200, false)] {
      var fault: String?
      do throws(SourceFault) {
        let source = try registry.proposing {
          Result { () throws(SourceFault) in
            try registry.source(reference, within: ReadingLimits(unpackRatio: ratio))
          }
        }.get()
        _ = try source?.scan(ScanRequest(fields: [0])).next()
        if let source = source as? FileSource { _ = try source.settled(readsPartialFiles: false) }
      } catch { fault = describe(error) }
      #expect((fault == nil) == isEnough, "\(ratio): \(fault ?? "")")
      if let fault { #expect(fault.hasPrefix("grows to more than 200 times its size")) }
    }
  }
}
