// SPDX-License-Identifier: MIT

import QuerySyntax

/// Writes definitions of sources as lines, one for each clause.
enum DefinitionText {
  /// Every clause of a definition, as the parser has read it; of what is missing nothing.
  static func lines(_ definition: SourceDefinition) -> [String] {
    let clauses = definition.clauses
    return ["\(definition.name.text): \(definition.summary)"] + places(clauses)
      + service(clauses) + pictures(clauses) + clauses.fields.map(text)
  }

  private static func places(_ clauses: DefinitionClauses) -> [String] {
    var lines: [String] = []
    if let noun = clauses.noun {
      lines.append("noun \(noun.one.map { "\($0.value), " } ?? "")\(noun.many.value)")
    }
    if let list = clauses.list {
      lines.append("list \(list.value)\(clauses.table.map { " \(table($0))" } ?? "")")
    }
    if let detail = clauses.detail {
      let place = detail.path.isEmpty ? "" : " at \(steps(detail.path))"
      lines.append("detail \(detail.address.value)\(place)")
    }
    for path in clauses.items { lines.append("items \(path.map(step).joined(separator: " "))") }
    if let pages = clauses.pages {
      let paths = [pages.total, pages.next].map { $0.map(place) ?? "-" }
      let first = pages.first == 1 ? "" : " from \(pages.first)"
      let cursor = pages.cursor.map { " as \($0.value)" } ?? ""
      lines.append("pages \(pages.size)\(first) \(paths.joined(separator: " "))\(cursor)")
    }
    return lines
      + clauses.categories.map {
        "category \($0.title.value) as \($0.id?.value ?? "-") \($0.picture?.value ?? "-")"
      }
      + clauses.relations.map {
        "relation \($0.name.text) \($0.address?.value ?? "-") \(steps($0.path))"
      }
  }

  private static func service(_ clauses: DefinitionClauses) -> [String] {
    var lines = clauses.statuses.map { "status \(names($0.path)) \($0.expected)" }
    lines += clauses.faults.map { "fault \(names($0))" }
    lines += clauses.warnings.map { "warn \(names($0.path)) \($0.words?.value ?? "-")" }
    if let key = clauses.key { lines.append("key \(key.variable.text) \(text(key.carrier))") }
    lines += clauses.headers.map { "header \($0.name.value) \($0.value.value)" }
    if let rate = clauses.rate { lines.append("rate \(rate)") }
    if let keeping = clauses.keeping {
      lines.append("keep \(keeping.seconds)\(keeping.isAlways ? " always" : "")")
    }
    if let search = clauses.search { lines.append("search \(search.value)") }
    lines += clauses.filters.map { filter in
      let tests = filter.operators.map(\.rawValue) + [filter.test?.rawValue].compactMap(\.self)
      return "filter \(filter.field.text) \(tests.joined(separator: " ")) \(filter.address.value)"
        + (filter.isFolded ? " folded" : "")
    }
    if let keys = clauses.sortKeys { lines.append("sort by \(keys.value)") }
    return lines
      + clauses.sorts.map { sort in
        let ways = [sort.ascending, sort.descending].map { $0?.value ?? "-" }
        let written = ways[0] == ways[1] ? ways[0] : ways.joined(separator: " ")
        return "sort \(sort.field.text) \(written)\(sort.isStable ? " stable" : "")"
      }
  }

  private static func table(_ table: TableClause) -> String {
    let parts = [
      table.separator.map { "separator \($0.value)" },
      table.hasHeader.map { "header \($0 ? "yes" : "no")" },
      table.decimalMark.map { "decimal \($0)" },
    ]
    return "with \(parts.compactMap(\.self).joined(separator: " "))"
  }

  private static func place(_ place: ReplyPlace) -> String {
    switch place {
    case .members(let path): names(path)
    case .header(let name): "header(\"\(name.value)\")"
    }
  }

  private static func text(_ carrier: KeyClause.Carrier) -> String {
    switch carrier {
    case .parameter(let name): "parameter(\"\(name)\")"
    case .header(let name, let form):
      "header(\"\(name.value)\")\(form.map { " as \($0.value)" } ?? "")"
    }
  }

  private static func pictures(_ clauses: DefinitionClauses) -> [String] {
    var lines: [String] = []
    if let picture = clauses.picture {
      let fresh = picture.isOnlyFresh ? " only fresh" : ""
      lines.append("picture \(picture.address.value) crop \(picture.crop)\(fresh)")
    }
    lines += clauses.sizes.map { "size \($0.id.value) \($0.width) \($0.height)" }
    if !clauses.shots.isEmpty {
      let listing = clauses.shotField.map { " else \($0.text)" } ?? ""
      lines.append("shots \(clauses.shots.map(\.value).joined(separator: " "))\(listing)")
    }
    return lines
  }

  private static func text(_ field: FieldClause) -> String {
    let flags = [
      (field.isKey, "key"), (field.isCategory, "category"), (field.trims, "trim"),
      (field.isHTML, "html"), (field.emptyIsNull, "empty-null"),
      (field.takesNumberOrText, "number-or-text"),
    ]
    var parts = [names(field.names), name(of: field.type), "\(field.place)"]
    parts += flags.filter(\.0).map(\.1)
    if !field.keyElse.isEmpty { parts.append("else \(names(field.keyElse))") }
    for path in field.paths { parts.append("from \(steps(path))") }
    if let separator = field.separator { parts.append("split \(separator.value)") }
    if !field.order.isEmpty { parts.append("by \(names(field.order))") }
    if let derivation = field.derivation { parts.append(TreeText.expression(derivation)) }
    if let meaning = field.meaning { parts.append("- \(meaning.value)") }
    return parts.joined(separator: " ")
  }

  private static func step(_ step: ItemsStep) -> String {
    switch step {
    case .member(let name): name
    case .each: "[]"
    }
  }

  private static func steps(_ path: [ValueStep]) -> String {
    path.map(step).joined(separator: " ")
  }

  private static func step(_ step: ValueStep) -> String {
    switch step {
    case .member(let name): name
    case .each: "[]"
    case .first: "[first]"
    case .last: "[last]"
    case .matching(let path, let text): "[\(path.joined(separator: "."))=\(text)]"
    }
  }

  private static func name(of type: TypeName) -> String {
    switch type {
    case .named(let name): name
    case .measured(let name, let unit): "\(name)_\(unit)"
    case .list(let element): "List<\(name(of: element))>"
    case .record(let members):
      "Record<\(members.map { "\($0.name) \(name(of: $0.type))" }.joined(separator: ", "))>"
    }
  }

  private static func names(_ names: [Name]) -> String {
    names.map(\.text).joined(separator: ",")
  }
}
