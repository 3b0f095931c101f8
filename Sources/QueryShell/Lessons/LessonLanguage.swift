// SPDX-License-Identifier: MIT

/// The languages in which lessons are told.
package enum LessonLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  /// The one of two texts that is in this language.
  func text(_ english: @autoclosure () -> String, _ german: @autoclosure () -> String) -> String {
    switch self {
    case .english: english()
    case .german: german()
    }
  }
}
