// SPDX-License-Identifier: MIT

import Catalogue

/// What a reply has to say, besides its items, to be none of a failure, and what it may warn of.
package struct ReplyRule: Sendable, Equatable {
  package struct Status: Sendable, Equatable {
    let path: [String]
    let expected: String
  }

  package struct Warning: Sendable, Equatable {
    let path: [String]
    /// What is told; nil for what the reply says there.
    let words: String?
  }

  let statuses: [Status]
  /// Members that hold the server's words when something went wrong.
  let faults: [[String]]
  /// Members that say that a reply is not all that it should be.
  let warnings: [Warning]

  private var isEmpty: Bool { statuses.isEmpty && faults.isEmpty }

  /// Throws what the reply says went wrong. A payload that breaks off is judged where it is read.
  func check(_ payload: Payload) throws(SourceFault) {
    if isEmpty { return }
    do throws(SourceFault) {
      for path in faults { try refuse(payload, at: path) }
      for status in statuses { try check(payload, status) }
    } catch {
      guard case .malformed = error else { throw error }
    }
  }

  /// What a reply that was checked warns of.
  func warnings(of payload: Payload) -> [String] {
    warnings.compactMap { warning in
      guard let value = try? Document(payload).value(at: warning.path) else { return nil }
      let place = warning.path.joined(separator: ".")
      return Self.words(of: value, at: place).map { warning.words ?? $0 }
    }
  }

  /// What is told where nobody said what; nil for a value that warns of nothing.
  private static func words(of value: Value, at place: String) -> String? {
    switch value {
    case .null, .bool(false): nil
    case .bool(true): "`\(place)` is true"
    case .number(let number): number == Decimal(0) ? nil : "`\(place)` is \(number)"
    case .text(let text): ServiceMessage.shown(text)
    case .list(let values):
      ServiceMessage.shown(
        values.compactMap { words(of: $0, at: place) }.joined(separator: "; "))
    case .record: "there is a `\(place)`"
    }
  }

  private func refuse(_ payload: Payload, at path: [String]) throws(SourceFault) {
    guard let words = try text(at: path, in: payload) else { return }
    throw .wrongShape(name: payload.name, message: "tells of a fault: \(Self.quoted(words))")
  }

  private func check(_ payload: Payload, _ status: Status) throws(SourceFault) {
    let place = status.path.joined(separator: ".")
    guard let found = try text(at: status.path, in: payload) else {
      throw .wrongShape(
        name: payload.name, message: "has no `\(place)`, which should be \(status.expected)")
    }
    if found == status.expected { return }
    throw .wrongShape(
      name: payload.name,
      message: "says `\(place)` \(Self.quoted(found)), which should be \(status.expected)")
  }

  private static func quoted(_ text: String) -> String { QuotedData.text(Array(text.utf8)[...]) }

  /// A value as it would be written; nil for what cannot be told in a line.
  private func text(at path: [String], in payload: Payload) throws(SourceFault) -> String? {
    switch try Document(payload).value(at: path) {
    case .text(let text): text.isEmpty ? nil : text
    case .number(let number): number.description
    case .bool(let bit): bit ? "true" : "false"
    case .null, .list, .record, nil: nil
    }
  }
}
