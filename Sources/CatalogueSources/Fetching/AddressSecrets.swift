/// Hides what an address holds that is nobody's business: a key among its parameters, a password.
package enum AddressSecrets {
  /// The address with each secret value replaced by `***`.
  package static func masked(_ address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return maskedQuery(address) }
    let rest = address[scheme.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return maskedQuery(address) }
    return maskedQuery("\(address[..<scheme.upperBound])***\(rest[at...])")
  }

  /// Whether there is anything in it to be hidden.
  static func areIn(_ address: String) -> Bool { masked(address) != address }

  private static func maskedQuery(_ address: String) -> String {
    guard let mark = address.firstIndex(of: "?") else { return address }
    let start = address.index(after: mark)
    let end = address[start...].firstIndex(of: "#") ?? address.endIndex
    let parts = address[start..<end].split(separator: "&", omittingEmptySubsequences: false)
    let shown = parts.map { part in
      let name = part.prefix { $0 != "=" }
      return namesSecret(name) && name.endIndex != part.endIndex ? "\(name)=***" : String(part)
    }
    return address[..<start] + shown.joined(separator: "&") + address[end...]
  }

  private static let names = [
    "key", "apikey", "token", "secret", "password", "passwd", "signature", "sig", "auth",
  ]

  /// True for `key`, `apiKey`, `access_token` and their like, but not for `monkey`.
  private static func namesSecret(_ name: Substring) -> Bool {
    let lowered = name.lowercased()
    if names.contains(lowered) { return true }
    let last = name.split { "_-.".contains($0) }.last.map { $0.lowercased() } ?? ""
    return names.contains(last) || ["Key", "Token", "Secret"].contains { name.hasSuffix($0) }
  }
}
