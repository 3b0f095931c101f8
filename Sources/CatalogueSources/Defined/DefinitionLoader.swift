// SPDX-License-Identifier: MIT

import Catalogue
package import Diagnostics
import QuerySyntax

/// Checks source definitions and turns them into schemas, readings and rules.
package enum DefinitionLoader {
  /// The definitions of a text, or what is wrong with it; and the names of all that it declares.
  /// When cancelled, some of that.
  package static func load(
    _ source: ScriptText, unless isCancelled: () -> Bool = { false }
  ) -> (definitions: [LoadedDefinition], diagnostics: [Diagnostic], names: [String]) {
    let parsed = Parser.parseDefinitions(source, unless: isCancelled)
    let names = parsed.tree.map(\.name.text)
    guard parsed.diagnostics.isEmpty else { return ([], parsed.diagnostics, names) }
    var diagnostics: [Diagnostic] = []
    var end = 0
    let definitions = parsed.tree.compactMap { definition -> LoadedDefinition? in
      if isCancelled() { return nil }
      let range = ScriptRange(end, definition.range.end)
      end = range.end
      var loading = DefinitionLoading(source: source, definition, with: range)
      let loaded = loading.load()
      diagnostics += loading.diagnostics
      return loaded
    }
    return (diagnostics.isEmpty ? definitions : [], diagnostics, names)
  }
}

/// One definition while it is checked.
struct DefinitionLoading {
  let source: ScriptText
  let definition: SourceDefinition
  /// The definition with the comments before it.
  let range: ScriptRange
  var diagnostics: [Diagnostic] = []
  var fields = FieldLoading()
  /// The fields that are computed, in the order of the definition.
  var derivations: [Derivation] = []
  /// The names of all fields, for what may stand before the field that it names.
  let declaredNames: Set<String>

  init(source: ScriptText, _ definition: SourceDefinition, with range: ScriptRange) {
    self.source = source
    self.definition = definition
    self.range = range
    declaredNames = Set(definition.clauses.fields.flatMap(\.names).map(\.text))
  }

  var clauses: DefinitionClauses { definition.clauses }

  mutating func load() -> LoadedDefinition? {
    guard let list = clauses.list else {
      report(.missingList(definition.name))
      return nil
    }
    guard addFields() else { return nil }
    resolveCurrencies()
    let schema = Schema(
      source: definition.name.text, summary: definition.summary,
      noun: clauses.noun?.many.value ?? definition.name.text, one: clauses.noun?.one?.value,
      fields: fields.fields, derived: orderedDerivations(), key: fields.key,
      category: fields.category)
    let layout = layout()
    let picture = picture(schema)
    let relations = relations()
    guard let service = service(list, schema) else { return nil }
    return LoadedDefinition(
      schema: schema, layout: layout, listed: fields.listed, details: fields.details,
      requested: fields.requested, service: service, relations: relations, picture: picture,
      nameRange: definition.name.range, source: source, range: range)
  }

  /// Adds fields up to the limit on how many there may be; false where there are more, after which
  /// nothing else is said.
  private mutating func addFields() -> Bool {
    for clause in clauses.fields {
      for name in clause.names {
        guard fields.fields.count < RecordStatus.fieldLimit else {
          report(.tooManyFields(name, limit: RecordStatus.fieldLimit))
          return false
        }
        add(name, clause)
      }
    }
    return true
  }

  mutating func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.source = source
    diagnostics.append(diagnostic)
  }

  private mutating func layout() -> ListLayout {
    let keyRule = fields.key.flatMap { fields.listed.firstIndex(of: $0) }.map { reading in
      KeyRule(field: reading, fallback: fields.keyElse.compactMap { fallback($0) })
    }
    let paths = clauses.items.map { ItemsPath($0.map(Self.step)) }
    var layout = ListLayout(
      items: paths.first ?? .root, groupFields: fields.groups, key: keyRule,
      readings: fields.readings)
    layout.otherItems = Array(paths.dropFirst())
    layout.table = clauses.table.map { table($0) }
    return layout
  }

  /// How a list is written that is a table.
  private mutating func table(_ clause: TableClause) -> TableForm {
    if let separator = clause.separator, TableForm.separator(separator.value) == nil {
      report(.noSeparator(separator))
    }
    if !clauses.items.isEmpty, let list = clauses.list { report(.itemsOfTable(list)) }
    return TableForm(
      separator: clause.separator?.value, hasHeader: clause.hasHeader,
      hasDecimalComma: clause.decimalMark.map { $0 == .comma })
  }

  private static func step(_ step: ItemsStep) -> ItemsPath.Step {
    switch step {
    case .member(let name): .member(name)
    case .each: .each
    }
  }

  private mutating func fallback(_ name: Name) -> Int? {
    guard let index = fields.index(of: name.text), let reading = fields.listed.firstIndex(of: index)
    else {
      report(.unknownFallback(name))
      return nil
    }
    return reading
  }
}

extension ValuePath {
  init(_ steps: [ValueStep]) {
    self.init(
      steps.map { step -> Step in
        switch step {
        case .member(let name): .member(name)
        case .each: .each
        case .first: .first
        case .last: .last
        case .matching(let path, let text): .matching(path, text)
        }
      })
  }
}
