// SPDX-License-Identifier: MIT

/// Why a source is not asked with the key that its service wants.
public enum KeyFault: Error, Sendable, Equatable {
  /// The variable of the environment that would hold it is not set, and no line of the file names
  /// it; nil where a user has no folder for that file.
  case notSet(variable: String, file: String?)
  /// What stands at a place, such as `BESTBUY_API_KEY`, has signs that no key has.
  case unprintable(place: String)
  /// What stands there is no name and password with a colon between them.
  case noLogin(place: String)
  /// What stands there is too short to be found where a reply repeats it.
  case tooShort(place: String, least: Int)
  /// A line of the file of keys, from 1, is no `NAME = KEY`.
  case badLine(Int, file: String)
  /// The file of keys is not its owner's alone, or cannot be read; `state` follows its name.
  case unsafeFile(String, state: String)
  /// Without encryption the key would be seen on the way to a server.
  case sentOpenly(server: String)

  /// The end of a sentence.
  public var reason: String {
    switch self {
    case .notSet(let variable, _): "\(variable) is not set"
    case .unprintable(let place): "what stands in \(place) is none"
    case .noLogin(let place): "what stands in \(place) is no `NAME:PASSWORD`"
    case .tooShort(let place, _): "what stands in \(place) is too short to be one"
    case .badLine(let line, let file): "line \(line) of \(file) is no `NAME = KEY`"
    case .unsafeFile(let file, let state): "\(file) \(state)"
    case .sentOpenly(let server):
      "to `\(server)` it would go without encryption, for others to read"
    }
  }
}
