// SPDX-License-Identifier: MIT

/// Lays out source definitions: one clause a line, indented by two. Clauses of one kind that
/// follow each other without an empty line or a comment between them stand in columns.
struct DefinitionLayout {
  private enum Kind { case opening, closing, comment, field, clause }

  private let items: [ScriptOutline.Item]
  private let kinds: [Kind]
  private var output: [UInt8] = []
  private var isInside = false

  static func text(_ items: [ScriptOutline.Item]) -> [UInt8] {
    var layout = DefinitionLayout(items)
    layout.run()
    return layout.output
  }

  private init(_ items: [ScriptOutline.Item]) {
    self.items = items
    kinds = items.map(Self.kind)
  }

  private static func kind(_ item: ScriptOutline.Item) -> Kind {
    guard case .words(let words, _) = item.content, let first = words.first, let last = words.last
    else { return .comment }
    if last.text == Array("{".utf8) { return .opening }
    if first.text == Array("}".utf8) { return .closing }
    return first.text == Array("field".utf8) ? .field : .clause
  }

  private mutating func run() {
    var index = 0
    while index < items.count {
      let kind = kinds[index]
      if items[index].isAfterSpace, index > 0, kinds[index - 1] != .opening, kind != .closing {
        output.append(.lineFeed)
      }
      switch kind {
      case .opening, .comment: write([line(items[index])])
      case .closing:
        isInside = false
        write([line(items[index])])
      case .field, .clause:
        let end = blockEnd(from: index)
        write(columns(items[index..<end]))
        index = end - 1
      }
      if kind == .opening { isInside = true }
      index += 1
    }
  }

  private func blockEnd(from start: Int) -> Int {
    let rest = items.indices.dropFirst(start + 1)
    return rest.first { kinds[$0] != kinds[start] || items[$0].isAfterSpace } ?? items.count
  }

  private mutating func write(_ lines: [[UInt8]]) {
    for line in lines { output += (isInside ? [.space, .space] : []) + line + [.lineFeed] }
  }

  private func line(_ item: ScriptOutline.Item) -> [UInt8] {
    switch item.content {
    case .comment(let comment): comment
    case .words(let words, let original): Formatter.line(of: words[...], original)
    }
  }
}

extension DefinitionLayout {
  /// Clauses with their cells below each other.
  private func columns(_ block: ArraySlice<ScriptOutline.Item>) -> [[UInt8]] {
    let rows = block.map(cells)
    var widths = [0, 0]
    for row in rows {
      for (column, cell) in row.dropLast().enumerated() {
        widths[column] = max(widths[column], cell.columns)
      }
    }
    return rows.map { row in
      var line: [UInt8] = []
      for (column, cell) in row.enumerated() {
        line += cell
        guard column < row.count - 1 else { break }
        // Two spaces set the meaning apart from the words before it.
        let space = widths[column] - cell.columns + column + 1
        line += [UInt8](repeating: .space, count: space)
      }
      return line
    }
  }

  /// The word of a clause and what it says; of a field its names, its type, and its meaning.
  private func cells(_ item: ScriptOutline.Item) -> [[UInt8]] {
    guard case .words(let words, _) = item.content else { return [line(item)] }
    let whole = line(item)
    // A comment inside breaks the line, so there is nothing to align.
    if whole.contains(.lineFeed) || whole != StatementLayout.line(words[...]) { return [whole] }
    guard words[0].text == Array("field".utf8) else { return texts(words, cutAt: [1]) }
    var type = 2
    while type < words.count, words[type].role == .comma { type += 2 }
    let meaning = words.count - 1
    return texts(words, cutAt: isMeaning(meaning, in: words) ? [type, meaning] : [type])
  }

  private func texts(_ words: [FormattedWord], cutAt cuts: [Int]) -> [[UInt8]] {
    zip([0] + cuts, cuts + [words.count]).compactMap { start, end in
      start < end ? StatementLayout.line(words[start..<end]) : nil
    }
  }

  /// Whether the last word is the text that explains a field, not an operand or a separator.
  private func isMeaning(_ index: Int, in words: [FormattedWord]) -> Bool {
    guard index > 2, words[index].text.first == UInt8(ascii: "\"") else { return false }
    let before = String(decoding: words[index - 1].text, as: UTF8.self)
    let isOperator =
      words[index - 1].role.isOperator || ["=", Keyword.split.rawValue].contains(before)
    return !isOperator && !Vocabulary.reserved.contains(before) || before == Keyword.null.rawValue
  }
}

extension [UInt8] {
  /// How many columns a text takes.
  var columns: Int { count { $0 & 0xC0 != 0x80 } }
}
