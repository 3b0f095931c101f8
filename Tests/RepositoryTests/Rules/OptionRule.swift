// SPDX-License-Identifier: MIT

extension Rule {
  /// What lies below the shell does not know how the program was called: it tells of a remedy as
  /// a case, and the shell words it.
  static let options = Rule("only the shell names options", eachOf: .belowTheShell) { file in
    let option = try Regex(#"(?:^|[^\w-])(--[a-z][a-z-]*)"#)
    return RepositoryFile.numbered(file.layers.literals).flatMap { line in
      line.text.matches(of: option).compactMap { $0.output[1].substring }.map {
        file.finding("the option \($0) is named below the shell", line: line.number)
      }
    }
  }

  /// Nor does it know the program's commands.
  static let commands = Rule("only the shell names commands", eachOf: .belowTheShell) { file in
    let command = try Regex(#"`(cq [a-z]+)"#)
    return RepositoryFile.numbered(file.layers.literals).flatMap { line in
      line.text.matches(of: command).compactMap { $0.output[1].substring }.map {
        file.finding("the command `\($0)` is named below the shell", line: line.number)
      }
    }
  }
}

extension Scope {
  /// The Swift files of the modules that the shell is made of.
  fileprivate static let belowTheShell = Scope(name: "Sources") { path in
    swiftSources.covers(path)
      && !["QueryShell", "cq"].contains { path.hasPrefix("Sources/\($0)/") }
  }
}
