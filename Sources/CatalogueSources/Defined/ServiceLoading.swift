// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// How a server is asked.
extension DefinitionLoading {
  mutating func service(_ list: TextLiteral, _ schema: Schema) -> ServiceRules? {
    let listHoles = ["search", "filter", "sort", "category", "page", "offset", "size", "cursor"]
    let address = template(list, holes: listHoles)
    let detail = clauses.detail.map { ($0, template($0.address, holes: ["id"])) }
    guard let address else { return nil }
    check(address, list)
    reportRepeated()
    if let detail = detail?.0, detail.path.contains(.each) {
      report(.badText(detail.address, "leads to one record, and `[]` to several"))
    }
    return ServiceRules(
      list: address, detail: detail?.1, detailPath: ValuePath(detail?.0.path ?? []),
      pages: clauses.pages.map { pages($0, address) },
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
      sorts: clauses.sorts.compactMap { sort($0, address) }, sortKeys: sortKeys(address))
  }

  /// What a list's address has holes for must be said, and what is said needs a hole.
  private mutating func check(_ address: AddressTemplate, _ list: TextLiteral) {
    if let pages = clauses.pages {
      check(pages, address, list)
    } else if let hole = ["page", "offset", "cursor"].first(where: address.has) {
      report(.badText(list, "says `{\(hole)}`, and there is no `pages`"))
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

  private mutating func check(
    _ pages: PagesClause, _ address: AddressTemplate, _ list: TextLiteral
  ) {
    let hasNumbers = address.has("page") || address.has("offset")
    let hasCursor = address.has("cursor")
    // Without any such hole replies tell the address of the next page.
    if pages.next != nil, hasNumbers, !hasCursor {
      report(.missingHole("cursor", "next", list.range))
    }
    if pages.next == nil, !hasNumbers { report(.missingHole("page", "pages", list.range)) }
    if pages.first != 1, !address.has("page") {
      report(.missingHole("page", "from", list.range))
    }
    if pages.cursor != nil, !hasCursor { report(.missingHole("cursor", "as", list.range)) }
    if case .header(let name) = pages.next, name.value.lowercased() == "link", hasCursor {
      report(.badText(list, "says `{cursor}`, and `Link` tells the address of the next page"))
    }
    if !(1...ListCursor.maximumRecords).contains(pages.size) {
      let most = ListCursor.maximumRecords
      report(.badPages("a page has from 1 to \(most) items", pages.range))
    }
    if pages.first > 1 { report(.badPages("the first page is 0 or 1", pages.range)) }
  }

  /// Reports clauses that are never asked for, as one before them says the same of a field.
  private mutating func reportRepeated() {
    var sorts: Set<String> = []
    for clause in clauses.sorts {
      let directions =
        (clause.ascending == nil ? [] : ["asc"]) + (clause.descending == nil ? [] : ["desc"])
      let known = directions.filter { !sorts.insert("\($0) \(clause.field.text)").inserted }
      guard let direction = known.first else { continue }
      report(
        .badField(clause.field, "a clause before says how a server sorts by it `\(direction)`"))
    }
    var filters: Set<String> = []
    for clause in clauses.filters {
      let marks = clause.operators.map(\.rawValue)
      let known = marks.filter { !filters.insert("\($0) \(clause.field.text)").inserted }
      guard let mark = known.first else { continue }
      report(.badField(clause.field, "a clause before says how a server is asked for `\(mark)`"))
    }
  }

  private mutating func pages(_ clause: PagesClause, _ list: AddressTemplate) -> PageRule {
    var cursor: AddressTemplate?
    if let text = clause.cursor {
      cursor = template(text, holes: ["cursor"])
      if let cursor, !cursor.has("cursor") { report(.badText(text, "has no `{cursor}`")) }
    }
    return PageRule(
      size: clause.size, first: clause.first, total: clause.total.map { place($0) },
      next: clause.next.map { place($0) }, cursor: cursor,
      isLinked: clause.next != nil && !list.has("cursor"))
  }

  private mutating func place(_ place: ReplyPlace) -> PlaceInReply {
    switch place {
    case .members(let names): return .members(names.map(\.text))
    case .header(let name):
      check(header: name)
      return .header(name.value)
    }
  }

  /// Reports a name that no field of a header has.
  private mutating func check(header name: TextLiteral) {
    if !HeaderNames.isName(name.value) {
      report(.badHeader("`\(name.value)` is no name of a field of a header", name.range))
    }
  }

  /// Reports what no request can say in a field of its header, or `cq` says itself.
  private mutating func check(header name: TextLiteral, saying value: TextLiteral?) {
    check(header: name)
    if HeaderNames.own.contains(name.value.lowercased()) {
      report(.badHeader("cq itself says `\(name.value)`", name.range))
    }
    if let value, !value.value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      report(.badHeader("a field of a header holds ASCII letters and signs only", value.range))
    }
  }

  private mutating func headers() -> [HTTPField] {
    clauses.headers.map { header in
      check(header: header.name, saying: header.value)
      if HeaderNames.secret.contains(header.name.value.lowercased()) {
        report(
          .badHeader(
            "`\(header.name.value)` is secret, and a definition is not", header.name.range,
            help: "say where the key is: `key \(KeyRing.variableName(of: definition.name.text)) in "
              + "header \"\(header.name.value)\" as \"Bearer {key}\"`"))
      }
      return HTTPField(header.name.value, header.value.value)
    }
  }

  private mutating func carrier(_ carrier: KeyClause.Carrier) -> Secret.Carrier {
    guard case .header(let name, let form) = carrier else {
      if case .parameter(let name) = carrier { return .parameter(name) }
      return .parameter("")
    }
    check(header: name, saying: form)
    guard let form else { return .header(name.value) }
    if let template = template(form, holes: ["key", "base64"]), template.holes.isEmpty {
      report(.badHeader("this text has neither `{key}` nor `{base64}`", form.range))
    }
    return .header(name.value, form: form.value)
  }

  private mutating func terms() -> ServiceTerms {
    var terms = ServiceTerms()
    if let keeping = clauses.keeping {
      terms.retention = keeping.seconds
      terms.readingRetention = keeping.seconds
      terms.freshness = min(terms.freshness, keeping.seconds)
      terms.keepsAlways = keeping.isAlways
    }
    terms.rate = clauses.rate
    terms.headers = headers()
    if let key = clauses.key {
      let known = KeyNames.allowed(for: definition.name.text)
      if known.contains(key.variable.text) {
        terms.key = KeyDemand(variable: key.variable.text, carrier: carrier(key.carrier))
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
    guard let field = field(clause.field) else { return nil }
    let type = fields.fields[field].type
    guard let address = address(of: clause, type) else { return nil }
    if clause.operators.contains(.notEqual) {
      report(
        .badField(clause.field, "`!=` also holds for items without a value, so no server asks it"))
    }
    if clause.operators.contains(where: { $0 != .equal && $0 != .notEqual }), !isOrdered(field) {
      report(.badField(clause.field, "only `=` is asked of a server for fields of its type"))
    }
    if let fault = fault(of: clause, field) { report(.badField(clause.field, fault)) }
    let isOfDays = address.has("day") && !address.has("time")
    return ServerFilter(
      field: field, type: type,
      tests: clause.tests.map {
        ServerTest($0, isFolded: clause.isFolded, takesDaysOnly: isOfDays)
      }, address: address)
  }

  /// What a condition is asked for with, which has a hole for what is asked.
  private mutating func address(
    of clause: FilterClause, _ type: ValueType
  ) -> AddressTemplate? {
    let asked: [String]
    switch clause.test {
    case .isNull: asked = []
    case .isOneOf: asked = ["values"]
    case .contains, .startsWith: asked = ["value"]
    case nil: asked = type == .date ? ["value", "day"] : ["value"]
    }
    let others = clause.test == nil ? ["operator"] + (type == .date ? ["time"] : []) : []
    guard let address = template(clause.address, holes: asked + others) else { return nil }
    if let first = asked.first, !asked.contains(where: address.has) {
      report(.badText(clause.address, "has no `{\(first)}`"))
    }
    if let cut = address.holes.first(where: { $0.length != nil }) {
      report(.badText(clause.address, "takes a part of `{\(cut.name)}`, which is another value"))
    }
    return address
  }

  /// Why a server cannot be asked for a test of a field whose values are others than it has, or of
  /// which it has none.
  private func fault(of clause: FilterClause, _ field: Int) -> String? {
    guard let place = fields.listed.firstIndex(of: field) else {
      return "a server is asked for fields of its list only"
    }
    let reading = fields.readings[place]
    let isText = reading.type == .text
    if clause.isFolded, !isText { return "`folded` is said of texts" }
    switch clause.test {
    case .contains:
      if !isText { return "`contains` is asked of a server for texts" }
      return reading.isHTML ? "its server has HTML, and finds other texts in it" : nil
    case .isNull:
      return reading.emptyIsNull || reading.paths.count > 1
        ? "more is null here than its server has without a value" : nil
    case .startsWith, .isOneOf, nil:
      if clause.test == .startsWith, !isText {
        return "`starts with` is asked of a server for texts"
      }
      let isSame = !reading.isHTML && !reading.trims
      return isText && !isSame ? "its texts are others than those that its server has" : nil
    }
  }

  private mutating func sort(_ clause: SortClause, _ list: AddressTemplate) -> ServerSort? {
    if !list.has("sort") { report(.missingHole("sort", "sort", clause.field.range)) }
    guard let field = field(clause.field) else { return nil }
    let ascending = clause.ascending.flatMap { template($0, holes: ["direction"]) }
    let isOfBoth = clause.ascending?.range == clause.descending?.range
    let descending =
      isOfBoth ? ascending : clause.descending.flatMap { template($0, holes: ["direction"]) }
    if !isOrdered(field) {
      report(.badField(clause.field, "no server orders fields of its type as `cq` does"))
    }
    return ServerSort(
      field: field, ascending: ascending, descending: descending, keepsTies: clause.isStable)
  }

  private mutating func sortKeys(_ list: AddressTemplate) -> AddressTemplate? {
    guard let text = clauses.sortKeys else { return nil }
    if !list.has("sort") { report(.missingHole("sort", "sort", text.range)) }
    let template = template(text, holes: ["keys"])
    if let template, !template.has("keys") { report(.badText(text, "has no `{keys}`")) }
    return template
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

/// The fields of a header that definitions may and may not say.
private enum HeaderNames {
  /// What RFC 9110 calls a token.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0)
      }
  }

  static let secret: Set = ["authorization", "cookie", "proxy-authorization"]

  /// What the transfer itself, and the keeping of copies, have to say.
  static let own: Set = [
    "host", "connection", "content-length", "transfer-encoding", "accept-encoding", "te", "upgrade",
    "expect", "range", "if-range", "if-match", "if-none-match", "if-modified-since",
    "if-unmodified-since",
  ]
}

/// The variables of the environment that definitions may name, so that none can ask for another
/// service's secret.
enum KeyNames {
  static func allowed(for source: String) -> [String] {
    let own = KeyRing.variableName(of: source)
    return source == "bestbuy" ? [own, "BESTBUY_API_KEY"] : [own]
  }
}

extension FilterClause {
  fileprivate var tests: [FieldTest] {
    switch test {
    case .contains: [.contains]
    case .startsWith: [.startsWith]
    case .isOneOf: [.isOneOf]
    case .isNull: [.isNull]
    case nil:
      operators.compactMap { Comparison(rawValue: $0.rawValue) }.map(FieldTest.compares)
    }
  }
}
