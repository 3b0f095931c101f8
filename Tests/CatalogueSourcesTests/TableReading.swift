// SPDX-License-Identifier: MIT

import Catalogue

@testable import CatalogueSources

/// A table as text below the names of its columns, in a dialect that is known.
struct WrittenTable: CustomStringConvertible {
  let dialect: SeparatedDialect
  let width: Int
  let payload: Payload
  /// Where the rows begin.
  let start: Int
  /// How the table is read the exact way.
  let format: SeparatedFormat

  init(_ dialect: SeparatedDialect, width: Int, _ rows: [UInt8]) {
    self.dialect = dialect
    self.width = width
    let names = (0..<width).map { Array("c\($0)".utf8) }.joined(separator: [dialect.separator])
    let head = names + [dialect.lineBreak == .return ? 0x0D : 0x0A]
    let reading = DialectDetection(Payload(name: "x", bytes: head), from: 0)
      .reading(named: dialect.separator, separator: dialect.separator)
    payload = Payload(name: "x", bytes: head + rows)
    format = SeparatedFormat(
      dialect: dialect, head: TableHead(reading), remarks: [], note: nil)
    start = format.head.start
  }

  var description: String {
    "\(dialect): \(String(decoding: payload.bytes[start...], as: UTF8.self).debugDescription)"
  }

  /// Every column, as a text and as what its cells look like.
  var columns: [TableWalker.Column] {
    (0..<width).flatMap {
      [TableWalker.Column($0, isText: true), TableWalker.Column($0, isText: false)]
    }
  }
}

/// What reading all rows of a table gives, by windows or the exact way.
struct TableReading: Equatable {
  var spans: [Range<Int>] = []
  /// Of each of the table's columns, first as a text, then as what its cells look like.
  var tokens: [[ValueToken]] = []
  var shape = TableShape(rows: 0, columns: [])
}

extension TableReading {
  /// What a walk over windows gives; nil where one is refused. Without `tokens` only the shape.
  init?(walking table: WrittenTable, _ cutting: Cutting, tokens hasTokens: Bool = true) {
    let payload = table.payload
    let columns = hasTokens ? table.columns : []
    let walkers = (0..<cutting.walkers).compactMap { _ in
      TableWalker(table.dialect, width: table.width, columns: columns)
    }
    guard walkers.count == cutting.walkers else { return nil }
    tokens = columns.map { _ in [] }
    var (place, size, number) = (table.start, cutting.window, 0)
    while true {
      let end = size < payload.count - place ? place + size : payload.count
      let walker = walkers[number % walkers.count]
      let part = cutting.endsInZeros ? Payload(name: "x", bytes: payload.bytes[place..<end]) : nil
      let outcome = walker.walk(
        part?.padded ?? payload.padded, part.map { 0..<$0.count } ?? place..<end,
        isLast: end == payload.count)
      guard outcome == .walked else { return nil }
      take(walker, at: place)
      place += walker.consumed
      if end == payload.count { break }
      if walker.consumed == 0 {
        size *= 2
      } else {
        size = cutting.window
        number += 1
      }
    }
    guard place == payload.count, let first = walkers.first else { return nil }
    shape = walkers.dropFirst().reduce(first.shape()) { $0.merged(with: $1.shape()) }.told
  }

  private mutating func take(_ walker: TableWalker, at place: Int) {
    spans += walker.spans().map { $0.range.lowerBound + place..<$0.range.upperBound + place }
    for column in tokens.indices {
      tokens[column] += walker.tokens(column).map { token in
        let range = token.range.lowerBound + place..<token.range.upperBound + place
        return token.form == .null ? token : ValueToken(range, token.form, token.spelling)
      }
    }
  }

  /// What the exact way gives; nil where there is anything to say of the table.
  init?(exactly table: WrittenTable) {
    let (payload, format) = (table.payload, table.format)
    guard String(validating: payload.bytes, as: UTF8.self) != nil, !payload.bytes.contains(0),
      let index = try? format.records(of: payload, choosing: nil), index.fault == nil,
      index.unreadable.isEmpty, index.cutLine == nil, index.notes.isEmpty
    else { return nil }
    spans = index.spans.map(\.range)
    let tokenizer = SeparatedTokenizer(format, fields: format.head.names)
    guard tokenizer.parse(payload, index.spans[...]),
      tokenizer.losses().isEmpty, tokenizer.statuses().allSatisfy({ $0 == .whole })
    else { return nil }
    var columns: [TableShape.Kinds] = []
    for column in 0..<table.width {
      let cells = tokenizer.tokens(column, as: nil) ?? []
      tokens += [tokenizer.tokens(column, as: .text) ?? [], cells]
      columns.append(
        cells.reduce(into: []) { kinds, cell in
          kinds.formUnion(TableShape.Kinds(of: tokenizer.shape(of: [cell], in: payload)))
        })
    }
    shape = TableShape(rows: spans.count, columns: columns).told
  }

  /// Whether a walk may refuse rows that are clean: a quote stands where it is a character like any
  /// other, spaces follow one, a blank line is a row, or a line break may be none.
  func mayBeRefused(_ table: WrittenTable) -> Bool {
    let bytes = table.payload.padded
    var end = table.start
    var scanner = SeparatedScanner(bytes, 0..<table.payload.count, table.dialect)
    for span in spans {
      if !Self.isPlain(bytes[end..<span.lowerBound], table.dialect) { return true }
      if span.isEmpty || "\r\n".utf8.contains(bytes[span.lowerBound]) { return true }
      scanner.take(from: span.lowerBound)
      for cell in scanner.cells where Self.mayBeRefused(cell, bytes, span.upperBound, table.dialect)
      { return true }
      end = span.upperBound
    }
    return !Self.isPlain(bytes[end..<table.payload.count], table.dialect)
  }

  private static func mayBeRefused(
    _ cell: SeparatedScanner.Cell, _ bytes: [UInt8], _ end: Int, _ dialect: SeparatedDialect
  ) -> Bool {
    guard let quote = dialect.quote else { return false }
    if cell.form == .bare { return bytes[cell.range].contains(quote) }
    return cell.range.upperBound < end && bytes[cell.range.upperBound] == UInt8(ascii: " ")
  }

  /// Whether what stands between rows is line breaks as most have them.
  private static func isPlain(_ gap: ArraySlice<UInt8>, _ dialect: SeparatedDialect) -> Bool {
    switch dialect.lineBreak {
    case .return: !gap.contains(0x0A)
    case .newline:
      gap.indices.allSatisfy {
        gap[$0] != 0x0D || $0 + 1 < gap.endIndex && gap[$0 + 1] == 0x0A
      }
    }
  }
}

extension TableShape {
  /// Without what is beside a text, at which nobody looks.
  var told: TableShape {
    TableShape(rows: rows, columns: columns.map { $0.contains(.text) ? .text : $0 })
  }
}

extension TableShape.Kinds {
  /// The kind of a single cell.
  fileprivate init(of shape: ValueShape) {
    switch shape {
    case .nothing: self = .empty
    case .bool: self = .bool
    case .int: self = .int
    case .decimal: self = .decimal
    case .date: self = .date
    case .text, .list, .record, .map, .mixed: self = .text
    }
  }
}
