// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// Tables as text that are saved and read again.
@Suite struct SavedTableTests {
  /// What the reader of a table could take for something else, and what it could not.
  private static let pieces = [
    "a", "é", "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r\n", "\r", " ", "1", "'", "\\", "\\t",
    "\\\"", "\\\\", "-", ", \"", "sep=;",
  ]

  /// A text of some pieces, or none at all; each column also has a text that no piece is part of,
  /// which keeps it one of texts.
  private static func rows(_ width: Int, _ random: inout Seeded) -> [[String?]] {
    let rows = (0..<Int.random(in: 1...7, using: &random)).map { _ in
      (0..<width).map { _ -> String? in
        if Int.random(in: 0..<9, using: &random) == 0 { return nil }
        return (0..<Int.random(in: 0...4, using: &random))
          .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
    }
    let place = Int.random(in: 0...rows.count, using: &random)
    return rows[..<place] + [Array(repeating: "word", count: width)] + rows[place...]
  }

  private static func lines(_ names: [String], _ rows: [[String?]]) throws -> String {
    func text(_ value: String?) throws -> String {
      guard let value else { return "null" }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    return try rows.map { row in
      let members = try zip(names, row).map { "\(try text($0)):\(try text($1))" }
      return "{\(members.joined(separator: ","))}\n"
    }.joined()
  }

  /// Saves rows as a table and reads them again: the table, and the rows as lines of JSON.
  private static func again(_ lines: String, _ ending: String) throws -> (String, ShellRun) {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(lines.utf8).write(to: URL(filePath: "\(folder)/a.jsonl"))
    let saving = ShellRun(
      running: "from \"\(folder)/a.jsonl\" | save \"\(folder)/a.\(ending)\"",
      change: { $0.run.quietness = .all })
    #expect(saving == ShellRun(""))
    let reading = ShellRun(
      running: "from \"\(folder)/a.\(ending)\" | to jsonl", change: { $0.run.quietness = .all })
    return (try TestSupport.text(ofFile: "\(folder)/a.\(ending)"), reading)
  }

  @Test(arguments: ["csv", "tsv"], [1, 2, 3]) func comeBack(ending: String, width: Int) throws {
    var random = Seeded(UInt64(4180 + width))
    for round in 0..<150 {
      let names = (1...width).map { "name \($0)" }
      let lines = try Self.lines(names, Self.rows(width, &random))
      let (table, read) = try Self.again(lines, ending)
      #expect(read == ShellRun(lines), "round \(round): \(table)")
    }
  }

  /// Names with what separates cells.
  @Test(arguments: ["csv", "tsv"]) func namesComeBack(ending: String) throws {
    let single = ["a;b", "a|b", "a,b", "a\tb", "a\"b", "\"a\"", "'a'"].map { [$0] }
    for names in single + [["'a'", "b;c"]] {
      let rows = [names.map { "x\($0)y" }, names.map { "z\($0)" }]
      let lines = try Self.lines(names, rows)
      let (table, read) = try Self.again(lines, ending)
      #expect(read == ShellRun(lines), "\(table)")
    }
  }

  /// What is quoted, and what is not.
  @Test func quotesWhatCouldBeTakenForMore() throws {
    let rows = [
      "\"open", "x", "y\"", "\"q\"", "a\"b", "\"", "", nil, " 'a'", "C:\\temp", "a, b", "c;d",
    ]
    let names = ["k", "v"]
    let lines = try Self.lines(names, rows.enumerated().map { ["k\($0.offset)", $0.element] })
    let (table, read) = try Self.again(lines, "tsv")
    #expect(read == ShellRun(lines))
    let cells = [
      #""""open""#, "x", #"y""#, #""""q""""#, #"a"b"#, #""""""#, #""""#, "", " 'a'", #"C:\temp"#,
      "a, b", "c;d",
    ]
    #expect(
      table == "k\tv\n" + cells.enumerated().map { "k\($0.offset)\t\($0.element)\n" }.joined())
  }
}
