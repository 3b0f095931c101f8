// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import ResultRendering

/// Writes the rows of one result as they come, and keeps them where they are wanted later.
final class ResultWriter {
  /// Takes what is written; false where that failed and nothing more is of use.
  private let output: ([UInt8]) -> Bool
  /// Whether writing failed, so that the rest of the rows need not be made.
  private(set) var isBroken = false
  private var columns: [ResultColumn]
  /// The places of these among the columns of the batches.
  private var slots: [Int]
  private let query: BoundQuery
  private let format: OutputFormat
  private var options: RenderOptions
  private let isSilent: Bool
  /// Rows that wait for the picture of their item.
  private var waiting: [Batch]?
  private var renderer: any ResultRenderer
  private(set) var kept: [Batch] = []
  /// The columns that were left out, with those that were shown nowhere.
  private(set) var hidden: [ColumnID] = []
  private var keptBytes = 0
  private var writtenBytes = 0
  /// The file that is written; nil for the standard output.
  private let file: String?
  private var rows = 0
  /// Whether a part of the result has left already.
  private var isBegun = false
  /// Whether rows can be shown without the others, as those of a chart cannot.
  private let showsRows: Bool
  private var separator: String
  /// What is written, where that waits until it is known where all of the rows come from.
  private var unjudged: [UInt8]?
  /// Whether the rows may be refused for where they come from.
  private let isJudged: Bool
  /// Whether the fields of what is read may turn out to be others.
  var isProposed: Bool

  init(
    _ query: BoundQuery, _ settings: SessionSettings, isFirst: Bool, file: String? = nil,
    isProposed: Bool = false, output: @escaping ([UInt8]) -> Bool
  ) {
    self.output = output
    self.file = file
    let format = settings.format(of: query)
    showsRows = !format.isChart
    isSilent = query.presentation.isSilent
    self.query = query
    self.format = format
    columns = query.presentation.columns.map { ResultColumn($0.label, $0.type) }
    slots = Array(columns.indices)
    var options = settings.options
    options.caption = query.presentation.nouns.subject
    options.rangeEnds = query.presentation.chart.ends
    options.chartMarkup =
      query.presentation.chart.markup?.name ?? (options.isFigure ? ResultFormat.page : nil)
    options.isArrowFile = file.map { !Compression.nameOfText(in: $0).hasSuffix(".arrows") } ?? false
    options.heading = query.presentation.heading
    options.wanted = query.presentation.named
    options.drawn = options.sanitise ? query.presentation.counts : nil
    options.offersWide = settings.isInteractive && file == nil
    options.cardWidth = settings.pictures.size
    options.cardsStandAlone = options.cardsStandAlone || settings.showsPicture(of: query)
    self.options = options
    waiting = settings.drawsPictures(of: query) ? [] : nil
    self.isProposed = isProposed
    isJudged = settings.judges(query)
    unjudged = isProposed || isJudged ? [] : nil
    renderer = format.makeRenderer(columns: columns, options: options)
    separator =
      isFirst || settings.isInteractive || !format.isParted || options.isFigure ? "" : "\n"
  }

  /// Takes a batch whose first columns are those shown; the others are only kept.
  func add(_ batch: Batch, keeping: Bool) {
    let shown = batch.selecting(slots)
    rows += batch.count
    if waiting != nil { waiting?.append(shown) } else { write { renderer.add(shown, to: &$0) } }
    if keeping {
      let first = query.presentation.columns.count
      let rows = Batch(Array(batch.columns[first...]), count: batch.count)
      keptBytes += rows.heldBytes(beside: kept.last)
      kept.append(rows)
    }
  }

  /// Leaves out those of some columns of which the query does not say itself that they are shown;
  /// no row has come.
  func hide(_ hidden: [ColumnID]) {
    let all = query.presentation.columns
    let kept = slots.filter { !all[$0].isOptional || !hidden.contains(all[$0].id) }
    guard kept != slots else { return }
    slots = kept
    columns = kept.map { ResultColumn(all[$0].label, all[$0].type) }
    options.heading = query.presentation.heading.flatMap { kept.firstIndex(of: $0) }
    // The places are others now.
    options.wanted = nil
    options.drawn = nil
    renderer = format.makeRenderer(columns: columns, options: options)
    self.hidden += hidden
  }

  /// Gives each card the whole line; no row has been written.
  func letCardsStandAlone() {
    options.cardsStandAlone = true
    renderer = format.makeRenderer(columns: columns, options: options)
  }

  /// About how many bytes are held: rows that are kept, and those that wait for the end.
  var heldBytes: Int { keptBytes + renderer.heldBytes + (unjudged?.count ?? 0) }

  /// How many bytes wait until they may be written.
  var waitingBytes: Int { unjudged?.count ?? 0 }

  /// How far a run is whose rows are written, such as `hotels.csv: 12000 rows written, 1.2 MB`:
  /// that they are written means that they are no longer sorted.
  func words(on run: RunProgress, of source: String?) -> String {
    guard rows > 0, writtenBytes > 0 else { return run.words(of: source) }
    return run.work == .reading ? "\(wordsOnWriting); \(run.words(of: source))" : wordsOnWriting
  }

  /// How much is written.
  var wordsOnWriting: String {
    let count = rows == 1 ? "1 row" : "\(rows) rows"
    let place = file.map { "\($0): " } ?? ""
    return "\(place)\(count) written, \(ByteCount.words(writtenBytes))"
  }

  /// Writes the rows that waited for the others, portion by portion; false when it was cancelled
  /// before the last.
  func writesWaiting(unless isCancelled: () -> Bool) throws(SpillFault) -> Bool {
    guard waiting == nil, !isSilent else { return true }
    var isDone = false
    while !isDone, !isBroken {
      if isCancelled() { return false }
      try write { bytes throws(SpillFault) in
        isDone = try !renderer.appendWaiting(to: &bytes)
      }
    }
    return true
  }

  /// Puts rows aside that wait for the others, where the form allows that.
  func putAside(in space: SpillSpace) throws(SpillFault) { try renderer.putAside(in: space) }

  /// Writes the rows that wait for their picture, which will stand below them.
  func writeText() {
    for batch in waiting ?? [] { write { renderer.add(batch, to: &$0) } }
    waiting = nil
  }

  /// What of the rows the form cannot hold.
  var losses: [String] { isSilent ? [] : renderer.losses }

  /// Ends the result, the card of an item with its picture.
  func finish(footer: String?, picture: CardPicture? = nil) {
    guard let picture else {
      writeText()
      return write { renderer.finish(footer: footer, to: &$0) }
    }
    if waiting == nil { return finish(footer: footer, below: picture) }
    renderer = PicturedCard(columns: columns, options: options, picture: picture)
    writeText()
    write { renderer.finish(footer: footer, to: &$0) }
  }

  /// Ends the result: cards side by side, each with its picture, which comes when it is written.
  func finish(pictures: GridPictures, flush: () -> Void) {
    var rest = (waiting ?? [])[...]
    waiting = nil
    renderer = GridRenderer(columns: columns, options: options, pictures: pictures.picture(ofRow:))
    while let batch = rest.popFirst() {
      for row in 0..<batch.count {
        write { renderer.add(batch.taking(rows: [row]), to: &$0) }
        flush()
      }
    }
    write { renderer.finish(footer: pictures.footer, to: &$0) }
  }

  /// Ends a card whose text stands already.
  private func finish(footer: String?, below picture: CardPicture) {
    write { output in
      PicturedCard.append(picture, to: &output)
      renderer.finish(footer: PicturedCard.footer(footer, of: picture, options), to: &output)
    }
  }

  /// Adds the definition of the source that a table for people has told of, after an empty line.
  func add(definition: [UInt8]) {
    write { output in
      output += "\n\(options.page(ofDefinition: definition))".utf8
    }
  }

  /// Ends a result that a fault breaks off. What is begun is closed, so that JSON stays JSON; of
  /// data that ends too early the rows before are shown, in every format. Where nobody has judged
  /// where the rows come from, or they have been refused, none that waits for that is shown.
  func breakOff(isDataShort: Bool, isUnjudged: Bool) {
    if isUnjudged, isJudged, unjudged != nil { return }
    defer { release() }
    guard rows > 0, isBegun || (isDataShort && showsRows) else { return }
    finish(footer: "\(CountText.of(rows)) \(rows == 1 ? "row" : "rows") before the fault")
  }

  /// Writes what has waited to be judged.
  func release() {
    guard let bytes = unjudged else { return }
    unjudged = nil
    if !bytes.isEmpty { hand(over: bytes) }
  }

  private func write<Fault: Error>(
    _ body: (inout [UInt8]) throws(Fault) -> Void
  ) throws(Fault) {
    if isSilent { return }
    var bytes: [UInt8] = []
    try body(&bytes)
    guard !bytes.isEmpty else { return }
    writtenBytes += bytes.count
    let text = separator.isEmpty ? bytes : Array(separator.utf8) + bytes
    if unjudged == nil { hand(over: text) } else { unjudged? += text }
    separator = ""
    isBegun = true
  }

  private func hand(over bytes: [UInt8]) {
    if !isBroken, !output(bytes) { isBroken = true }
  }
}
