// SPDX-License-Identifier: MIT

package import Catalogue
import QuerySyntax

/// Writes what a server is asked to do, or has done, as a query would.
package enum RequestText {
  /// The parts of a request besides its fields, such as `search "iphone"` and `onSale = true`.
  package static func parts(
    _ request: ScanRequest, of source: any CatalogueSource
  ) -> [String] {
    let schema = source.schema
    let quoted = { (text: String) in JSONText.string(.text(text)) }
    var parts: [String] = []
    if !request.categories.isEmpty {
      let titles = request.categories.map { quoted(source.title(ofCategory: $0)) }
      parts.append("in \(titles.joined(separator: ", "))")
    }
    if !request.search.isEmpty {
      parts.append("search \(quoted(request.search.joined(separator: " ")))")
    }
    parts += request.conditions.map { text($0, schema.fields[$0.field]) }
    let keys = request.order.map {
      schema.fields[$0.field].name.asName + ($0.descending ? " desc" : "")
    }
    if !keys.isEmpty { parts.append("sort by \(keys.joined(separator: ", "))") }
    return parts
  }

  /// The conditions by which a file knows which parts of it to leave out.
  static func partConditions(_ request: ScanRequest, of source: any CatalogueSource) -> [String] {
    request.partFilters.flatMap(\.conditions).map { text($0, source.schema.fields) }
  }

  private static func text(_ condition: PartCondition, _ fields: [Field]) -> String {
    switch condition {
    case .compares(let field, let comparison, let value):
      text(PushedCondition(field: field, comparison, value), fields[field])
    case .isNull(let field): "\(fields[field].name.asName) is null"
    case .holds(let field, let sought):
      (field.map { "\(fields[$0].name.asName) " } ?? "") + sought.text
    case .any(let conditions):
      conditions.count > 5
        ? "one of \(conditions.count) conditions"
        : conditions.map { text($0, fields) }.joined(separator: " or ")
    }
  }

  private static func text(_ condition: PushedCondition, _ field: Field) -> String {
    let name = field.name.asName
    let exact = field.type == .text && !condition.isFolded ? "exact " : ""
    let value = { (value: Value) in exact + ExpressionText.literal(value, field.type) }
    switch condition.test {
    case .isNull: return "\(name) is null"
    case .isOneOf:
      guard case .list(let values) = condition.value else { return name }
      if values.count > 5 { return "\(name) in \(exact)\(values.count) values" }
      let texts = values.map { ExpressionText.literal($0, field.type) }.joined(separator: ", ")
      return exact.isEmpty ? "\(name) in (\(texts))" : "\(name) in exact [\(texts)]"
    case .compares(let comparison):
      return "\(name) \(comparison.rawValue) \(value(condition.value))"
    case .contains: return "\(name) contains \(value(condition.value))"
    case .startsWith: return "\(name) starts with \(value(condition.value))"
    }
  }
}

extension CatalogueSource {
  /// What a category is called; its id where no title is listed.
  func title(ofCategory id: String) -> String {
    categoryList?.listedCategories?.first { $0.id == id }?.name ?? id
  }
}
