// SPDX-License-Identifier: MIT

package import Catalogue

/// Objects of JSON as people read them: of one with many members, whose names are data more often
/// than not, the first ones and how many more there are.
package struct ShortObjects {
  /// How many members of an object are shown.
  package static let mostMembers = 12

  /// A list or an object that the walk is in.
  private struct Level {
    let isObject: Bool
    var members = 0
    /// Where the text ends that is shown of an object with more members.
    var end: Int?
  }

  private let ellipsis: String
  private var levels: [Level] = []
  private var result: [UInt8] = []

  /// The text of a value, where something of it is left out; nil where all is shown, and for what
  /// is no JSON.
  static func text(of json: ArraySlice<UInt8>, ellipsis: String) -> [UInt8]? {
    var objects = ShortObjects(ellipsis: ellipsis)
    return objects.shorten(json) ? objects.result : nil
  }

  private init(ellipsis: String) { self.ellipsis = ellipsis }

  /// Whether something of a well formed value is left out.
  private mutating func shorten(_ json: ArraySlice<UInt8>) -> Bool {
    var isText = false
    var isEscaped = false
    var hasShort = false
    for byte in json {
      if isText {
        result.append(byte)
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        levels.append(Level(isObject: byte == UInt8(ascii: "{")))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let level = levels.popLast() else { return false }
        if let end = level.end {
          hasShort = true
          leaveOut(level.members + 1 - Self.mostMembers, from: end)
        }
      case UInt8(ascii: ","):
        countMember()
      default:
        isText = byte == UInt8(ascii: "\"")
      }
      result.append(byte)
    }
    return hasShort && levels.isEmpty && !isText
  }

  /// Counts the member that a comma ends.
  private mutating func countMember() {
    guard let last = levels.indices.last, levels[last].isObject else { return }
    levels[last].members += 1
    if levels[last].members == Self.mostMembers { levels[last].end = result.count }
  }

  private mutating func leaveOut(_ count: Int, from end: Int) {
    result.removeSubrange(end...)
    result += Self.ending(count, ellipsis: ellipsis).utf8.dropLast()
  }

  /// How an object ends of which so many members are left out.
  private static func ending(_ count: Int, ellipsis: String) -> String {
    ", \(ellipsis) \(count) more}"
  }
  /// An object that is shown in part, with fewer of its members, so many that it fits; nil for what
  /// is shown whole, and where no member fits.
  package static func cut(
    _ text: String, ellipsis: String, fits: (String) -> Bool
  ) -> String? {
    guard text.hasPrefix("{"), text.hasSuffix(" more}"),
      let mark = text.ranges(of: ", \(ellipsis) ").last,
      let hidden = Int(text[mark.upperBound...].dropLast(" more}".count))
    else { return nil }
    let shown = text[..<mark.lowerBound]
    let ends = memberEnds(of: shown) + [shown.endIndex]
    for kept in stride(from: ends.count, to: 0, by: -1) {
      let left = hidden + ends.count - kept
      let short = text[..<ends[kept - 1]] + ending(left, ellipsis: ellipsis)
      if fits(String(short)) { return String(short) }
    }
    return nil
  }

  /// Where commas end the members of the object with which a text begins.
  private static func memberEnds(of text: Substring) -> [String.Index] {
    var ends: [String.Index] = []
    var depth = 0
    var isText = false
    var isEscaped = false
    for (place, byte) in zip(text.utf8.indices, text.utf8) {
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: ends.append(place)
      default: break
      }
    }
    return ends
  }
}

extension DisplayText {
  /// The cells as cards and tables have them: of objects with many members the first ones.
  package static func shortCells(_ column: Column, type: ValueType, ascii: Bool = false)
    -> PackedText
  {
    let cells = cells(column, type: type, ascii: ascii)
    guard type.mayHoldObjects else { return cells }
    let ellipsis = ascii ? "..." : "…"
    var short = PackedTextBuilder()
    for row in 0..<column.count {
      let cell = cells[row]
      let text = ShortObjects.text(of: cell, ellipsis: ellipsis)
      short.append { bytes in bytes += text?[...] ?? cell }
    }
    return short.finish()
  }
}

extension ValueType {
  /// Whether values may be objects, or lists of such.
  package var mayHoldObjects: Bool {
    if case .list(let element) = self { return element.mayHoldObjects }
    if case .record = self { return true }
    return self == .any
  }
}
