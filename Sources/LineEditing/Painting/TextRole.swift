// SPDX-License-Identifier: MIT

import Glibc

/// What a part of the line is, by which it is coloured.
package enum TextRole: UInt8, Sendable {
  case plain
  /// A word that begins a stage or a statement.
  case stage
  case value
  case function
  /// `$x` and `@1`.
  case parameter
  /// A text whose quote is not closed yet.
  case openText
  case comment
  /// A name that nothing has.
  case unknown
  /// What is not in the line, but could be.
  case hint
  /// The candidate that is chosen in a menu.
  case chosen
}

/// How roles are told from each other on a terminal.
package enum PaintColours: Sendable {
  /// Bold, dim and underlined only, as `NO_COLOR` wants it.
  case attributes
  /// The sixteen of every terminal, without those that some theme shows on their own ground.
  case sixteen
  /// Those that are seen on black and on white, where there are 256.
  case palette

  /// The colours of a terminal, of which variables of the environment tell.
  package init(isColoured: Bool, variable: (String) -> String?) {
    let name = variable("TERM") ?? ""
    let has256 = name.contains("256color") || !(variable("COLORTERM") ?? "").isEmpty
    self = !isColoured ? .attributes : has256 ? .palette : .sixteen
  }

  /// Those of the terminal that the process has.
  package init(isColoured: Bool) {
    self.init(isColoured: isColoured) { name in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
  }

  /// The sequence that sets a role after any other.
  package func sequence(_ role: TextRole) -> String {
    let codes = codes(role)
    return codes.isEmpty ? "\u{1b}[m" : "\u{1b}[0;\(codes)m"
  }

  private func codes(_ role: TextRole) -> String {
    switch role {
    case .plain: ""
    case .unknown: "4"
    case .chosen: "7"
    case .stage: ["1", "1", "1;38;5;27"][index]
    case .value: ["", "32", "38;5;28"][index]
    case .function: ["", "36", "38;5;30"][index]
    case .parameter: ["", "35", "38;5;163"][index]
    case .openText: ["", "31", "38;5;160"][index]
    case .comment, .hint: ["2", "2", "38;5;243"][index]
    }
  }

  private var index: Int {
    switch self {
    case .attributes: 0
    case .sixteen: 1
    case .palette: 2
    }
  }
}

/// A part of a statement that has a role, as UTF-8 offsets.
package struct Highlight: Equatable, Sendable {
  package var range: Range<Int>
  package var role: TextRole

  package init(_ range: Range<Int>, _ role: TextRole) {
    self.range = range
    self.role = role
  }
}
