// SPDX-License-Identifier: MIT

/// The fields of a catalogue, and which of them have a part to play.
public struct Schema: Sendable, Equatable {
  /// What messages and prompts call the catalogue: `hotels`, or a file's path.
  public let source: String
  /// One sentence about the catalogue; empty when its definition has none.
  public let summary: String
  /// What several items are called in a count: `hotels`, `products`, `rows`.
  public let noun: String
  /// What one is called: `hotel`; nil where that is not known.
  public let one: String?
  public let fields: [Field]
  /// The indices of the derived fields, each after those that it is computed from.
  public let derived: [Int]
  /// The field that identifies an item.
  public let key: Int?
  /// Why a field that looks like a key identifies no item: what of its values several records have.
  public let sharedKeys: SharedKeys?
  /// The field that holds an item's category.
  public let category: Int?

  /// Without `derived`, the derived fields stand in such an order already.
  public init(
    source: String, summary: String = "", noun: String = "rows", one: String? = nil,
    fields: [Field], derived: [Int]? = nil, key: Int? = nil, sharedKeys: SharedKeys? = nil,
    category: Int? = nil
  ) {
    self.source = source
    self.summary = summary
    self.noun = noun
    self.one = one
    self.fields = fields
    self.derived = derived ?? fields.indices.filter { fields[$0].isDerived }
    self.key = key
    self.sharedKeys = sharedKeys
    self.category = category
  }

  /// The type of the field that identifies an item.
  package var keyType: ValueType? { key.map { fields[$0].type } }

  /// The field of that name or alias: as it is spelled if there is one, else in any case; a
  /// declared name goes before an alias.
  public func index(of name: String) -> Int? {
    let wanted = name.lowercased()
    return fields.firstIndex { $0.name.isSpelled(as: name) }
      ?? fields.firstIndex { $0.aliases.contains { $0.isSpelled(as: name) } }
      ?? fields.firstIndex { $0.name.lowercased() == wanted }
      ?? fields.firstIndex { $0.aliases.contains { $0.lowercased() == wanted } }
  }
}

/// One field of a catalogue.
public struct Field: Sendable, Equatable {
  /// Where a field's values come from.
  public enum Origin: Sendable, Equatable {
    /// The record in the list.
    case list
    /// The record of the single item, fetched when the field is used.
    case detail
    /// Computed from other fields by an expression of the language.
    case derived(String)
  }

  public let name: String
  public let type: ValueType
  /// Further names that mean this field: those of the source's own payload.
  public let aliases: [String]
  /// One line on what the values mean; empty when nothing is said.
  public let meaning: String
  public let origin: Origin
  /// Whether any record may have a value, as is known of a file alone.
  public let mayHaveValues: Bool

  /// Whether it is computed from other fields.
  public var isDerived: Bool { if case .derived = origin { true } else { false } }

  public init(
    _ name: String, _ type: ValueType, aliases: [String] = [], meaning: String = "",
    origin: Origin = .list, mayHaveValues: Bool = true
  ) {
    self.name = name
    self.type = type
    self.aliases = aliases
    self.meaning = meaning
    self.origin = origin
    self.mayHaveValues = mayHaveValues
  }
}
