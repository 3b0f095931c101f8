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

  /// Takes masked secrets out of the address, whose server wants them in a parameter or as a login.
  private mutating func takeKey(_ parts: [Substring]) {
    let clause = "key \(KeyRing.variableName(of: name))"
    var base = String(parts[0])
    if let login = base.firstRange(of: "://***@") {
      base.replaceSubrange(login, with: "://")
      key = "\(clause) in header \"Authorization\" as \"Basic {base64}\""
    }
    let parameters = parts.dropFirst().first?.split(separator: "&") ?? []
    let kept = parameters.filter { !$0.hasSuffix("=***") }
    if let secret = parameters.first(where: { $0.hasSuffix("=***") }), key == nil {
      key = "\(clause) as \(Lexer.backquoted(String(secret.dropLast(4))))"
    }
    if key != nil { list = base + (kept.isEmpty ? "" : "?\(kept.joined(separator: "&"))") }
  }

  private static func name(of file: String) -> String {
    let stem = file.split(separator: ".").first.map(String.init) ?? "mine"
    let name = String(stem.map { $0.isLetter || $0.isNumber ? $0 : "_" }).lowercased()
    return BundledDefinitions.names.contains(name) ? "my_\(name)" : name
  }
}
