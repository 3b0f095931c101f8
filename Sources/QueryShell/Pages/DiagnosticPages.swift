// SPDX-License-Identifier: MIT

import CDiagnosticPages
import Diagnostics

/// The pages that explain the diagnostic codes, as they are part of the program.
enum DiagnosticPages {
  struct Page {
    let code: String
    let title: String
    /// The whole page, in Markdown.
    let text: String
  }

  /// Every page, in the order of the codes.
  static var all: [Page] {
    let bytes = unsafe UnsafeBufferPointer(
      start: cq_diagnostic_pages(), count: cq_diagnostic_pages_size())
    return unsafe bytes.split(separator: 0).compactMap { unsafe page(Array($0)) }
  }

  /// The page of a code, which may be in small letters and without its letters.
  static func page(of word: String) -> Page? {
    let code = word.uppercased()
    return all.first { $0.code == code || $0.code == "CQ\(code)" }
  }

  /// A page whose first line is `# CQ0201: there is no such field`.
  private static func page(_ bytes: [UInt8]) -> Page? {
    let text = String(decoding: bytes, as: UTF8.self)
    let heading = text.prefix { $0 != "\n" }
    guard heading.hasPrefix("# "), let colon = heading.firstIndex(of: ":") else { return nil }
    return Page(
      code: String(heading[..<colon].dropFirst(2)),
      title: String(heading[colon...].dropFirst(2)), text: text)
  }

  /// What is said of a word that is no code.
  static func unknown(_ word: String) -> String {
    let question = Suggestion.question(for: word.uppercased(), among: all.map(\.code))
    return "there is no code `\(word)`" + (question.map { "; \($0)" } ?? "")
  }
}
