import Catalogue

/// What a reply has to say, besides its items, to be none of a failure.
package struct ReplyRule: Sendable, Equatable {
  package struct Status: Sendable, Equatable {
    let path: [String]
    let expected: String
  }

  let statuses: [Status]
  /// Members that hold the server's words when something went wrong.
  let faults: [[String]]

  var isEmpty: Bool { statuses.isEmpty && faults.isEmpty }

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
    switch try JSONRecordReader.value(payload, at: path) {
    case .text(let text): text.isEmpty ? nil : text
    case .number(let number): number.description
    case .bool(let bit): bit ? "true" : "false"
    case .null, .list, .record, nil: nil
    }
  }
}
