// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import LineEditing
import QueryEngine
import QuerySyntax

// Names of sources, of fields and of what a session has named.
extension CompletionPlace {
  /// Sources, those in use first, views, the last result, and files that are near.
  var readable: [Completion] {
    var inUse: [String] = []
    for case .named(let name)? in [context.current, context.lastSource]
    where !inUse.contains(name) { inUse.append(name) }
    let known = session.sources.names
    let others = known.filter { name in !inUse.contains { $0.isSameWord(as: name) } }
    let sources = (inUse.filter(known.contains) + others).map { name in
      let found = try? session.sources.source(.named(name))
      return Completion(replacement: name + " ", label: name, note: found?.schema.summary ?? "")
    }
    let views = context.declarations.viewNames
    let last = Completion(replacement: "it ", label: "it", note: Keyword.it.summary)
    return sources
      + views.map { Completion(replacement: $0.asName + " ", label: $0, note: "view") }
      + (context.last == nil ? [] : [last]) + PathCandidates.nearFiles
  }

  /// Values that are written with a `$`.
  var constants: [Completion] {
    let arguments = point.parameters.map {
      Completion(replacement: "$" + $0, label: "$" + $0, note: "argument")
    }
    return arguments
      + context.declarations.typedConstants.map { name, type in
        Completion(
          replacement: "$" + name, label: "$" + name, note: type?.description ?? "null")
      }
  }

  func macros(ofStages: Bool) -> [Completion] {
    context.declarations.describedMacros(ofStages: ofStages).map {
      let opens = !$0.parameters.isEmpty
      let form = "\($0.name)(\($0.parameters.joined(separator: ", ")))"
      return Completion(
        replacement: $0.name.asName + (opens || !ofStages ? "(" : " "), label: $0.name,
        note: $0.note.isEmpty ? form : $0.note)
    }
  }

  /// The relations of the rows, or of the current source.
  var relations: [Completion] {
    let known = point.head == nil ? source?.capability.relations : plan?.relations
    return (known ?? []).map {
      Completion(replacement: $0.name.asName + " ", label: $0.name, note: $0.meaning)
    }
  }

  /// The source of which the items at the head are.
  private var source: (any CatalogueSource)? {
    currentSource.flatMap { try? session.sources.source($0) }
  }

  /// The ids of the items of the current source, which are to have a relation if one is named.
  func items(with relation: String?) -> [Completion] {
    guard let currentSource, let source else { return [] }
    if let relation {
      let isKnown = source.capability.relations.contains { $0.name.isSameWord(as: relation) }
      guard isKnown else { return [] }
    }
    let shown = currentSource == context.lastSource ? idsOfLast(currentSource) : []
    let isShown = Set(shown.map(\.text))
    return (shown + ids(of: currentSource).filter { !isShown.contains($0.text) }).map { id in
      let isNumber = id.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return Completion(
        replacement: isNumber ? id.text : "\"\(id.text)\"", label: id.text, note: id.note)
    }
  }

  /// Rows of the last result by their numbers, the first ones, each with the name of its item.
  func rowReferences() -> [Completion] {
    let isItem = point.expected.contains { if case .item = $0 { true } else { false } }
    guard let last = session.last, isItem else { return [] }
    let names = context.lastSource.map(idsOfLast) ?? []
    return (0..<min(last.rows, Self.mostRowReferences)).map { row in
      let written = "@\(row + 1)"
      let note = names.indices.contains(row) ? names[row].note : ""
      return Completion(replacement: written, label: written, note: note)
    }
  }

  private static let mostRowReferences = 20

  /// The items that may be named by a number.
  func items() -> [Completion] {
    point.expected.flatMap { expected -> [Completion] in
      if case .item(let relation) = expected { items(with: relation) } else { [] }
    }
  }
}

// Fields and what is made of them.
extension CompletionPlace {
  static func candidates(_ field: Field) -> [Completion] {
    field.names.prefix(1).map {
      Completion(replacement: $0.asName, label: $0, note: field.type?.description ?? "")
    }
  }

  /// The fields of the rows that fit, and one that is written by another name of it.
  func named(where fits: (ValueType?) -> Bool) -> [Completion] {
    let found = fields.filter { fits($0.type) }.flatMap(Self.candidates)
    let alias = fields.filter { fits($0.type) }.flatMap { field in
      field.names.dropFirst().filter { $0.isSameWord(as: word.text) }.flatMap {
        Self.candidates(([$0], field.type))
      }
    }
    guard let joinedFields else { return found + alias }
    let qualifier = joinedFields.qualifier.asName + "."
    return found + alias
      + joinedFields.fields.filter { fits($0.type) }.flatMap(Self.candidates).map {
        Completion(
          replacement: qualifier + $0.replacement, label: qualifier + $0.label, note: $0.note)
      }
  }

  /// Conditions of a join: fields that are called alike in both sources and have the same type.
  var joinedPairs: [Completion] {
    guard let (qualifier, joined) = joinedFields else { return [] }
    return fields.flatMap { field in
      joined.compactMap { other -> Completion? in
        guard let name = field.names.first, let other = other.names.first.map({ ($0, other.type) }),
          name.isSameWord(as: other.0), field.type == other.1
        else { return nil }
        let text = "\(name.asName) = \(qualifier.asName).\(other.0.asName)"
        return Completion(
          replacement: text + " ", label: text, note: field.type?.description ?? "")
      }
    }
  }

  /// The fields that a list of names may go on with.
  func columns(_ use: ParsePoint.FieldUse) -> [Completion] {
    let listed = Set(point.listed.map { text($0).lowercased() })
    return named { type in
      switch use {
      case .any: true
      case .list: Self.isList(type)
      case .text: type.map { $0.isTextual || $0 == .date || $0 == .any } ?? true
      case .number: type.map { Self.order(of: $0) == .number || $0 == .any } ?? true
      }
    }.filter { !listed.contains($0.replacement.lowercased()) }
  }

  static func isList(_ type: ValueType?) -> Bool {
    switch type {
    case .list, .any, nil: true
    default: false
    }
  }

  /// Fields that fit, constants and calls; in a call those that its function takes.
  func values(fitting fits: (ValueType?) -> Bool) -> [Completion] {
    let takes = takenByCall
    let isMeant = { fits($0) && takes($0) }
    return named(where: isMeant) + constants + functions(fitting: isMeant)
      + macros(ofStages: false)
  }

  /// What the innermost call takes at the place.
  private var takenByCall: (ValueType?) -> Bool {
    guard let call = point.calls.last else { return { _ in true } }
    let place = max(0, call.argument)
    if point.readsAggregates,
      let function = AggregateFunction.all.first(where: { $0.name.isSameWord(as: call.name) })
    {
      return { function.takes($0) }
    }
    if let function = RowFunction.all.first(where: { $0.name.isSameWord(as: call.name) }) {
      return { function.takes($0) }
    }
    guard let function = ScalarFunction.all.first(where: { $0.name.isSameWord(as: call.name) })
    else { return { _ in true } }
    return { function.takes($0, at: place) }
  }

  private func functions(fitting fits: (ValueType?) -> Bool) -> [Completion] {
    ScalarFunction.all.filter { $0.gives(fits) }.map {
      Completion(replacement: $0.name + "(", label: $0.name, note: $0.summary)
    }
      + RowFunction.all.filter { $0.gives(fits) }.map {
        Completion(replacement: $0.name + "(", label: $0.name, note: $0.summary)
      }
  }

  /// The aggregates and what is made of them; inside of one a value.
  var aggregates: [Completion] {
    let isInside = point.calls.contains { call in
      AggregateFunction.all.contains { $0.name.isSameWord(as: call.name) }
    }
    if isInside { return values { _ in true } + constantWords }
    return AggregateFunction.all.map {
      Completion(replacement: $0.name + "(", label: $0.name, note: $0.summary)
    } + functions { _ in true } + constants + macros(ofStages: false)
  }
}
