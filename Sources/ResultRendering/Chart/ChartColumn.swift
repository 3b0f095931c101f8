// SPDX-License-Identifier: MIT

internal import Catalogue

/// A column of a result that a chart draws.
struct ChartColumn: Sendable {
  let index: Int
  let type: ValueType
  /// The name on one line, safe to be shown.
  let name: String

  init(_ columns: [ResultColumn], _ index: Int, _ options: RenderOptions) {
    precondition(columns.indices.contains(index), "a chart draws columns of its result")
    self.index = index
    type = columns[index].type
    let sanitiser = options.sanitiser
    name = sanitiser.label(columns[index].label)
  }

  /// The numbers of a batch, lengths in their unit; nil for a row that has none.
  func numbers(_ batch: Batch) -> [Decimal?] {
    switch batch[index] {
    case .number(let column):
      (0..<batch.count).map { column.decimal(at: $0).flatMap(type.shown) }
    case .text(let column) where type == .any:
      (0..<batch.count).map { column.bytes(at: $0).flatMap { Decimal(text: $0) } }
    case .text, .bool, .list, .record, .null: Array(repeating: nil, count: batch.count)
    }
  }
}

extension ChartColumn {
  /// What the rows of a batch are called by it.
  func labels(_ batch: Batch, _ sanitiser: Sanitiser) -> [String] {
    let column = batch[index]
    let labels = CellText.wholeCells(column, type: type)
    return (0..<batch.count).map {
      column.isNull(at: $0) ? "no \(name)" : sanitiser.line(labels[$0])
    }
  }
}

/// What the charts share of the place where they are shown.
struct ChartPlace: Sendable {
  /// No chart is narrower than this.
  static let minimumWidth = 20

  let width: Int
  let style: TextStyle
  let sanitiser: Sanitiser
  let glyphs: Glyphs
  let ascii: Bool

  init(_ options: RenderOptions) {
    width = max(options.width, Self.minimumWidth)
    style = TextStyle(isOn: options.colour)
    sanitiser = options.sanitiser
    glyphs = options.ascii ? .ascii : .unicode
    ascii = options.ascii
  }

  func truncated(_ text: String, to width: Int) -> String {
    DisplayWidth.truncated(text, to: width, ellipsis: glyphs.ellipsis)
  }

  /// The look of one of several parts or lines.
  static func look(_ index: Int) -> TextStyle.Look {
    let looks: [TextStyle.Look] = [.cyan, .yellow, .green, .red, .bold, .dim]
    return looks[index % looks.count]
  }

  /// Cells of one of several parts.
  func part(_ index: Int, cells: Int) -> String {
    guard cells > 0 else { return "" }
    let part = glyphs.parts[index % glyphs.parts.count]
    return style.styled(String(repeating: part, count: cells), Self.look(index))
  }

  /// Says what marks mean, in as many lines as it takes.
  func appendKey(_ key: [(mark: String, name: String)], to output: inout [UInt8]) {
    var used = 0
    for (index, (mark, name)) in key.enumerated() {
      let name = truncated(name, to: width / 2)
      let cells = DisplayWidth.of(name) + 5
      if index > 0, used + cells > width {
        output.append(ASCII.newline)
        used = 0
      }
      if used > 0 { output.append("  ") }
      output.append("\(mark) \(name)")
      used += cells
    }
    output.append(ASCII.newline)
  }

  /// Appends a text in as many lines as it takes.
  func appendLines(_ text: String, _ look: TextStyle.Look?, to output: inout [UInt8]) {
    for line in DisplayWidth.wrapped(text, to: width) {
      output.append(look.map { style.styled(line, $0) } ?? line)
      output.append(ASCII.newline)
    }
  }

  /// Says which rows are not drawn, such as `2 of 7 rows have no price`, then what the footer says.
  func append(_ notes: ChartNotes, footer: String?, to output: inout [UInt8]) {
    if let missing = notes.words(shortening: { truncated($0, to: width / 2) }) {
      appendLines(missing, .dim, to: &output)
    }
    for line in notes.others { appendLines(line, .dim, to: &output) }
    appendNotes(shown: notes.shown, total: notes.total, footer: footer, to: &output)
  }

  private func appendNotes(
    shown: Int, total: Int, footer: String?, to output: inout [UInt8]
  ) {
    let noteWidth = sanitiser.escapes ? width : nil
    RowNotes(style: style, sanitiser: sanitiser, glyphs: glyphs, width: noteWidth)
      .append(shown: shown, total: total, footer: footer, to: &output)
  }
}

extension ChartNotes {
  /// Which rows are not drawn because they have no value; nil where none are.
  func words(shortening name: (String) -> String = { $0 }) -> String? {
    guard let missing, missing.count > 0 else { return nil }
    let verb = missing.count == 1 ? "has" : "have"
    let what = missing.names.map { "no \(name($0))" }.joined(separator: " or ")
    return "\(missing.count) of \(total) \(total == 1 ? "row" : "rows") \(verb) \(what)"
  }
}

extension Decimal {
  /// The nearest binary fraction or one beside it: enough to place a mark, never to be printed.
  var approximate: Double {
    var divisor = 1.0
    for _ in 0..<scale { divisor *= 10 }
    return Double(coefficient) / divisor
  }

  /// How far the value is above another, which may be less exact than 38 digits.
  func distance(above other: Decimal) -> Double {
    Decimal.sum(self, -other)?.approximate ?? approximate - other.approximate
  }
}
