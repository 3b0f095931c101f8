// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Writes what was found in a file as a definition, ready to be saved and edited.
enum InferredDefinition {
  /// The rows are those of `items`, or of a table of which `table` says how it is written; without
  /// either the file is a list.
  static func text(
    of schema: Schema, list path: String, items: ItemsPath?, table: TableForm?
  ) throws(SourceFault) -> [UInt8] {
    let place = ListAddress(path)
    var lines = ["source \(quoted(place.name)) {"]
    lines += remarks(onSecretsOf: place)
    if let key = place.key { lines.append(key) }
    let form = table.map { " with \($0.written)" } ?? ""
    lines.append("list \(text(place.list))\(form)")
    if let items {
      guard let spelled = spelled(items) else {
        throw .wrongShape(
          name: path, message: "has its list in a member whose name no definition can write")
      }
      lines.append("items \(spelled)")
    }
    lines.append("")
    lines += fields(of: schema)
    return try checked(ScriptText(name: path, lines.joined(separator: "\n") + "\n}\n"))
  }

  /// Comments on secrets of an address that the definition does not send.
  private static func remarks(onSecretsOf place: ListAddress) -> [String] {
    guard let key = place.key, !place.unsent.isEmpty else { return [] }
    let names = place.unsent.map(text)
    let verb = names.count == 1 ? "is" : "are"
    let remark =
      "# \(names.joined(separator: ", ")) of the address \(verb) not sent: a definition has one key"
    // Many servers take the two as a name and a password.
    let isPair = names.count == 1 && key != place.loginClause
    return [remark] + (isPair ? ["# both as a login: \(place.loginClause)"] : [])
  }

  /// The clauses of the fields, and a comment on those whose names have no spelling. Of names that
  /// differ in case alone, which are one to a query, the later ones get a number.
  private static func fields(of schema: Schema) -> [String] {
    var lines: [String] = []
    var taken: Set<String> = []
    let names = Set(schema.fields.map { $0.name.lowercased() })
    for (index, field) in schema.fields.enumerated() where isSpelled(field.name) {
      let key = index == schema.key ? " key" : ""
      var line = "field \(quoted(field.name)) \(type(field.type))\(key)"
      if !taken.insert(field.name.lowercased()).inserted {
        let numbered = (2...).lazy.map { "\(field.name)_\($0)" }
        let isFree = { (name: String) in !names.contains(name) && !taken.contains(name) }
        let name = numbered.first { isFree($0.lowercased()) } ?? field.name
        taken.insert(name.lowercased())
        line = "field \(quoted(name)) \(type(field.type))\(key) from \(quoted(field.name))"
      }
      lines.append(line)
    }
    switch schema.fields.count - lines.count {
    case 0: return lines
    case 1: return lines + ["# 1 field is left out: a definition cannot write its name"]
    case let count:
      return lines + ["# \(count) fields are left out: a definition cannot write their names"]
    }
  }

  /// The text in its canonical form; throws where it would not be read.
  private static func checked(_ text: ScriptText) throws(SourceFault) -> [UInt8] {
    let fault: Diagnostic?
    switch Formatter.format(text) {
    case .faults(let faults): fault = faults.first
    case .text(let formatted):
      fault = DefinitionLoader.load(ScriptText(name: text.name, bytes: formatted)).diagnostics.first
      if fault == nil { return formatted }
    }
    throw .wrongShape(
      name: text.name,
      message: "gives no definition that can be read: \(fault?.message ?? "it is empty")")
  }

  /// The way to a list; nil where one of its names cannot be written.
  private static func spelled(_ items: ItemsPath) -> String? {
    var text = ""
    for step in items.steps.dropLast() {
      switch step {
      case .member(let name) where isSpelled(name):
        text += text.isEmpty ? quoted(name) : ".\(quoted(name))"
      case .member: return nil
      case .each: text += "[]"
      }
    }
    return text.isEmpty ? "[]" : text
  }

  /// Whether a name can stand in backticks, which have no escapes but for a backtick.
  private static func isSpelled(_ name: String) -> Bool {
    !name.isEmpty && !name.unicodeScalars.contains(where: acts)
  }

  /// A text in quotes, with the escapes of JSON.
  private static func text(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      default: acts(scalar) ? code(scalar) : String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Whether a scalar does something to the text around it: it ends a line, or turns its direction.
  /// All such have at most four digits.
  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }

  /// The formatter takes the backticks away where they are not needed.
  private static func quoted(_ name: String) -> String { Lexer.backquoted(name) }

  /// What a definition can say of a type: a record with a member whose name it cannot write is kept
  /// as it is written.
  private static func type(_ type: ValueType) -> String {
    switch type {
    case .list(let element): "List<\(Self.type(element))>"
    case .record(let members) where members.allSatisfy({ isSpelled($0.name) }):
      "Record<"
        + members.map { "\(quoted($0.name)) \(Self.type($0.type))" }.joined(separator: ", ") + ">"
    case .record, .duration: "Any"
    default: type.description
    }
  }
}
