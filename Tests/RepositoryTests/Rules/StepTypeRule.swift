// SPDX-License-Identifier: MIT

extension Rule {
  static let stepTypes = stepTypes(askedIn: NamedSteps.places)

  /// Whatever asks of which type a step is has to be looked at when there is a further one; all
  /// else reads the facts of steps. Steps themselves may ask what stands beside them.
  static func stepTypes(askedIn places: [String: String]) -> Rule {
    Rule("types of steps are asked for where it is listed") { tree in
      let files = tree.files(in: .swiftSources).filter { !$0.path.contains("/Steps/") }
      let asking = files.compactMap { file in file.lineOfStepType.map { (file, $0) } }
      let known = Set(asking.map(\.0.name))
      return asking.filter { places[$0.0.name] == nil }.map { file, line in
        file.finding("the type of a step is asked for: read a fact of it instead", line: line)
      }
        + places.keys.filter { !known.contains($0) }.map {
          Finding(
            path: WatchedEnum.path, line: 1,
            message: "'\($0)' asks for no type of a step: remove it")
        }
    }
  }
}

extension RepositoryFile {
  /// The line of the first `is`, `as` or `as?` with the type of a step behind it.
  fileprivate var lineOfStepType: Int? {
    tokens.indices.first { index in
      guard tokens[index].text.hasSuffix("Step"), tokens[index].text.count > "Step".count else {
        return false
      }
      let before = tokens.text(at: index - 1)
      return ["is", "as"].contains(before == "?" ? tokens.text(at: index - 2) : before)
    }.map { tokens[$0].line }
  }
}
