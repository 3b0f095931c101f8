// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing
import Workers

@testable import CatalogueSources

/// Files of every kind, whole and faulty, give the same fields, rows, notes and faults on one
/// thread and on several.
@Suite struct ThreadedReadingTests {
  /// Records with members that come and go, of types that change, with repeated names, half
  /// characters, keys that repeat and lines that are no records.
  private static func lines(_ seed: UInt64) -> [String] {
    var random = Seeded(seed)
    func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    return (0..<9_000).map { row in
      var members = ["\"id\":\"\(chance(4_000) ? 7 : row)\"", "\"kind\":\"k\(row % 9)\""]
      if !chance(3) { members.append("\"price\":\(row % 100).\(row % 10)") }
      if chance(1_500) { members.append("\"price\":\"none\"") }
      if chance(2_000) { members.append("\"late\(row % 5)\":[\(row),null]") }
      if chance(3_000) { members.append("\"half\":\"\\ud800\"") }
      if chance(2_500) { members.append("\"huge\":123456789012345678901234567890123456789012") }
      if chance(4_000) { return "[1,2]" }
      return "{\(members.joined(separator: ","))}"
    }
  }

  /// All that is seen of a file: fields, keys, rows, report, and how it ends.
  private static func reading(_ name: String, _ text: String, threads: Int) -> [String] {
    let payload = Payload(name: name, bytes: text.utf8)
    payload.watch.workers.set(to: threads)
    var seen: [String] = []
    do throws(SourceFault) {
      let source = try FileSource(payload, copy: .file, strict: false)
      let fields = source.schema.fields
      seen += fields.map { "\($0.name) \($0.type)" }
      seen.append(
        "\(String(describing: source.schema.key)) \(String(describing: source.schema.sharedKeys))")
      // Of thousands of fields those that came last tell enough.
      let shown = Array(fields.indices.suffix(100))
      let cursor = try source.scan(ScanRequest(fields: shown))
      defer { seen.append("\(cursor.report)") }
      while let batch = try cursor.next() {
        let cells = shown.enumerated().map { slot, field in
          JSONText.cells(batch[slot], type: fields[field].type)
        }
        for row in 0..<batch.count {
          seen.append(cells.map { String(decoding: $0[row], as: UTF8.self) }.joined(separator: " "))
        }
      }
    } catch {
      seen.append("\(error)")
    }
    return seen
  }

  @Test(arguments: [UInt64(1), 2]) func linesAreTheSame(_ seed: UInt64) {
    let lines = Self.lines(seed)
    let texts = [
      ("a.ndjson", lines.joined(separator: "\n")),
      ("b.ndjson", lines.joined(separator: "\n") + "\nno JSON\n{\"id\":"),
      ("c.json", "[\(lines.joined(separator: ",\n"))]"),
      ("d.json", "[\(lines.joined(separator: ","))"),
      (
        "e.csv",
        "id,kind,price\n"
          + lines.indices.map { "\($0),k\($0 % 9),\($0 % 1_000 == 3 ? "x" : "\($0).5")" }
          .joined(separator: "\n")
      ),
    ]
    for (name, text) in seed == 1 ? texts[...] : texts.prefix(2) {
      let expected = Self.reading(name, text, threads: 1)
      #expect(expected.count > 8_000)
      for threads in [2, 7].prefix(seed == 1 ? 1 : 2) {
        #expect(Self.reading(name, text, threads: threads) == expected, "\(name) \(threads)")
      }
    }
  }

  /// Too many names: which are left out is decided by their order in the file.
  @Test func tooManyNamesAreTheSame() {
    let lines = (0..<20_000).map { "{\"n\($0 % 6_000)\":\($0)}" }
    let expected = Self.reading("f.ndjson", lines.joined(separator: "\n"), threads: 1)
    let shared = Self.reading("f.ndjson", lines.joined(separator: "\n"), threads: 3)
    #expect(expected.contains { $0.contains("4096") || $0.contains("n4095") })
    #expect(shared == expected)
  }
}
