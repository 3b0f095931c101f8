// SPDX-License-Identifier: MIT

/// Text as UTF-8 bytes end to end, with the offset at which each value ends.
///
/// A column of few distinct values keeps them once, as a dictionary, and a code for each row.
public struct TextColumn: Sendable {
  /// The distinct or, without codes, all values.
  public let values: PackedText
  /// For each row the index of its value; nil when rows and values are the same.
  public let codes: Buffer<UInt32>?
  public let validity: Bitmap?
  /// The dictionary that the values are the beginning of; nil where it belongs to this column.
  package let dictionary: DictionaryIdentity?

  public init(_ values: PackedText, codes: [UInt32], validity: Bitmap? = nil) {
    self.init(values, codes: Buffer(codes), validity: validity)
  }

  public init(_ values: PackedText, codes: Buffer<UInt32>? = nil, validity: Bitmap? = nil) {
    self.init(values, codes: codes, of: nil, validity: validity)
  }

  package init(
    _ values: PackedText, codes: Buffer<UInt32>?, of dictionary: DictionaryIdentity?,
    validity: Bitmap?
  ) {
    self.values = values
    self.codes = codes
    self.dictionary = dictionary
    self.validity = validity
  }

  /// The same values, or others in the same order, with other rows.
  package func with(
    values: PackedText? = nil, codes: Buffer<UInt32>?, validity: Bitmap?
  ) -> TextColumn {
    TextColumn(
      values ?? self.values, codes: codes, of: values == nil ? dictionary : nil,
      validity: validity)
  }

  public var count: Int { codes?.count ?? values.count }

  /// The bytes of a row; nil when it is null.
  public func bytes(at row: Int) -> ArraySlice<UInt8>? {
    if let validity, !validity[row] { return nil }
    return values[index(of: row)]
  }

  public func string(at row: Int) -> String? {
    bytes(at: row).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Where in `values` a row's value is.
  package func index(of row: Int) -> Int { codes.map { Int($0[row]) } ?? row }

  /// A bit for each row, computed once for each distinct value; null rows get `false`.
  package func bits(_ test: (ArraySlice<UInt8>) -> Bool) -> Bitmap {
    if let codes, codes.count < values.count { return bits(trying: test) }
    guard let codes else {
      let rows = Bitmap(count: values.count) { test(values[$0]) }
      return validity.map { rows & $0 } ?? rows
    }
    let perValue = (0..<values.count).map { test(values[$0]) }
    let (bits, places) = (perValue.span, codes.span)
    let rows = Bitmap(count: places.count) { bits[Int(places[$0])] }
    return validity.map { rows & $0 } ?? rows
  }

  /// As above for a test of the bytes where they stand.
  package func bits(ofBytes test: (Span<UInt8>) -> Bool) -> Bitmap {
    guard codes == nil else { return bits { test($0.span) } }
    let rows = values.bits(test)
    return validity.map { rows & $0 } ?? rows
  }

  /// As above for a test of many values at once.
  func bits(ofTexts test: (PackedText) -> Bitmap) -> Bitmap {
    guard let codes else {
      let rows = test(values)
      return validity.map { rows & $0 } ?? rows
    }
    guard codes.count < values.count else { return coded(test(values)) { $0 } }
    // Only those that rows have, each once.
    var places = [Int](repeating: -1, count: values.count)
    var wanted: [Int] = []
    for code in codes where places[Int(code)] < 0 {
      places[Int(code)] = wanted.count
      wanted.append(Int(code))
    }
    return coded(test(values.taking(rows: wanted))) { places[$0] }
  }

  /// The bits of rows by those of values, whose places are given by the codes.
  @inline(__always)
  private func coded(_ values: Bitmap, _ place: (Int) -> Int) -> Bitmap {
    let rows = Bitmap(count: count) { values[place(index(of: $0))] }
    return validity.map { rows & $0 } ?? rows
  }

  /// As above for a test that can fail, which is made for values that a row has, and no others.
  package func bits<Fault: Error>(
    trying test: (ArraySlice<UInt8>) throws(Fault) -> Bool
  ) throws(Fault) -> Bitmap {
    var rows = BitmapBuilder(repeating: false, count: count)
    var known: [Bool?] = codes == nil ? [] : Array(repeating: nil, count: values.count)
    for row in 0..<count where validity?[row] ?? true {
      let index = index(of: row)
      if codes != nil, let bit = known[index] {
        rows[row] = bit
        continue
      }
      rows[row] = try test(values[index])
      if codes != nil { known[index] = rows[row] }
    }
    return rows.finish()
  }

  /// The texts are copied, unless there is a dictionary, or copies would be more than there are.
  package func taking(rows: [Int]) -> TextColumn {
    let validity = validity?.taking(rows: rows)
    if let codes {
      let codes = codes.taking(rows: rows)
      if dictionary?.isPassing == true, 4 * rows.count < values.count {
        return plain(codes, validity)
      }
      return with(codes: codes, validity: validity)
    }
    if rows.count > values.count {
      return TextColumn(values, codes: rows.map { UInt32($0) }, validity: validity)
    }
    return TextColumn(values.taking(rows: rows), validity: validity)
  }

  /// Copies of the texts for which codes stand.
  private func plain(_ codes: Buffer<UInt32>, _ validity: Bitmap?) -> TextColumn {
    var builder = TextColumnBuilder()
    for row in 0..<codes.count {
      if validity?[row] ?? true {
        builder.append(values[Int(codes[row])])
      } else {
        builder.appendNull()
      }
    }
    return builder.finish()
  }

  /// A run of rows, in the same place of memory.
  func slice(_ rows: Range<Int>) -> TextColumn {
    let validity = validity?.slice(rows)
    if let codes { return with(codes: codes.region(rows), validity: validity) }
    return TextColumn(values.region(rows), validity: validity)
  }
}

/// Collects text, null where a value is missing.
public struct TextColumnBuilder: Sendable {
  private var values = PackedTextBuilder()
  private var validity = ValidityBuilder()

  public init() {}

  public mutating func append(_ bytes: some Collection<UInt8>) {
    values.append(bytes)
    validity.append(true)
  }

  public mutating func append(_ bytes: ArraySlice<UInt8>) {
    values.append(bytes)
    validity.append(true)
  }

  public mutating func append(_ string: String?) {
    guard let string else { return appendNull() }
    append(string.utf8)
  }

  public mutating func appendNull() {
    values.append(EmptyCollection())
    validity.append(false)
  }

  /// Appends what `body` writes as one value.
  package mutating func append(writing body: (inout [UInt8]) -> Void) {
    values.append(writing: body)
    validity.append(true)
  }

  public consuming func finish() -> TextColumn {
    TextColumn(values.finish(), validity: validity.finish())
  }
}
