// SPDX-License-Identifier: MIT

internal import Catalogue
internal import ValueDisplay

/// The cells of one column of a table, ready to be shown, and how wide they are.
package struct TableColumn: Sendable {
  /// How the cells of a column stand and are cut.
  enum Kind: Sendable {
    /// Right-aligned at the decimal point, with units in a line of their own, never cut.
    case number
    /// Left-aligned, never cut.
    case date
    /// Cut after a whole element.
    case list
    /// Cut anywhere.
    case text
  }

  /// Cells of text are never shown wider than this, however wide the line is.
  package static let maximumTextWidth = 60
  static let minimumTextWidth = 4

  let kind: Kind
  let label: String
  private let type: ValueType
  /// Whether cells have all their digits.
  private let isWhole: Bool
  private(set) var cells = PackedTextBuilder()
  private(set) var widths: [Int] = []
  private(set) var nulls: [Bool] = []
  /// The most digits before a decimal point, with the sign, and the most after, with the point.
  private var wholeWidth = 0
  private(set) var fractionWidth = 0
  /// The most cells of a unit behind the number, with the space before it.
  private(set) var unitWidth = 0
  private var widestCell = 0
  private let ascii: Bool

  init(
    _ column: ResultColumn, sanitiser: Sanitiser, ascii: Bool, isWhole: Bool = false
  ) {
    self.ascii = ascii
    label = sanitiser.label(column.label)
    type = column.type
    self.isWhole = isWhole
    kind =
      switch column.type {
      case .int, .decimal, .money, .length, .duration: .number
      case .date: .date
      case .list: .list
      case .bool, .text, .id, .record, .any: .text
      }
  }

  /// Whether cells may be objects.
  var holdsObjects: Bool { kind == .text && type.mayHoldObjects }

  /// Takes the first `count` rows of a column.
  mutating func add(_ column: Column, count: Int, sanitiser: Sanitiser, null: String) {
    let texts =
      isWhole
      ? CellText.wholeCells(column, type: type)
      : DisplayText.shortCells(column, type: type, ascii: ascii)
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
          sanitiser.appendLine(text, to: &cell)
        }
      }
    }
    for row in start..<start + count {
      widths.append(DisplayWidth.of(cells[row]))
      measure(cells[row], width: widths[row])
    }
  }

  private mutating func measure(_ cell: ArraySlice<UInt8>, width: Int) {
    widestCell = max(widestCell, width)
    guard kind == .number else { return }
    let number = NumberCell(cell)
    fractionWidth = max(fractionWidth, number.fraction.count)
    unitWidth = max(unitWidth, number.unit.count)
    wholeWidth = max(wholeWidth, width - number.fraction.count - number.unit.count)
  }

  /// Leaves as much room as another one does, so that rows of both line up.
  mutating func widen(to other: TableColumn) {
    wholeWidth = max(wholeWidth, other.wholeWidth)
    fractionWidth = max(fractionWidth, other.fractionWidth)
    unitWidth = max(unitWidth, other.unitWidth)
    widestCell = max(widestCell, other.widestCell)
  }

  /// About how many bytes the cells take.
  var heldBytes: Int {
    cells.byteCount + cells.count * (2 * MemoryLayout<Int>.stride + MemoryLayout<Bool>.stride)
  }

  /// The cells of its widest value.
  var valueWidth: Int {
    kind == .number ? max(wholeWidth + fractionWidth + unitWidth, widestCell) : widestCell
  }

  /// The cells that the column takes when nothing is cut.
  var uncutWidth: Int { max(DisplayWidth.of(label), valueWidth) }

  /// Whether its values are cut where a line is too narrow.
  var isCut: Bool { (kind == .text && !isKey && !isBool) || kind == .list }

  /// Whether its values name things.
  var isKey: Bool { type == .id }
  var isBool: Bool { type == .bool }
  var isText: Bool { type == .text || type == .any }
}

/// The parts of a number as a table shows it: `-12`, `.50`, ` km`.
struct NumberCell {
  let whole: ArraySlice<UInt8>
  /// From the decimal point on.
  let fraction: ArraySlice<UInt8>
  /// From the space before the unit on; ASCII, so its bytes are its cells.
  let unit: ArraySlice<UInt8>

  init(_ cell: ArraySlice<UInt8>) {
    let unitStart = cell.firstIndex(of: ASCII.space) ?? cell.endIndex
    unit = cell[unitStart...]
    let point = cell[..<unitStart].firstIndex(of: ASCII.point) ?? unitStart
    whole = cell[..<point]
    fraction = cell[point..<unitStart]
  }
}
