// SPDX-License-Identifier: MIT

/// The little of `Package.swift` that the rules need, read as text.
///
/// `swift package dump-package` would say it exactly, and costs a second and the build lock.
struct Manifest {
  /// The dependencies of each Swift module of the product.
  let modules: [String: Set<String>]
  /// The names of all targets, those of C libraries too.
  let targets: Set<String>

  init(_ text: String) throws {
    let start = #"(?:module\(\s*|\.executableTarget\(\s*name:\s*)"(\w+)""#
    let list = #"(?:,\s*(?:dependencies:\s*)?\[([^\]]*)\])?"#
    let module = try Regex(start + list)
    let quoted = try Regex(#""(\w+)""#)
    let named = try Regex(#"name:\s*"(\w+)""#)

    var modules: [String: Set<String>] = [:]
    for match in text.matches(of: module) {
      let dependencies = match.output[2].substring.map { list in
        list.matches(of: quoted).compactMap { $0.output[1].substring.map(String.init) }
      }
      if let name = match.output[1].substring {
        modules[String(name)] = Set(dependencies ?? [])
      }
    }
    self.modules = modules
    targets = Set(modules.keys).union(
      text.matches(of: named).compactMap { $0.output[1].substring.map(String.init) })
  }
}
