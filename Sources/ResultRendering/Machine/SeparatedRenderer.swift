// SPDX-License-Identifier: MIT

package import Catalogue

/// Rows as lines of values with a separator between them, below a line of labels.
package struct SeparatedRenderer: ResultRenderer {
  /// How values are kept apart. Both quote as RFC 4180 does, with the line ends of Unix: null is
  /// empty, an empty text is `""`.
  package enum Dialect: Sendable {
    /// Quoted is only what a reader would else take for more or less than one cell, so that most
    /// texts stand as they are.
    case tabs
    /// Quoted is each cell with a quote, a line break, or a character that separates the cells of
    /// some table or other.
    case commas
  }

  private let dialect: Dialect
  private let columns: [ResultColumn]
  private let sanitiser: Sanitiser?
  /// How labels are set off where colour is wanted: not in CSV, which other programs read.
  private let style: TextStyle
  private var hasHeader = false

  package init(_ dialect: Dialect, columns: [ResultColumn], options: RenderOptions) {
    self.dialect = dialect
    self.columns = columns
    style = TextStyle(isOn: options.colour && dialect == .tabs)
    sanitiser = options.sanitise ? options.sanitiser : nil
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    appendHeader(to: &output)
    guard sanitiser == nil else { return addByRow(batch, to: &output) }
    let fields = zip(batch.columns, columns).enumerated().map { index, part in
      RowBlock.Field(
        head: index > 0 ? [separator] : [], cells(part.0, part.1.type), none: [])
    }
    output.appendBlock(RowBlock.bytes(fields, count: batch.count, end: [ASCII.newline]))
  }

  /// The cells with quotes where they need them.
  private func cells(_ column: Column, _ type: ValueType) -> CellColumn {
    let cells = CellColumn(plain: column, type: type)
    if case .number = column { return cells }
    let isPlain = cells.holds(inAll: { ByteScan.firstParting(in: $0, from: 0) == $0.count })
    if isPlain, !cells.hasEmpty { return cells }
    return cells.mapped { append($0, isQuoted: needsQuotes($0), to: &$1) }
  }

  private func addByRow(_ batch: Batch, to output: inout [UInt8]) {
    let cells = zip(batch.columns, columns).map {
      CellText.cells($0, type: $1.type)
    }
    let validities = batch.columns.map(\.validity)
    for row in 0..<batch.count {
      for index in cells.indices {
        if index > 0 { output.append(separator) }
        if let validity = validities[index], !validity[row] { continue }
        appendValue(cells[index][row], to: &output)
      }
      output.append(ASCII.newline)
    }
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    appendHeader(to: &output)
  }

  private var separator: UInt8 { dialect == .tabs ? ASCII.tab : ASCII.comma }

  private mutating func appendHeader(to output: inout [UInt8]) {
    guard !hasHeader else { return }
    hasHeader = true
    for (index, column) in columns.enumerated() {
      if index > 0 { output.append(separator) }
      style.append(.bold, to: &output) { appendLabel(column.label, to: &$0) }
    }
    output.append(ASCII.newline)
  }

  /// What a name begins with tells a reader about quotes, and what the name of the only column has
  /// in it about separators.
  private func appendLabel(_ label: String, to output: inout [UInt8]) {
    let name = Array(label.utf8)[...]
    let isLead = Self.firstLetter(name) == ASCII.apostrophe
    let isSplit = columns.count == 1 && name.contains(where: Self.isSeparator)
    append(name, isQuoted: isLead || isSplit || needsQuotes(name), to: &output)
  }

  private func appendValue(_ value: ArraySlice<UInt8>, to output: inout [UInt8]) {
    append(value, isQuoted: needsQuotes(value), to: &output)
  }

  private func append(_ value: ArraySlice<UInt8>, isQuoted: Bool, to output: inout [UInt8]) {
    guard isQuoted else { return appendSafe(value, to: &output) }
    var quoted: [UInt8] = []
    quoted.reserveCapacity(value.count + 8)
    var rest = value
    while let quote = rest.firstIndex(of: ASCII.quote) {
      quoted += rest[...quote]
      quoted.append(ASCII.quote)
      rest = rest[(quote + 1)...]
    }
    quoted += rest
    output.append(ASCII.quote)
    appendSafe(quoted[...], to: &output)
    output.append(ASCII.quote)
  }

  private func appendSafe(_ value: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if let sanitiser { sanitiser.append(value, to: &output) } else { output += value }
  }

  private func needsQuotes(_ value: ArraySlice<UInt8>) -> Bool {
    if value.isEmpty { return true }
    // Most cells have nothing of all that.
    if ByteScan.firstParting(in: value.span, from: 0) == value.count { return false }
    switch dialect {
    case .tabs:
      return Self.firstLetter(value) == ASCII.quote
        || value.contains { $0 == ASCII.tab || Self.isBreak($0) }
    case .commas:
      // A reader that is told no name asks whether other characters separate the cells.
      return value.contains { Self.isSeparator($0) || $0 == ASCII.quote || Self.isBreak($0) }
    }
  }

  /// The first byte that is no space; nil where there is none.
  private static func firstLetter(_ value: ArraySlice<UInt8>) -> UInt8? {
    value.first { $0 != ASCII.space }
  }

  private static func isBreak(_ byte: UInt8) -> Bool {
    byte == ASCII.newline || byte == ASCII.carriageReturn
  }

  /// Whether some table or other has a byte between its cells.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.tab, ASCII.comma, UInt8(ascii: ";"), UInt8(ascii: "|"): true
    default: false
    }
  }
}
