// SPDX-License-Identifier: MIT

public import Diagnostics

/// A declaration of a source: where its data is and what its items look like.
public struct SourceDefinition: Sendable {
  public let name: Name
  /// The text of the `##` comments before it, in one line.
  public let summary: String
  public let clauses: DefinitionClauses
  public let range: ScriptRange
}

/// What the clauses of a definition say. Texts that are addresses may have holes in braces.
public struct DefinitionClauses: Sendable {
  /// What items are called; nil when nothing is said.
  public var noun: NounClause?
  /// Where the list is: an address or a path.
  public var list: TextLiteral?
  /// How the list is written where it is a table as text, as far as that is said.
  public var table: TableClause?
  /// Where the record of one item is, with `{id}` for its key; relative to the list.
  public var detail: DetailClause?
  public var picture: PictureClause?
  /// The sizes in which the server has pictures, and the kinds of shots, in the order of choice.
  public var sizes: [SizeClause] = []
  public var shots: [TextLiteral] = []
  /// The field that lists the pictures that an item has.
  public var shotField: Name?
  /// Ways from the root of the list's payload to the items, of which the first that leads anywhere
  /// is taken; empty when the root is the list.
  public var items: [[ItemsStep]] = []
  public var pages: PagesClause?
  /// The categories of which each has a list of its own.
  public var categories: [CategoryClause] = []
  /// What a reply must say to be none of a failure.
  public var statuses: [StatusClause] = []
  /// Members that hold the server's words when something went wrong.
  public var faults: [[Name]] = []
  /// Members that say that a reply is not all that it should be.
  public var warnings: [WarnClause] = []
  public var key: KeyClause?
  /// What else every request to the server says of itself.
  public var headers: [HeaderClause] = []
  /// How many requests a second the server allows.
  public var rate: Int?
  public var keeping: KeepClause?
  public var search: TextLiteral?
  public var filters: [FilterClause] = []
  public var sorts: [SortClause] = []
  /// What is written around the keys of a sort, where a server takes several.
  public var sortKeys: TextLiteral?
  public var relations: [RelationClause] = []
  public var fields: [FieldClause] = []
}

/// `noun "product", "products"`.
public struct NounClause: Sendable {
  /// What one item is called; nil when nothing is said.
  public let one: TextLiteral?
  /// What several are called.
  public let many: TextLiteral
}

/// One step of the way to the items.
public enum ItemsStep: Sendable, Equatable {
  case member(String)
  /// `[]`: every element of an array.
  case each
}

/// One step of the way from a record to a value.
public enum ValueStep: Sendable, Equatable {
  case member(String)
  /// `[]`: every element of an array.
  case each
  /// `[first]` and `[last]`: one element of an array.
  case first, last
  /// `[Key = "Title"]`: the first element whose member is that text.
  case matching([String], String)
}

/// `detail "https://.../{id}.json" at Item`.
public struct DetailClause: Sendable {
  public let address: TextLiteral
  /// The way to the record; empty where the reply is the record.
  public let path: [ValueStep]
}

/// `picture "https://.../{image}" crop 1 only fresh`.
public struct PictureClause: Sendable {
  public let address: TextLiteral
  /// How many pixels are cut from each side.
  public let crop: Int
  /// Whether a copy that stands in for a server's answer has no pictures.
  public let isOnlyFresh: Bool
}

/// `size "8" 45 x 60`: what stands for a size in an address, and its pixels.
public struct SizeClause: Sendable {
  public let id: TextLiteral
  public let width: Int
  public let height: Int
}

/// `pages of 100 total total next nextCursorMark`.
public struct PagesClause: Sendable {
  public let size: Int
  /// The number of the first page.
  public let first: Int
  /// Where a reply tells the number of all items, and what names the next page.
  public let total: ReplyPlace?
  public let next: ReplyPlace?
  /// What is asked with a cursor; nil where the cursor alone is written into the address, of the
  /// first page too.
  public let cursor: TextLiteral?
  public let range: ScriptRange
}

/// Where a reply tells something of the list: `meta.total`, `in header "Link"`.
public enum ReplyPlace: Sendable {
  case members([Name])
  case header(TextLiteral)
}

/// `category "Bags" as "nwrrvlsbgs" picture "https://..."`.
public struct CategoryClause: Sendable {
  public let title: TextLiteral
  /// What the server calls it; nil where it takes the title.
  public let id: TextLiteral?
  public let picture: TextLiteral?
}

/// `status Header.StatusCode 200`.
public struct StatusClause: Sendable {
  public let path: [Name]
  /// The digits, or the text without its quotes.
  public let expected: String
}

/// `warn partial "the result is incomplete"`.
public struct WarnClause: Sendable {
  public let path: [Name]
  /// What is told; nil for what the reply says there.
  public let words: TextLiteral?
}

/// `header "Accept" "application/json"`.
public struct HeaderClause: Sendable {
  public let name: TextLiteral
  public let value: TextLiteral
}

/// `key CQ_KEY_SHOP as apiKey`, `key CQ_KEY_SHOP in header "Authorization" as "Bearer {key}"`.
public struct KeyClause: Sendable {
  public enum Carrier: Sendable {
    case parameter(String)
    /// A field of the header, and what stands in it; nil where that is the key alone.
    case header(TextLiteral, form: TextLiteral?)
  }

  public let variable: Name
  public let carrier: Carrier
}

/// `keep 7 days`, `keep 30 days always`.
public struct KeepClause: Sendable {
  /// How many seconds a copy of a reply may be kept.
  public let seconds: Int
  /// Whether one is kept also where the server asks for none.
  public let isAlways: Bool
}

/// `filter price < <= "&price{operator}{value}"`, `filter name contains "&like={value}" folded`:
/// conditions that the server can check.
public struct FilterClause: Sendable {
  /// What is asked of a field besides comparisons.
  public enum Test: String, Sendable {
    case contains
    case startsWith = "starts with"
    case isOneOf = "in"
    case isNull = "is null"
  }

  public let field: Name
  public let operators: [ComparisonOperator]
  /// Nil where there are operators.
  public let test: Test?
  public let address: TextLiteral
  /// Whether the server finds texts in any case, and with or without accents.
  public let isFolded: Bool
}

/// `sort price "&sort=price.{direction}" stable`, `sort price asc "&up=price" desc "&down=price"`:
/// an order that the server can give.
public struct SortClause: Sendable {
  public let field: Name
  /// What is asked for in each direction; nil for one that the server does not know.
  public let ascending: TextLiteral?
  public let descending: TextLiteral?
  /// Whether equal items come in the order of the list.
  public let isStable: Bool
}

/// `relation related "https://.../{id}/alsoViewed" from results[].sku`.
public struct RelationClause: Sendable {
  public let name: Name
  /// Where the ids are; nil for the item's own record.
  public let address: TextLiteral?
  public let path: [ValueStep]
}

/// `field suites List<Int> from suites_availability split ":" "free room numbers"`.
public struct FieldClause: Sendable {
  /// What holds the value.
  public enum Place: Sendable {
    case list, detail, group
    /// The request: the category that was asked for.
    case request
  }

  public let names: [Name]
  public let type: TypeName
  public let isKey: Bool
  /// The fields that identify an item whose key is missing.
  public let keyElse: [Name]
  public let isCategory: Bool
  /// The ways to the value, of which the first that leads to one is taken; empty when it is the
  /// member of the field's name.
  public let paths: [[ValueStep]]
  public let place: Place
  public let separator: TextLiteral?
  /// The members by which the elements of a list are ordered; empty when they stay as they are.
  public let order: [Name]
  public let trims: Bool
  public let emptyIsNull: Bool
  public let takesNumberOrText: Bool
  /// Whether the text is HTML.
  public let isHTML: Bool
  /// The expression of a derived field.
  public let derivation: Expression?
  public let meaning: TextLiteral?
  public let range: ScriptRange
}

/// The name of a type, such as `Int`, `List<Int>`, `Record<City Text, Zip Text>` or `Length in km`.
public indirect enum TypeName: Sendable, Equatable {
  case named(String)
  /// A type and the unit of its values: a currency, a unit of length, or a field that names it.
  case measured(String, unit: String)
  case list(TypeName)
  /// A record with the types of its members.
  case record([MemberType])

  public struct MemberType: Sendable, Equatable {
    public let name: String
    public let type: TypeName
  }
}
