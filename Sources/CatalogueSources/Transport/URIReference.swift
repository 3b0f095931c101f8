// SPDX-License-Identifier: MIT

/// A reference of RFC 3986 in its five parts, as they are written.
///
/// The text is ASCII without line breaks, which ``HTTPAddress`` sees to: nothing else makes its
/// characters its bytes.
package struct URIReference: Sendable, Equatable {
  package var scheme: String?
  package var authority: String?
  package var path: String
  package var query: String?
  package var fragment: String?

  /// Every text is some reference (appendix B).
  package init(_ text: String) {
    var rest = text[...]
    fragment = Self.cut(&rest, from: UInt8(ascii: "#"))
    query = Self.cut(&rest, from: UInt8(ascii: "?"))
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
      scheme = String(rest[..<colon])
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      let afterSlashes = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let end = afterSlashes.utf8.firstIndex(of: UInt8(ascii: "/")) ?? afterSlashes.endIndex
      authority = String(afterSlashes[..<end])
      rest = afterSlashes[end...]
    }
    path = String(rest)
  }

  /// What the reference means in a document at `base` (section 5.2.2).
  package func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil {
        target.authority = base.authority
        if path.isEmpty { target.query = query ?? base.query }
        target.path = path(mergedWith: base)
      }
    }
    target.path = Self.withoutDots(target.path)
    return target
  }

  package var text: String {
    (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path
      + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
  }

  private func path(mergedWith base: URIReference) -> String {
    if path.isEmpty { return base.path }
    if path.hasPrefix("/") { return path }
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    let folder = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? ""
    return String(folder) + path
  }

  /// The path without `.` and `..`; what leads above the root stays at the root.
  private static func withoutDots(_ path: String) -> String {
    // Most paths have none, and every address is resolved.
    guard hasDots(path) else { return path }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    let root = path.hasPrefix("/") ? 1 : 0
    var kept: [Substring] = []
    for (index, segment) in segments.enumerated() {
      switch segment {
      case ".": break
      case "..": if kept.count > root { kept.removeLast() }
      default: kept.append(segment)
      }
      // Both name a folder, which ends with a slash.
      if index == segments.count - 1, segment == "." || segment == ".." { kept.append("") }
    }
    return kept.joined(separator: "/")
  }

  /// Whether a segment begins with a dot.
  private static func hasDots(_ path: String) -> Bool {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var before = slash
    for byte in path.utf8 {
      if byte == dot, before == slash { return true }
      before = byte
    }
    return false
  }

  private static func cut(_ rest: inout Substring, from mark: UInt8) -> String? {
    guard let place = rest.utf8.firstIndex(of: mark) else { return nil }
    defer { rest = rest[..<place] }
    return String(rest[rest.utf8.index(after: place)...])
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isASCIILetter else { return false }
    return text.utf8.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0)
    }
  }
}

extension UInt8 {
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
  var isHexDigit: Bool { isASCIIDigit || (0x61...0x66).contains(self | 0x20) }
}
