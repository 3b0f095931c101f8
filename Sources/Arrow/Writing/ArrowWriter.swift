// SPDX-License-Identifier: MIT

package import Catalogue

/// Writes rows as an Arrow file or stream. The types of its columns follow from all of their
/// values, so that rows are only taken at first, and may be put aside; then the file is written
/// batch by batch.
package struct ArrowWriter {
  /// What is written.
  package enum Form: Sendable {
    /// With texts that repeat in dictionaries, and where everything is at the end.
    case file
    /// To be read as it comes.
    case stream
  }

  private let form: Form
  private let columns: [ResultColumn]
  private var surveys: [ColumnSurvey]
  private var key: WrittenKey?
  private var waiting = WaitingRows()
  private var layout: WrittenLayout?
  /// How many rows a batch has at most, unless they come together, and about how many bytes.
  private let mostRows: Int
  private static let mostBytes = 1 << 24
  /// How far offsets reach that are not large.
  private let mostOffset: Int

  package init(
    _ form: Form, _ columns: [ResultColumn], mostRows: Int = 1 << 15,
    mostOffset: Int = Int(Int32.max)
  ) {
    self.form = form
    self.columns = columns
    self.mostRows = mostRows
    self.mostOffset = mostOffset
    surveys = columns.map {
      ColumnSurvey($0.type, mayRepeat: form == .file, mostOffset: mostOffset)
    }
    key = form == .file ? WrittenKey(columns) : nil
  }

  /// About how many bytes the rows take that wait, and what is known of them.
  package var heldBytes: Int {
    surveys.reduce(waiting.heldBytes + (key?.heldBytes ?? 0)) { $0 + $1.heldBytes }
  }

  /// Whether records lack members, which are null in what is written.
  package var lacksMembers: Bool { surveys.contains { $0.lacksMembersAnywhere } }

  /// Takes the next rows.
  package mutating func add(_ batch: Batch) {
    guard batch.count > 0 else { return }
    for (slot, survey) in surveys.enumerated() { survey.add(batch[slot]) }
    key?.add(batch, after: waiting.held)
    waiting.add(batch)
  }

  /// Puts the rows aside that wait in memory; where none do, what is known of them is less.
  package mutating func putAside(in space: SpillSpace) throws(SpillFault) {
    key?.forgetValues()
    if try waiting.putAside(in: space) { return }
    for survey in surveys { survey.forgetTexts() }
  }

  /// Writes the next part of what has been taken; false when nothing is left but the end.
  package mutating func appendPart(to output: inout [UInt8]) throws(SpillFault) -> Bool {
    if layout == nil {
      layout = WrittenLayout(form, columns, surveys, mostOffset: mostOffset)
      layout?.begin(&output)
      return !waiting.isEmpty
    }
    var (rows, bytes) = (0, 0)
    var batches: [Batch] = []
    while let next = waiting.next,
      batches.isEmpty || rows + next.rows <= mostRows && bytes + next.bytes <= Self.mostBytes
    {
      rows += next.rows
      bytes += next.bytes
      batches.append(try waiting.take())
    }
    guard rows > 0 else { return false }
    layout?.append(Batch.concatenated(batches, columnCount: columns.count), &output)
    return !waiting.isEmpty
  }

  /// Writes what is left, and the end.
  package mutating func finish(to output: inout [UInt8]) {
    // Rows that were put aside are written before; where they cannot be read, that was told.
    while (try? appendPart(to: &output)) == true {}
    layout?.end(&output, key: key?.name)
    waiting = WaitingRows()
  }
}

/// The columns as they are written, and what has been written.
private struct WrittenLayout {
  private let form: ArrowWriter.Form
  private let fields: [ArrowField]
  private let schema: FlatValue
  /// The dictionaries of the columns that have one.
  private var dictionaries: [WrittenDictionary?]
  /// How many bytes have been written.
  private var place = 0
  /// Where batches and dictionaries stand.
  private var batches: [[Int64]] = []
  private var texts: [[Int64]] = []
  private var statistics: BatchStatistics
  private let mostOffset: Int

  init(
    _ form: ArrowWriter.Form, _ columns: [ResultColumn], _ surveys: [ColumnSurvey],
    mostOffset: Int
  ) {
    self.form = form
    self.mostOffset = mostOffset
    statistics = BatchStatistics(columns: columns.count)
    dictionaries = surveys.map { survey in
      survey.texts.flatMap { $0.texts.count > 0 ? $0 : nil }
    }
    var fields: [ArrowField] = []
    for (index, survey) in surveys.enumerated() {
      let isCoded = dictionaries[index] != nil
      fields.append(
        survey.field(columns[index].label) { _ in
          isCoded
            ? ArrowField.Dictionary(
              id: Int64(index), index: IntegerKind(bits: 32, isSigned: true)) : nil
        })
    }
    self.fields = fields
    schema = .schema(fields, precisions: surveys.map(\.precision))
  }

  mutating func begin(_ output: inout [UInt8]) {
    let start = output.count
    if form == .file { output += "ARROW1\0\0".utf8 }
    place += output.count - start
    _ = append(FlatValue.message(.schema, schema, body: 0), [], &output)
    for index in fields.indices {
      guard let dictionary = dictionaries[index] else { continue }
      var batch = BatchEncoder()
      var none: WrittenDictionary?
      let values = TextColumn(dictionary.texts.finish())
      batch.add(.text(values), fields[index].ofDictionary, &none)
      let header = FlatValue.table([
        0: .long(Int64(index)), 1: .records(values.count, batch), 2: .bool(false),
      ])
      texts.append(
        append(FlatValue.message(.dictionary, header, body: batch.body.count), batch.body, &output))
    }
  }

  /// Writes some rows; in halves where one batch cannot hold them.
  mutating func append(_ rows: Batch, _ output: inout [UInt8]) {
    var batch = BatchEncoder(mostOffset: mostOffset)
    for (index, field) in fields.enumerated() {
      batch.add(rows[index], field, &dictionaries[index])
    }
    if batch.isTooLong, rows.count > 1 {
      append(rows.slice(0..<rows.count / 2), &output)
      append(rows.slice(rows.count / 2..<rows.count), &output)
      return
    }
    if form == .file {
      statistics.add(
        rows: rows.count,
        fields.indices.map { ValueSpan(rows[$0], fields[$0].type ?? .any) })
    }
    let header = FlatValue.records(rows.count, batch)
    batches.append(
      append(FlatValue.message(.records, header, body: batch.body.count), batch.body, &output))
  }

  mutating func end(_ output: inout [UInt8], key: String?) {
    output += [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
    guard form == .file else { return }
    var slots: [Int: FlatValue] = [
      0: .version, 1: schema, 2: .structs(texts), 3: .structs(batches),
    ]
    slots[4] = .pairs(
      (key.map { [(ArrowNote.key, $0)] } ?? []) + [(ArrowNote.statistics, statistics.text)])
    let footer = FlatBuilder.bytes(of: slots)
    output += footer
    output.append(little: Int32(truncatingIfNeeded: footer.count))
    output += "ARROW1".utf8
  }

  /// Writes a message with its body, which stands on 64 bytes; gives its block.
  private mutating func append(
    _ message: [UInt8], _ body: [UInt8], _ output: inout [UInt8]
  ) -> [Int64] {
    let start = place
    let padding = body.isEmpty ? 0 : -(start + 8 + message.count) & 63
    let length = message.count + padding
    output += [0xFF, 0xFF, 0xFF, 0xFF]
    output.append(little: Int32(truncatingIfNeeded: length))
    output += message
    output.append(contentsOf: repeatElement(0, count: padding))
    output += body
    place += 8 + length + body.count
    return [Int64(start), Int64(8 + length), Int64(body.count)]
  }
}
