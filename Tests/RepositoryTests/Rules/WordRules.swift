// SPDX-License-Identifier: MIT

extension Rule {
  /// Work left to do belongs in an issue, and a file that needs banners needs to be two files.
  static let markers = Rule("comments hold no work markers", eachOf: .swift) { file in
    RepositoryFile.numbered(file.layers.comments).compactMap { line in
      let words = line.text.split { !$0.isLetter }
      guard let marker = words.first(where: { workMarkers.contains(String($0)) }) else {
        return nil
      }
      return file.finding("the comment holds \(marker)", line: line.number)
    }
  }

  private static let workMarkers: Set<String> = ["FIXME", "MARK", "TODO", "XXX"]

  /// A type is named for what it is; these names fit anything and so gather everything.
  static let typeNames = Rule("types are named for what they are", eachOf: .swift) { file in
    file.tokens.indices.compactMap { index in
      let name = file.tokens.text(at: index + 1)
      guard declarators.contains(file.tokens[index].text), name.first?.isUppercase == true,
        let ending = vagueEndings.first(where: { name.hasSuffix($0) })
      else { return nil }
      return file.finding("the type \(name) ends in \(ending)", line: file.tokens[index].line)
    }
  }

  private static let declarators: Set<String> = [
    "actor", "class", "enum", "extension", "protocol", "struct", "typealias",
  ]

  private static let vagueEndings = [
    "Handler", "Helper", "Helpers", "Manager", "Service", "Util", "Utilities", "Utils",
  ]

  /// What a type is for is told once, at the type; members whose names say it all need no comment.
  static let documentation = Rule("types say what they are for", eachOf: .swiftSources) { file in
    RepositoryFile.numbered(file.layers.code).compactMap { line in
      let words = line.text.split(separator: " ").map(String.init)
      guard line.text.first != " ", typeKinds.contains(where: words.contains),
        !words.contains("import"), !words.contains("private"),
        !file.hasDocumentation(above: line.number)
      else { return nil }
      return file.finding("the type has no documentation comment", line: line.number)
    }
  }

  private static let typeKinds = ["actor", "class", "enum", "protocol", "struct"]

  /// Paths of one machine would work nowhere else.
  static let machinePaths = Rule("no path of one machine", eachOf: .sources) { file in
    RepositoryFile.numbered(file.lines).flatMap { line in
      ["home", "tmp", "work"].map { "/\($0)/" }.compactMap { path in
        guard line.text.contains(path) else { return nil }
        return file.finding("the path \(path) belongs to one machine", line: line.number)
      }
    }
  }

  /// Differences that nobody sees make changes that nobody can read.
  static let whitespace = Rule("white space is invisible in changes", eachOf: .written) { file in
    let lines = RepositoryFile.numbered(file.lines).flatMap { line in
      [
        line.text.contains("\t") ? file.finding("a tab", line: line.number) : nil,
        line.text.last?.isWhitespace == true
          ? file.finding("white space at the end of the line", line: line.number) : nil,
      ].compactMap(\.self)
    }
    let isWellEnded = file.lines.isEmpty || file.text.hasSuffix("\n") && file.lines.last != ""
    return isWellEnded
      ? lines
      : lines + [file.finding("the file does not end with one newline", line: file.lines.count)]
  }
}

extension RepositoryFile {
  /// Whether a documentation comment stands above a line, attributes between them allowed.
  fileprivate func hasDocumentation(above line: Int) -> Bool {
    let above = lines.prefix(line - 1).last { !$0.hasPrefix("@") }
    return above?.hasPrefix("///") == true
  }
}
