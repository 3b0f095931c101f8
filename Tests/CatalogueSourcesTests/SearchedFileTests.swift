// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import TestSupport
import Testing
import Workers

@testable import CatalogueSources

/// A file that was read to its end gives only the rows that may be asked for, and says nothing else
/// of the others than it would if it gave them.
@Suite struct SearchedFileTests {
  private let folder: String

  init() throws { folder = try TestSupport.temporaryDirectory() }

  private func source(
    _ lines: [String], name: String = "a.ndjson", keeps: Bool = false, workers: Int = 1
  ) throws -> FileSource {
    var watch = ReadingWatch(noting: NotedFiles()) {
      false
    } tell: { _ in
    }
    watch.workers.set(to: workers)
    watch.windows.leastFile = 0
    watch.windows.leastProposed = 0
    watch.windows.window = 1 << 10
    watch.columns.use(keeps, memory: nil)
    let path = "\(folder)/\(name)"
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
    return try FileSource.open(path: path, strict: false, watch: watch)
  }

  private static let sought = TextPattern("needle", mode: .contains, exact: false).sought

  private func request(_ source: FileSource) -> ScanRequest {
    var request = ScanRequest(fields: Array(source.schema.fields.indices))
    request.partFilters = [PartFilter(conditions: [.holds(field: 1, Self.sought)])]
    return request
  }

  /// How many rows come, and how many records are said to have been read.
  private func rows(_ source: FileSource, _ request: ScanRequest) throws -> [Int] {
    let cursor = try source.scan(request)
    var count = 0
    while let batch = try cursor.next() { count += batch.count }
    return [count, cursor.report.records]
  }

  private static func line(_ row: Int, name: String? = nil) -> String {
    let name = name ?? (row % 50 == 7 ? "a NÉEDLE" : "straw")
    return #"{"id":\#(row),"name":"\#(name)","price":\#(row % 9).5}"#
  }

  private static let lines = (0..<400).map { line($0) }

  @Test(arguments: [1, 3]) func onlyWhatMayBeAskedForComes(_ workers: Int) throws {
    let source = try source(Self.lines, workers: workers)
    let request = request(source)
    #expect(source.capability.soughtFields == [])
    #expect(try rows(source, request) == [400, 400])
    #expect(source.capability.soughtFields == [1])
    #expect(source.capability.filledFields == [0, 1, 2])
    #expect(try rows(source, request) == [8, 400])
    #expect(try rows(source, ScanRequest(fields: request.fields)) == [400, 400])
  }

  /// Who stopped early knows nothing of the rest.
  @Test func whatWasNotReadIsNotKnown() throws {
    let source = try source(Self.lines)
    _ = try source.scan(request(source)).next()
    #expect(source.capability.soughtFields == [])
    #expect(try rows(source, request(source)) == [400, 400])
  }

  /// A field that is null somewhere is not filled: whoever counts that gets all rows.
  @Test func fieldsWithNullsAreNotFilled() throws {
    let lines = Self.lines + [#"{"id":900,"name":"x","price":null}"#, #"{"id":901,"price":1}"#]
    let source = try source(lines)
    #expect(try rows(source, request(source)) == [402, 402])
    #expect(source.capability.filledFields == [0])
  }

  /// Values of which something may be to be said have all be read.
  @Test func valuesOfWhichMoreIsToBeSaidAreRead() throws {
    let digits = String(repeating: "9", count: 40)
    for odd in [#"{"id":900,"name":"\ud800"}"#, #"{"id":900,"name":"x","price":\#(digits)}"#] {
      let source = try source(Self.lines + [odd])
      #expect(try rows(source, request(source))[0] == 401)
      #expect(source.capability.soughtFields == [])
      #expect(try rows(source, request(source))[0] == 401)
    }
  }

  /// Columns that are kept are the quicker way, and rows of both would not belong together.
  @Test func keptColumnsAreNotSearched() throws {
    let source = try source(Self.lines, keeps: true)
    let request = request(source)
    #expect(try rows(source, request) == [400, 400])
    #expect(try rows(source, request) == [400, 400])
    #expect(source.capability.soughtFields == [])
  }

  @Test func listsAndTablesAreNot() throws {
    let list = ["["] + Self.lines.dropLast().map { $0 + "," } + [Self.lines[399], "]"]
    let table = ["id,name,price"] + (0..<400).map { "\($0),straw,1.5" }
    for (name, lines) in [("a.json", list), ("a.csv", table)] {
      let source = try source(lines, name: name)
      #expect(try rows(source, request(source)) == [400, 400])
      #expect(try rows(source, request(source)) == [400, 400])
    }
  }
}
