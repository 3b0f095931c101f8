// SPDX-License-Identifier: MIT

extension Column {
  /// The rows of all columns, one after another; the columns are of one kind, and records have
  /// members of the same names.
  public static func concatenated(_ columns: [Column]) -> Column { concatenated(columns) {} }

  /// The same; `check` is called for each column, and ends the work by what it throws.
  package static func concatenated<Fault: Error>(
    _ columns: [Column], checking check: () throws(Fault) -> Void
  ) throws(Fault) -> Column {
    let parts = columns.filter { $0.count > 0 }
    guard let first = parts.first else { return columns.first ?? .null(count: 0) }
    guard parts.count > 1 else { return first }
    let count = parts.reduce(0) { $0 + $1.count }
    let shape = parts.first { !$0.isOfNoKind } ?? first
    let validity = try joinedValidity(parts, check)
    switch shape {
    case .bool: return .bool(try bools(parts, validity, check))
    case .number: return .number(try numbers(parts, validity, check))
    case .text: return .text(try texts(parts, validity, check))
    case .list: return .list(try lists(parts, validity, check))
    case .record(let model): return .record(try records(parts, like: model, validity, check))
    case .null: return .null(count: count)
    }
  }

  private static func joinedValidity<Fault: Error>(
    _ parts: [Column], _ check: () throws(Fault) -> Void
  ) throws(Fault) -> Bitmap? {
    try joined(parts.map { ($0.validity, $0.count) }, check)
  }

  /// Bitmaps of some counts, one after another; those that are nil, and so is the whole where all
  /// are, have all bits set.
  private static func joined<Fault: Error>(
    _ parts: [(bits: Bitmap?, count: Int)], _ check: () throws(Fault) -> Void
  ) throws(Fault) -> Bitmap? {
    guard parts.contains(where: { $0.bits != nil }) else { return nil }
    var joined = BitmapBuilder()
    for part in parts {
      try check()
      joined.append(contentsOf: part.bits ?? Bitmap(repeating: true, count: part.count))
    }
    return joined.finish()
  }

  private static func bools<Fault: Error>(
    _ parts: [Column], _ validity: Bitmap?, _ check: () throws(Fault) -> Void
  ) throws(Fault) -> BoolColumn {
    var values = BitmapBuilder()
    for part in parts {
      try check()
      if let column = part.bools {
        values.append(contentsOf: column.values)
      } else {
        values.append(repeating: false, count: part.count)
      }
    }
    return BoolColumn(values.finish(), validity: validity)
  }

  private static func numbers<Fault: Error>(
    _ parts: [Column], _ validity: Bitmap?, _ check: () throws(Fault) -> Void
  ) throws(Fault) -> NumberColumn {
    if let narrow = narrowNumbers(parts, validity) { return narrow }
    var builder = NumberColumnBuilder()
    for part in parts {
      try check()
      let column = part.numbers
      for row in 0..<part.count { builder.append(column?.decimal(at: row)) }
    }
    return builder.finish()
  }

  /// The usual case: all parts hold 64-bit numbers of one scale.
  private static func narrowNumbers(_ parts: [Column], _ validity: Bitmap?) -> NumberColumn? {
    var joined: [Buffer<Int64>] = []
    var common: Int?
    for part in parts {
      guard case .number(let column) = part, case .narrow(let values, let scale) = column.storage,
        common == nil || common == scale
      else { return nil }
      common = scale
      joined.append(values)
    }
    return NumberColumn(
      .narrow(.concatenated(joined), scale: common ?? 0), validity: validity)
  }

  private static func texts<Fault: Error>(
    _ parts: [Column], _ validity: Bitmap?, _ check: () throws(Fault) -> Void
  ) throws(Fault) -> TextColumn {
    if let shared = try textsOfOneDictionary(parts, validity, check) { return shared }
    if let shared = try sharedTexts(parts, validity, check) { return shared }
    if let plain = try plainTexts(parts, validity, check) { return plain }
    var values = PackedTextBuilder()
    for part in parts {
      try check()
      let column = part.texts
      for row in 0..<part.count {
        if let bytes = column?.bytes(at: row) {
          values.append(bytes)
        } else {
          values.append(EmptyCollection())
        }
      }
    }
    return TextColumn(values.finish(), validity: validity)
  }

  /// Texts as they stand; nil where a part has a dictionary.
  private static func plainTexts<Fault: Error>(
    _ parts: [Column], _ validity: Bitmap?, _ check: () throws(Fault) -> Void
  ) throws(Fault) -> TextColumn? {
    var joined: [PackedText] = []
    for part in parts {
      try check()
      guard case .text(let column) = part, column.codes == nil else { return nil }
      joined.append(column.values)
    }
    return TextColumn(.concatenated(joined), validity: validity)
  }

  /// Texts of one dictionary, of which the longest beginning serves all; nil where it is not one.
  private static func textsOfOneDictionary<Fault: Error>(
    _ parts: [Column], _ validity: Bitmap?, _ check: () throws(Fault) -> Void
  ) throws(Fault) -> TextColumn? {
    var longest: TextColumn?
    var joined: [Buffer<UInt32>] = []
    for part in parts {
      try check()
      guard case .text(let column) = part, let codes = column.codes,
        let dictionary = column.dictionary,
        longest == nil || longest?.dictionary === dictionary
      else { return nil }
      if column.values.count > longest?.values.count ?? -1 { longest = column }
      joined.append(codes)
    }
    return longest?.with(codes: .concatenated(joined), validity: validity)
  }

  /// Dictionaries one after another; nil where a part has none, or where that would be more than
  /// the texts of all rows.
  private static func sharedTexts<Fault: Error>(
    _ parts: [Column], _ validity: Bitmap?, _ check: () throws(Fault) -> Void
  ) throws(Fault) -> TextColumn? {
    var (dictionaries, codes) = (PackedTextBuilder(), [UInt32]())
    var (first, bytes) = (0, 0)
    var last: PackedText?
    for part in parts {
      try check()
      guard case .text(let column) = part, let own = column.codes else { return nil }
      if last?.isIdentical(to: column.values) != true {
        first = dictionaries.count
        for value in 0..<column.values.count { dictionaries.append(column.values[value]) }
        last = column.values
      }
      guard dictionaries.count <= UInt32.max else { return nil }
      for code in own {
        codes.append(UInt32(first) + code)
        bytes += column.values[Int(code)].count
      }
    }
    guard dictionaries.byteCount < bytes else { return nil }
    return TextColumn(dictionaries.finish(), codes: codes, validity: validity)
  }

  private static func lists<Fault: Error>(
    _ parts: [Column], _ validity: Bitmap?, _ check: () throws(Fault) -> Void
  ) throws(Fault) -> ListColumn {
    var joined = JoinedLists()
    for part in parts {
      if let column = part.lists { joined.isShared = joined.isShared || column.isShared }
    }
    for part in parts {
      try check()
      if let column = part.lists {
        joined.append(column)
      } else {
        joined.appendNone(part.count)
      }
    }
    return ListColumn(
      joined.places,
      elements: try concatenated(joined.elements, checking: check), validity: validity)
  }

  private static func records<Fault: Error>(
    _ parts: [Column], like model: RecordColumn, _ validity: Bitmap?,
    _ check: () throws(Fault) -> Void
  ) throws(Fault) -> RecordColumn {
    let records = parts.map { $0.records(named: model.names) }
    var members: [Column] = []
    var presence: [Bitmap?] = []
    for index in model.names.indices {
      let values = zip(records, parts).map { $0?.members[index] ?? .null(count: $1.count) }
      members.append(try concatenated(values, checking: check))
      let bits = zip(records, parts).map { ($0?.presence[index], $1.count) }
      presence.append(try joined(bits, check))
    }
    return RecordColumn(
      names: model.names, members: members, presence: presence,
      count: parts.reduce(0) { $0 + $1.count }, validity: validity)
  }
}

/// Lists of several columns, one after another. Elements that columns share stay shared.
private struct JoinedLists {
  /// Whether rows may share elements.
  var isShared = false
  private var starts: [Int] = []
  private var ends = [0]
  private(set) var elements: [Column] = []
  /// Where the elements begin that were added last, and where they end.
  private var (first, count) = (0, 0)

  mutating func append(_ shared: ListColumn) {
    // Rows that share no elements have them one after another.
    let column = isShared ? shared : shared.unshared
    let isKnown = isShared && elements.last?.isIdentical(to: column.elements) == true
    if !isKnown {
      first = count
      count += column.elements.count
      elements.append(column.elements)
    }
    for row in 0..<column.count {
      let range = column.range(of: row)
      if isShared { starts.append(range.lowerBound + first) }
      ends.append(range.upperBound + first)
    }
  }

  mutating func appendNone(_ rows: Int) {
    if isShared { starts += Array(repeating: count, count: rows) }
    ends += Array(repeating: count, count: rows)
  }

  var places: ListColumn.Places {
    isShared
      ? .views(starts: Buffer(starts), ends: Buffer(ends[1...]))
      : .offsets(Buffer(ends))
  }
}
