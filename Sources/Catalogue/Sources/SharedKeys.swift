/// What is known of keys that several records of a list have.
public struct SharedKeys: Sendable, Equatable {
  /// How many of its records are named.
  public static let namedRecords = 3

  /// The key that is shared first.
  public let first: String
  /// The first records, from 1, that have it.
  public internal(set) var places: [Int]
  /// How many records have it.
  public internal(set) var copies: Int
  /// How many keys are shared.
  public internal(set) var keys = 1
  /// How many records have a key that is shared.
  public internal(set) var records: Int

  public init(first: String, places: [Int]) {
    self.first = first
    self.places = places
    copies = places.count
    records = places.count
  }
}

extension SharedKeys {
  /// Such as `records 1 and 3 share the id 40611`, or `5 records share 2 ids (first 40611 in
  /// records 1 and 3)`.
  public var sentence: String {
    if keys > 1 { return "\(records) records share \(keys) ids (first \(first) in \(named))" }
    return "\(named) share the id \(first)"
  }

  /// `records 1, 3 and 2 more`.
  private var named: String {
    let more = copies - places.count
    var parts = places.map(String.init)
    if more > 0 { parts.append("\(more) more") }
    return "records \(parts.dropLast().joined(separator: ", ")) and \(parts.last ?? "")"
  }
}

/// Counts, while a list is read, the records whose key another record has.
package struct KeyTally {
  private var grouper = RowGrouper()
  /// For each key the first of its records, from 0; its complement once there is another.
  private var firstRecords: [Int32] = []
  private var sharedKey: Int?
  /// How many records were told of.
  private var records = 0
  package private(set) var shared: SharedKeys?

  /// Begins with what is known already of a list whose keys are not told again.
  package init(shared: SharedKeys? = nil) { self.shared = shared }

  /// Takes the keys of further records; a record without one shares none.
  package mutating func add(_ keys: Column) {
    for (row, key) in grouper.groups(of: [keys], count: keys.count).enumerated() {
      let record = records + row
      if key == firstRecords.count {
        firstRecords.append(Int32(truncatingIfNeeded: record))
      } else if !keys.isNull(at: row) {
        note(key, record: record) { CellText.cells(keys, type: .id, style: .exact)[row] }
      }
    }
    records += keys.count
  }

  private mutating func note(_ key: Int, record: Int, _ text: () -> ArraySlice<UInt8>) {
    let first = Int(firstRecords[key])
    guard var shared else {
      sharedKey = key
      firstRecords[key] = ~firstRecords[key]
      shared = SharedKeys(
        first: String(decoding: text(), as: UTF8.self), places: [first + 1, record + 1])
      return
    }
    shared.records += 1
    if first >= 0 {
      firstRecords[key] = ~firstRecords[key]
      shared.keys += 1
      shared.records += 1
    } else if key == sharedKey {
      shared.copies += 1
      if shared.places.count < SharedKeys.namedRecords { shared.places.append(record + 1) }
    }
    self.shared = shared
  }
}
