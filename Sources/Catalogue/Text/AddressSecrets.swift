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
    "key", "token", "secret", "password", "passwd", "pwd", "signature", "sig", "auth",
  ]

  /// True for `key`, `apiKey`, `accesstoken`, `X-Auth` and their like. `monkey` is one too: better
  /// hide too much than a key.
  private static func namesSecret(_ name: Substring) -> Bool {
    let lowered = name.lowercased()
    return names.contains { lowered.hasSuffix($0) }
  }
}

extension Payload {
  /// What a server gave, under its address as it may be told.
  init(address: String, bytes: [UInt8]) {
    self.init(name: AddressSecrets.masked(address), bytes: bytes)
  }
}
