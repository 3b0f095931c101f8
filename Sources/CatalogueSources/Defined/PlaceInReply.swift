// SPDX-License-Identifier: MIT

import Catalogue

/// Where a reply tells something of its list: in its body, or in a field of its header.
package enum PlaceInReply: Sendable, Equatable {
  /// The members that lead to it.
  case members([String])
  case header(String)

  /// The field of the header that has to be known; nil where it is none.
  var field: String? { if case .header(let name) = self { name } else { nil } }

  /// How many there are, as is told there; nil where that is not told. A number below 0 is what
  /// some servers write who do not know.
  func count(in payload: Payload) throws(SourceFault) -> Int? {
    let told: Int?
    switch self {
    case .header(let name): told = payload.fields[name].flatMap { Int($0) }
    case .members(let path):
      switch try Document(payload).value(at: path) {
      case .number(let number): told = number.int
      case .text(let text): told = Int(text)
      default: told = nil
      }
    }
    return told.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The text or the number that is told there, of an object its `href`; nil where there is none.
  func text(in payload: Payload) throws(SourceFault) -> String? {
    guard case .members(let path) = self else { return nextInHeader(of: payload) }
    let document = Document(payload)
    var value = try document.value(at: path)
    if case .record = value { value = try document.value(at: path + ["href"]) }
    switch value {
    case .text(let text): return text.isEmpty ? nil : text
    case .number(let number): return number.description
    default: return nil
    }
  }

  private func nextInHeader(of payload: Payload) -> String? {
    guard case .header(let name) = self, let value = payload.fields[name], !value.isEmpty else {
      return nil
    }
    return name.lowercased() == "link" ? LinkField.target(of: "next", in: value) : value
  }
}

/// The field `Link` of a header, as RFC 8288 has it: `<ADDRESS>; rel="next", …`.
enum LinkField {
  /// The address of the first link with a relation; nil where there is none.
  static func target(of relation: String, in field: String) -> String? {
    var rest = field[...]
    while let open = rest.firstIndex(of: "<"),
      let close = rest[open...].firstIndex(of: ">")
    {
      let target = rest[rest.index(after: open)..<close]
      let (parameters, after) = parameters(rest[rest.index(after: close)...])
      rest = after
      // A link has one `rel`, and of several the first counts.
      let names = parameters.first { $0.name == "rel" }?.value.lowercased() ?? ""
      if names.split(separator: " ").contains(Substring(relation)) { return String(target) }
    }
    return nil
  }

  /// The parameters before the comma that ends a link, and what stands behind it.
  private static func parameters(
    _ text: Substring
  ) -> (parameters: [(name: String, value: String)], rest: Substring) {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    var index = text.startIndex
    while index < text.endIndex {
      let sign = text[index]
      if sign == ",", !isQuoted { break }
      if isEscaped {
        parts[parts.count - 1].append(sign)
        isEscaped = false
      } else if sign == "\\", isQuoted {
        isEscaped = true
      } else if sign == "\"" {
        isQuoted.toggle()
      } else if sign == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(sign)
      }
      index = text.index(after: index)
    }
    let parameters = parts.compactMap { part -> (name: String, value: String)? in
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { return nil }
      return (trimmed(sides[0]).lowercased(), trimmed(sides[1]))
    }
    return (parameters, text[index...].dropFirst())
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
