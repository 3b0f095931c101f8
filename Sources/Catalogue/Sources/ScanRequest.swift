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

/// What a server may ask of a field.
public enum FieldTest: Sendable, Hashable {
  case compares(Comparison)
  /// Whether a text stands in it, or at its beginning.
  case contains, startsWith
  case isOneOf
  case isNull
}

/// A condition on one field that a server may check. A range is two of them.
public struct PushedCondition: Sendable, Equatable {
  /// The index in `schema.fields`.
  public let field: Int
  public let test: FieldTest
  /// A constant of the field's type, in the form in which columns hold it, and not null; a list of
  /// such for `isOneOf`, and null for `isNull`. A text is compared by its code points; the server
  /// may find more, such as the same in another case.
  public let value: Value
  /// Whether a text is meant in any case and with or without accents; it then stands there in lower
  /// case and without accents.
  public let isFolded: Bool

  public init(field: Int, _ comparison: Comparison, _ value: Value) {
    self.init(field: field, .compares(comparison), value)
  }

  public init(field: Int, _ test: FieldTest, _ value: Value, isFolded: Bool = false) {
    self.field = field
    self.test = test
    self.value = value
    self.isFolded = isFolded
  }

  /// The comparison that it is; nil for another test.
  public var comparison: Comparison? {
    if case .compares(let comparison) = test { comparison } else { nil }
  }

  /// No server is asked for more values at once, or for more bytes of them: addresses have an end.
  private static let (mostValues, mostBytes) = (100, 2_000)

  /// Whether a server reads what it is asked for as it is meant: many trim a text, take an empty
  /// one for none, and take several apart at commas.
  package var isReadAsMeant: Bool {
    switch value {
    // One that is trimmed finds more, unless nothing is left of it.
    case .text(let text):
      return test == .contains ? !text.allSatisfy(\.isWhitespace) : Self.isKept(text)
    case .list(let values):
      let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return values.count <= Self.mostValues && texts.allSatisfy(Self.isOneOfSeveral)
        && texts.reduce(0) { $0 + $1.utf8.count } <= Self.mostBytes
    case .null, .bool, .number, .record: return true
    }
  }

  /// Whether a text is the same without space at its ends, and there.
  private static func isKept(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return !first.isWhitespace && !last.isWhitespace
  }

  /// Whether a text stands for itself in a list with commas, some of which are read as JSON.
  private static func isOneOfSeveral(_ text: String) -> Bool {
    isKept(text) && !text.contains(",") && !text.hasPrefix("[") && !text.hasPrefix("\"")
  }

  /// Whether a date, or each of several, is a day without a time.
  package var isOfDays: Bool {
    let values = if case .list(let values) = value { values } else { [value] }
    return values.allSatisfy { value in
      guard case .number(let number) = value else { return value == .null }
      return CalendarDate(number)?.secondOfDay == 0
    }
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
