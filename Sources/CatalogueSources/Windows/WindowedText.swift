// SPDX-License-Identifier: MIT

import Catalogue

/// How the records of a long file follow each other.
package enum RecordSequence: Sendable {
  /// Each on a line of its own.
  case lines
  /// As the elements of a list, which ends the file, or only the objects around it do.
  case elements
  /// As the rows of a table, up to the end of the file.
  case rows
}

/// How the bytes of a long file become records and fields: readings that agree in it give the
/// same of one file.
struct ReadingManner: Hashable {
  /// How a text of a format is written.
  enum Writing: Hashable {
    case records(isLines: Bool)
    case table(TableWriting)
  }

  let writing: Writing
  let sequence: RecordSequence
  /// Where the first record may begin.
  let start: Int
  /// What was said of the rows.
  let rows: RowsChoice?
}

/// A file that is read window by window: each holds whole records and is read by itself, so that
/// memory does not grow with the file.
package struct WindowedText: Sendable {
  let format: any TextFormat
  /// How the format says that the text is written.
  let writing: ReadingManner.Writing
  let sequence: RecordSequence
  /// Where the first record may begin.
  let start: Int
  /// What stands around a list that is no document itself; nil for one that is.
  var frame: ListFrame?
  /// What of the file is read otherwise than its name promises.
  var remarks: [String] = []
  /// A tokenizer of the given members for one thread; nil when memory runs out, or where what it
  /// needs is not there.
  let tokenizer: @Sendable (_ members: [WindowMember]) -> (any WindowTokenizer)?
  /// What finds the records that may meet conditions without knowing their fields; nil where the
  /// format has no such way.
  var search: (@Sendable ([PartFilter]) -> (any RecordSearch)?)?

  var manner: ReadingManner {
    ReadingManner(writing: writing, sequence: sequence, start: start, rows: frame?.choice)
  }
}

/// A member whose values are wanted.
struct WindowMember: Sendable, Equatable {
  let name: String
  /// As what they are read; nil for finding that out.
  let type: ValueType?
}

/// What is known of the values of all fields.
enum WindowShape: Sendable {
  case records(WalkedShape)
  /// The names of the columns and what they hold.
  case table([String], TableShape)

  func merged(with other: WindowShape) -> WindowShape {
    switch (self, other) {
    case (.records(let one), .records(let other)): .records(one.merged(with: other))
    case (.table(let names, let one), .table(_, let other)):
      .table(names, one.merged(with: other))
    case (.records, .table), (.table, .records):
      preconditionFailure("all windows of a file are of one format")
    }
  }

  /// The fields in the order in which they first appear.
  var fields: [(name: String, shape: ValueShape)] {
    switch self {
    case .records(let shape): shape.fields
    case .table(let names, let shape): Array(zip(names, shape.columns.map(\.shape)))
    }
  }
}

/// Reads the records of one window after another.
protocol WindowTokenizer: AnyObject {
  /// Finds the whole records with which a window begins, and checks all that is in them; nil where
  /// anything is not plainly as it should be. Nothing but blanks may follow them in a window that
  /// `isLast`. Windows come in the order of their numbers, of which that of the first is 0.
  func take(_ window: Payload, isLast: Bool, number: Int) -> TakenWindow?
}

/// Finds the records of a window that may be asked for by their bytes alone.
protocol RecordSearch: Sendable {
  /// The records that may be; nil where these are so many that all may as well be read.
  func records(of text: Payload) -> FoundText?
}

/// Some records of a window, end to end.
struct FoundText {
  let text: Payload
  let count: Int
}

/// What was found in a window.
struct TakenWindow: Sendable {
  let records: [RecordSpan]
  /// How many bytes of it need not be looked at again.
  let consumed: Int
  /// Whether the list ends in it, with nothing but blanks behind unless it stands within others.
  let hasEnded: Bool
  /// Whether nothing can be said of any value in it as long as it is of its field's type, so that
  /// values may be read when they are needed.
  let isPlain: Bool
  /// The tokens of each field, one for each record; nil where none has it.
  let tokens: [[ValueToken]?]
  /// What is known by now of the values of all windows that the tokenizer has taken; nil where that
  /// is what was known before.
  var news: WindowShape?
  /// What stands around the list that ends in it; nil where that is the whole text.
  var surroundings: ListSurroundings?
}

/// The tokens of a window whose records are all whole.
final class WindowTokens: RecordTokenizer {
  /// Of each field those of all records.
  let all: [[ValueToken]?]
  /// What `TakenWindow` says of the window.
  let isPlain: Bool
  /// The records that were read last; all of them at first.
  private var run: Range<Int>

  init(_ window: TakenWindow) {
    all = window.tokens
    isPlain = window.isPlain
    run = window.records.indices
  }

  func parse(_ payload: Payload, _ spans: ArraySlice<RecordSpan>) -> Bool {
    run = spans.indices
    return true
  }

  func tokens(_ field: Int, as type: ValueType?) -> [ValueToken]? {
    all[field].map { run.count == $0.count ? $0 : Array($0[run]) }
  }

  func statuses() -> [RecordStatus] { Array(repeating: .whole, count: run.count) }

  func losses() -> [RecordLoss] { [] }
}

/// How large windows are, and from which size on a file is read by them.
package struct WindowSizes: Sendable {
  /// In bytes.
  package var window = 1 << 19
  /// So much of a file tells how it is written.
  package var head = DialectDetection.mostBytes + (1 << 16)
  /// Shorter files are read whole, which is quicker than loading what walks over windows.
  package var leastFile = 1 << 18
  /// Shorter files are not looked into for a compressed text that is longer than that.
  package var leastPacked = 1 << 12
  /// Of shorter files no fields are proposed: they are looked at to their end first.
  package var leastProposed = 1 << 22
  /// Making rows of so many members that were found takes less than handing them to another thread,
  /// where one alone can find them.
  package var fewMembers = 8
  /// No record is larger in a window that has grown to take one.
  package var largest = RecordStatus.sizeLimit + (1 << 16)

  /// A result of more bytes does not wait to be written until all of its file is known: the rest of
  /// it is read first.
  package var waiting = 1 << 22

  /// What is kept of a column is in chunks of at least so many rows.
  package var chunkRows = 1 << 14

  package init() {}
}
