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
  /// What was searched for, where it was found.
  case found
}

/// For which background colours are.
package enum PaintTheme: String, Sendable {
  /// For that which `COLORFGBG` tells, else for both.
  case auto
  case dark, light

  /// The background that a terminal has told of; nil where none is known.
  fileprivate init?(colours: String) {
    switch colours.split(separator: ";").last.flatMap({ Int($0) }) {
    case 7?, 15?: self = .light
    case (0...6)?, 8?: self = .dark
    default: return nil
    }
  }
}

/// How roles are told from each other on a terminal.
package enum PaintColours: Sendable {
  /// Bold, dim and underlined only, as `NO_COLOR` wants it.
  case attributes
  /// The sixteen of every terminal, without those that some theme shows on their own ground.
  case sixteen
  /// Those that are seen on black and on white, where there are 256.
  case palette
  /// Of these 256 those that are seen best on black, and on white.
  case dark, light

  /// The colours of a terminal, of which variables of the environment tell.
  package init(
    isColoured: Bool, _ theme: PaintTheme = .auto, variable: (String) -> String?
  ) {
    let name = variable("TERM") ?? ""
    let has256 = name.contains("256color") || !(variable("COLORTERM") ?? "").isEmpty
    guard isColoured, has256 else {
      self = isColoured ? .sixteen : .attributes
      return
    }
    let known = theme == .auto ? PaintTheme(colours: variable("COLORFGBG") ?? "") : theme
    self = known == .dark ? .dark : known == .light ? .light : .palette
  }

  /// Those of the terminal that the process has.
  package init(isColoured: Bool, _ theme: PaintTheme = .auto) {
    self.init(isColoured: isColoured, theme) { name in
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
    case .chosen, .found: "7"
    case .stage: ["1", "1", "1;38;5;27", "1;38;5;75", "1;38;5;25"][index]
    case .value: ["", "32", "38;5;28", "38;5;114", "38;5;22"][index]
    case .function: ["", "36", "38;5;30", "38;5;80", "38;5;23"][index]
    case .parameter: ["", "35", "38;5;163", "38;5;213", "38;5;90"][index]
    case .openText: ["", "31", "38;5;160", "38;5;203", "38;5;124"][index]
    case .comment, .hint: ["2", "2", "38;5;243", "38;5;246", "38;5;240"][index]
    }
  }

  private var index: Int {
    switch self {
    case .attributes: 0
    case .sixteen: 1
    case .palette: 2
    case .dark: 3
    case .light: 4
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
