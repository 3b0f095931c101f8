// SPDX-License-Identifier: MIT

internal import Catalogue

/// Makes the texts of a diagnostic fit to be shown.
struct DiagnosticWords: Sendable {
  /// Data that is quoted in a message is cut to so many cells.
  static let maximumQuote = 60

  let sanitiser: Sanitiser
  let ellipsis: String

  init(ascii: Bool, lostLetters: LostLetters? = nil) {
    sanitiser = Sanitiser(ascii: ascii, lostLetters: lostLetters, isOfSystem: true)
    ellipsis = (ascii ? Glyphs.ascii : .unicode).ellipsis
  }

  /// The text on one line.
  func safe(_ text: some StringProtocol) -> String { sanitiser.text(text) }

  func cut(_ text: String, to width: Int) -> String {
    DisplayWidth.truncated(text, to: width, ellipsis: ellipsis)
  }

  /// The text on one line, with what stands between quotes or backticks cut where it is long.
  func quotesFitted(_ text: String) -> String {
    var result = ""
    var rest = safe(text)[...]
    while let opening = rest.firstIndex(where: { $0 == "\"" || $0 == "`" }) {
      let inside = rest[rest.index(after: opening)...]
      guard let closing = inside.firstIndex(of: rest[opening]) else { break }
      result += rest[...opening]
      result += cut(String(inside[..<closing]), to: Self.maximumQuote)
      result.append(rest[opening])
      rest = inside[inside.index(after: closing)...]
    }
    return result + rest
  }
}
