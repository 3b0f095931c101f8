public import Diagnostics

/// A declaration of a source: where its data is and what its items look like.
public struct SourceDefinition: Sendable {
  public let name: Name
  /// The text of the `##` comments before it, in one line.
  public let summary: String
  /// What several items are called, such as `products`; nil when nothing is said.
  public let noun: TextLiteral?
  /// Where the list is: an address or a path.
  public let list: TextLiteral?
  /// Where the record of one item is, with `{id}` for its key; relative to the list.
  public let detail: TextLiteral?
  public let picture: PictureClause?
  /// The way from the root of the list's payload to the items; empty when the root is the list.
  public let items: [ItemsStep]
  public let fields: [FieldClause]
  public let range: SourceRange
}

/// One step of the way to the items.
public enum ItemsStep: Sendable, Equatable {
  case member(String)
  /// `[]`: every element of an array.
  case each
}

/// `picture "https://.../{image}" crop 1`.
public struct PictureClause: Sendable {
  public let address: TextLiteral
  /// How many pixels are cut from each side.
  public let crop: Int
}

/// `field suites List<Int> from suites_availability split ":" "free room numbers"`.
public struct FieldClause: Sendable {
  /// Which record holds the value.
  public enum Place: Sendable {
    case list, detail, group
  }

  public let names: [Name]
  public let type: TypeName
  public let isKey: Bool
  /// The fields that identify an item whose key is missing.
  public let keyElse: [Name]
  public let isCategory: Bool
  /// The members that lead to the value; nil when they are the field's name.
  public let path: [Name]?
  public let place: Place
  public let separator: TextLiteral?
  public let trims: Bool
  public let emptyIsNull: Bool
  public let takesNumberOrText: Bool
  /// The expression of a derived field.
  public let derivation: Expression?
  public let meaning: TextLiteral?
}

/// The name of a type, such as `Int`, `List<Int>` or `Length in km`.
public indirect enum TypeName: Sendable, Equatable {
  case named(String)
  /// A type and the unit of its values: a currency, a unit of length, or a field that names it.
  case measured(String, unit: String)
  case list(TypeName)
}
