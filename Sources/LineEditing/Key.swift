// SPDX-License-Identifier: MIT

/// One stroke, whatever bytes the terminal sends for it.
package enum Key: Equatable {
  case character(Unicode.Scalar)
  /// C0 or DEL; a lone Escape is 0x1b.
  case control(UInt8)
  /// A character with Alt (Meta), or after Escape.
  case alternate(UInt8)
  case up, down, left, right, wordLeft, wordRight, home, end, delete, pageUp, pageDown, help
  /// Tab with Shift.
  case backTab
  /// Alt-Enter: a new row in any case.
  case newRow
  /// A bracketed paste, as it came.
  case paste(String)
  /// A paste longer than any line may be.
  case longPaste
  /// A sequence that means nothing here.
  case unknown
}

extension Key {
  /// Whether it is text that came at once.
  var isPaste: Bool {
    switch self {
    case .paste, .longPaste: true
    default: false
    }
  }

  /// What `bind` calls the key; nil for keys that it cannot name and for what is not ASCII.
  package var bytes: [UInt8]? {
    switch self {
    case .character(let scalar): scalar.isASCII ? [UInt8(scalar.value)] : nil
    case .control(let code): [code]
    case .alternate(let code): [0x1b, code]
    default: nil
    }
  }

  /// The key of `ESC [ parameters final`.
  package static func control(sequence parameters: [Int], final: UInt8) -> Key {
    let modifiers = parameters.count > 1 ? parameters[1] : 1
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return modifiers > 2 ? .wordRight : .right
    case UInt8(ascii: "D"): return modifiers > 2 ? .wordLeft : .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    // F1, of which some terminals send another sequence.
    case UInt8(ascii: "P"): return .help
    case UInt8(ascii: "Z") where parameters.first ?? 1 == 1: return .backTab
    case UInt8(ascii: "u"): return parameters.first == 13 ? .newRow : .unknown
    case UInt8(ascii: "~"): return numbered(parameters)
    default: return .unknown
    }
  }

  private static func numbered(_ parameters: [Int]) -> Key {
    switch parameters.first {
    case 1, 7: .home
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11: .help
    case 27: parameters.last == 13 ? .newRow : .unknown
    default: .unknown
    }
  }
}
