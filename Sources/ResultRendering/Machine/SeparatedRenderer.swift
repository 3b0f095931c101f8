// SPDX-License-Identifier: MIT

package import Catalogue

/// Rows as lines of values with a separator between them, below a line of labels.
package struct SeparatedRenderer: ResultRenderer {
  /// How values are kept apart.
  package enum Dialect: Sendable {
    /// Tab-separated: tab, line breaks and backslash in values are written `\t`, `\n`, `\r`, `\\`;
    /// null is empty.
    case tabs
    /// RFC 4180 with the line ends of Unix: null is empty, an empty text is `""`.
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
    let cells = zip(batch.columns, columns).map {
      CellText.cells($0, type: $1.type, style: .exact)
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
      style.append(.bold, to: &output) { appendValue(Array(column.label.utf8)[...], to: &$0) }
    }
    output.append(ASCII.newline)
  }

  private func appendValue(_ value: ArraySlice<UInt8>, to output: inout [UInt8]) {
    switch dialect {
    case .tabs:
      guard value.contains(where: Self.isEscaped) else { return appendSafe(value, to: &output) }
      var escaped: [UInt8] = []
      for byte in value { Self.appendEscaped(byte, to: &escaped) }
      appendSafe(escaped[...], to: &output)
    case .commas:
      guard value.isEmpty || value.contains(where: Self.needsQuotes) else {
        return appendSafe(value, to: &output)
      }
      output.append(ASCII.quote)
      var quoted: [UInt8] = []
      for byte in value {
        if byte == ASCII.quote { quoted.append(ASCII.quote) }
        quoted.append(byte)
      }
      appendSafe(quoted[...], to: &output)
      output.append(ASCII.quote)
    }
  }

  private func appendSafe(_ value: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if let sanitiser { sanitiser.append(value, to: &output) } else { output += value }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == ASCII.tab || byte == ASCII.newline || byte == ASCII.carriageReturn
      || byte == ASCII.backslash
  }

  private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case ASCII.tab: output.append("\\t")
    case ASCII.newline: output.append("\\n")
    case ASCII.carriageReturn: output.append("\\r")
    case ASCII.backslash: output.append("\\\\")
    default: output.append(byte)
    }
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == ASCII.comma || byte == ASCII.quote || byte == ASCII.newline
      || byte == ASCII.carriageReturn
  }
}
