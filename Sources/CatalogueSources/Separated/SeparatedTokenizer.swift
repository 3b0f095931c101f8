// SPDX-License-Identifier: MIT

import Catalogue

/// Reads cells of many rows into columns of tokens.
final class SeparatedTokenizer: DiscoveringTokenizer {
  private typealias Cell = SeparatedScanner.Cell

  private let format: SeparatedFormat
  private let fields: [String]
  /// Where the cells of each field stand in a row; nil for a field that is no column.
  private var places: [Int?]
  private var cells: [[Cell?]]
  private var bytes: [UInt8] = []
  private var lengths: [Int] = []
  /// Rows in which something is not as in the others, and how many cells they have: where that is
  /// the usual number, text follows a closing quote.
  private var odd: [(row: Int, count: Int)] = []

  let ignored: Int

  init(_ format: SeparatedFormat, fields: [String]) {
    self.format = format
    ignored = max(0, format.head.names.count - RecordStatus.fieldLimit)
    self.fields = fields
    let known = Dictionary(
      format.head.names.enumerated().map { (SpelledName($0.element), $0.offset) }
    ) { first, _ in first }
    places = fields.map { known[SpelledName($0)] }
    cells = Array(repeating: [], count: fields.count)
  }

  func discover(_ payload: Payload, _ spans: ArraySlice<RecordSpan>) -> Bool {
    places = Array(format.head.names.indices.prefix(RecordStatus.fieldLimit))
    return parse(payload, spans)
  }

  func parse(_ payload: Payload, _ spans: ArraySlice<RecordSpan>) -> Bool {
    cells = places.map { _ in [] }
    for field in cells.indices { cells[field].reserveCapacity(spans.count) }
    bytes = payload.padded
    lengths.removeAll(keepingCapacity: true)
    odd.removeAll(keepingCapacity: true)
    let width = format.head.names.count
    var scanner = SeparatedScanner(bytes, 0..<payload.count, format.dialect)
    for (row, span) in spans.enumerated() {
      let range = span.range
      scanner.take(from: range.lowerBound)
      lengths.append(range.count)
      let found = scanner.cells
      for (field, place) in places.enumerated() {
        cells[field].append(place.flatMap { $0 < found.count ? found[$0] : nil })
      }
      let isIrregular = found.contains { $0.form == .irregular }
      if found.count != width || isIrregular {
        odd.append((row, found.count))
      }
    }
    return true
  }

  func tokens(_ field: Int, as type: ValueType?) -> [ValueToken]? {
    guard places[field] != nil else { return nil }
    let isText = type.map(Self.isWritten) ?? false
    return cells[field].map { cell in cell.map { token($0, isText: isText) } ?? .absent }
  }

  /// Whether values of a type are the text of their cells, whatever that is.
  static func isWritten(_ type: ValueType) -> Bool {
    switch type {
    case .text, .id, .list: true
    default: false
    }
  }

  private func token(_ cell: Cell, isText: Bool) -> ValueToken {
    let content = cell.form == .quoted ? cell.range.dropQuotes : cell.range
    let text = ValueToken(content, .string, cell.spelling)
    if cell.form == .escaped || cell.form == .irregular { return text }
    if isText { return cell.form == .bare && content.isEmpty ? .null : text }
    let value = CellKind.trimmed(bytes[content])
    switch format.dialect.kind(value) {
    case .empty: return .null
    case .int, .decimal: return ValueToken(value.indices, .number, .bare)
    case .bool:
      return ValueToken(value.indices, CellKind.bool(value) == true ? .true : .false, .bare)
    case .date, .text: return text
    }
  }

  func statuses() -> [RecordStatus] {
    lengths.map { $0 > RecordStatus.sizeLimit ? .tooLarge : .whole }
  }

  func names(from first: Int) -> [String] {
    let known = fields.isEmpty ? format.head.names.prefix(RecordStatus.fieldLimit) : fields[...]
    return Array(known.dropFirst(first))
  }

  func losses() -> [RecordLoss] {
    let width = format.head.names.count
    return odd.map { row, count in
      RecordLoss(
        row: row, reason: count == width ? .textBehindQuote : .cells(count, columns: width))
    }
  }

  func shape(of tokens: [ValueToken], in payload: Payload) -> ValueShape {
    let text = payload.padded
    var shape = ValueShape.nothing
    for token in tokens where !shape.covers(token, in: text) {
      shape = shape.merged(with: Self.shape(of: token, in: text))
    }
    return shape
  }

  private static func shape(of cell: ValueToken, in text: [UInt8]) -> ValueShape {
    switch cell.form {
    case .absent, .null, .array, .object: .nothing
    case .true, .false: .bool
    case .number: .ofNumber(text[cell.range])
    case .string where cell.hasEscapes: .text
    case .string: CellKind(text[cell.range]) == .date ? .date : .text
    }
  }
}

extension SeparatedScanner.Cell {
  /// How the text of the cell is found in what is written.
  fileprivate var spelling: ValueToken.Spelling {
    switch form {
    case .bare: .bare
    case .quoted: .plain
    case .escaped, .irregular: .escapedWhole
    }
  }
}

extension Range<Int> {
  fileprivate var dropQuotes: Range<Int> { lowerBound + 1..<upperBound - 1 }
}
