// SPDX-License-Identifier: MIT

package import Catalogue

/// Reads single values and single objects of a document, such as an item's detail.
package enum JSONRecordReader {
  /// The object at a path of members, decoded as a batch of one row, with what was wrong in it.
  ///
  /// Throws `wrongShape` when there is no object at the path. With `strict` a value that does not
  /// fit is a fault.
  package static func read(
    _ payload: Payload, at path: [String] = [], readings: [FieldReading], copy: Provenance.Origin,
    strict: Bool
  ) throws(SourceFault) -> (batch: Batch, report: ScanReport) {
    let token = try object(payload, at: path)
    var index = RecordIndex()
    index.append(token.range)
    let reader = ListReader(
      payload: payload, layout: ListLayout(items: .root, readings: readings),
      fields: Array(readings.indices), copy: copy, strict: strict,
      list: FoundRecords(format: JSONFormat(), index: index, layout: nil))
    guard let batch = try reader.next() else {
      throw .wrongShape(
        name: payload.name, message: "is an object that cannot be read: its record was skipped")
    }
    return (batch, reader.report)
  }

  /// The whole document as one value.
  static func root(_ payload: Payload) throws(SourceFault) -> ValueToken {
    try token(payload, at: [])
  }

  /// The object at a path of members.
  static func object(
    _ payload: Payload, at path: [String]
  ) throws(SourceFault) -> ValueToken {
    let token = try token(payload, at: path)
    guard token.form == .object else {
      let place = path.isEmpty ? "at its root" : "at `\(path.joined(separator: "."))`"
      throw .wrongShape(
        name: payload.name, message: "has \(token.form.words) \(place) where an object should be")
    }
    return token
  }

  /// The value at a path of members, such as a status or a total; nil when there is none, and null
  /// for a part of it that is no value of ours, such as a number of more than 38 digits.
  package static func value(
    _ payload: Payload, at path: [String]
  ) throws(SourceFault) -> Value? {
    // A record elsewhere in the document that cannot be read is no fault of this value.
    let token = try token(payload, at: path, passingStrayBytes: true)
    if token.form == .absent { return nil }
    var values = NestedValues(payload, token)
    return values.value(.any)
  }

  /// The texts and numbers to which a way from a value of a document leads.
  static func texts(
    _ payload: Payload, at path: [String], along way: ValuePath
  ) throws(SourceFault) -> [String] {
    var tokens = [try token(payload, at: path)]
    for step in way.steps {
      tokens =
        step == .each
        ? tokens.flatMap(payload.elements)
        : tokens.map { payload.token(along: [step], inside: $0) }
    }
    return tokens.compactMap(payload.text)
  }

  /// Checks the whole document and finds a value in it.
  private static func token(
    _ payload: Payload, at path: [String], passingStrayBytes: Bool = false
  ) throws(SourceFault) -> ValueToken {
    if let fault = payload.unsuitableShape() { throw fault }
    var scanner = JSONScanner(payload)
    scanner.passesStrayBytes = passingStrayBytes
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
}
