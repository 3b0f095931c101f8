// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import Testing

/// What a program that asks without a shell is told.
@Suite struct LibraryQueryTests {
  @Test(arguments: [
    ("from hotels | show name", ""),
    ("from hotels | to csv", "CQ0209 to csv"),
    ("from hotels | limit 1 | save \"x.csv\"", "CQ0209 save \"x.csv\""),
    ("from hotels | filter rom = 1 | filter (stars", "CQ0201 rom, CQ0106 ("),
    ("from hotels\nfrom hotels", ""),
  ])
  func refuses(query: String, faults: String) {
    do throws(QueryFault) {
      _ = try Query(query, sources: Samples.directory())
      #expect(faults.isEmpty)
    } catch {
      let text = ScriptText(name: "", query)
      let found = error.diagnostics.map { fault in
        "\(fault.code.rawValue) \(fault.primary.map { text[$0.range] } ?? "")"
      }
      #expect(found.joined(separator: ", ") == faults)
    }
  }
}
