// SPDX-License-Identifier: MIT

/// A text file of the repository, as the rules see it.
struct RepositoryFile: Sendable {
  /// The path from the root of the repository, with `/` between its parts.
  let path: String
  let text: String
  /// The lines without their line breaks; the empty piece after a last line break is no line.
  let lines: [String]
  /// The file taken apart, where it is Swift; empty otherwise.
  let layers: SourceLayers
  let tokens: [Token]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true {
      lines.removeLast()
    }
    self.lines = lines
    layers = SourceLayers(path.hasSuffix(".swift") ? text : "")
    tokens = Token.all(in: layers.code)
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The folder directly beneath `Sources` that holds the file, which is its module.
  var module: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// The lines of one layer with their numbers.
  static func numbered(_ lines: [String]) -> some Sequence<(number: Int, text: String)> {
    lines.enumerated().lazy.map { (number: $0.offset + 1, text: $0.element) }
  }

  func finding(_ message: String, line: Int) -> Finding {
    Finding(path: path, line: line, message: message)
  }
}
