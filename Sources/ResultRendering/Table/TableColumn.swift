internal import Catalogue

/// The cells of one column of a table, ready to be shown, and how wide they are.
struct TableColumn: Sendable {
  /// How the cells of a column stand and are cut.
  enum Kind: Sendable {
    /// Right-aligned at the decimal point, never cut.
    case number
    /// Cut after a whole element.
    case list
    /// Cut anywhere.
    case text
  }

  /// Cells of text are never shown wider than this, however wide the line is.
  static let maximumTextWidth = 60
  static let minimumTextWidth = 4

  let kind: Kind
  let label: String
  private let type: ValueType
  private(set) var cells = PackedText()
  private(set) var widths: [Int] = []
  private(set) var nulls: [Bool] = []
  /// The most digits before a decimal point, with the sign, and the most after, with the point.
  private var wholeWidth = 0
  private(set) var fractionWidth = 0
  private var widestCell = 0

  init(_ column: ResultColumn, sanitiser: Sanitiser) {
    label = sanitiser.text(column.label)
    type = column.type
    kind =
      switch column.type {
      case .int, .decimal: .number
      case .list: .list
      default: .text
      }
  }

  /// Takes the first `count` rows of a column.
  mutating func add(_ column: Column, count: Int, sanitiser: Sanitiser, null: String) {
    let texts = CellText.cells(column, type: type, style: .display)
    let validity = column.validity
    let isNumber = kind == .number
    let start = cells.count
    for row in 0..<count {
      let isNull = validity.map { !$0[row] } ?? false
      nulls.append(isNull)
      let text = texts[row]
      cells.append { cell in
        if isNull {
          cell.append(null)
        } else if isNumber {
          cell += text
        } else {
          Self.appendLine(text, sanitiser, to: &cell)
        }
      }
    }
    widths += DisplayWidth.widths(of: cells, from: start)
    for row in start..<start + count { measure(cells[row], width: widths[row]) }
  }

  private mutating func measure(_ cell: ArraySlice<UInt8>, width: Int) {
    widestCell = max(widestCell, width)
    guard kind == .number else { return }
    let fraction = Self.fractionWidth(of: cell)
    fractionWidth = max(fractionWidth, fraction)
    wholeWidth = max(wholeWidth, width - fraction)
  }

  /// The cells from the decimal point on.
  static func fractionWidth(of cell: ArraySlice<UInt8>) -> Int {
    cell.firstIndex(of: ASCII.point).map { cell.endIndex - $0 } ?? 0
  }

  /// The cells that the column takes when nothing is cut that need not be.
  var naturalWidth: Int {
    let label = DisplayWidth.of(label)
    if kind == .number { return max(label, wholeWidth + fractionWidth) }
    return min(max(label, widestCell), Self.maximumTextWidth)
  }

  var minimumWidth: Int {
    kind == .number ? naturalWidth : min(naturalWidth, Self.minimumTextWidth)
  }

  /// The safe form of a text on one line: white space around a line break becomes one space.
  private static func appendLine(
    _ text: ArraySlice<UInt8>, _ sanitiser: Sanitiser, to cell: inout [UInt8]
  ) {
    guard text.contains(where: isLineBreak) else { return sanitiser.append(text, to: &cell) }
    var joined: [UInt8] = []
    for part in text.split(whereSeparator: isLineBreak) {
      guard let first = part.firstIndex(where: { !isBlank($0) }),
        let last = part.lastIndex(where: { !isBlank($0) })
      else { continue }
      if !joined.isEmpty { joined.append(ASCII.space) }
      joined += part[first...last]
    }
    sanitiser.append(joined[...], to: &cell)
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool {
    byte == ASCII.newline || byte == ASCII.carriageReturn
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
}
