// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// The fields of a definition while they are checked.
struct FieldLoading {
  var fields: [Field] = []
  var readings: [FieldReading] = []
  var groups: [GroupField] = []
  var listed: [Int] = []
  var details: [FieldReading?] = []
  var requested: [Int] = []
  var key: Int?
  var keyElse: [Name] = []
  /// The readings of money whose currency another field says, by its name.
  var currencies: [(reading: Int, field: Name, name: String)] = []
  var category: Int?

  /// By name, so that reading many fields takes no longer for each: the names and aliases as they
  /// are written, and in lower case.
  private var names: [String: Int] = [:]
  private var aliases: [String: Int] = [:]
  private var foldedNames: [String: Int] = [:]
  private var foldedAliases: [String: Int] = [:]

  /// The field that a query means by a name: as it is spelled if there is one, else in any case; a
  /// declared name goes before an alias.
  func index(of name: String) -> Int? {
    let folded = name.lowercased()
    return names[name] ?? aliases[name] ?? foldedNames[folded] ?? foldedAliases[folded]
  }

  func hasField(called name: String) -> Bool { foldedNames[name.lowercased()] != nil }

  /// Adds a field and gives its index.
  mutating func append(_ field: Field) -> Int {
    let index = fields.count
    fields.append(field)
    names[field.name] = index
    foldedNames[field.name.lowercased()] = index
    for alias in field.aliases {
      aliases[alias] = aliases[alias] ?? index
      foldedAliases[alias.lowercased()] = foldedAliases[alias.lowercased()] ?? index
    }
    return index
  }
}

// Fields.
extension DefinitionLoading {
  mutating func add(_ name: Name, _ clause: FieldClause) {
    guard !fields.hasField(called: name.text) else {
      report(.repeatedField(name))
      return
    }
    guard let type = Self.type(clause.type, among: declaredNames) else {
      report(.unknownType(name, clause.type))
      return
    }
    let reading = reading(name, type, clause)
    if let message = Self.fault(of: reading) { report(.badField(name, message)) }
    let index = fields.append(
      Field(
        name.text, type, aliases: alias(of: name, reading, clause),
        meaning: clause.meaning?.value ?? "", origin: origin(of: clause)))
    if let derivation = clause.derivation {
      derivations.append(Derivation(field: index, name: name, expression: derivation))
    }
    if clause.isKey {
      fields.key = index
      fields.keyElse = clause.keyElse
    }
    if clause.isCategory { fields.category = index }
    if case .measured(_, let currency) = clause.type, type == .money(.varying) {
      guard clause.place == .list, clause.derivation == nil else {
        report(.currencyOutsideList(name))
        return
      }
      fields.currencies.append((fields.readings.count, name, currency))
    }
    place(reading, at: index, clause)
  }

  /// Finds the fields that say the currencies of others.
  mutating func resolveCurrencies() {
    let readings = Dictionary(
      zip(fields.listed, fields.listed.indices), uniquingKeysWith: { first, _ in first })
    for money in fields.currencies {
      guard let index = fields.index(of: money.name), fields.fields[index].name == money.name,
        let currency = readings[index], fields.fields[index].type == .text
      else {
        report(.wrongCurrencyField(money.field, money.name))
        continue
      }
      fields.readings[money.reading].currency = currency
    }
  }

  private func reading(
    _ name: Name, _ type: ValueType, _ clause: FieldClause
  ) -> FieldReading {
    var reading = FieldReading(
      path: [name.text], type: type, separator: clause.separator?.value,
      emptyIsNull: clause.emptyIsNull, trims: clause.trims,
      acceptsNumberOrText: clause.takesNumberOrText)
    if !clause.paths.isEmpty { reading.paths = clause.paths.map { ValuePath($0) } }
    reading.order = clause.order.map(\.text)
    reading.isHTML = clause.isHTML
    return reading
  }

  /// What cannot be read so; nil when all can.
  private static func fault(of reading: FieldReading) -> String? {
    let isList = if case .list = reading.type { true } else { false }
    let lists = reading.paths.map { path in path.steps.count { $0 == .each } }
    if lists.contains(where: { $0 > 1 }) { return "`[]` may stand once on the way to a value" }
    if lists.contains(1), !isList {
      return "`[]` leads to several values, so its type is a `List<TYPE>`"
    }
    if Set(lists).count > 1 { return "`else` wants `[]` on every way or on none" }
    if !reading.order.isEmpty, lists.first != 1 { return "`sort by` wants a way with `[]`" }
    return nil
  }

  /// The payload's own name of a field. A group's members are no fields of its items.
  private func alias(
    of name: Name, _ reading: FieldReading, _ clause: FieldClause
  ) -> [String] {
    guard clause.place == .list || clause.place == .detail, clause.derivation == nil,
      let member = reading.paths.first?.lastMember, member != name.text
    else { return [] }
    return [member]
  }

  private func origin(of clause: FieldClause) -> Field.Origin {
    if let derivation = clause.derivation { return .derived(source[derivation.range]) }
    return clause.place == .detail ? .detail : .list
  }

  private mutating func place(_ reading: FieldReading, at index: Int, _ clause: FieldClause) {
    fields.details.append(clause.place == .detail ? reading : nil)
    if clause.derivation != nil { return }
    switch clause.place {
    case .detail: break
    case .request: fields.requested.append(index)
    case .group:
      fields.groups.append(
        GroupField(field: fields.readings.count, path: reading.paths.first?.members ?? []))
      fallthrough
    case .list:
      fields.listed.append(index)
      fields.readings.append(reading)
    }
  }

  /// The currency of money is a code, or one of the other fields says it.
  private static func type(_ name: TypeName, among names: Set<String> = []) -> ValueType? {
    switch name {
    case .list(let element): type(element).map(ValueType.list)
    case .record(let members): record(members)
    case .named(let name): types.first { $0.description == name }
    case .measured("Money", let code):
      Currency(code).map { .money(.fixed($0)) } ?? (names.contains(code) ? .money(.varying) : nil)
    case .measured("Length", let unit): LengthUnit(rawValue: unit).map(ValueType.length)
    case .measured: nil
    }
  }

  /// Nil where a member has no type, two have one name, or there are too many.
  private static func record(_ members: [TypeName.MemberType]) -> ValueType? {
    var names: Set<SpelledName> = []
    let typed = members.compactMap { member in
      names.insert(SpelledName(member.name)).inserted
        ? type(member.type).map { RecordMember(member.name, $0) } : nil
    }
    let isWhole = typed.count == members.count && typed.count <= ValueShape.memberLimit
    return isWhole ? .record(typed) : nil
  }

  static let types: [ValueType] = [
    .any, .bool, .date, .decimal, .id, .int, .money(.unspecified), .text,
  ]
}
