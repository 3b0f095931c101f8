// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// What is wrong with definitions that parse.
extension Diagnostic {
  static func missingList(_ name: Name) -> Diagnostic {
    Diagnostic(
      .definitionClause, "\(name.text) does not say where its list is", at: Label(name.range),
      remarks: [.help("add a clause `list \"ADDRESS\"`")])
  }

  static func repeatedField(_ name: Name) -> Diagnostic {
    Diagnostic(
      .definitionClause, "there are two fields called `\(name.text)`", at: Label(name.range))
  }

  static func tooManyFields(_ name: Name, limit: Int) -> Diagnostic {
    Diagnostic(
      .definitionClause, "a definition has at most \(limit) fields",
      at: Label(name.range, "the first too many"),
      remarks: [.help(.declareFewer)])
  }

  /// `way` are the names of the fields that lead back to the first.
  static func circularField(_ name: Name, by way: [String]) -> Diagnostic {
    let steps = (way + way.prefix(1)).map { "`\($0)`" }
    let shown = steps.count > 8 ? steps.prefix(4) + ["…"] + steps.suffix(3) : steps[...]
    return Diagnostic(
      .definitionClause, "`\(name.text)` is computed from itself",
      at: Label(name.range, way.count > 1 ? shown.joined(separator: " needs ") : ""),
      remarks: [.help("compute it from fields that are read")])
  }

  static func unknownType(_ name: Name, _ type: TypeName) -> Diagnostic {
    if let fault = unknownUnit(name, type) ?? badRecord(name, type) { return fault }
    let types = DefinitionLoading.types.map(\.description).joined(separator: " ")
    return Diagnostic(
      .definitionClause, "`\(name.text)` has a type that does not exist", at: Label(name.range),
      remarks: [
        Remark("types", "\(types) Money in CODE, Length in UNIT, List<TYPE>, Record<NAME TYPE, …>")
      ])
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
        .definitionClause, "`\(code)` is no currency",
        at: Label(name.range, question: question),
        remarks: [
          .help(
            "the code of ISO 4217 has three capital letters, for example `GBP`; or name the field "
              + "that holds it")
        ])
    case .record(let members):
      return members.lazy.compactMap { unknownUnit(name, $0.type) }.first
    case .list(let element): return unknownUnit(name, element)
    case .named, .measured: return nil
    }
  }

  /// What is wrong with the members of a record in a type.
  private static func badRecord(_ name: Name, _ type: TypeName) -> Diagnostic? {
    switch type {
    case .list(let element): return badRecord(name, element)
    case .record(let members):
      if members.count > ValueShape.memberLimit {
        return badField(name, "a record has at most \(ValueShape.memberLimit) members")
      }
      var names: Set<SpelledName> = []
      if let twin = members.first(where: { !names.insert(SpelledName($0.name)).inserted }) {
        return badField(name, "its record has two members called `\(twin.name)`")
      }
      return members.lazy.compactMap { badRecord(name, $0.type) }.first
    case .named, .measured: return nil
    }
  }

  static func wrongCurrencyField(_ name: Name, _ currency: String) -> Diagnostic {
    Diagnostic(
      .definitionClause, "`\(currency)` is no text of the list and cannot say a currency",
      at: Label(name.range, "in its currency"))
  }

  static func currencyOutsideList(_ name: Name) -> Diagnostic {
    Diagnostic(
      .definitionClause, "only money of the list can have its currency in another field",
      at: Label(name.range))
  }

  static func unknownFallback(_ name: Name) -> Diagnostic {
    Diagnostic(
      .definitionClause, "`\(name.text)` is no field of the list and cannot stand for the key",
      at: Label(name.range))
  }

  static func badField(_ name: Name, _ message: String) -> Diagnostic {
    Diagnostic(.definitionClause, "`\(name.text)`: \(message)", at: Label(name.range))
  }

  static func unknownField(_ name: Name, known: [String]) -> Diagnostic {
    Diagnostic(
      .definitionClause, "there is no field `\(name.text)`",
      at: Label(name.range, question: Suggestion.question(for: name.text, among: known)),
      remarks: [Remark("fields", known.joined(separator: " "))])
  }

  static func badText(_ text: TextLiteral, _ message: String) -> Diagnostic {
    Diagnostic(.definitionClause, "this address \(message)", at: Label(text.range))
  }

  static func unknownHole(_ name: String, _ text: TextLiteral, known: [String]) -> Diagnostic {
    Diagnostic(
      .definitionClause, "nothing can be put into `{\(name)}` here",
      at: Label(text.range, question: Suggestion.question(for: name, among: known)),
      remarks: [Remark("holes", known.map { "{\($0)}" }.joined(separator: " "))])
  }

  static func noSeparator(_ separator: TextLiteral) -> Diagnostic {
    Diagnostic(.definitionClause, TableForm.separatorRule, at: Label(separator.range))
  }

  /// `with` says that the list is a table, and `items` that it lies within JSON.
  static func itemsOfTable(_ list: TextLiteral) -> Diagnostic {
    Diagnostic(
      .definitionClause, "a list that is read `with` a form is a table, which has no `items`",
      at: Label(list.range), remarks: [.help("leave one of them out")])
  }

  static func badPages(_ message: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(.definitionClause, message, at: Label(range))
  }

  static func badHeader(
    _ message: String, _ range: ScriptRange, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .definitionClause, message, at: Label(range),
      remarks: help.map { [.help($0)] } ?? [])
  }

  static func missingHole(_ hole: String, _ clause: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .definitionClause, "the address of the list has no `{\(hole)}`, which `\(clause)` needs",
      at: Label(range))
  }

  static func unreadableKey(_ name: Name, known: [String]) -> Diagnostic {
    Diagnostic(
      .definitionClause, "`\(name.text)` is no variable that this definition may read",
      at: Label(name.range),
      remarks: [.help("put the key into `\(known.joined(separator: "` or `"))`")])
  }
}
