// SPDX-License-Identifier: MIT

/// Writes values as JSON (RFC 8259), by the batch or by themselves.
public enum JSONText {
  /// The JSON text of every row; null rows are `null`.
  public static func cells(_ column: Column, type: ValueType) -> PackedText {
    var cells = PackedTextBuilder()
    for row in 0..<column.count {
      cells.append { bytes in append(column, type: type, row: row, to: &bytes) }
    }
    return cells.finish()
  }

  /// The texts by whose bytes values are ordered that are neither numbers nor texts.
  static func orderedCells<Fault: Error>(
    _ column: Column, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> PackedText {
    var cells = PackedTextBuilder()
    for row in 0..<column.count {
      if row & RowOrder.checkMask == 0 { try check() }
      cells.append { bytes in append(column, type: .any, row: row, to: &bytes) }
    }
    return cells.finish()
  }

  public static func string(_ value: Value) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of one row.
  package static func append(
    _ column: Column, type: ValueType, row: Int, to bytes: inout [UInt8]
  ) {
    if column.isNull(at: row) {
      bytes += Array("null".utf8)
      return
    }
    switch column {
    case .bool(let column): bytes += Array((column.values[row] ? "true" : "false").utf8)
    case .number(let column):
      column.decimal(at: row).map { append($0, type: type, to: &bytes) }
    case .text(let column):
      guard let text = column.bytes(at: row) else { return }
      if type == .any { bytes += text } else { appendQuoted(text, to: &bytes) }
    case .list(let column):
      let element: ValueType = if case .list(let element) = type { element } else { .text }
      bytes.append(UInt8(ascii: "["))
      for (index, child) in column.range(of: row).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(column.elements, type: element, row: child, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .record(let column):
      let types: [RecordMember] = if case .record(let members) = type { members } else { [] }
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for index in column.present(at: row) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        appendQuoted(column.names[index].utf8, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        let memberType = index < types.count ? types[index].type : .text
        append(column.members[index], type: memberType, row: row, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .null: bytes += Array("null".utf8)
    }
  }

  private static func append(_ number: Decimal, type: ValueType, to bytes: inout [UInt8]) {
    let isText = type == .date || type == .duration
    if isText { bytes.append(UInt8(ascii: "\"")) }
    QuantityText.append(number, type, to: &bytes)
    if isText { bytes.append(UInt8(ascii: "\"")) }
  }

  private static func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += Array("null".utf8)
    case .bool(let bit): bytes += Array((bit ? "true" : "false").utf8)
    case .number(let number): number.append(to: &bytes)
    case .text(let text): appendQuoted(text.utf8, to: &bytes)
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(item, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .record(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        appendQuoted(member.name.utf8, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The text in double quotes, with the escapes that JSON demands and no others.
  public static func appendQuoted(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text { appendEscaped(byte, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The same, of bytes that stand side by side.
  package static func appendQuoted(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    appendEscaped(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// The text with the escapes, without the quotes.
  static func appendEscaped(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var start = text.startIndex
    while start < text.endIndex {
      let place =
        text.startIndex
        + ByteScan.firstEscaped(in: text.span, from: start - text.startIndex)
      bytes += text[start..<place]
      if place < text.endIndex { appendEscaped(text[place], to: &bytes) }
      start = place + 1
    }
  }

  /// Whether a text is not written as it stands.
  static func needsEscapes(_ text: Span<UInt8>) -> Bool {
    ByteScan.firstEscaped(in: text, from: 0) < text.count
  }

  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
    case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
    case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      bytes += Array("\\u00".utf8)
      bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    default: bytes.append(byte)
    }
  }

  /// The value of a JSON text that is a scalar and was written by this type; null for others.
  static func scalar(_ text: ArraySlice<UInt8>) -> Value {
    switch text.first {
    case UInt8(ascii: "\""): return .text(unquoted(text))
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "-"), .some(0x30...0x39):
      return Decimal(text: text).map(Value.number) ?? .null
    default: return .null
    }
  }

  private static func unquoted(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = text.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "u"):
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        rest = rest.dropFirst(4)
        bytes.append(UInt8(digits, radix: 16) ?? UInt8(ascii: "?"))
      default: bytes.append(letter)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
