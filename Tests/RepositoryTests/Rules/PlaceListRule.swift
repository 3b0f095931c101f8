// SPDX-License-Identifier: MIT

/// A list of the places that a further thing of some kind has, in the guide for developers, and how
/// the places of an example are found.
struct PlaceList: Sendable {
  /// The heading above the list, whose items begin with the paths of files.
  let heading: String
  /// The words of the example, wherever they stand beside comments; not a list of known places.
  let witness: String
  /// Files, and folders with a slash at their end, in which the words mean something else or are of
  /// no further place, with the reason.
  var others: [String: String] = [:]
  /// Lines in which they do.
  var otherLines: [String] = []
  /// How many places there may be, in how many files, besides those in `apart`; nil for any number.
  var most: (places: Int, files: Int)?
  /// The files that are its own, and those that only help people.
  var apart: Set<String> = []

  static let page = "Documentation/Development.md"
}

extension Rule {
  static let placeLists = placeLists(PlaceList.all)

  /// Whoever adds a thing finds its places in a list, and the list is true.
  static func placeLists(_ lists: [PlaceList]) -> Rule {
    Rule("lists of places name every place") { tree in
      guard let page = tree.file(PlaceList.page) else { return [] }
      return try lists.flatMap { try $0.findings(tree, page) }
    }
  }
}

extension PlaceList {
  fileprivate func findings(_ tree: RepositoryTree, _ page: RepositoryFile) throws -> [Finding] {
    let (line, listed) = try listed(on: page)
    let found = try mentions(in: tree)
    let places = found.filter { other(for: $0.key) == nil }
    let missing = places.keys.sorted().filter { !listed.contains($0) }.map {
      page.finding("'\(heading)' leaves out \($0)", line: line)
    }
    let idle = listed.filter { places[$0] == nil }.map {
      page.finding("'\(heading)' names \($0), where no place is", line: line)
    }
    let used = Set(found.keys.compactMap(other))
    let unused = others.keys.sorted().filter { !used.contains($0) }.map {
      page.finding("'\(heading)' excepts \($0), which has none of its words", line: line)
    }
    return missing + idle + unused
      + excess(places.filter { !apart.contains($0.key) }, page, line)
  }

  /// The lines with words of the example, by file.
  private func mentions(in tree: RepositoryTree) throws -> [String: [Int]] {
    let witness = try Regex(witness)
    var found: [String: [Int]] = [:]
    for file in tree.files(in: .sources) {
      let lines = RepositoryFile.numbered(file.lines).filter { line in
        !line.text.drop { $0 == " " }.hasPrefix("//") && line.text.contains(witness)
          && !otherLines.contains { line.text.contains($0) }
      }
      if !lines.isEmpty { found[file.path] = lines.map(\.number) }
    }
    return found
  }

  /// The exception that a file is, or is in.
  private func other(for path: String) -> String? {
    others.keys.first { $0 == path || $0.hasSuffix("/") && path.hasPrefix($0) }
  }

  private func excess(
    _ places: [String: [Int]], _ page: RepositoryFile, _ line: Int
  ) -> [Finding] {
    guard let most else { return [] }
    let count = places.values.reduce(0) { $0 + Self.places($1) }
    guard count > most.places || places.count > most.files else { return [] }
    return [
      page.finding(
        "'\(heading)' has \(count) places in \(places.count) files; "
          + "the limit is \(most.places) in \(most.files)", line: line)
    ]
  }

  /// Lines that follow one another are one place.
  private static func places(_ lines: [Int]) -> Int {
    zip(lines, lines.dropFirst()).reduce(1) { $1.1 - $1.0 > 2 ? $0 + 1 : $0 }
  }

  /// The paths with which the items below the heading begin, and where it stands.
  private func listed(on page: RepositoryFile) throws -> (line: Int, paths: [String]) {
    let item = try Regex("^- `([^`]+)`")
    guard let start = page.lines.firstIndex(of: "### \(heading)") else { return (1, []) }
    let section = page.lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    let paths = section.compactMap { line in
      line.firstMatch(of: item)?.output[1].substring.map(String.init)
    }
    return (start + 1, paths)
  }
}
