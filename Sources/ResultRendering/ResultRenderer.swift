// SPDX-License-Identifier: MIT

package import Catalogue

/// Writes one result batch by batch. It touches no stream: it appends bytes.
package protocol ResultRenderer {
  /// Takes the next rows, whose columns are those given at creation, in their order.
  mutating func add(_ batch: Batch, to output: inout [UInt8])

  /// Writes a portion of the rows that waited for the others; false once none are left. It may be
  /// called after the last rows and before `finish`, which writes whatever is still waiting.
  mutating func appendWaiting(to output: inout [UInt8]) throws(SpillFault) -> Bool

  /// Puts rows aside that wait for the others, in a form that can take them from there.
  mutating func putAside(in space: SpillSpace) throws(SpillFault)

  /// About how many bytes are held of rows that wait.
  var heldBytes: Int { get }

  /// What of the rows the form cannot hold, as notes; known after the last rows.
  var losses: [String] { get }

  /// Ends the result. Only the formats made for people show the footer, which may have lines.
  mutating func finish(footer: String?, to output: inout [UInt8])
}

extension ResultRenderer {
  package mutating func appendWaiting(to output: inout [UInt8]) -> Bool { false }

  package mutating func putAside(in space: SpillSpace) {}

  package var heldBytes: Int { 0 }

  package var losses: [String] { [] }
}

/// What the place of the output can show.
package struct RenderOptions: Sendable {
  /// The cells of a line.
  package var width: Int
  package var colour: Bool
  /// Whether text from data has to be made harmless: true for a terminal.
  package var sanitise: Bool
  /// Whether people's formats keep to ASCII.
  package var ascii: Bool
  /// Whether the rows of a table are numbered, from 1.
  package var rowNumbers: Bool
  /// How many rows people's formats show; further ones are counted.
  package var maximumRows: Int?
  /// Whether a table fits its cells to the width of the line; in a file it shows them whole.
  package var fitsCells = true
  /// Whether each card takes the whole line, as in a file; else several stand side by side.
  package var cardsStandAlone = false
  /// Whether what is written as Arrow is a file, and not a stream.
  package var isArrowFile = false
  /// Where it is noted that text lost letters; nil where nobody is told.
  package var lostLetters: LostLetters?
  /// The place of the column whose values head the rows that have them; nil for none.
  package var heading: Int?
  /// What stands where something is cut.
  package var ellipsis: String { (ascii ? Glyphs.ascii : .unicode).ellipsis }
  /// How many cells a card takes at least where several stand side by side; nil for what suits the
  /// line.
  package var cardWidth: Int?
  /// The places of the columns that a query names, which are left out last; nil for all.
  package var wanted: Set<Int>?
  /// The place of a column of counts that are drawn beside the rows where there is room; nil for
  /// none.
  package var drawn: Int?
  /// Whether `.wide` shows what is left out.
  package var offersWide = false
  /// Between which numbers a histogram counts, ascending; empty where it finds them.
  package var rangeEnds: [Decimal] = []
  /// The name of the format in which a chart is drawn; nil for text.
  package var chartMarkup: String?
  /// Whether results are figures of a page in HTML.
  package var isFigure = false
  /// The number of this figure in its document, from 1.
  package var figureNumber = 1
  /// What the rows are, for a format that names them; nil for none.
  package var caption: String?

  /// How text from data is written.
  var sanitiser: Sanitiser {
    Sanitiser(escapes: sanitise, ascii: ascii, lostLetters: lostLetters)
  }

  /// A line of JSON as the place of the output shows it.
  package func json(_ text: String) -> String {
    guard sanitise else { return text }
    var bytes: [UInt8] = []
    JSONSanitiser(ascii: ascii).append(Array(text.utf8)[...], to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Lines that are no result, such as a page of the help, as the place of the output shows them.
  package func page(_ text: String) -> String {
    if isFigure { return "<pre tabindex=\"0\"><code>\(DocumentText.lines(text))</code></pre>\n" }
    guard sanitise || ascii else { return text }
    let sanitiser = Sanitiser(
      escapes: sanitise, ascii: ascii, lostLetters: lostLetters, isOfSystem: sanitise)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(sanitiser.text).joined(separator: "\n")
  }

  /// The cells to which notes are wrapped on a terminal; elsewhere nobody's line is too narrow.
  var noteWidth: Int? { sanitise ? width : nil }

  package init(
    width: Int = 80, colour: Bool = false, sanitise: Bool = false, ascii: Bool = false,
    rowNumbers: Bool = false, maximumRows: Int? = nil
  ) {
    self.width = width
    self.colour = colour
    self.sanitise = sanitise
    self.ascii = ascii
    self.rowNumbers = rowNumbers
    self.maximumRows = maximumRows
  }
}
