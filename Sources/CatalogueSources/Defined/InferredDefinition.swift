import Catalogue
import Diagnostics
import QuerySyntax

/// Writes what was found in a file as a definition, ready to be saved and edited.
enum InferredDefinition {
  /// Throws for a file of lines or of several documents, which no definition reads.
  static func text(
    of schema: Schema, list path: String, items: ItemsPath?, isList: Bool
  ) throws(SourceFault) -> [UInt8] {
    guard items != nil || isList else {
      throw .wrongShape(
        name: path, message: "is no list and holds none, so that no definition reads it")
    }
    let file = String(path.split(separator: "/").last ?? "")
    var lines = ["source \(quoted(name(of: file))) {", "list \"\(file)\""]
    if let items {
      lines.append("items \(quoted(items.description))")
    }
    lines.append("")
    for (index, field) in schema.fields.enumerated() where !field.name.contains("`") {
      let key = index == schema.key ? " key" : ""
      lines.append("field \(quoted(field.name)) \(type(field.type))\(key)")
    }
    let text = SourceText(name: path, lines.joined(separator: "\n") + "\n}\n")
    switch Formatter.format(text) {
    case .text(let formatted): return formatted
    case .faults: return text.bytes
    }
  }

  /// A file's name without its ending, as a name of the language.
  private static func name(of file: String) -> String {
    let stem = file.split(separator: ".").first.map(String.init) ?? "mine"
    return String(stem.map { $0.isLetter || $0.isNumber ? $0 : "_" }).lowercased()
  }

  /// The formatter takes the backticks away where they are not needed.
  private static func quoted(_ name: String) -> String { "`\(name)`" }

  /// What a definition can say of a type: records are kept as they are written.
  private static func type(_ type: ValueType) -> String {
    switch type {
    case .list(let element): "List<\(Self.type(element))>"
    case .record, .duration: "Any"
    default: type.description
    }
  }
}
