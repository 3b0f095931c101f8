// SPDX-License-Identifier: MIT

extension Rule {
  static let neutralFormats = neutralFormats(except: FormatNames.exceptions)

  /// What formats of data share knows none of them, so that a further one changes nothing there.
  static func neutralFormats(except exceptions: [String: String]) -> Rule {
    Rule("what formats share names none of them") { tree in
      let named = tree.files(in: .sharedByFormats).flatMap { file in
        file.tokens.filter { FormatNames.isOfFormat($0.text) }.map { (file, $0) }
      }
      let known = Set(named.map { "\($0.0.name) \($0.1.text)" })
      let findings = named.filter { exceptions["\($0.0.name) \($0.1.text)"] == nil }.map {
        $0.0.finding("\($0.1.text) is of one format: it belongs behind the door", line: $0.1.line)
      }
      return findings
        + exceptions.keys.filter { !known.contains($0) }.sorted().map {
          Finding(path: FormatNames.path, line: 1, message: "nothing is '\($0)': remove it")
        }
    }
  }
}

/// The names of single formats, and where what they share may know them.
enum FormatNames {
  static let path = "Tests/RepositoryTests/Rules/FormatRule.swift"

  /// By `file name`, why.
  static let exceptions = [
    "KnownFormats.swift JSONFormat": "a row of the table of formats",
    "KnownFormats.swift SeparatedFormat": "a row of the table of formats",
    "ColumnDecoder.swift JSONText": "values of no certain type are kept as such text",
    "ValueColumn.swift JSONText": "values of no certain type are kept as such text",
  ]

  private static let beginnings = [
    "JSON", "Separated", "cq_json", "cq_table", "CSimdJSON", "CSeparated",
  ]

  static func isOfFormat(_ name: String) -> Bool { beginnings.contains(where: name.hasPrefix) }
}

extension Scope {
  /// What all formats of data share; a format has a folder of its own.
  fileprivate static let sharedByFormats = Scope(name: "Sources/CatalogueSources/Formats") {
    $0.hasPrefix("Sources/CatalogueSources/Formats/") && $0.hasSuffix(".swift")
  }
}
