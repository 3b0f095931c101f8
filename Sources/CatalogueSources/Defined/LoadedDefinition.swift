// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics
import QuerySyntax

/// What a source definition means: a schema, how each field is read, and how a server is asked.
package struct LoadedDefinition: Sendable {
  package let schema: Schema
  /// Where the items of the list are; its readings are those of `listed`.
  let layout: ListLayout
  /// For each reading of the layout the index of its field in the schema.
  let listed: [Int]
  /// For each field of the schema how it is read from an item's own record; nil for the others.
  let details: [FieldReading?]
  /// The fields that hold the category that was asked for.
  let requested: [Int]
  package private(set) var service: ServiceRules
  package let relations: [ItemRelation]
  package let picture: PictureRule?
  /// Where the name stands in the text of the definition.
  let nameRange: ScriptRange
  /// The text with the definition, and where it stands there, after the comments before it.
  let source: ScriptText
  let range: ScriptRange

  /// The definition alone, in canonical form.
  var text: [UInt8]? {
    switch Formatter.format(ScriptText(name: source.name, source[range])) {
    case .text(let text): text
    case .faults: nil
    }
  }

  /// The same with its list at another address; one with a brace of its own has no holes.
  func listed(at address: String) -> LoadedDefinition {
    guard let list = AddressTemplate(address) else { return self }
    var other = self
    other.service.list = list
    return other
  }
}

extension LoadedDefinition {
  /// The addresses that it names, with their holes.
  var addresses: [String] {
    let places = relations.flatMap(\.places).map(\.address)
    let templates = [service.list, service.detail, picture?.address] + places
    return templates.compactMap { $0?.text } + service.categories.compactMap(\.picture)
  }
}

/// How a server is asked, and what its replies have to be like.
package struct ServiceRules: Sendable {
  /// Where the list is. Its holes are `search`, `filter`, `sort`, `category`, `page`, `offset`,
  /// `size` and `cursor`.
  package fileprivate(set) var list: AddressTemplate
  /// Where an item's own record is, with the hole `id`, and the way to it there.
  package let detail: AddressTemplate?
  package let detailPath: ValuePath
  package let pages: PageRule?
  /// The categories of which each has a list of its own; empty where there is one list.
  package let categories: [ListedCategory]
  package let reply: ReplyRule
  package let terms: ServiceTerms
  /// What is written into the hole `search`: once for each `{word}`, or once with all `{words}`.
  package let search: AddressTemplate?
  package let filters: [ServerFilter]
  package let sorts: [ServerSort]
  /// What is written around the keys of a sort, in the hole `keys`; nil where a server takes one.
  package let sortKeys: AddressTemplate?

  /// Whether single pages of the list can be asked for.
  var isPaged: Bool {
    list.has("page") || list.has("offset") || list.has("cursor") || pages?.isLinked == true
  }
}

/// How a list is divided into pages.
package struct PageRule: Sendable, Equatable {
  package let size: Int
  /// The number of the first page.
  package let first: Int
  /// Where replies tell the number of all items; nil where none does.
  package let total: PlaceInReply?
  /// Where they tell the cursor or the address of the next page; nil where pages have numbers.
  package let next: PlaceInReply?
  /// What is asked with a cursor, with the hole `cursor`, for all pages but the first; nil where
  /// the cursor stands alone and the first page has one too.
  package let cursor: AddressTemplate?
  /// Whether replies tell the address of the next page.
  package let isLinked: Bool

  /// The fields of a reply's header that tell any of this.
  var fields: [String] { [total?.field, next?.field].compactMap(\.self) }
}

/// A category with a list of its own.
package struct ListedCategory: Sendable, Equatable {
  package let title: String
  /// What the server calls it.
  package let id: String
  package let picture: String?
}

/// Conditions that a server can check: `address` with the holes `operator` and `value`, of a date
/// `day` and `time`, or `values`.
package struct ServerFilter: Sendable {
  /// The index of the field in the schema, and its type.
  package let field: Int
  package let type: ValueType
  package let tests: [ServerTest]
  package let address: AddressTemplate

  /// Whether it finds at least the items for which a condition holds.
  func finds(_ condition: PushedCondition) -> Bool {
    field == condition.field && tests.contains { $0.finds(condition) }
  }
}

/// An order that a server can give: addresses with the hole `direction`, `asc` or `desc`.
package struct ServerSort: Sendable {
  package let field: Int
  /// Nil for a direction that the server does not know.
  package let ascending: AddressTemplate?
  package let descending: AddressTemplate?
  /// Whether items that are equal in the field then come in the order of the list.
  package let keepsTies: Bool
}

/// Items that an item names.
package struct ItemRelation: Sendable {
  /// One place of the ids: an address with the hole `id`, or the item's own record, and the way to
  /// them there.
  package struct Place: Sendable {
    package let address: AddressTemplate?
    package let ids: ValuePath
  }

  package let name: String
  /// Where the first gives no id, the next is asked.
  package var places: [Place]
}

/// Where an item's picture is.
package struct PictureRule: Sendable {
  package struct Size: Sendable, Equatable {
    package let id: String
    package let width: Int
    package let height: Int
  }

  /// With fields of the item, `size` and `shot` in its holes.
  package let address: AddressTemplate
  /// How many pixels do not belong to the picture on each side.
  package let crop: Int
  /// Whether an item of a copy that stands in for a server's answer has no picture.
  package let isOnlyFresh: Bool
  /// From the smallest to the largest, by their area.
  package let sizes: [Size]
  /// The kinds of shots in the order of choice.
  package let shots: [String]
  /// The index of the field that lists which pictures an item has, each by its size and shot, as in
  /// `12_f`; nil where none does.
  package let listing: Int?
}
