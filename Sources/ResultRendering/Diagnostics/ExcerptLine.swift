// SPDX-License-Identifier: MIT

internal import Catalogue
internal import Diagnostics

/// One line of a source as it is shown: tabs expanded, unsafe text escaped, and where it is too
/// long, only what is around the fault.
struct ExcerptLine {
  static let tabWidth = 4
  /// How many bytes on either side of the fault are looked at; a line may have megabytes.
  private static let reach = 4096

  /// The line as it is shown.
  private(set) var text = ""
  private let bytes: ArraySlice<UInt8>
  private let words: DiagnosticWords
  private let width: Int
  /// The first cell that is shown.
  private var firstCell = 0

  /// Shows the line within `range` so that the offset `fault` is visible, in at most `width` cells.
  init(
    _ source: ScriptText, _ range: ScriptRange, around fault: Int, width: Int,
    words: DiagnosticWords
  ) {
    let fault = min(max(fault, range.start), range.end)
    var start = max(range.start, fault - Self.reach)
    while start < fault, source.bytes[start] & 0xC0 == 0x80 { start += 1 }
    var end = min(range.end, fault + Self.reach)
    while end > fault, end < range.end, source.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    bytes = source.bytes[start..<end]
    self.words = words
    self.width = width
    let isWhole = start == range.start && end == range.end
    let shown = displayed(bytes)
    if isWhole, DisplayWidth.of(shown) <= width {
      text = shown
    } else {
      cut(shown, around: cells(before: fault), isStart: start == range.start)
    }
  }

  /// The cell at which an offset of the source is shown, from 0; kept within the line.
  func cell(of offset: Int) -> Int {
    min(max(cells(before: offset) - firstCell, 0), max(width - 1, 0))
  }

  private func cells(before offset: Int) -> Int {
    let offset = min(max(offset, bytes.startIndex), bytes.endIndex)
    return DisplayWidth.of(displayed(bytes[..<offset]))
  }

  private func displayed(_ bytes: ArraySlice<UInt8>) -> String {
    var shown: [UInt8] = []
    var column = 0
    let parts = bytes.split(separator: ASCII.tab, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 {
        let padding = Self.tabWidth - column % Self.tabWidth
        shown.append(spaces: padding)
        column += padding
      }
      var safe: [UInt8] = []
      words.sanitiser.append(part, to: &safe)
      column += DisplayWidth.of(String(decoding: safe, as: UTF8.self))
      shown += safe
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Keeps the cells around the fault, two thirds of them after it, with an ellipsis at each cut.
  private mutating func cut(_ shown: String, around fault: Int, isStart: Bool) {
    let mark = DisplayWidth.of(words.ellipsis)
    let fitsFromStart = isStart && fault + mark < width
    firstCell = fitsFromStart ? 0 : max(0, fault - width / 3)
    let cutsStart = firstCell > 0 || !isStart
    var column = 0
    var kept = cutsStart ? words.ellipsis : ""
    var end = cutsStart ? mark : 0
    for character in shown {
      let next = column + DisplayWidth.of(character)
      let start = column - firstCell
      column = next
      if start < end, cutsStart, start < mark { continue }
      guard next - firstCell <= width - mark else {
        text = kept + words.ellipsis
        return
      }
      // A wide character that the first cut went through leaves a cell empty.
      kept += String(repeating: " ", count: max(0, start - end))
      kept.append(character)
      end = next - firstCell
    }
    text = kept
  }
}
