// SPDX-License-Identifier: MIT

/// What a source's server can do of a query's work, and which relations its items have.
public struct SourceCapability: Sendable, Equatable {
  /// What the server can do with fields, by their indices in the schema.
  public var fields: [Int: FieldCapability] = [:]
  /// The fields of which a file says what values they have in each of its parts, by which these may
  /// be left out.
  package var knownFields: Set<Int> = []
  /// The fields of a file in whose rows texts are found before anything else is known of them, and
  /// those that are known to have a value in each row.
  package var soughtFields: Set<Int> = []
  package var filledFields: Set<Int> = []
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
  /// The tests that the server makes.
  public var tests: Set<ServerTest>
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
    tests = Set(comparisons.map { ServerTest(.compares($0)) })
    ascending = isSortable ? Ordering(keepsTies: keepsTies) : nil
    descending = ascending
  }

  /// How the server orders by the field in a direction; nil where it does not.
  public func ordering(descending isDescending: Bool) -> Ordering? {
    isDescending ? descending : ascending
  }

  /// Whether the server gives at least the items for which a condition holds.
  package func makes(_ condition: PushedCondition) -> Bool {
    tests.contains { $0.finds(condition) }
  }
}

/// A test that a server makes of a field: it gives the items for which it holds, and maybe more.
public struct ServerTest: Sendable, Hashable {
  public let test: FieldTest
  /// Whether texts are found in any case, and with or without accents.
  public let isFolded: Bool
  /// Whether a date is asked for by its day alone.
  public let takesDaysOnly: Bool

  public init(_ test: FieldTest, isFolded: Bool = false, takesDaysOnly: Bool = false) {
    self.test = test
    self.isFolded = isFolded
    self.takesDaysOnly = takesDaysOnly
  }

  /// Whether it gives at least the items for which a condition holds.
  package func finds(_ condition: PushedCondition) -> Bool {
    test == condition.test && (isFolded || !condition.isFolded)
      && (!takesDaysOnly || condition.isOfDays) && condition.isReadAsMeant
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
