// SPDX-License-Identifier: MIT

import QuerySyntax

/// Where a list is that a definition is made for: beside the definition, or on a server.
struct ListAddress {
  /// What the source is called: the name of the file, or of the last part of the address, without
  /// its ending, as a name of the language that is not taken.
  let name: String
  /// The address of the list, without a key.
  private(set) var list: String
  /// The clause that asks for the key that was in the address; nil where none was.
  private(set) var key: String?
  /// What else was secret in the address and is sent by no clause: names of parameters, as a
  /// definition has one key.
  private(set) var unsent: [String] = []

  /// The place of a file, or an address whose secrets are masked.
  init(_ path: String) {
    guard let scheme = path.firstRange(of: "://") else {
      list = String(path.split(separator: "/").last ?? "")
      name = Self.name(of: list)
      return
    }
    let parts = path.prefix { $0 != "#" }.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let steps = parts[0][scheme.upperBound...].split(separator: "/")
    let host = steps.first?.split(separator: "@").last ?? ""
    name = Self.name(of: String(steps.count > 1 ? steps[steps.count - 1] : host))
    list = String(parts[0])
    if parts.count > 1 { list += "?\(parts[1])" }
    takeKey(parts)
    // A brace would begin a hole.
    list = list.replacing("{", with: "%7B").replacing("}", with: "%7D")
  }

  /// The clause with which a key is sent as a login.
  var loginClause: String {
    "key \(KeyRing.variableName(of: name)) in header \"Authorization\" as \"Basic {base64}\""
  }

  /// Takes masked secrets out of the address, whose server wants them in a parameter or as a login.
  private mutating func takeKey(_ parts: [Substring]) {
    var base = String(parts[0])
    if let login = base.firstRange(of: "://***@") {
      base.replaceSubrange(login, with: "://")
      key = loginClause
    }
    let parameters = parts.dropFirst().first?.split(separator: "&") ?? []
    let kept = parameters.filter { !$0.hasSuffix("=***") }
    unsent = parameters.filter { $0.hasSuffix("=***") }.map { String($0.dropLast(4)) }
    if key == nil, !unsent.isEmpty {
      let parameter = Lexer.backquoted(unsent.removeFirst())
      key = "key \(KeyRing.variableName(of: name)) as \(parameter)"
    }
    if key != nil { list = base + (kept.isEmpty ? "" : "?\(kept.joined(separator: "&"))") }
  }

  private static func name(of file: String) -> String {
    let stem = file.split(separator: ".").first.map(String.init) ?? "mine"
    let name = String(stem.map { $0.isLetter || $0.isNumber ? $0 : "_" }).lowercased()
    return BundledDefinitions.names.contains(name) ? "my_\(name)" : name
  }
}
