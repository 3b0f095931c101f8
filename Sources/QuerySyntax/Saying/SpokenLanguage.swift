// SPDX-License-Identifier: MIT

/// A language in which lessons are told and queries are said.
package enum SpokenLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  /// The language of a code such as `de-AT` or `de_AT.UTF-8`; nil for one that nothing is said in.
  package init?(code: String) {
    self.init(rawValue: code.prefix { $0.isLetter }.lowercased())
  }

  /// The one of two texts that is in this language.
  package func text(
    _ english: @autoclosure () -> String, _ german: @autoclosure () -> String
  ) -> String {
    switch self {
    case .english: english()
    case .german: german()
    }
  }
}
