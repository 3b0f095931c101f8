// SPDX-License-Identifier: MIT

/// The values of one field for the rows of a batch, laid out as Apache Arrow lays out an array.
public enum Column: Sendable {
  case bool(BoolColumn)
  case number(NumberColumn)
  case text(TextColumn)
  indirect case list(ListColumn)
  indirect case record(RecordColumn)
  /// A column in which every row is null.
  case null(count: Int)
}

/// True and false.
public struct BoolColumn: Sendable {
  public let values: Bitmap
  public let validity: Bitmap?

  public init(_ values: Bitmap, validity: Bitmap? = nil) {
    self.values = values
    self.validity = validity
  }
}

/// Lists: the elements of all rows in one column, and where each row's elements are.
public struct ListColumn: Sendable {
  public let elements: Column
  public let validity: Bitmap?
  let places: Places

  /// Where rows have their elements.
  enum Places: Sendable {
    /// One after another: one more offset than there are rows.
    case offsets(Buffer<Int>)
    /// Anywhere, so that rows may share elements, as in Arrow's list views.
    case views(starts: Buffer<Int>, ends: Buffer<Int>)
  }

  /// Lists one after another, by the end of each.
  public init(ends: [Int], elements: Column, validity: Bitmap? = nil) {
    self.init(.offsets(Buffer([0] + ends)), elements: elements, validity: validity)
  }

  /// Lists anywhere in their elements, which rows may share.
  package init(starts: [Int], ends: [Int], elements: Column, validity: Bitmap? = nil) {
    self.init(
      .views(starts: Buffer(starts), ends: Buffer(ends)), elements: elements, validity: validity)
  }

  /// The same lists, of which other rows have a value.
  package func with(validity: Bitmap?) -> ListColumn {
    ListColumn(places, elements: elements, validity: validity)
  }

  init(_ places: Places, elements: Column, validity: Bitmap?) {
    self.places = places
    self.elements = elements
    self.validity = validity
  }

  public var count: Int {
    switch places {
    case .offsets(let offsets): offsets.count - 1
    case .views(_, let ends): ends.count
    }
  }

  /// The rows of `elements` that belong to a row.
  public func range(of row: Int) -> Range<Int> {
    switch places {
    case .offsets(let offsets): offsets[row]..<offsets[row + 1]
    case .views(let starts, let ends): starts[row]..<ends[row]
    }
  }

  /// Whether rows may share elements.
  package var isShared: Bool { if case .views = places { true } else { false } }
}

/// Records: one column for each member that any of them has.
public struct RecordColumn: Sendable {
  public let names: [String]
  public let members: [Column]
  /// For each member which records have it; nil when all have. In its column it is null for those
  /// that have not, as it is for those in which it is null.
  public let presence: [Bitmap?]
  public let validity: Bitmap?
  public let count: Int

  /// Without a presence every record has all members.
  public init(
    names: [String], members: [Column], presence: [Bitmap?]? = nil, count: Int,
    validity: Bitmap? = nil
  ) {
    let presence = presence ?? Array(repeating: nil, count: names.count)
    precondition(
      names.count == members.count && names.count == presence.count,
      "a record has a column and a presence for each name")
    self.names = names
    self.members = members
    self.presence = presence
    self.count = count
    self.validity = validity
  }

  /// Whether the record of a row, which is not null, has a member.
  public func has(_ member: Int, at row: Int) -> Bool { presence[member].map { $0[row] } ?? true }

  /// The members that the record of a row has, in their order.
  func present(at row: Int) -> some Sequence<Int> {
    names.indices.lazy.filter { has($0, at: row) }
  }
}

extension Column {
  public var count: Int {
    switch self {
    case .bool(let column): column.values.count
    case .number(let column): column.count
    case .text(let column): column.count
    case .list(let column): column.count
    case .record(let column): column.count
    case .null(let count): count
    }
  }

  /// Which rows have a value; nil when all have.
  public var validity: Bitmap? {
    switch self {
    case .bool(let column): column.validity
    case .number(let column): column.validity
    case .text(let column): column.validity
    case .list(let column): column.validity
    case .record(let column): column.validity
    case .null(let count): Bitmap(repeating: false, count: count)
    }
  }

  public var nullCount: Int { validity.map { $0.count - $0.setCount } ?? 0 }

  /// In how many rows all of some columns are null.
  package static func nullCount(ofAll columns: [Column]) -> Int {
    var found: Bitmap?
    for column in columns {
      guard let validity = column.validity else { return 0 }
      found = found.map { $0 | validity } ?? validity
    }
    return found.map { $0.count - $0.setCount } ?? 0
  }

  public func isNull(at row: Int) -> Bool { validity.map { !$0[row] } ?? false }

  /// One cell by itself.
  public func value(at row: Int) -> Value {
    if isNull(at: row) { return .null }
    return switch self {
    case .bool(let column): .bool(column.values[row])
    case .number(let column): column.decimal(at: row).map(Value.number) ?? .null
    case .text(let column): column.string(at: row).map(Value.text) ?? .null
    case .list(let column): .list(column.range(of: row).map { column.elements.value(at: $0) })
    case .record(let column):
      .record(
        column.present(at: row).map {
          Value.Member(column.names[$0], column.members[$0].value(at: row))
        })
    case .null: .null
    }
  }

  /// The rows at the given positions, in their order; a position may occur more than once.
  public func taking(rows: [Int]) -> Column {
    switch self {
    case .bool(let column):
      .bool(
        BoolColumn(column.values.taking(rows: rows), validity: column.validity?.taking(rows: rows)))
    case .number(let column): .number(column.taking(rows: rows))
    case .text(let column): .text(column.taking(rows: rows))
    case .list(let column): .list(column.taking(rows: rows))
    case .record(let column):
      .record(
        RecordColumn(
          names: column.names, members: column.members.map { $0.taking(rows: rows) },
          presence: column.presence.map { $0?.taking(rows: rows) }, count: rows.count,
          validity: column.validity?.taking(rows: rows)))
    case .null: .null(count: rows.count)
    }
  }
}

extension Column {
  /// A run of rows, in the same place of memory.
  package func slice(_ rows: Range<Int>) -> Column {
    switch self {
    case .bool(let column):
      .bool(BoolColumn(column.values.slice(rows), validity: column.validity?.slice(rows)))
    case .number(let column): .number(column.slice(rows))
    case .text(let column): .text(column.slice(rows))
    case .list(let column): .list(column.slice(rows))
    case .record(let column):
      .record(
        RecordColumn(
          names: column.names, members: column.members.map { $0.slice(rows) },
          presence: column.presence.map { $0?.slice(rows) }, count: rows.count,
          validity: column.validity?.slice(rows)))
    case .null: .null(count: rows.count)
    }
  }
}

extension ListColumn {
  /// The elements are copied, unless that would multiply them: then the rows share them.
  package func taking(rows: [Int]) -> ListColumn {
    let count = rows.reduce(0) { $0 + range(of: $1).count }
    if !isShared, count <= elements.count { return copied(rows) }
    let ranges = rows.map { range(of: $0) }
    return ListColumn(
      .views(starts: Buffer(ranges.map(\.lowerBound)), ends: Buffer(ranges.map(\.upperBound))),
      elements: elements, validity: validity?.taking(rows: rows))
  }

  func slice(_ rows: Range<Int>) -> ListColumn {
    let region: Places =
      switch places {
      case .offsets(let offsets): .offsets(offsets.region(rows.lowerBound..<rows.upperBound + 1))
      case .views(let starts, let ends):
        .views(starts: starts.region(rows), ends: ends.region(rows))
      }
    return ListColumn(region, elements: elements, validity: validity?.slice(rows))
  }

  /// The same lists, their elements alone and one after another.
  package var unshared: ListColumn {
    guard case .offsets(let offsets) = places else { return copied(Array(0..<count)) }
    let used = offsets[0]..<offsets[count]
    if used == 0..<elements.count { return self }
    return ListColumn(
      .offsets(Buffer(offsets.map { $0 - used.lowerBound })), elements: elements.slice(used),
      validity: validity)
  }

  /// The same lists without elements that none of them has, unless rows share elements.
  package var trimmed: ListColumn { isShared ? self : unshared }

  private func copied(_ rows: [Int]) -> ListColumn {
    var children: [Int] = []
    var ends: [Int] = []
    ends.reserveCapacity(rows.count)
    for row in rows {
      children.append(contentsOf: range(of: row))
      ends.append(children.count)
    }
    return ListColumn(
      ends: ends, elements: elements.taking(rows: children), validity: validity?.taking(rows: rows))
  }
}
