// SPDX-License-Identifier: MIT

/// How the records of a long file follow each other.
package enum RecordSequence: Sendable {
  /// Each on lines of its own.
  case lines
  /// As the elements of a list, which ends the file.
  case elements
}

/// A file that is read window by window: each holds whole records and is read by itself, so that
/// memory does not grow with the file.
package struct WindowedText: Sendable {
  let format: any TextFormat
  let sequence: RecordSequence
  /// Where the first record may begin.
  let start: Int
  /// A tokenizer of the given members for one thread; nil when memory runs out, or where what it
  /// needs is not there.
  let tokenizer: @Sendable (_ fields: [String]) -> (any WindowTokenizer)?
}

/// Reads the records of one window after another.
protocol WindowTokenizer: RecordTokenizer {
  /// Finds the whole records with which a window begins, and checks all that is in them; nil where
  /// anything is not plainly as it should be. What `parse` reads then are runs of these records.
  /// Nothing but blanks may follow them in a window that `isLast`.
  func take(_ window: Payload, isLast: Bool, number: Int) -> TakenWindow?

  /// What is known by now of the values of all windows that were taken; nil where that is what was
  /// known before the last of them.
  func news() -> WalkedShape?
}

/// What was found in a window.
struct TakenWindow {
  let records: [RecordSpan]
  /// How many bytes of it need not be looked at again.
  let consumed: Int
  /// Whether the list ends in it, with nothing but blanks behind.
  let hasEnded: Bool
}

/// How large windows are, and from which size on a file is read by them.
package struct WindowSizes: Sendable {
  /// In bytes.
  package var window = 1 << 19
  /// Shorter files are read whole, which is quicker.
  package var leastFile = 1 << 22
  /// No record is larger in a window that has grown to take one.
  package var largest = RecordStatus.sizeLimit + (1 << 16)

  package init() {}
}
