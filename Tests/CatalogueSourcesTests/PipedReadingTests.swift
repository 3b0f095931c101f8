// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import QuerySyntax
import TestSupport
import Testing
import Workers

@testable import CatalogueSources

/// Pipes give what files give, and are kept where nobody finds it.
@Suite struct PipedReadingTests {
  private static let texts: [[UInt8]] = {
    let names = (0..<500).map { "n \($0 &* 2_654_435_761 % 99_991)" }
    let records = names.enumerated().map { "{\"id\":\($0),\"name\":\"\($1)\"}" }
    let lines = records.joined(separator: "\n")
    let rows = names.enumerated().map { "\($0);\"\($1)\"" }
    let texts = [
      lines, "[\(records.joined(separator: ",\n"))]", lines + "\n{\"id\":\n{\"id\":\"x\"}",
      "[\(records.joined(separator: ","))", "id;name\n" + rows.joined(separator: "\n"),
      "[\(records.joined(separator: ",")),{\"id\":1,\"late\":true}]", "", "x",
      "{\"more\":1,\"items\":[\(records.joined(separator: ","))]}",
    ].map { Array($0.utf8) }
    let packed = try? texts[..<5].flatMap { text in
      try Compression.allCases.map { try $0.packed(text) }
    }
    return texts + (packed ?? []) + (packed ?? []).map { $0.dropLast($0.count / 3) }
  }()

  /// What a pipe with a text gives; what it is called is told by no number.
  private static func reading(
    _ text: [UInt8], proposing: Bool = false, _ watch: ReadingWatch
  ) throws -> Reading {
    let pipe = FilledPipe(text)
    var reading = Reading(path: pipe.path, proposing: proposing, watch: watch)
    reading.fault = reading.fault?.replacing(pipe.path, with: "PIPE")
    reading.isByWindows = false
    return reading
  }

  @Test(arguments: texts.indices) func readsWhatIsThere(_ number: Int) throws {
    let text = Self.texts[number]
    let path = try "\(TestSupport.temporaryDirectory())/x"
    try Data(text).write(to: URL(fileURLWithPath: path))
    var whole = Reading(path: path, watch: ReadingWatch.windows(of: nil))
    whole.fault = whole.fault?.replacing(path, with: "PIPE")
    #expect(try Self.reading(text, ReadingWatch.windows(of: nil)) == whole)
    for (window, threads) in [(1 << 10, 1), (1 << 10, 2), (5_000, 7), (1 << 20, 2)] {
      let watch = ReadingWatch.windows(of: window, threads: threads)
      #expect(try Self.reading(text, watch) == whole, "windows of \(window)")
      let proposed = try Self.reading(text, proposing: true, watch)
      #expect(proposed == whole || proposed.fault == "PIPE is revised", "windows of \(window)")
    }
  }

  /// A pipe may be read again, also by several threads.
  @Test func keepsWhatCame() throws {
    let text = Self.texts[1]
    let pipe = FilledPipe(text)
    let file = try PipedFile(path: pipe.path, watch: ReadingWatch.windows(of: 1_000))
    #expect(Array(try file.part(3..<9).bytes) == Array(text[3..<9]))
    #expect(file.total == nil)
    #expect(try file.goes(beyond: text.count - 1) && !file.goes(beyond: text.count))
    #expect(file.total == text.count && file.size == text.count)
    #expect(Array(try file.part(0..<text.count + 7).bytes) == text)
    #expect(Array(try file.part(70..<90).bytes) == Array(text[70..<90]))
  }

  /// A short text takes no file, a long one a file that no folder shows.
  @Test func leavesNothing() throws {
    let folder = try TestSupport.temporaryDirectory()
    var watch = ReadingWatch.unwatched
    watch.pipes.folder = folder
    let short = FilledPipe(Self.texts[0])
    let long = Array(repeatElement(Self.texts[0] + [0x0A], count: 40).joined())
    let file = try PipedFile(path: short.path, watch: watch)
    #expect(try !file.goes(beyond: .max - 1) && !file.isInFile)
    let pipe = FilledPipe(long)
    let kept = try PipedFile(path: pipe.path, watch: watch)
    #expect(try !kept.goes(beyond: .max - 1) && kept.isInFile)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    #expect(Array(try kept.part(0..<long.count).bytes) == long)
  }

  @Test func tellsWhatKeepsItFromBeingKept() throws {
    var watch = ReadingWatch.unwatched
    watch.windows.leastFile = 1_000
    watch.pipes.folder = "/nowhere"
    let words = "is a long pipe, which is kept in a file in /nowhere: no file can be made there; "
    #expect(
      try Self.reading(Self.texts[0], watch).fault == words
        + "`TMPDIR=FOLDER cq …` takes another folder")
    watch = ReadingWatch.unwatched
    watch.pipes.most = 2_000
    #expect(
      try Self.reading(Self.texts[0], watch).fault
        == "gives more than the 2000 bytes that are kept of a pipe; `set pipe.limit = 20000` "
        + "allows more")
  }

  /// Whoever waits for a pipe that gives nothing may stop.
  @Test func endsWhenNobodyWaits() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(Reading(path: "/dev/fd/\(ends[0])", watch: .counting(most: 3)).fault == "cancelled")
  }
}
