// SPDX-License-Identifier: MIT

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
