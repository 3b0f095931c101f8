// SPDX-License-Identifier: MIT

/// Hides what an address holds that is nobody's business: a key among its parameters, a password.
package enum AddressSecrets {
  /// The address with each secret value replaced by `***`.
  package static func masked(_ address: String) -> String {
    guard canHold(address.utf8) else { return address }
    var shown = ""
    var copied = address.startIndex
    for secret in secrets(in: address[...]) {
      shown += address[copied..<secret.lowerBound] + "***"
      copied = secret.upperBound
    }
    return shown + address[copied...]
  }

  /// Whether there is anything in it to be hidden.
  package static func areIn(_ address: String) -> Bool { masked(address) != address }

  /// A text with a `*` for each byte of the secrets of addresses in it, so that all else stays in
  /// its place. Quotes and white space end an address.
  package static func starred(_ bytes: [UInt8]) -> [UInt8] {
    guard canHold(bytes) else { return bytes }
    var shown = bytes
    for range in bytes.indices.split(whereSeparator: { endsAddress(bytes[$0]) }) {
      guard let text = String(validating: bytes[range], as: UTF8.self) else { continue }
      for secret in secrets(in: text[...]) {
        let start =
          range.lowerBound + text.utf8.distance(from: text.startIndex, to: secret.lowerBound)
        for place in 0..<text[secret].utf8.count { shown[start + place] = UInt8(ascii: "*") }
      }
    }
    return shown
  }

  /// Whether there can be a secret, so that the rest is looked at.
  private static func canHold(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "@") }
  }

  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Where the secrets of an address stand, in order.
  private static func secrets(in address: Substring) -> [Range<Substring.Index>] {
    var found: [Range<Substring.Index>] = []
    if let scheme = address.firstRange(of: "://") {
      let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
      if let at = authority.lastIndex(of: "@") { found.append(scheme.upperBound..<at) }
    }
    guard let mark = address.firstIndex(of: "?") else { return found }
    let query = address[address.index(after: mark)...].prefix { $0 != "#" }
    for part in query.split(separator: "&") {
      let name = part.prefix { $0 != "=" }
      guard namesSecret(name), name.endIndex != part.endIndex else { continue }
      found.append(part.index(after: name.endIndex)..<part.endIndex)
    }
    return found
  }

  /// What the name of a secret ends in, without its marks and digits.
  private static let endings = [
    "key", "token", "secret", "password", "passphrase", "passcode", "passwd", "pwd", "pw", "auth",
    "signature", "sig", "hmac", "jwt", "bearer", "credential", "credentials", "appid", "session",
    "sessionid", "sessid",
  ]

  /// Words that are too short to be looked for in others, such as `bypass` and `inside`.
  private static let words: Set = ["pass", "sid"]

  /// What stands before `token` where it is the place of a page in a list, as in `$skiptoken`.
  private static let pages = [
    "skip", "page", "nextpage", "next", "continuation", "paging", "pagination", "resumption",
  ]

  /// True for `key`, `apiKey`, `accesstoken`, `X-Auth`, `session_id` and their like. `monkey` is
  /// one too: better hide too much than a key.
  private static func namesSecret(_ name: Substring) -> Bool {
    let lowered = name.lowercased()
    let parts = lowered.split { !$0.isASCII || !$0.isLetter }
    // `$skiptoken`, `%24skiptoken`, `page_token` and `pageToken` are the same to letters.
    let letters = parts.joined()
    guard endings.contains(where: letters.hasSuffix) || parts.last.map(isWord) ?? false else {
      return false
    }
    return !pages.contains { letters == "\($0)token" }
  }

  private static func isWord(_ part: Substring) -> Bool { words.contains(String(part)) }
}
