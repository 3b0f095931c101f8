// SPDX-License-Identifier: MIT

import Catalogue

// How JSON is told from other formats.
extension JSONFormat {
  static let name = "JSON"
  static let noun = "JSON"

  static let promises = [
    FormatPromise(Self.self, ending: documentEnding, "JSON"),
    FormatPromise(Self.self, ending: ".ndjson", "NDJSON"),
    FormatPromise(Self.self, ending: ".jsonl", "NDJSON"),
  ]

  static let bounds = [
    FormatLimit(name: "nesting of \(name)", value: JSONScanner.depthLimit, unit: "levels")
  ]

  static let documentEnding = ".json"

  /// It begins with a list or an object, which is whole unless its file is not.
  static func surelyHolds(_ payload: Payload) -> Bool {
    var scanner = JSONScanner(payload)
    scanner.skipSpace()
    guard scanner.byte == UInt8(ascii: "[") || scanner.byte == UInt8(ascii: "{") else {
      return false
    }
    do throws(JSONFault) {
      try scanner.skipValue()
      return true
    } catch {
      if case .truncated = error.reason { return payload.packed?.damage != nil }
      return false
    }
  }

  /// It is the last that is tried, and takes whatever it is given.
  static func recognised(_ payload: Payload) throws(SourceFault) -> OpenedPayload? {
    try open(payload)
  }

  static func open(_ payload: Payload) throws(SourceFault) -> OpenedPayload {
    if let fault = payload.otherFormat() { throw fault }
    guard let promise = payload.promise else { return (JSONFormat(), payload) }
    guard promise.format == Self.self else {
      return (JSONFormat(remark: .format(name, insteadOf: promise.words)), payload)
    }
    return (JSONFormat(isLines: promise.ending != documentEnding), payload)
  }

  static func advice(on payload: Payload) -> String? { nil }

  /// Whether a payload's name promises a document.
  static func isPromised(by payload: Payload) -> Bool {
    payload.promise?.ending == documentEnding
  }
}

// What is read for single values.
extension JSONFormat {
  func value(
    at path: [String], of payload: Payload, sparing: Bool
  ) throws(SourceFault) -> ValueToken {
    if let fault = payload.unsuitableShape() { throw fault }
    var scanner = JSONScanner(payload)
    scanner.passesStrayBytes = sparing
    var token = ValueToken.absent
    do throws(JSONFault) {
      try scanner.find(path[...], into: &token)
      scanner.skipSpace()
      if !scanner.isAtEnd { throw JSONFault(.trailing, at: scanner.offset) }
    } catch {
      throw payload.sourceFault(error, after: 0, isInside: true)
    }
    return token
  }

  func firstValue(of payload: Payload) -> ValueToken? {
    var scanner = JSONScanner(payload)
    scanner.skipSpace()
    let start = scanner.offset
    guard (try? scanner.skipValue()) != nil else { return nil }
    return ValueToken(start..<scanner.offset, in: payload.padded)
  }

  func unsuitableShape(of payload: Payload) -> SourceFault? { payload.unsuitableShape() }
}
