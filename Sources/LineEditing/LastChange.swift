// SPDX-License-Identifier: MIT

/// The keys of the last change in the command mode of vi, which `.` types again.
///
/// A change begins with a key of command mode and ends when command mode is back and no operator
/// waits for its movement.
package struct LastChange {
  /// The keys in command mode: a count, a command, what the command asks for.
  package private(set) var commands: [Key] = []
  /// The keys behind them where characters are typed, up to the Escape that ends that.
  package private(set) var typed: [Key] = []
  private var openCommands: [Key] = []
  private var openTyped: [Key] = []
  private var isChange = false
  private var isKept = true

  /// More keys than a line holds characters are no change that anybody wants again.
  private static let mostKeys = 64 << 10

  package init() {}

  /// Adds keys that did something.
  package mutating func note(_ keys: [Key], inCommandMode: Bool) {
    guard isKept else { return }
    guard openCommands.count + openTyped.count + keys.count <= Self.mostKeys else {
      isKept = false
      return
    }
    if inCommandMode { openCommands += keys } else { openTyped += keys }
  }

  /// Says that the last of the keys changes the line.
  package mutating func noteChange() { isChange = true }

  /// Forgets the keys under way, which are themselves a repetition or the rest of a line.
  package mutating func drop() { isKept = false }

  /// Ends the keys under way: they are the last change from now on, if they were one.
  package mutating func rest() {
    if isKept, isChange, !openCommands.isEmpty {
      commands = openCommands
      typed = openTyped
    }
    openCommands = []
    openTyped = []
    isChange = false
    isKept = true
  }

  /// The commands without their count, which gives way to that of the repetition.
  package var commandsWithoutCount: [Key] {
    Array(
      commands.drop { key in
        if case .character("0"..."9") = key { true } else { false }
      })
  }
}
