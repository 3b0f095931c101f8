// SPDX-License-Identifier: MIT

internal import CPicture

/// Writes one line of a picture that is drawn with characters: SGR of ECMA-48 and nothing else.
enum BlockLine {
  /// The line with its colours, which end with it.
  static func bytes(of cells: ArraySlice<cq_cell>, in colours: TerminalColours) -> [UInt8] {
    var line: [UInt8] = []
    var foreground: Int32?
    var background: Int32?
    for cell in cells {
      var changes: [String] = []
      // A space shows nothing of its foreground.
      if cell.character != UInt32(ASCII.space), cell.foreground != foreground {
        foreground = cell.foreground
        changes.append(colours.code(cell.foreground, isBackground: false))
      }
      if cell.background != background {
        background = cell.background
        changes.append(colours.code(cell.background, isBackground: true))
      }
      if !changes.isEmpty { line.append("\u{1B}[\(changes.joined(separator: ";"))m") }
      line.append(String(Unicode.Scalar(cell.character) ?? " "))
    }
    line.append("\u{1B}[0m")
    return line
  }
}

extension TerminalColours {
  /// The parameters that select a colour: 0xRRGGBB or a number, as `cq_draw_cells` gives it.
  fileprivate func code(_ colour: Int32, isBackground: Bool) -> String {
    let base: Int32 = isBackground ? 40 : 30
    switch self {
    case .all where (0...0xFF_FFFF).contains(colour):
      return "\(base + 8);2;\(colour >> 16);\(colour >> 8 & 0xFF);\(colour & 0xFF)"
    case .indexed256 where (0...0xFF).contains(colour): return "\(base + 8);5;\(colour)"
    case .indexed16 where (0...7).contains(colour): return "\(base + colour)"
    case .indexed16 where (8...15).contains(colour): return "\(base + 60 + colour - 8)"
    case .all, .indexed256, .indexed16: return "\(base + 9)"
    }
  }
}
