import QuerySyntax

/// Writes definitions of sources as lines, one for each clause.
enum DefinitionText {
  /// Every clause of a definition, as the parser has read it.
  static func lines(_ definition: SourceDefinition) -> [String] {
    let addresses = [definition.list, definition.detail, definition.picture?.address]
    return [
      "\(definition.name.text): \(definition.summary)", definition.noun?.value ?? "no noun",
      addresses.map { $0?.value ?? "-" }.joined(separator: " "),
      "crop \(definition.picture?.crop ?? -1)",
      definition.items.map(step).joined(separator: " "),
    ] + definition.fields.map(text)
  }

  private static func text(_ field: FieldClause) -> String {
    let flags = [
      (field.isKey, "key"), (field.isCategory, "category"), (field.trims, "trim"),
      (field.emptyIsNull, "empty-null"), (field.takesNumberOrText, "number-or-text"),
    ]
    var parts = [names(field.names), name(of: field.type), "\(field.place)"]
    parts += flags.filter(\.0).map(\.1)
    if !field.keyElse.isEmpty { parts.append("else \(names(field.keyElse))") }
    if let path = field.path { parts.append("from \(names(path))") }
    if let separator = field.separator { parts.append("split \(separator.value)") }
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

  private static func name(of type: TypeName) -> String {
    switch type {
    case .named(let name): name
    case .measured(let name, let unit): "\(name)_\(unit)"
    case .list(let element): "List<\(name(of: element))>"
    }
  }

  private static func names(_ names: [Name]) -> String {
    names.map(\.text).joined(separator: ",")
  }
}
