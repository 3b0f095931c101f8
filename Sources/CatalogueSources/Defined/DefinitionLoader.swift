import Catalogue
package import Diagnostics
import QuerySyntax

/// What a source definition means: a schema, and how each field is read.
package struct LoadedDefinition: Sendable {
  let schema: Schema
  /// Where the items of the list are; its readings are those of `listed`.
  let layout: ListLayout
  /// For each reading of the layout the index of its field in the schema.
  let listed: [Int]
  /// For each field of the schema how it is read from an item's own record; nil for the others.
  let details: [FieldReading?]
  /// Where the list is, and relative to it an item's own record with `{id}` for the key.
  let list: String
  let detail: String?
  /// Where an item's picture is, with names of fields in braces, and how many pixels of each side
  /// are cut; nil for a source without pictures.
  let picture: (address: String, crop: Int)?
}

/// Checks source definitions and turns them into schemas and readings.
package enum DefinitionLoader {
  /// The definitions of a text, or what is wrong with it.
  package static func load(
    _ source: SourceText
  ) -> (definitions: [LoadedDefinition], diagnostics: [Diagnostic]) {
    let parsed = Parser.parseDefinitions(source)
    guard parsed.diagnostics.isEmpty else { return ([], parsed.diagnostics) }
    var diagnostics: [Diagnostic] = []
    let definitions = parsed.tree.compactMap { definition -> LoadedDefinition? in
      var loading = DefinitionLoading(source: source)
      let loaded = loading.load(definition)
      diagnostics += loading.diagnostics
      return loaded
    }
    return (diagnostics.isEmpty ? definitions : [], diagnostics)
  }
}

/// One definition while it is checked.
private struct DefinitionLoading {
  let source: SourceText
  var diagnostics: [Diagnostic] = []
  private var fields: [Field] = []
  private var readings: [FieldReading] = []
  private var groups: [GroupField] = []
  private var listed: [Int] = []
  private var details: [FieldReading?] = []
  private var key: Int?
  private var keyElse: [Name] = []
  /// The readings of money whose currency another field says, by its name.
  private var currencies: [(reading: Int, field: Name, name: String)] = []
  private var category: Int?

  init(source: SourceText) { self.source = source }

  mutating func load(_ definition: SourceDefinition) -> LoadedDefinition? {
    guard let list = definition.list else {
      report(.missingList(definition.name))
      return nil
    }
    let names = definition.fields.flatMap(\.names).map(\.text)
    for clause in definition.fields {
      for name in clause.names { add(name, clause, among: names) }
    }
    for currency in currencies { resolve(currency) }
    let keyRule = key.flatMap { listed.firstIndex(of: $0) }.map { reading in
      KeyRule(field: reading, fallback: keyElse.compactMap { fallback($0) })
    }
    let layout = ListLayout(
      items: ItemsPath(definition.items.map(Self.step)), groupFields: groups, key: keyRule,
      readings: readings)
    let schema = Schema(
      source: definition.name.text, summary: definition.summary,
      noun: definition.noun?.value ?? definition.name.text, fields: fields, key: key,
      category: category)
    return LoadedDefinition(
      schema: schema, layout: layout, listed: listed, details: details, list: list.value,
      detail: definition.detail?.value,
      picture: definition.picture.map { ($0.address.value, $0.crop) })
  }

  private mutating func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.source = source
    diagnostics.append(diagnostic)
  }

  private static func step(_ step: ItemsStep) -> ItemsPath.Step {
    switch step {
    case .member(let name): .member(name)
    case .each: .each
    }
  }

  private mutating func add(_ name: Name, _ clause: FieldClause, among names: [String]) {
    guard !fields.contains(where: { $0.name.lowercased() == name.text.lowercased() }) else {
      report(.repeatedField(name))
      return
    }
    guard let type = type(clause.type, among: names) else {
      report(.unknownType(name, clause.type))
      return
    }
    let index = fields.count
    let path = clause.path?.map(\.text) ?? [name.text]
    let reading = FieldReading(
      path: path, type: type, separator: clause.separator?.value,
      emptyIsNull: clause.emptyIsNull, trims: clause.trims,
      acceptsNumberOrText: clause.takesNumberOrText)
    fields.append(
      Field(
        name.text, type, aliases: alias(of: name, path, clause),
        meaning: clause.meaning?.value ?? "", origin: origin(of: clause)))
    if clause.isKey {
      key = index
      keyElse = clause.keyElse
    }
    if clause.isCategory { category = index }
    if case .measured(_, let field) = clause.type, type == .money(.varying) {
      guard clause.place == .list, clause.derivation == nil else {
        report(.currencyOutsideList(name))
        return
      }
      currencies.append((readings.count, name, field))
    }
    place(reading, at: index, clause)
  }

  /// Finds the field that says the currencies of another.
  private mutating func resolve(_ money: (reading: Int, field: Name, name: String)) {
    let index = fields.firstIndex { $0.name == money.name }
    guard let index, let currency = listed.firstIndex(of: index), fields[index].type == .text
    else {
      report(.wrongCurrencyField(money.field, money.name))
      return
    }
    readings[money.reading].currency = currency
  }

  /// The payload's own name of a field. A group's members are no fields of its items.
  private func alias(of name: Name, _ path: [String], _ clause: FieldClause) -> [String] {
    clause.place == .group || path.last == name.text ? [] : path.suffix(1)
  }

  private func origin(of clause: FieldClause) -> Field.Origin {
    if let derivation = clause.derivation { return .derived(source[derivation.range]) }
    return clause.place == .detail ? .detail : .list
  }

  private mutating func place(_ reading: FieldReading, at index: Int, _ clause: FieldClause) {
    details.append(clause.place == .detail ? reading : nil)
    if clause.derivation != nil { return }
    switch clause.place {
    case .detail: break
    case .group:
      groups.append(GroupField(field: readings.count, path: reading.path))
      fallthrough
    case .list:
      listed.append(index)
      readings.append(reading)
    }
  }

  private mutating func fallback(_ name: Name) -> Int? {
    let index = fields.firstIndex { $0.name.lowercased() == name.text.lowercased() }
    guard let index, let reading = listed.firstIndex(of: index) else {
      report(.unknownFallback(name))
      return nil
    }
    return reading
  }

  /// The currency of money is a code, or one of the other fields says it.
  private func type(_ name: TypeName, among names: [String] = []) -> ValueType? {
    switch name {
    case .list(let element): type(element).map(ValueType.list)
    case .named(let name): Self.types.first { $0.description == name }
    case .measured("Money", let code):
      Currency(code).map { .money(.fixed($0)) } ?? (names.contains(code) ? .money(.varying) : nil)
    case .measured("Length", let unit): LengthUnit(rawValue: unit).map(ValueType.length)
    case .measured: nil
    }
  }

  static let types: [ValueType] = [
    .any, .bool, .date, .decimal, .id, .int, .money(.unspecified), .text,
  ]
}

extension Diagnostic {
  fileprivate static func missingList(_ name: Name) -> Diagnostic {
    Diagnostic(
      .definitionClause, "\(name.text) does not say where its list is", at: Label(name.range),
      remarks: [.help("add a clause `list \"ADDRESS\"`")])
  }

  fileprivate static func repeatedField(_ name: Name) -> Diagnostic {
    Diagnostic(
      .definitionClause, "there are two fields called `\(name.text)`", at: Label(name.range))
  }

  fileprivate static func unknownType(_ name: Name, _ type: TypeName) -> Diagnostic {
    if let fault = unknownUnit(name, type) { return fault }
    let types = DefinitionLoading.types.map(\.description).joined(separator: " ")
    return Diagnostic(
      .definitionClause, "`\(name.text)` has a type that does not exist", at: Label(name.range),
      remarks: [Remark("types", "\(types) Money in CODE, Length in UNIT, List<TYPE>")])
  }

  /// What is wrong with the unit of a type that has one.
  private static func unknownUnit(_ name: Name, _ type: TypeName) -> Diagnostic? {
    let units = LengthUnit.allCases.map(\.rawValue)
    switch type {
    case .named("Length"):
      return Diagnostic(
        .definitionClause, "`\(name.text)` is a length without a unit", at: Label(name.range),
        remarks: [.help("say the unit of the data, for example `Length in km`")])
    case .measured("Length", let unit):
      return Diagnostic(
        .definitionClause, "`\(unit)` is no unit of length", at: Label(name.range),
        remarks: [Remark("units", units.joined(separator: " "))])
    case .measured("Money", let code):
      let question = Suggestion.question(for: code, among: Currency.codes)
      return Diagnostic(
        .definitionClause, "`\(code)` is no currency", at: Label(name.range, question ?? ""),
        remarks: [
          .help(
            "the code of ISO 4217 has three capital letters, for example `GBP`; or name the field "
              + "that holds it")
        ])
    case .named, .measured, .list: return nil
    }
  }

  fileprivate static func wrongCurrencyField(_ name: Name, _ currency: String) -> Diagnostic {
    Diagnostic(
      .definitionClause, "`\(currency)` is no text of the list and cannot say a currency",
      at: Label(name.range, "in its currency"))
  }

  fileprivate static func currencyOutsideList(_ name: Name) -> Diagnostic {
    Diagnostic(
      .definitionClause, "only money of the list can have its currency in another field",
      at: Label(name.range))
  }

  fileprivate static func unknownFallback(_ name: Name) -> Diagnostic {
    Diagnostic(
      .definitionClause, "`\(name.text)` is no field of the list and cannot stand for the key",
      at: Label(name.range))
  }
}
