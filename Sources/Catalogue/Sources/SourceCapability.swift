// SPDX-License-Identifier: MIT

/// What a source's server can do of a query's work, and which relations its items have.
public struct SourceCapability: Sendable, Equatable {
  /// What the server can do with fields, by their indices in the schema.
  public var fields: [Int: FieldCapability] = [:]
  /// The fields of which a file says what values they have in each of its parts, by which these may
  /// be left out.
  package var knownFields: Set<Int> = []
  /// Whether the server finds items by words; its answer then holds, as it may look at more than
  /// the fields that there are.
  public var searches = false
  /// Whether items are asked for by themselves: their list is too long to look for one in, and
  /// their own records tell all that it tells.
  public var findsItems = false
  /// Whether the server orders by one field at a time.
  public var sortsByOneField = false
  /// Whether the items of single categories can be asked for.
  public var choosesCategories = false
  /// What `related`, `accessories` and `follow NAME` lead to, in the order of the definition.
  public var relations: [SourceRelation] = []

  public init() {}

  /// The relation of that name; case does not matter.
  public func relation(_ name: String) -> SourceRelation? {
    relations.first { $0.name.lowercased() == name.lowercased() }
  }
}

/// What a server can do with one field.
public struct FieldCapability: Sendable, Equatable {
  /// The comparisons with a value that the server makes. It gives the items for which one holds,
  /// and maybe more.
  public var comparisons: Set<Comparison>
  /// How the server orders by the field as the language does, the lowest value first or the
  /// highest, with items without a value last; nil where it does not.
  public var ascending: Ordering?
  public var descending: Ordering?

  /// An order that a server makes.
  public struct Ordering: Sendable, Equatable {
    /// Whether items that are equal in the field come in the order of the list.
    public var keepsTies: Bool

    public init(keepsTies: Bool) { self.keepsTies = keepsTies }
  }

  public init(
    _ comparisons: Set<Comparison> = [], isSortable: Bool = false, keepsTies: Bool = false
  ) {
    self.comparisons = comparisons
    ascending = isSortable ? Ordering(keepsTies: keepsTies) : nil
    descending = ascending
  }

  /// How the server orders by the field in a direction; nil where it does not.
  public func ordering(descending isDescending: Bool) -> Ordering? {
    isDescending ? descending : ascending
  }
}

/// A way from one item to others of the same source, such as `related` or `alsoViewed`.
public struct SourceRelation: Sendable, Equatable {
  public let name: String
  /// One line on what the items are to the one that names them; empty when nothing is said.
  public let meaning: String

  public init(_ name: String, meaning: String = "") {
    self.name = name
    self.meaning = meaning
  }
}
