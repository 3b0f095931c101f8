// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// How a server is asked.
extension DefinitionLoading {
  mutating func service(_ list: TextLiteral, _ schema: Schema) -> ServiceRules? {
    let listHoles = ["search", "filter", "sort", "category", "page", "size", "cursor"]
    let address = template(list, holes: listHoles)
    let detail = clauses.detail.map { ($0, template($0.address, holes: ["id"])) }
    guard let address else { return nil }
    check(address, list)
    return ServiceRules(
      list: address, detail: detail?.1, detailPath: detail?.0.path.map(\.text) ?? [],
      pages: clauses.pages.map {
        PageRule(
          size: $0.size, total: $0.total?.map(\.text), next: $0.next?.map(\.text))
      },
      categories: clauses.categories.map {
        ListedCategory(
          title: $0.title.value, id: $0.id?.value ?? $0.title.value, picture: $0.picture?.value)
      },
      reply: ReplyRule(
        statuses: clauses.statuses.map {
          ReplyRule.Status(path: $0.path.map(\.text), expected: $0.expected)
        }, faults: clauses.faults.map { $0.map(\.text) },
        warnings: clauses.warnings.map {
          ReplyRule.Warning(path: $0.path.map(\.text), words: $0.words?.value)
        }),
      terms: terms(), search: clauses.search.flatMap { searched($0, address) },
      filters: clauses.filters.compactMap { filter($0, address) },
      sorts: clauses.sorts.compactMap { sort($0, address) })
  }

  /// What a list's address has holes for must be said, and what is said needs a hole.
  private mutating func check(_ address: AddressTemplate, _ list: TextLiteral) {
    let hasNumbers = address.has("page")
    let hasCursor = address.has("cursor")
    if let pages = clauses.pages {
      if pages.next != nil, !hasCursor { report(.missingHole("cursor", "next", list.range)) }
      if pages.next == nil, !hasNumbers { report(.missingHole("page", "pages", list.range)) }
    } else if hasNumbers || hasCursor {
      report(.badText(list, "says `{\(hasNumbers ? "page" : "cursor")}`, and there is no `pages`"))
    }
    if clauses.categories.isEmpty {
      if address.has("category") {
        report(.badText(list, "says `{category}`, and there is no `category`"))
      }
      if let field = clauses.fields.first(where: { $0.place == .request })?.names.first {
        report(.badField(field, "`in request` wants a clause `category` for each category"))
      }
    } else if !address.has("category") {
      report(.missingHole("category", "category", list.range))
    }
  }

  private mutating func terms() -> ServiceTerms {
    var terms = ServiceTerms()
    if let keeping = clauses.keeping {
      terms.retention = keeping.seconds
      terms.freshness = min(terms.freshness, keeping.seconds)
      terms.keepsAlways = keeping.isAlways
    }
    terms.rate = clauses.rate
    if let key = clauses.key {
      let known = KeyNames.allowed(for: definition.name.text)
      if known.contains(key.variable.text) {
        terms.key = KeyDemand(variable: key.variable.text, carrier: Secret.Carrier(key.carrier))
      } else {
        report(.unreadableKey(key.variable, known: known))
      }
    }
    return terms
  }

  private mutating func searched(
    _ text: TextLiteral, _ list: AddressTemplate
  ) -> AddressTemplate? {
    if !list.has("search") { report(.missingHole("search", "search", text.range)) }
    guard let template = template(text, holes: ["word", "words"]) else { return nil }
    if template.holes.isEmpty { report(.badText(text, "has neither `{word}` nor `{words}`")) }
    return template
  }

  private mutating func filter(
    _ clause: FilterClause, _ list: AddressTemplate
  ) -> ServerFilter? {
    if !list.has("filter") { report(.missingHole("filter", "filter", clause.address.range)) }
    guard let field = field(clause.field),
      let template = template(clause.address, holes: ["operator", "value"])
    else { return nil }
    if !template.has("value") { report(.badText(clause.address, "has no `{value}`")) }
    if clause.operators.contains(.notEqual) {
      report(
        .badField(clause.field, "`!=` also holds for items without a value, so no server asks it"))
    }
    if clause.operators.contains(where: { $0 != .equal && $0 != .notEqual }), !isOrdered(field) {
      report(.badField(clause.field, "only `=` is asked of a server for fields of its type"))
    }
    let comparisons = clause.operators.compactMap { Comparison(rawValue: $0.rawValue) }
    return ServerFilter(field: field, operators: comparisons, address: template)
  }

  private mutating func sort(_ clause: SortClause, _ list: AddressTemplate) -> ServerSort? {
    if !list.has("sort") { report(.missingHole("sort", "sort", clause.address.range)) }
    guard let field = field(clause.field),
      let template = template(clause.address, holes: ["direction"])
    else { return nil }
    if !isOrdered(field) {
      report(.badField(clause.field, "no server orders fields of its type as `cq` does"))
    }
    return ServerSort(field: field, address: template, keepsTies: clause.isStable)
  }

  /// Whether all agree which of two values is the greater: the order of texts differs.
  private func isOrdered(_ field: Int) -> Bool { fields.fields[field].type.isStoredAsNumber }

  private mutating func field(_ name: Name) -> Int? {
    let index = fields.index(of: name.text)
    if index == nil { report(.unknownField(name, known: fields.fields.map(\.name))) }
    return index
  }

  /// An address whose holes are among those; nil after a fault.
  private mutating func template(_ text: TextLiteral, holes: [String]) -> AddressTemplate? {
    guard let template = AddressTemplate(text.value) else {
      report(.badText(text, "has a brace without its partner, or a hole without a name"))
      return nil
    }
    if let hole = template.holeInServer {
      report(
        .badText(text, "has `{\(hole.name)}` in the name of the server, which data may not say"))
      return nil
    }
    guard let other = template.holes.first(where: { !holes.contains($0.name) }) else {
      return template
    }
    report(.unknownHole(other.name, text, known: holes))
    return nil
  }
}

// What items lead to.
extension DefinitionLoading {
  mutating func relations() -> [ItemRelation] {
    var relations: [ItemRelation] = []
    for clause in clauses.relations {
      if clause.address == nil, clauses.detail == nil {
        report(.badField(clause.name, "has no address, and items have no `detail` of their own"))
      }
      let address = clause.address.flatMap { template($0, holes: ["id"]) }
      let place = ItemRelation.Place(address: address, ids: ValuePath(clause.path))
      if let known = relations.firstIndex(where: { $0.name == clause.name.text }) {
        relations[known].places.append(place)
      } else {
        relations.append(ItemRelation(name: clause.name.text, places: [place]))
      }
    }
    return relations
  }

  mutating func picture(_ schema: Schema) -> PictureRule? {
    guard let clause = clauses.picture else { return nil }
    let names = schema.fields.flatMap { [$0.name] + $0.aliases }
    guard let template = template(clause.address, holes: names + ["size", "shot"]) else {
      return nil
    }
    if template.has("size"), clauses.sizes.isEmpty, !names.contains("size") {
      report(.badText(clause.address, "says `{size}`, and there is no `size`"))
    }
    if template.has("shot"), clauses.shots.isEmpty, !names.contains("shot") {
      report(.badText(clause.address, "says `{shot}`, and there is no `shots`"))
    }
    let sizes = clauses.sizes.map {
      PictureRule.Size(id: $0.id.value, width: $0.width, height: $0.height)
    }
    return PictureRule(
      address: template, crop: clause.crop, isOnlyFresh: clause.isOnlyFresh,
      sizes: sizes.sorted { $0.area < $1.area },
      shots: clauses.shots.map(\.value), listing: listing(schema, template))
  }

  /// The field that lists an item's pictures.
  private mutating func listing(_ schema: Schema, _ picture: AddressTemplate) -> Int? {
    guard let name = clauses.shotField, let index = field(name) else { return nil }
    if schema.fields[index].type != .list(.text) || schema.fields[index].origin != .detail {
      report(.badField(name, "pictures are listed in a `List<Text> in detail`"))
    }
    if !picture.has("size") || !picture.has("shot") {
      report(.badField(name, "it lists sizes and shots, and the picture has no holes for both"))
    }
    return index
  }
}

extension PictureRule.Size {
  fileprivate var area: Double { Double(width) * Double(height) }
}

extension Secret.Carrier {
  fileprivate init(_ carrier: KeyClause.Carrier) {
    switch carrier {
    case .parameter(let name): self = .parameter(name)
    case .header(let name): self = .header(name)
    }
  }
}

/// The variables of the environment that definitions may name, so that none can ask for another
/// service's secret.
enum KeyNames {
  static func allowed(for source: String) -> [String] {
    let own = KeyRing.variableName(of: source)
    return source == "bestbuy" ? [own, "BESTBUY_API_KEY"] : [own]
  }
}
