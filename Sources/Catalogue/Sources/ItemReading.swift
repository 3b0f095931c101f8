// SPDX-License-Identifier: MIT

/// Where single items are read: in the list, in records of their own, or in one where the other
/// leaves something open.
public enum ItemReading: Sendable, Equatable {
  /// In the list alone; no record is asked for.
  case list
  /// In the list. Where a part of that did not come, a record tells whether there is the item.
  case listThenRecord
  /// In its own record; in what is known of the list where that lacks fields or is not there.
  case recordThenList
  /// In its own record alone.
  case record
}

// Whether an item's own record is asked for is decided here, and nowhere else.
extension CatalogueSource {
  /// Where some fields of an item are read whose key is given. They are indices in the schema, all
  /// of the list or all of the items' own records; with none it is asked whether there is a record.
  public func itemReading(of fields: [Int]) -> ItemReading {
    guard itemRecords != nil else { return .list }
    if fields.allSatisfy({ schema.fields[$0].origin == .detail }) { return .record }
    if capability.findsItems { return .recordThenList }
    return schema.fields.contains { $0.origin == .detail } ? .listThenRecord : .list
  }
}
