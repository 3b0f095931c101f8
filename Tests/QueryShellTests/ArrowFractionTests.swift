// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// Times of Arrow files that are more exact than times are here.
@Suite struct ArrowFractionTests {
  /// 2024-01-31T09:30:00 in microseconds.
  private static let time: Int64 = 1_706_693_400_000_000

  /// A file with two times, to the second of which something is added.
  private func file(adding micros: Int64) throws -> String {
    let folder = try TestSupport.temporaryDirectory()
    let table = "id,t\n1,2024-01-30T08:00:00\n2,2024-01-31T09:30:00\n"
    try table.write(toFile: "\(folder)/t.csv", atomically: true, encoding: .utf8)
    let path = "\(folder)/t.arrow"
    let run = ShellRun(
      running: "from \"\(folder)/t.csv\" | show id, at = date(t) | save \"\(path)\"")
    #expect(run.status == .success, "\(run)")
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let (old, new) = (Self.bytes(of: Self.time), Self.bytes(of: Self.time + micros))
    let place = try #require((0..<bytes.count - 7).last { Array(bytes[$0..<$0 + 8]) == old })
    bytes.replaceSubrange(place..<place + 8, with: new)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static func bytes(of number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
  }

  /// What is added, which columns are asked for, and what is told of them.
  static let cases: [(micros: Int64, columns: String, told: String)] = [
    (250_000, "id, at", "times of `at` are told to the second, without their fractions"),
    (1, "at", "times of `at` are told to the second, without their fractions"),
    (250_000, "id", ""), (0, "id, at", ""),
  ]

  @Test(arguments: cases)
  func areTold(_ micros: Int64, _ columns: String, _ told: String) throws {
    let path = try file(adding: micros)
    let run = ShellRun(running: "set format = table\nfrom \"\(path)\" | show \(columns)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.last.map(String.init) == (told.isEmpty ? "2 of 2 rows" : "2 of 2 rows · \(told)"))
    #expect(!columns.contains("at") || run.output.contains("2024-01-31T09:30:00"), "\(run)")
  }
}
