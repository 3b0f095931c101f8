// SPDX-License-Identifier: MIT

/// Numbers the distinct values of a column in the order in which they come.
struct ValueNumbering: Sendable {
  /// The values, as bytes that only equal values share.
  private var values = ByteStringTable()
  /// The numbers of the whole coefficients that came at a scale.
  private var words = WordTable()
  private var scale: Int?
  /// The numbers of a dictionary's codes, or -1, and whose they are.
  private var codes: [Int32] = []
  private var dictionary: KnownTexts?
  /// The elements that the last lists shared, and the numbers of the lists by their places there.
  private var shared: (elements: Column, numbers: [Range<Int>: Int])?
  private var key: [UInt8] = []

  var count: Int { values.count }

  var heldBytes: Int { values.heldBytes + words.heldBytes + codes.count * 4 }

  mutating func numbers<Fault: Error>(
    of column: Column, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> [Int] {
    var numbers: [Int] = []
    switch column {
    case .number(let whole):
      if case .narrow(let values, let scale) = whole.storage {
        prepare(scale)
        numbers.reserveCapacity(column.count)
        for row in 0..<column.count {
          if row & RowOrder.checkMask == 0 { try check() }
          numbers.append(number(values[row], column, row))
        }
        return numbers
      }
    case .text(let text):
      if let codes = text.codes {
        prepare(text)
        if text.validity == nil, codes.count <= RowOrder.checkMask {
          try check()
          return self.numbers(of: codes.span, in: column)
        }
        let places = codes.span
        for row in 0..<places.count {
          if row & RowOrder.checkMask == 0 { try check() }
          numbers.append(number(code: Int(places[row]), column, row))
        }
        return numbers
      }
    case .list(let lists) where lists.isShared:
      return try self.numbers(of: lists, in: column, checking: check)
    case .bool, .list, .record, .null: break
    }
    numbers.reserveCapacity(column.count)
    for row in 0..<column.count {
      if row & RowOrder.checkMask == 0 { try check() }
      numbers.append(number(column, row))
    }
    return numbers
  }

  /// The numbers of a few codes of rows that are not null: what came for the first time is numbered
  /// before, so that the others are looked up without a branch.
  private mutating func numbers(of codes: Span<UInt32>, in column: Column) -> [Int] {
    for row in codes.indices where self.codes[Int(codes[row])] < 0 {
      self.codes[Int(codes[row])] = Int32(number(column, row))
    }
    let known = self.codes.span
    return unsafe Array(unsafeUninitializedCapacity: codes.count) { numbers, count in
      for row in codes.indices {
        unsafe numbers.initializeElement(at: row, to: Int(known[Int(codes[row])]))
      }
      count = codes.count
    }
  }

  /// Rows that share the elements of a list have one value, which is looked at once. The portions
  /// of rows that share a long list are short, so that it is known from one to the next.
  private mutating func numbers<Fault: Error>(
    of lists: ListColumn, in column: Column, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(lists.count)
    if shared?.elements.isIdentical(to: lists.elements) != true { shared = (lists.elements, [:]) }
    for row in 0..<lists.count {
      if row & RowOrder.checkMask == 0 { try check() }
      let place = lists.range(of: row)
      if column.isNull(at: row) {
        numbers.append(number(column, row))
      } else if let number = shared?.numbers[place] {
        numbers.append(number)
      } else {
        let number = number(column, row)
        shared?.numbers[place] = number
        numbers.append(number)
      }
    }
    return numbers
  }

  /// The coefficients are known that came at one scale.
  private mutating func prepare(_ scale: Int) {
    if self.scale == scale { return }
    words = WordTable()
    self.scale = scale
  }

  /// The codes are known that came from one dictionary.
  private mutating func prepare(_ text: TextColumn) {
    if dictionary?.areThose(of: text) != true { (codes, dictionary) = ([], KnownTexts(text)) }
    let missing = text.values.count - codes.count
    if missing > 0 { codes += Array(repeating: -1, count: missing) }
  }

  private mutating func number(_ coefficient: Int64, _ column: Column, _ row: Int) -> Int {
    if column.isNull(at: row) { return number(column, row) }
    let word = UInt64(bitPattern: coefficient)
    if let known = words[word] { return known }
    let number = number(column, row)
    words.insert(number, for: word)
    return number
  }

  private mutating func number(code: Int, _ column: Column, _ row: Int) -> Int {
    if column.isNull(at: row) { return number(column, row) }
    if codes[code] >= 0 { return Int(codes[code]) }
    let number = number(column, row)
    codes[code] = Int32(number)
    return number
  }

  private mutating func number(_ column: Column, _ row: Int) -> Int {
    key.removeAll(keepingCapacity: true)
    RowKey.append(column, row: row, to: &key)
    return values.number(of: key[...])
  }

  /// The number of a value where it has one.
  mutating func known(_ column: Column, _ row: Int) -> Int? {
    key.removeAll(keepingCapacity: true)
    RowKey.append(column, row: row, to: &key)
    return values.known(key[...])
  }
}

/// The bytes of values: equal for equal values and for no others.
enum RowKey {
  static func append(_ column: Column, row: Int, to key: inout [UInt8]) {
    guard !column.isNull(at: row) else {
      key.append(0)
      return
    }
    switch column {
    case .bool(let column): key.append(column.values[row] ? 2 : 1)
    case .number(let column):
      guard let value = column.decimal(at: row) else { return }
      key.append(3)
      key.append(UInt8(value.scale))
      append(UInt128(bitPattern: value.coefficient), to: &key)
    case .text(let column):
      let bytes = column.bytes(at: row) ?? []
      key.append(4)
      append(UInt128(bytes.count), to: &key)
      key += bytes
    case .list(let column):
      let range = column.range(of: row)
      key.append(5)
      append(UInt128(range.count), to: &key)
      for child in range { append(column.elements, row: child, to: &key) }
    case .record(let column):
      key.append(6)
      for (index, member) in column.members.enumerated() {
        if column.has(index, at: row) {
          append(member, row: row, to: &key)
        } else {
          key.append(7)
        }
      }
    case .null: key.append(0)
    }
  }

  /// A whole number in as few bytes as it needs, after their count.
  private static func append(_ number: UInt128, to key: inout [UInt8]) {
    var rest = number
    let start = key.count
    key.append(0)
    while rest != 0 {
      key.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    key[start] = UInt8(key.count - start - 1)
  }
}
