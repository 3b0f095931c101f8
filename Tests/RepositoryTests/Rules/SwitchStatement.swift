// SPDX-License-Identifier: MIT

/// A `switch` that tells cases from each other by their names.
struct SwitchStatement: Sendable {
  let path: String
  let line: Int
  /// The innermost function or property that it stands in.
  let function: String
  /// The names of the cases in its patterns; those of tuples are left out.
  let cases: Set<String>

  /// What names its place, in whatever folder the file is; it is the same for all in a function.
  var place: String { "\(path.split(separator: "/").last ?? "") \(function)" }
}

extension RepositoryFile {
  /// The switches of the file that have no `default`.
  var switches: [SwitchStatement] {
    let functions = functions
    return tokens.indices.filter { tokens[$0].text == "switch" }.compactMap { index in
      guard let cases = cases(ofSwitchAt: index) else { return nil }
      let line = tokens[index].line
      let around = functions.filter { $0.lines.contains(line) }
      return SwitchStatement(
        path: path, line: line,
        function: around.min { $0.lines.count < $1.lines.count }?.name ?? "", cases: cases)
    }
  }

  /// The cases of the first enum of a name, associated values aside; empty where there is none.
  func cases(ofEnum name: String) -> Set<String> {
    guard
      let start = tokens.indices.first(where: {
        tokens[$0].text == "enum" && tokens.text(at: $0 + 1) == name
      }), let opening = tokens.indices.dropFirst(start).first(where: { tokens[$0].text == "{" })
    else { return [] }
    var cases: Set<String> = []
    var isCase = false
    for index in atDepthOfBody(openingAt: opening) {
      switch tokens[index].text {
      case "case":
        isCase = true
        cases.insert(tokens.text(at: index + 1))
      case "," where isCase: cases.insert(tokens.text(at: index + 1))
      case "var", "func", "let", "init", "static": isCase = false
      default: break
      }
    }
    return cases
  }

  /// The names of the cases of a switch; nil where a `default` stands for others.
  private func cases(ofSwitchAt start: Int) -> Set<String>? {
    guard let opening = bodyStart(ofSwitchAt: start) else { return nil }
    var cases: Set<String> = []
    var isPattern = false
    for index in atDepthOfBody(openingAt: opening) {
      let before = tokens.text(at: index - 1)
      switch tokens[index].text {
      case "default": return nil
      case "case": isPattern = !Self.wordsBeforePattern.contains(before)
      case ":": isPattern = false
      case "." where isPattern && ["case", "let", ","].contains(before):
        cases.insert(tokens.text(at: index + 1))
      default: break
      }
    }
    return cases
  }

  /// The brace behind what a switch looks at.
  private func bodyStart(ofSwitchAt start: Int) -> Int? {
    var depth = 0
    for index in tokens.indices.dropFirst(start) {
      switch tokens[index].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  /// The tokens between a brace and the one that closes it which stand in no further brackets.
  private func atDepthOfBody(openingAt opening: Int) -> [Int] {
    var depth = 0
    return tokens.inside(openingAt: opening).indices.filter { index in
      switch tokens[index].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: return depth == 0
      }
      return false
    }
  }

  /// What stands before a `case` that is no case of a switch.
  private static let wordsBeforePattern: Set<String> = ["if", "guard", "while", "for", ","]
}
