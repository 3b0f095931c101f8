/// What is wanted of a source's list: the fields to read, and which rows matter.
///
/// All but `fields` are hints. A source uses of them what its server understands and leaves the
/// rest; it gives at least the rows that are asked for, and whoever asks checks them again. Only a
/// source that follows all other hints may end at `limit`.
public struct ScanRequest: Sendable, Equatable {
  /// Indices of `schema.fields` whose origin is the list: one column each.
  public var fields: [Int]
  /// The ids of the categories whose items are wanted; empty for all.
  public var categories: [String] = []
  /// Words that all have to occur in an item, wherever the server looks for them.
  public var search: [String] = []
  /// Conditions that all have to hold.
  public var conditions: [PushedCondition] = []
  /// The order of the rows, the first key first; empty for the order of the server.
  public var order: [PushedOrder] = []
  /// How many rows are wanted; nil for all.
  public var limit: Int?

  public init(fields: [Int]) { self.fields = fields }

  /// Whether the rows are all those of the list, in its own order.
  public var isWhole: Bool { self == ScanRequest(fields: fields) }
}

/// A condition on one field that a server may check.
public struct PushedCondition: Sendable, Equatable {
  /// What is asked of the field. A range is two conditions.
  public enum Test: Sendable, Hashable {
    /// Against one value. As the language has it, `!=` holds for an item without a value, and the
    /// others do not.
    case compare(Comparison)
    /// Whether it is any of the values.
    case oneOf
    case isNull
    case isNotNull
  }

  /// How a text equals another.
  public enum TextEquality: Sendable, Equatable {
    /// In any case and with any accents, as the language compares text that is typed.
    case folded
    case codePoints
  }

  /// The index in `schema.fields`.
  public let field: Int
  public let test: Test
  /// Constants of the field's type, in the form in which columns hold them; none are null.
  public let values: [Value]
  /// For text only.
  public let equality: TextEquality

  public init(
    field: Int, _ test: Test, _ values: [Value] = [], equality: TextEquality = .codePoints
  ) {
    self.field = field
    self.test = test
    self.values = values
    self.equality = equality
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
