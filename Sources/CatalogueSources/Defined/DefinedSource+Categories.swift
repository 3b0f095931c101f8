// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics

// The categories of a source, and the picture of each: the one that its clause names, else that of
// its first item which has one.
extension DefinedSource {
  package var listedCategories: [CatalogueCategory]? {
    guard capability.choosesCategories else { return nil }
    return service.categories.map { CatalogueCategory(id: $0.id, name: $0.title) }
  }

  package func categories(_ ids: [String]) throws(SourceFault) -> CategoryListing {
    guard let category = schema.category else { return CategoryListing([], try readReport()) }
    let telling = PictureTelling(self)
    let cursor = cursor(request(ids, fields: [category] + telling.fields))
    let listed = asking.byCategory ? service.categories : []
    var found = FoundCategories(listed.map(\.title))
    while let batch = try cursor.next() {
      guard case .text(let titles) = batch[0] else { continue }
      for row in 0..<titles.count {
        guard let title = titles.string(at: row) else { continue }
        found.count(title) { telling.address(batch, row, after: 1) }
      }
    }
    let all = found.titles.map { title in
      let listed = listed.first { $0.title.isSpelled(as: title) }
      // Nobody has counted what was not given.
      let isMissing = cursor.gaps.contains { $0.category == title || $0.category == nil }
      return CatalogueCategory(
        id: listed?.id ?? title, name: title, items: isMissing ? nil : found.items(of: title),
        picture: (listed?.picture ?? found.picture(of: title)).map(AddressSecrets.masked))
    }
    let wanted = all.filter { category in
      ids.isEmpty || ids.contains { $0.isSpelled(as: category.id) }
    }
    return CategoryListing(wanted, cursor.report)
  }

  /// What is found where the list is read for nothing in it: that there is one.
  private func readReport() throws(SourceFault) -> ScanReport {
    let cursor = cursor(ScanRequest(fields: []))
    while try cursor.next() != nil {}
    return cursor.report
  }

  package func picture(ofCategory id: String) throws(SourceFault) -> ItemPicture {
    let listed = service.categories.first { $0.id == id }
    if let address = listed?.picture { return try picture(at: address, of: id) }
    guard let rule = definition.picture, let category = schema.category, let key = schema.key
    else { return .none }
    let telling = PictureTelling(self)
    let cursor = try scan(request([id], fields: [category, key] + telling.fields))
    while let batch = try cursor.next() {
      for row in 0..<batch.count {
        guard let title = Self.text(batch[0], .text, row: row),
          title.isSpelled(as: listed?.title ?? id),
          let item = Self.text(batch[1], .id, row: row)
        else { continue }
        // Where the items' own records name the pictures, one of them is enough.
        guard telling.isComplete else { return try picture(of: item) }
        if let values = telling.values(batch, row, after: 2) {
          return try picture(rule, values, of: item)
        }
      }
    }
    if let fault = cursor.report.faultOfGap { throw fault }
    if let reason = cursor.report.withheld { return .withheld(reason: reason) }
    return .empty
  }

  private func request(_ ids: [String], fields: [Int]) -> ScanRequest {
    var request = ScanRequest(fields: fields)
    if capability.choosesCategories { request.categories = ids }
    return request
  }
}

/// The titles of categories in the order in which they are listed or appear, and what is found out
/// about each.
private struct FoundCategories {
  private(set) var titles: [String]
  private var counts: [SpelledName: Int] = [:]
  private var pictures: [SpelledName: String] = [:]
  private let listed: Set<SpelledName>

  init(_ listed: [String]) {
    titles = listed
    self.listed = Set(listed.map(SpelledName.init))
  }

  /// How many items a category has.
  func items(of title: String) -> Int { counts[SpelledName(title), default: 0] }

  func picture(of title: String) -> String? { pictures[SpelledName(title)] }

  /// Counts an item of a category; the first picture of an item is the category's.
  mutating func count(_ title: String, picture: () -> String?) {
    let name = SpelledName(title)
    if counts[name] == nil, !listed.contains(name) { titles.append(title) }
    counts[name, default: 0] += 1
    if pictures[name] == nil { pictures[name] = picture() }
  }
}

/// What the records of a list tell of where their pictures are.
private struct PictureTelling {
  private let rule: PictureRule?
  private let choice: [String: String]
  private let types: [ValueType]
  private let names: [String]
  /// The fields of the list that stand in the address.
  let fields: [Int]
  /// Whether no other fields stand there.
  let isComplete: Bool

  init(_ source: DefinedSource) {
    rule = source.definition.picture
    choice = rule.map { source.choices($0)[0] } ?? [:]
    let choice = self.choice
    names = (rule?.address.holes.map(\.name) ?? []).filter { choice[$0] == nil }
    let schema = source.schema
    let fields = names.compactMap { schema.index(of: $0) }.filter {
      schema.fields[$0].origin == .list
    }
    isComplete = rule != nil && fields.count == names.count
    self.fields = isComplete ? fields : []
    types = self.fields.map { schema.fields[$0].type }
  }

  /// The values of a record in a batch whose columns from that one on are those of `fields`; nil
  /// where one is missing.
  func values(_ batch: Batch, _ row: Int, after start: Int) -> [String: String]? {
    var values: [String: String] = [:]
    for (index, (name, type)) in zip(names, types).enumerated() {
      let text = DefinedSource.text(batch[start + index], type, row: row)
      guard let text, !text.isEmpty else { return nil }
      values[name] = text
    }
    return values
  }

  /// The address in the first choice of size and shot.
  func address(_ batch: Batch, _ row: Int, after start: Int) -> String? {
    guard isComplete, let values = values(batch, row, after: start) else { return nil }
    return rule?.address.filled { values[$0] ?? choice[$0] }
  }
}
