// SPDX-License-Identifier: MIT

/// What is wanted of a source's list: the fields to read, and which rows matter.
///
/// All but `fields` are hints. A source uses of them what its server understands and leaves the
/// rest; it gives at least the rows that are asked for, and whoever asks checks them again.
public struct ScanRequest: Sendable, Equatable {
  /// No more items are read of a list that a server gives page by page.
  package static let maximumRecords = 10_000

  /// Indices of `schema.fields` whose origin is the list: one column each.
  public var fields: [Int]
  /// Those of the fields of which few values are going to be asked for: these may be made then.
  package var later: Set<Int> = []
  /// The ids of the categories whose items are wanted; empty for all.
  public var categories: [String] = []
  /// Words that all have to occur in an item, wherever the server looks for them.
  public var search: [String] = []
  /// Conditions that all have to hold.
  public var conditions: [PushedCondition] = []
  /// The same for files that know something of many rows at once, stage by stage.
  public var partFilters: [PartFilter] = []
  /// The order of the rows, the first key first; empty for the order of the server.
  public var order: [PushedOrder] = []

  public init(fields: [Int]) { self.fields = fields }

  /// Whether the rows are all those of the list, in its own order.
  public var isWhole: Bool {
    var whole = ScanRequest(fields: fields)
    whole.later = later
    return self == whole
  }
}

/// A comparison of one field with a value that a server may make. A range is two of them.
public struct PushedCondition: Sendable, Equatable {
  /// The index in `schema.fields`.
  public let field: Int
  public let comparison: Comparison
  /// A constant of the field's type, in the form in which columns hold it, and not null. A text is
  /// compared by its code points; the server may find more, such as the same in another case.
  public let value: Value

  public init(field: Int, _ comparison: Comparison, _ value: Value) {
    self.field = field
    self.comparison = comparison
    self.value = value
  }
}

/// A key by which a server may order its rows; items without a value come last in both directions.
public struct PushedOrder: Sendable, Equatable {
  /// The index in `schema.fields`.
  public let field: Int
  public let descending: Bool

  public init(field: Int, descending: Bool = false) {
    self.field = field
    self.descending = descending
  }
}
