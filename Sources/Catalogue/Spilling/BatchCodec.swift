// SPDX-License-Identifier: MIT

/// Writes batches as blocks of bytes and reads them again, exactly as they were.
///
/// A block has the buffers of the columns as they stand in memory, each at a place where such
/// values may stand, so that the columns that are read are regions of the block. It means nothing
/// to another process. Long dictionaries that columns share are kept here and not in the blocks.
package struct BatchCodec {
  /// A dictionary of at most so many bytes is kept.
  private static let mostBytes = 1 << 18

  /// The dictionaries that columns share, each as long as it was known last.
  private var dictionaries: [TextColumn] = []
  private var places: [ObjectIdentifier: Int] = [:]

  package init() {}

  /// The bytes of some rows.
  package mutating func block(_ batch: Batch) -> [UInt8] {
    var writer = BlockWriter()
    let columns = batch.columns
    writer.append(batch.count)
    writer.append(columns.count)
    for column in columns { append(column, to: &writer) }
    return writer.bytes
  }

  /// The rows of a block that this codec has written.
  package func batch(_ block: [UInt8]) -> Batch {
    var reader = BlockReader(block)
    let (rows, columns) = (reader.word(), reader.word())
    return Batch((0..<columns).map { _ in column(&reader) }, count: rows)
  }

  /// What a column is, as the first word of its part of a block says.
  private enum Kind: Int {
    case bool, narrow, wide, mixed, text, coded, shared, lists, record, null
  }

  private mutating func append(_ column: Column, to writer: inout BlockWriter) {
    switch column {
    case .bool(let column):
      writer.begin(Kind.bool.rawValue, column.values.count, column.validity)
      writer.append(column.values)
    case .number(let column): append(column, to: &writer)
    case .text(let column): append(column, to: &writer)
    case .list(let column): append(column, to: &writer)
    case .record(let column): append(column, to: &writer)
    case .null(let count): writer.begin(Kind.null.rawValue, count, nil)
    }
  }

  private func append(_ column: NumberColumn, to writer: inout BlockWriter) {
    switch column.storage {
    case .narrow(let values, let scale):
      writer.begin(Kind.narrow.rawValue, values.count, column.validity)
      writer.append(scale)
      writer.append(values)
    case .wide(let values, let scale):
      writer.begin(Kind.wide.rawValue, values.count, column.validity)
      writer.append(scale)
      writer.append(values)
    case .mixed(let values):
      writer.begin(Kind.mixed.rawValue, values.count, column.validity)
      writer.append(values)
    }
  }

  private mutating func append(_ column: TextColumn, to writer: inout BlockWriter) {
    guard let codes = column.codes else {
      writer.begin(Kind.text.rawValue, column.count, column.validity)
      return writer.append(column.values)
    }
    if let place = place(of: column) {
      writer.begin(Kind.shared.rawValue, codes.count, column.validity)
      writer.append(place)
      return writer.append(codes)
    }
    let (used, own) = Self.used(column, codes)
    writer.begin(Kind.coded.rawValue, codes.count, column.validity)
    writer.append(own)
    writer.append(used)
  }

  /// Where the dictionary of a column is kept; nil where it has none that columns share, or one
  /// that is too long.
  private mutating func place(of column: TextColumn) -> Int? {
    guard let identity = column.dictionary, column.values.heldBytes <= Self.mostBytes else {
      return nil
    }
    guard let known = places[ObjectIdentifier(identity)] else {
      places[ObjectIdentifier(identity)] = dictionaries.count
      dictionaries.append(column)
      return dictionaries.count - 1
    }
    if dictionaries[known].values.count < column.values.count { dictionaries[known] = column }
    return known
  }

  /// The texts of a dictionary that rows have, and their codes among these. The code of a null
  /// means nothing, and yet a text has to stand there.
  private static func used(
    _ column: TextColumn, _ codes: Buffer<UInt32>
  ) -> (values: PackedText, codes: Buffer<UInt32>) {
    var numbers: [UInt32: UInt32] = [:]
    var rows: [Int] = []
    let own = (0..<codes.count).map { row -> UInt32 in
      guard column.validity?[row] ?? true else { return 0 }
      let code = codes[row]
      if let known = numbers[code] { return known }
      let number = UInt32(rows.count)
      numbers[code] = number
      rows.append(Int(code))
      return number
    }
    return (rows.isEmpty ? PackedText([""]) : column.values.taking(rows: rows), Buffer(own))
  }

  private mutating func append(_ shared: ListColumn, to writer: inout BlockWriter) {
    let column = shared.isShared ? shared.covered : shared.unshared
    writer.begin(Kind.lists.rawValue, column.count, column.validity)
    switch column.places {
    case .offsets(let offsets):
      writer.append(0)
      writer.append(offsets)
    case .views(let starts, let ends):
      writer.append(1)
      writer.append(starts)
      writer.append(ends)
    }
    append(column.elements, to: &writer)
  }

  private mutating func append(_ column: RecordColumn, to writer: inout BlockWriter) {
    writer.begin(Kind.record.rawValue, column.count, column.validity)
    writer.append(column.names.count)
    writer.append(PackedText(column.names))
    for index in column.names.indices {
      writer.append(optional: column.presence[index])
      append(column.members[index], to: &writer)
    }
  }

  private func column(_ reader: inout BlockReader) -> Column {
    guard let kind = Kind(rawValue: reader.word()) else {
      preconditionFailure("a block is read by the codec that has written it")
    }
    let count = reader.word()
    let validity = reader.bitmap(count)
    switch kind {
    case .bool: return .bool(BoolColumn(reader.bits(count), validity: validity))
    case .narrow:
      let scale = reader.word()
      return .number(NumberColumn(.narrow(reader.values(count), scale: scale), validity: validity))
    case .wide:
      let scale = reader.word()
      return .number(NumberColumn(.wide(reader.values(count), scale: scale), validity: validity))
    case .mixed: return .number(NumberColumn(.mixed(reader.values(count)), validity: validity))
    case .text: return .text(TextColumn(reader.texts(count), validity: validity))
    case .coded:
      let codes: Buffer<UInt32> = reader.values(count)
      return .text(TextColumn(reader.texts(), codes: codes, validity: validity))
    case .shared:
      let dictionary = dictionaries[reader.word()]
      return .text(dictionary.with(codes: reader.values(count), validity: validity))
    case .lists: return .list(lists(count, validity, &reader))
    case .record: return .record(record(count, validity, &reader))
    case .null: return .null(count: count)
    }
  }

  private func lists(
    _ count: Int, _ validity: Bitmap?, _ reader: inout BlockReader
  ) -> ListColumn {
    let isShared = reader.word() == 1
    let places: ListColumn.Places =
      isShared
      ? .views(starts: reader.values(count), ends: reader.values(count))
      : .offsets(reader.values(count + 1))
    return ListColumn(places, elements: column(&reader), validity: validity)
  }

  private func record(
    _ count: Int, _ validity: Bitmap?, _ reader: inout BlockReader
  ) -> RecordColumn {
    let names = reader.texts(reader.word()).texts
    var presence: [Bitmap?] = []
    var members: [Column] = []
    for _ in names {
      presence.append(reader.bitmap(count))
      members.append(column(&reader))
    }
    return RecordColumn(
      names: names, members: members, presence: presence, count: count, validity: validity)
  }
}

extension ListColumn {
  /// The same lists, of whose elements none is there that no row has; rows share them as before.
  fileprivate var covered: ListColumn {
    let ranges = (0..<count).map { range(of: $0) }
    var rows: [Int] = []
    // For each run of elements that rows have, where it begins, and where among the rows taken.
    var runs: [(start: Int, place: Int)] = []
    var end = -1
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > end { runs.append((range.lowerBound, rows.count)) }
      let start = max(range.lowerBound, end)
      if start < range.upperBound { rows += start..<range.upperBound }
      end = max(end, range.upperBound)
    }
    let starts = ranges.map { range in
      if range.isEmpty { return 0 }
      var (low, high) = (0, runs.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle].start <= range.lowerBound { low = middle } else { high = middle }
      }
      return runs[low].place + range.lowerBound - runs[low].start
    }
    return ListColumn(
      starts: starts, ends: zip(starts, ranges).map { $0 + $1.count },
      elements: elements.taking(rows: rows), validity: validity)
  }
}
