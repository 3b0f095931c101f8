// SPDX-License-Identifier: MIT

/// An address with holes, such as `https://x/{id}.json` or `https://x/{Code:2}/{Code}.jpg`, where
/// `:2` takes the first two characters of a value.
package struct AddressTemplate: Sendable, Equatable {
  package struct Hole: Sendable, Equatable {
    package let name: String
    /// How many characters of the value are taken; nil for all of them.
    package let length: Int?
    /// Whether it stands between two `'`, where OData and others double one in a text.
    package fileprivate(set) var isQuoted = false
  }

  private enum Piece: Equatable {
    case text(String)
    case hole(Hole)
  }

  private let pieces: [Piece]
  /// As it is written.
  package let text: String

  /// Nil for a brace without a partner or a hole without a name.
  package init?(_ text: String) {
    var pieces: [Piece] = []
    var rest = Substring(text)
    let (opening, closing) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    while let brace = rest.utf8.firstIndex(where: { $0 == opening || $0 == closing }) {
      guard rest.utf8[brace] == opening,
        let close = rest[brace...].utf8.firstIndex(of: closing),
        let hole = Self.hole(rest[rest.utf8.index(after: brace)..<close])
      else { return nil }
      if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
      pieces.append(.hole(hole))
      rest = rest[rest.utf8.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    for place in pieces.indices.dropFirst().dropLast() {
      guard case .hole(var hole) = pieces[place], case .text(let before) = pieces[place - 1],
        case .text(let after) = pieces[place + 1]
      else { continue }
      hole.isQuoted = before.utf8.last == Self.quote && after.utf8.first == Self.quote
      pieces[place] = .hole(hole)
    }
    self.pieces = pieces
    self.text = text
  }

  private static let quote = UInt8(ascii: "'")

  private static func hole(_ text: Substring) -> Hole? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, !name.contains("{") else { return nil }
    if parts.count == 1 { return Hole(name: String(name), length: nil) }
    return Int(parts[1]).flatMap { $0 > 0 ? Hole(name: String(name), length: $0) : nil }
  }

  package var holes: [Hole] {
    pieces.compactMap { if case .hole(let hole) = $0 { hole } else { nil } }
  }

  /// What stands right before the first hole of a name; nil where nothing does, or no such hole is
  /// there.
  func text(before name: String) -> String? {
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      guard case .text(let text) = piece, case .hole(let hole) = next else { continue }
      if hole.name == name { return text }
    }
    return nil
  }

  /// Whether it is nothing but a hole, which holds a whole address.
  package var isWholeAddress: Bool {
    if case .hole = pieces.first { pieces.count == 1 } else { false }
  }

  /// A hole that stands in the name of a server, or in what comes before it.
  package var holeInServer: Hole? {
    // A letter stands for every hole: what it holds does not matter to where the parts are.
    let colon = UInt8(ascii: ":")
    var marked = ""
    var places: [(offset: Int, hole: Hole)] = []
    for piece in pieces {
      switch piece {
      case .text(let text): marked += text
      case .hole(let hole):
        places.append((marked.utf8.count, hole))
        marked += "x"
      }
    }
    let parts = marked.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // `scheme:` or nothing, nothing, and the server.
    guard parts.count > 2, parts[1].isEmpty, parts[0].last ?? colon == colon,
      !parts[0].contains(where: "?#".utf8.contains)
    else { return nil }
    let server = parts[2].prefix { !"?#".utf8.contains($0) }
    let end = marked.utf8.distance(from: marked.utf8.startIndex, to: server.endIndex)
    return places.first { $0.offset < end }?.hole
  }

  /// Whether a hole has that name.
  package func has(_ name: String) -> Bool { holes.contains { $0.name == name } }

  /// The address with values in its holes, encoded as parts of addresses are; nil when one has
  /// none. A hole that is all there is holds a whole address.
  package func filled(_ value: (String) -> String?) -> String? {
    if isWholeAddress, case .hole(let hole) = pieces.first {
      return value(hole.name).map { hole.part(of: $0) }
    }
    return written { hole in value(hole.name).map { Percent.encoded(hole.part(of: $0)) } }
  }

  /// The address with texts in its holes as they are.
  package func written(_ text: (Hole) -> String?) -> String? {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .hole(let hole):
        guard let text = text(hole) else { return nil }
        result += text
      }
    }
    return result
  }
}

extension AddressTemplate.Hole {
  /// The characters of a value that are taken.
  package func part(of value: String) -> String {
    let part = length.map { String(value.prefix($0)) } ?? value
    return isQuoted ? part.replacing("'", with: "''") : part
  }
}
