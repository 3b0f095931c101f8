// SPDX-License-Identifier: MIT

internal import Catalogue
internal import ValueDisplay

/// One block of lines for each row: a label and its value, which may take several lines.
///
/// A column that is called `name` or `title` heads the block.
struct CardRenderer {
  /// How many lines of a value stand in a card beside others, which has little room.
  static let linesBesideOthers = 3

  private let columns: [ResultColumn]
  private let labels: [String]
  private let labelWidth: Int
  private let titleIndex: Int?
  private let options: RenderOptions
  private let mostLines: Int?
  private let style: TextStyle
  private let sanitiser: Sanitiser
  private let glyphs: Glyphs

  /// Cards on lines of the options' width. `mostLines` cuts each value to so many lines.
  init(columns: [ResultColumn], options: RenderOptions, mostLines: Int? = nil) {
    self.columns = columns
    self.options = options
    self.mostLines = mostLines
    let sanitiser = options.sanitiser
    self.sanitiser = sanitiser
    style = TextStyle(isOn: options.colour)
    let glyphs = options.ascii ? Glyphs.ascii : .unicode
    self.glyphs = glyphs
    let title = columns.firstIndex { ["name", "title"].contains($0.label.lowercased()) }
    titleIndex = columns.count > 1 ? title : nil
    // A label takes a third of the line at most, so that a value always finds room.
    let widest = mostLines == nil ? max(12, options.width / 3) : max(4, options.width * 2 / 5)
    let labels = columns.map {
      DisplayWidth.truncated(
        sanitiser.label($0.label), to: widest, ellipsis: glyphs.ellipsis)
    }
    self.labels = labels
    let isTitled = columns.count > 1
    labelWidth =
      labels.indices.filter { $0 != title || !isTitled }
      .map { DisplayWidth.of(labels[$0]) }.max() ?? 0
  }

  /// The cards of the first rows of a batch, each with a line break at its end. The first of them
  /// has a number before its title, which is above the others by one.
  func cards(of batch: Batch, count: Int, numberedFrom first: Int? = nil) -> [[UInt8]] {
    let cells = zip(batch.columns, columns).map {
      DisplayText.shortCells($0, type: $1.type, ascii: options.ascii)
    }
    let validities = batch.columns.map(\.validity)
    return (0..<count).map { row in
      var card: [UInt8] = []
      let number = first.map { String($0 + row) }
      if let titleIndex, validities[titleIndex].map({ $0[row] }) ?? true {
        appendTitle(cells[titleIndex][row], number, to: &card)
      } else if let number {
        card.append("\(style.styled(number, .dim))\n")
      }
      for index in columns.indices where index != titleIndex {
        let isNull = validities[index].map { !$0[row] } ?? false
        appendField(index, isNull ? nil : cells[index][row], to: &card)
      }
      return card
    }
  }

  private func appendTitle(
    _ title: ArraySlice<UInt8>, _ number: String?, to output: inout [UInt8]
  ) {
    let indent = number.map { $0.utf8.count + TableLayout.separatorWidth } ?? 0
    for (place, line) in lines(title, width: options.width - indent).enumerated() {
      if let number, place == 0 { output.append(style.styled(number, .dim)) }
      if indent > 0 {
        output.append(spaces: place == 0 ? TableLayout.separatorWidth : indent)
      }
      output.append(style.styled(line, .bold))
      output.append(ASCII.newline)
    }
  }

  private func appendField(
    _ index: Int, _ value: ArraySlice<UInt8>?, to output: inout [UInt8]
  ) {
    let indent = labelWidth + TableLayout.separatorWidth
    let start = output.count
    output.append(style.styled(labels[index], .dim))
    output.append(spaces: indent - DisplayWidth.of(labels[index]))
    if let value {
      for (number, line) in lines(value, width: options.width - indent).enumerated() {
        if number > 0 {
          output.append(ASCII.newline)
          if !line.isEmpty { output.append(spaces: indent) }
        }
        output.append(line)
      }
    } else {
      output.append(style.styled(glyphs.null, .dim))
    }
    output.trimSpaces(from: start)
    output.append(ASCII.newline)
  }

  /// The lines of a value, the last of which tells that others follow where it has too many.
  private func lines(_ value: ArraySlice<UInt8>, width: Int) -> [String] {
    let width = max(mostLines == nil ? 8 : 1, width)
    let lines = sanitiser.lines(value, width: width)
    guard let mostLines, lines.count > mostLines else { return lines }
    let last = lines[mostLines - 1] + glyphs.ellipsis
    return lines.prefix(mostLines - 1)
      + [DisplayWidth.truncated(last, to: width, ellipsis: glyphs.ellipsis)]
  }
}
