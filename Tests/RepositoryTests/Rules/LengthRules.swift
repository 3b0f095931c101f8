// SPDX-License-Identifier: MIT

extension Rule {
  static let fileLength = fileLength(exceptions: Exceptions.files)

  static func fileLength(exceptions: [String: Int]) -> Rule {
    let limit = LengthLimit(maximum: 500, unit: "lines", exceptions: exceptions)
    return Rule("files have at most 500 lines") { tree in
      limit.findings(
        for: tree.files(in: .code).map {
          Measurement(file: $0, line: 1, subject: "file", length: $0.lines.count)
        })
    }
  }

  static let functionLength = functionLength(exceptions: Exceptions.functions)

  /// From the line of the name to that of the closing brace, so that a long signature counts too.
  static func functionLength(exceptions: [String: Int]) -> Rule {
    let limit = LengthLimit(maximum: 50, unit: "lines", exceptions: exceptions)
    return Rule("functions have at most 50 lines") { tree in
      let measurements = tree.files(in: .swift).flatMap { file in
        file.functions.map {
          Measurement(
            file: file, line: $0.lines.lowerBound, subject: $0.name, length: $0.lines.count)
        }
      }
      return limit.findings(for: measurements)
    }
  }

  /// Screens and addresses may be wider than the limit: breaking them would make them wrong.
  static let lineLength = Rule("lines have at most 100 columns", eachOf: .code) { file in
    RepositoryFile.numbered(file.lines).compactMap { line in
      // The formatter does not count a closing comma, and what it makes has to be right.
      let columns = line.text.count - (line.text.hasSuffix(",") ? 1 : 0)
      guard columns > 100, !line.text.contains("https://"), !file.isScreen(line: line.number) else {
        return nil
      }
      return file.finding("the line has \(columns) columns; the limit is 100", line: line.number)
    }
  }
}

extension RepositoryFile {
  /// Whether a line of a test lies wholly inside a literal of several lines, as a screen or a
  /// result does that a test expects.
  fileprivate func isScreen(line: Int) -> Bool {
    path.hasPrefix("Tests/") && layers.code.indices.contains(line - 1)
      && layers.code[line - 1].allSatisfy { $0 == " " }
      && !layers.literals[line - 1].allSatisfy { $0 == " " }
  }
}
