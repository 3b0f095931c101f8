// SPDX-License-Identifier: MIT

/// An enum whose cases few places may tell from each other, so that a further case has few places
/// to enter. The others read what these tell of it.
struct WatchedEnum: Sendable {
  /// As the code writes it, such as `Stage.Kind`.
  let name: String
  /// The file that declares it.
  let file: String
  /// The places, as `File.swift function`, and why each has to know all cases.
  let places: [String: String]

  /// Where the places are listed.
  static let path = "Tests/RepositoryTests/WatchedEnums.swift"

  fileprivate func findings(_ tree: RepositoryTree, _ switches: [SwitchStatement]) -> [Finding] {
    let word = name.split(separator: ".").last.map(String.init) ?? name
    let cases = tree.file(file)?.cases(ofEnum: word) ?? []
    guard !cases.isEmpty else {
      return [Finding(path: Self.path, line: 1, message: "\(file) declares no \(name)")]
    }
    let found = switches.filter { $0.cases == cases }
    let unlisted = found.filter { places[$0.place] == nil }.map {
      Finding(
        path: $0.path, line: $0.line,
        message: "\($0.function) switches over all cases of \(name): read a fact of them instead")
    }
    let known = Set(found.map(\.place))
    return unlisted
      + places.keys.filter { !known.contains($0) }.map {
        Finding(
          path: Self.path, line: 1, message: "no switch over \(name) is in '\($0)': remove it")
      }
  }
}

extension Rule {
  static let switches = switches(over: WatchedEnum.all)

  static func switches(over watched: [WatchedEnum]) -> Rule {
    Rule("switches over all cases stand where they are listed") { tree in
      let switches = tree.files(in: .swiftSources).flatMap(\.switches)
      return watched.flatMap { $0.findings(tree, switches) }
    }
  }
}
