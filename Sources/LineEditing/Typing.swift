// SPDX-License-Identifier: MIT

/// What a typed character does to those behind the cursor.
package enum Typing: Equatable, Sendable {
  case inserts
  case overwrites
  /// Takes the places of so many, after which vi's command mode is back.
  case replaces(Int)

  /// Goes between putting characters in and putting them over others.
  package mutating func toggle() { self = self == .inserts ? .overwrites : .inserts }

  /// Follows a command of libedit, whose count is given.
  package mutating func change(by command: String, count: Int) {
    switch command {
    case "vi-replace-mode": self = .overwrites
    case "vi-replace-char": self = .replaces(count)
    case "vi-command-mode": self = .inserts
    default: break
    }
  }
}
