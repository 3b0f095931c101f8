// SPDX-License-Identifier: MIT

extension Rule {
  /// Every import of the product is in the table.
  static let imports = Rule("imports follow the module table", eachOf: .swiftSources) { file in
    guard let module = file.module, let allowed = ModuleTable.modules[module] else {
      return [file.finding("the folder is no module of the module table", line: 1)]
    }
    return file.imports
      .filter { !allowed.own.contains($0.name) && !allowed.system.contains($0.name) }
      .map { file.finding("\(module) may not import \($0.name)", line: $0.line) }
  }

  /// The table and the manifest say the same, so that neither can be loosened alone.
  static let manifest = manifest(equals: ModuleTable.modules.mapValues(\.own))

  static func manifest(equals table: [String: Set<String>]) -> Rule {
    Rule("the module table equals the manifest") { tree in
      guard let file = tree.file("Package.swift") else {
        return [Finding(path: "Package.swift", line: 1, message: "there is no manifest")]
      }
      let declared = try Manifest(file.text).modules
      let names = Set(declared.keys).union(table.keys)
      return names.sorted().compactMap { name in
        guard table[name] != declared[name] else { return nil }
        let (manifest, rule) = (text(declared[name]), text(table[name]))
        return file.finding("\(name): \(manifest); in the module table: \(rule)", line: 1)
      }
    }
  }

  /// Only the shell speaks to the user: all other modules return what they have to say.
  static let streams = Rule("only the shell touches the standard streams", eachOf: .swiftSources) {
    file in
    guard let module = file.module, !ModuleTable.streamOwners.contains(module) else { return [] }
    // The editor is given its streams and has to name them to the library that it wraps.
    let names = module == "LineEditing" ? [] : streamNames
    return file.tokens.indices.compactMap { index in
      let word = file.tokens[index].text
      let isCall = printingFunctions.contains(word) && file.tokens.text(at: index + 1) == "("
      guard isCall || names.contains(word), !isMember(index, of: file.tokens) else { return nil }
      return file.finding("\(module) may not use \(word)", line: file.tokens[index].line)
    }
  }

  private static let streamNames: Set<String> = [
    "STDIN_FILENO", "STDOUT_FILENO", "STDERR_FILENO", "stdin", "stdout", "stderr",
  ]

  private static let printingFunctions: Set<String> = [
    "print", "debugPrint", "dump", "fputs", "fprintf", "printf", "puts", "putchar", "readLine",
  ]

  /// Whether the word is a member or a declaration of that name: `printer.print(` is someone else.
  private static func isMember(_ index: Int, of tokens: [Token]) -> Bool {
    switch tokens.text(at: index - 1) {
    case "func", "case", "let", "var": true
    case ".": !["Swift", "Glibc"].contains(tokens.text(at: index - 2))
    default: false
    }
  }

  private static func text(_ names: Set<String>?) -> String {
    guard let names else { return "(no such module)" }
    return names.isEmpty ? "nothing" : names.sorted().joined(separator: ", ")
  }
}

extension RepositoryFile {
  /// The modules that the file imports, whole or in part (`import struct Glibc.stat`).
  fileprivate var imports: [(name: String, line: Int)] {
    let kinds: Set<String> = [
      "actor", "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
    ]
    return tokens.indices.compactMap { index in
      guard tokens[index].text == "import", tokens.text(at: index + 1) != ":" else { return nil }
      let next = tokens.text(at: index + 1)
      return (kinds.contains(next) ? tokens.text(at: index + 2) : next, tokens[index].line)
    }
  }
}
