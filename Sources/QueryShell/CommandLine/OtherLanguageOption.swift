// SPDX-License-Identifier: MIT

import ResultRendering

/// An option as other programs have it, for which this one has another.
enum OtherLanguageOption {
  private static let others: [String: String] = [
    "query": "-c", "execute": "-c", "exec": "-c", "eval": "-c", "command": "-c", "e": "-c",
    "no-network": "--offline", "no-fetch": "--offline", "no-cache": "--refresh",
    "no-color": "--color=never", "no-colour": "--color=never", "silent": "--quiet",
    "v": "--verbose", "V": "--version",
  ]

  private static let formatNames: Set<String> = [
    "format", "output-format", "output", "out", "o", "f", "as", "type",
  ]

  private static var formats: [String] { OutputFormat.ofRows.map(\.name) }

  /// The option that is meant, such as `--to json` by `--json` and by `--format json`; `value` is
  /// the word behind it. Nil where nothing is known of it.
  static func meant(by name: String, value: String?) -> String? {
    let word = String(name.drop { $0 == "-" })
    if formats.contains(word) { return "--to \(word)" }
    guard formatNames.contains(word) else { return others[word] }
    if let format = value?.lowercased(), formats.contains(format) { return "--to \(format)" }
    return word.contains("format") ? "--to FORMAT" : nil
  }
}
