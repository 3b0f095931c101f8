// SPDX-License-Identifier: MIT

package import Catalogue

// The picture of an item, whose address has values of the item in it.
extension DefinedSource {
  /// How many addresses are tried for one picture, and how wide it may be in the first.
  private static let maximumTries = 4
  private static let usualWidth = 800

  package func picture(
    of key: String, telling told: [Int: String?]
  ) throws(SourceFault) -> ItemPicture {
    guard let rule = definition.picture else { return .none }
    var values: [String: String] = [:]
    for hole in rule.address.holes where choices(rule)[0][hole.name] == nil {
      let found = try value(of: hole.name, key, told)
      if let reason = found.withheld { return .withheld(reason: reason) }
      guard let value = found.text, !value.isEmpty else { return .empty }
      values[hole.name] = value
    }
    return try picture(rule, values, of: key)
  }

  /// The picture in the first of the sizes and shots in which it is there.
  func picture(
    _ rule: PictureRule, _ values: [String: String], of key: String
  ) throws(SourceFault) -> ItemPicture {
    let usual = Array(choices(rule).prefix(Self.maximumTries))
    if let found = try picture(rule, values, in: usual, of: key) { return found }
    let listed = try listedChoices(rule, of: key).filter { !usual.contains($0) }
    if let found = try picture(rule, values, in: listed, of: key) { return found }
    let first = usual.first.map { Self.name(rule, values.merging($0) { $1 }) }
    return .missing(name: first ?? "", reason: store.reasonOfAbsence)
  }

  /// The picture in the first of some choices in which it is there.
  private func picture(
    _ rule: PictureRule, _ values: [String: String], in choices: [[String: String]],
    of key: String
  ) throws(SourceFault) -> ItemPicture? {
    for choice in choices.prefix(Self.maximumTries) {
      let known = values.merging(choice) { $1 }
      let address = rule.address.filled { known[$0] } ?? rule.address.text
      let isGiven = rule.address.isWholeAddress
      let name = Self.name(rule, known)
      if let file = try file(name, at: address, of: key, isGivenByData: isGiven) {
        return .bytes(
          Array(file.payload.bytes), name: name, crop: rule.crop, old: file.oldCopy)
      }
    }
    return nil
  }

  private static func name(_ rule: PictureRule, _ values: [String: String]) -> String {
    fileName(rule.address.written { hole in values[hole.name].map(hole.part) } ?? "")
  }

  /// The sizes and shots that the item's own record lists, those with the shots of choice first:
  /// the largest that is no wider than usual, then smaller ones, then unknown sizes.
  private func listedChoices(
    _ rule: PictureRule, of key: String
  ) throws(SourceFault) -> [[String: String]] {
    guard let listing = rule.listing else { return [] }
    let record = try details(of: [key], fields: [listing])
    guard record.fault == nil, case .list(let texts) = record.batch[0].value(at: 0)
    else { return [] }
    let ranks = rule.sizes.filter { $0.width <= Self.usualWidth }.map(\.id)
    let listed = texts.compactMap { text -> (shot: Int, rank: Int, choice: [String: String])? in
      guard case .text(let text) = text,
        let end = text.firstIndex(where: { !$0.isLetter && !$0.isNumber })
      else { return nil }
      let size = String(text[..<end])
      let isLarge = rule.sizes.contains { $0.id == size && $0.width > Self.usualWidth }
      if isLarge { return nil }
      let shot = String(text[text.index(after: end)...])
      return (
        rule.shots.firstIndex(of: shot) ?? rule.shots.count, ranks.firstIndex(of: size) ?? -1,
        ["size": size, "shot": shot]
      )
    }
    return listed.enumerated().sorted {
      ($0.element.shot, $1.element.rank, $0.offset) < ($1.element.shot, $0.element.rank, $1.offset)
    }.map(\.element.choice)
  }

  /// A picture whose address is known.
  func picture(at address: String, of key: String) throws(SourceFault) -> ItemPicture {
    let name = Self.fileName(address.prefix { $0 != "?" })
    guard let file = try file(name, at: address, of: key) else {
      return .missing(name: name, reason: store.reasonOfAbsence)
    }
    return .bytes(Array(file.payload.bytes), name: name, crop: 0, old: file.oldCopy)
  }

  /// The file of a picture; what a server does not give is told with its name.
  private func file(
    _ name: String, at address: String, of key: String, isGivenByData: Bool = false
  ) throws(SourceFault) -> FetchedPayload? {
    var request = PayloadRequest(.picture(id: key), at: address) { _ in }
    request.isGivenByData = isGivenByData
    do throws(SourceFault) {
      return try store.payload(request)
    } catch .server(var fault) where fault.part == nil {
      fault.part = .attached(name)
      throw .server(fault)
    }
  }

  private static func fileName(_ address: some StringProtocol) -> String {
    address.split(separator: "/").last.map { String($0) } ?? String(address)
  }

  /// The sizes and shots to try: the largest that is no wider than usual, then smaller ones; one
  /// choice of nothing where there are none.
  func choices(_ rule: PictureRule) -> [[String: String]] {
    let usual = Array(rule.sizes.filter { $0.width <= Self.usualWidth }.reversed())
    let sizes = (usual.isEmpty ? Array(rule.sizes.prefix(1)) : usual).map { ["size": $0.id] }
    let shots = rule.shots.map { ["shot": $0] }
    return (sizes.isEmpty ? [[:]] : sizes).flatMap { size in
      (shots.isEmpty ? [[:]] : shots).map { size.merging($0) { $1 } }
    }
  }

  /// Why the items of a payload have no pictures, where it stands in for the server's own answer.
  func reasonToWithhold(_ payload: FetchedPayload) -> String? {
    definition.picture?.isOnlyFresh == true ? payload.standIn : nil
  }

  /// Whether a field tells nothing but where a picture is.
  func isOfPicture(_ field: Int) -> Bool {
    guard let rule = definition.picture, field != schema.key, field != schema.category else {
      return false
    }
    return rule.address.holes.contains { schema.index(of: $0.name) == field }
  }

  /// The text of a field of one item, nil where it is null or there is no such item, and why its
  /// picture is not shown.
  private func value(
    of name: String, _ key: String, _ told: [Int: String?]
  ) throws(SourceFault) -> (text: String?, withheld: String?) {
    guard let index = schema.index(of: name) else { return (nil, nil) }
    // Only the list tells whether a copy stands in for it.
    if schema.fields[index].origin == .list, definition.picture?.isOnlyFresh != true,
      let text = told[index]
    {
      return (text, nil)
    }
    if index == schema.key, definition.picture?.isOnlyFresh != true { return (key, nil) }
    let type = schema.fields[index].type
    let reading = itemReading(of: [index])
    if reading == .record {
      let record = try details(of: [key], fields: [index])
      if let fault = record.fault { throw fault }
      return (Self.text(record.batch[0], type, row: 0), record.report.withheld)
    }
    guard let keyIndex = schema.key else { return (nil, nil) }
    let fields = [keyIndex, index]
    if reading == .recordThenList {
      let cursor = try items([key], fields: fields)
      if let row = try Self.row(of: key, in: cursor) {
        return (Self.text(row[1], type, row: 0), cursor.report.withheld)
      }
      // A list of a server is not read through for one item.
      guard isLocal else { return (nil, nil) }
    }
    let cursor = try scan(fields: fields)
    let row = try Self.row(of: key, in: cursor)
    return (row.flatMap { Self.text($0.columns[1], type, row: 0) }, cursor.report.withheld)
  }

  /// The row whose first column is a key; nil where there is none in all of the list.
  static func row(
    of key: String, in cursor: any BatchCursor
  ) throws(SourceFault) -> Batch? {
    while let batch = try cursor.next() {
      let isKey = { row in
        Self.text(batch[0], .id, row: row)?.isSpelled(as: key) ?? false
      }
      if let row = (0..<batch.count).first(where: isKey) { return batch.taking(rows: [row]) }
    }
    if let fault = cursor.report.faultOfGap { throw fault }
    return nil
  }

  /// The text of a value; nil where it is null.
  static func text(_ column: Column, _ type: ValueType, row: Int) -> String? {
    if column.isNull(at: row) { return nil }
    let cells = CellText.cells(column.taking(rows: [row]), type: type)
    return String(decoding: cells[0], as: UTF8.self)
  }
}

extension FetchedPayload {
  /// Where it is from, where that is an old copy.
  fileprivate var oldCopy: Provenance.Origin? {
    if case .kept = copy, !copy.isCurrent { copy } else { nil }
  }
}
