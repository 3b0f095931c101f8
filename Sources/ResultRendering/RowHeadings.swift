// SPDX-License-Identifier: MIT

internal import Catalogue
internal import ValueDisplay

/// The values of a column that head the rows which have them, where these rows stand together.
struct RowHeadings {
  private let place: Int
  private let type: ValueType
  private let sanitiser: Sanitiser
  private let glyphs: Glyphs
  private let ascii: Bool
  private var last: String?

  /// Nil where no column heads the rows.
  init?(_ columns: [ResultColumn], _ options: RenderOptions) {
    guard let place = options.heading else { return nil }
    precondition(columns.indices.contains(place), "a column of the result heads its rows")
    self.place = place
    type = columns[place].type
    sanitiser = options.sanitiser
    glyphs = options.ascii ? .ascii : .unicode
    ascii = options.ascii
  }

  /// What heads each of the first rows of a batch; nil for a row that the heading before is of.
  mutating func headings(of batch: Batch, count: Int) -> [String?] {
    let cells = DisplayText.cells(batch[place], type: type, ascii: ascii)
    return (0..<count).map { row in
      let heading = batch[place].isNull(at: row) ? glyphs.null : sanitiser.line(cells[row])
      if heading == last { return nil }
      last = heading
      return heading
    }
  }
}

extension RenderOptions {
  /// The columns that stand in the rows: all but the one that heads them.
  func places(among count: Int) -> [Int] { (0..<count).filter { $0 != heading } }
}
