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

  /// The table that people read says the same as the one that is checked.
  static let importPage = importPage(equals: ModuleTable.modules.mapValues(\.own))

  static func importPage(equals table: [String: Set<String>]) -> Rule {
    Rule("the page of the architecture has the module table") { tree in
      guard let page = tree.file("Documentation/Architecture.md") else { return [] }
      let rows = RepositoryFile.numbered(page.lines).compactMap {
        ImportRow($0.text, line: $0.number)
      }
      let told = Set(rows.map(\.module))
      let missing = table.keys.sorted().filter {
        !told.contains($0) && !ModuleTable.programsOfTests.contains($0)
      }
      let wrong = rows.filter { $0.own(among: told) != table[$0.module] }
      return missing.map { page.finding("no row of the table is \($0)'s", line: 1) }
        + wrong.map { row in
          let (written, rule) = (text(row.own(among: told)), text(table[row.module]))
          return page.finding(
            "\(row.module): \(written); in the module table: \(rule)", line: row.line)
        }
    }
  }

  /// No module imports itself over others.
  static let circles = circles(in: ModuleTable.modules.mapValues(\.own))

  static func circles(in table: [String: Set<String>]) -> Rule {
    Rule("the module table has no circle") { _ in
      var left = table
      while let free = left.first(where: { $0.value.isDisjoint(with: left.keys) }) {
        left[free.key] = nil
      }
      return left.keys.sorted().map {
        Finding(path: "Package.swift", line: 1, message: "\($0) is in a circle of imports")
      }
    }
  }

  /// What stands in the picture of a query's way is a type of the sources.
  static let picture = Rule("the picture of the architecture names types that are there") { tree in
    guard let page = tree.file("Documentation/Architecture.md"),
      let start = page.lines.firstIndex(of: "```")
    else { return [] }
    let types = try Regex(#"\b(?:struct|enum|class|protocol) (\w+)"#)
    var declared: Set<String> = []
    for line in tree.files(in: .sources).flatMap(\.lines) {
      if let name = line.firstMatch(of: types)?.output[1].substring {
        declared.insert(String(name))
      }
    }
    var findings: [Finding] = []
    for (index, line) in page.lines.enumerated().dropFirst(start + 1) {
      if line == "```" { break }
      for name in line.split(whereSeparator: { !$0.isLetter }).map(String.init)
      where name.first?.isUppercase == true && !declared.contains(name) {
        findings.append(
          page.finding("the picture names \(name), which is no type", line: index + 1))
      }
    }
    return findings
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
