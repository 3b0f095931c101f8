// SPDX-License-Identifier: MIT

/// Where a function, initialiser, subscript or computed property begins and ends.
struct FunctionExtent {
  let name: String
  let lines: ClosedRange<Int>
}

extension RepositoryFile {
  /// The functions of the file, those inside of others too; requirements without a body are not
  /// functions.
  var functions: [FunctionExtent] {
    tokens.indices.compactMap { index in
      guard let name = functionName(at: index), let body = bodyStart(after: index) else {
        return nil
      }
      let end = tokens.inside(openingAt: body).endIndex
      let last = tokens.indices.contains(end) ? tokens[end] : tokens[tokens.count - 1]
      return FunctionExtent(name: name, lines: tokens[index].line...last.line)
    }
  }

  private func functionName(at index: Int) -> String? {
    guard tokens.text(at: index - 1) != "." else { return nil }
    let next = tokens.text(at: index + 1)
    switch tokens[index].text {
    case "func", "var": return next
    case "init" where ["(", "<", "?", "!"].contains(next): return "init"
    case "subscript" where ["(", "<"].contains(next): return "subscript"
    case "deinit" where next == "{": return "deinit"
    default: return nil
    }
  }

  /// The index of the brace that opens the body, if what is declared at an index has one.
  private func bodyStart(after declaration: Int) -> Int? {
    let isProperty = tokens[declaration].text == "var"
    var depth = 0
    for index in tokens.indices.dropFirst(declaration + 1) {
      let token = tokens[index]
      switch token.text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return index
      case "}" where depth == 0: return nil
      case "=" where depth == 0 && isProperty: return nil
      default:
        let startsLine = token.line > tokens[index - 1].line
        if depth == 0, startsLine, isProperty || Self.declarationStarts.contains(token.text) {
          return nil
        }
      }
    }
    return nil
  }

  /// Words that begin the next declaration, where a requirement of a protocol ends.
  private static let declarationStarts: Set<String> = [
    "#", "@", "actor", "associatedtype", "case", "class", "deinit", "enum", "extension",
    "fileprivate", "final", "func", "import", "indirect", "init", "internal", "isolated", "let",
    "mutating", "nonisolated", "nonmutating", "override", "package", "private", "protocol",
    "public", "static", "struct", "subscript", "typealias", "unsafe", "var",
  ]
}
