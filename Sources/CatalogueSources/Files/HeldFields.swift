// SPDX-License-Identifier: MIT

/// The fields of a reply's header that its definition reads, as they are held with its body.
package struct HeldFields: Sendable, Equatable {
  /// By their names in lower case; nil for one that the reply does not have.
  private var values: [String: String?] = [:]

  init() {}

  /// The named fields of a header. A value that is none to be kept is as good as absent.
  init(_ names: [String], of reply: HTTPReply, redacting secret: Secret?) {
    for name in names {
      let found = reply.values(of: name).joined(separator: ", ")
      let isFit = (1...Self.longest).contains(found.utf8.count) && found.utf8.allSatisfy(Self.isFit)
      values[name.lowercased()] = .some(isFit ? secret?.redacted(found) ?? found : nil)
    }
  }

  private static let longest = 4_096
  private static func isFit(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

  subscript(name: String) -> String? { values[name.lowercased()] ?? nil }

  /// Whether it is known of each whether it was there.
  func cover(_ names: [String]) -> Bool {
    names.allSatisfy { values[$0.lowercased()] != nil }
  }
}

// As a text that is kept: a line for each.
extension HeldFields {
  /// Nil where there are none.
  var text: String? {
    if values.isEmpty { return nil }
    return values.sorted { $0.key < $1.key }
      .map { name, value in value.map { "\(name):\($0)" } ?? name }.joined(separator: "\n")
  }

  init(text: String?) {
    for line in text?.split(separator: "\n") ?? [] {
      let parts = line.split(separator: ":", maxSplits: 1)
      values[String(parts[0])] = .some(parts.count == 2 ? String(parts[1]) : nil)
    }
  }
}
