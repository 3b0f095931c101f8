// SPDX-License-Identifier: MIT

package import Catalogue

/// A format whose payloads may be documents: of these single values and single objects are read,
/// such as an item's own record or a number of pages. A table is none.
protocol DocumentFormat: TextFormat {
  /// Checks all of a document and finds the value at a path of members, absent where there is none.
  /// With `sparing` a record elsewhere that cannot be read is no fault of this value.
  func value(
    at path: [String], of payload: Payload, sparing: Bool
  ) throws(SourceFault) -> ValueToken

  /// The value with which a text begins, whatever follows; nil where that is none.
  func firstValue(of payload: Payload) -> ValueToken?

  /// What a payload is instead of a list or an object; nil when it begins as one of these.
  func unsuitableShape(of payload: Payload) -> SourceFault?
}

/// Reads single values and single objects of a payload, such as an item's detail.
package struct Document {
  let payload: Payload
  private let format: any DocumentFormat
  /// Looks into its values.
  let values: any ValueReader

  package init(_ payload: Payload) { self.init(payload, KnownFormats.ofDocuments) }

  init(_ payload: Payload, _ format: any DocumentFormat) {
    self.payload = payload
    self.format = format
    values = format.values(of: payload)
  }

  /// What it is instead of a list or an object; nil when it begins as one of these.
  var unsuitableShape: SourceFault? { format.unsuitableShape(of: payload) }

  /// The object to which a way leads, decoded as a batch of one row, with what was wrong in it.
  ///
  /// Throws `wrongShape` when there is no object. With `strict` a value that does not fit is a
  /// fault.
  package func record(
    at path: ValuePath = ValuePath(members: []), readings: [FieldReading], copy: Provenance.Origin,
    strict: Bool
  ) throws(SourceFault) -> (batch: Batch, report: ScanReport) {
    let token = try object(at: path)
    var index = RecordIndex()
    index.append(token.range)
    let reader = ListReader(
      payload: payload, layout: ListLayout(items: .root, readings: readings),
      fields: Array(readings.indices), copy: copy, strict: strict,
      list: FoundRecords(format: format, index: index, layout: nil))
    guard let batch = try reader.next() else {
      throw .wrongShape(
        name: payload.name, message: "is an object that cannot be read: its record was skipped")
    }
    return (batch, reader.report)
  }

  /// The whole document as one value.
  func root() throws(SourceFault) -> ValueToken {
    try format.value(at: [], of: payload, sparing: false)
  }

  /// The object to which a way leads.
  func object(at path: ValuePath) throws(SourceFault) -> ValueToken {
    let token =
      if let members = path.members {
        try format.value(at: members, of: payload, sparing: false)
      } else {
        values.token(along: path.steps[...], inside: try root())
      }
    guard token.form == .object else {
      let place = path.steps.isEmpty ? "at its root" : "at `\(path)`"
      throw .wrongShape(
        name: payload.name, message: "has \(token.form.words) \(place) where an object should be")
    }
    return token
  }

  /// The value at a path of members, such as a status or a total; nil when there is none, and null
  /// for a part of it that is no value of ours, such as a number of more than 38 digits.
  package func value(at path: [String]) throws(SourceFault) -> Value? {
    let token = try format.value(at: path, of: payload, sparing: true)
    return token.form == .absent ? nil : values.value(of: token, as: .any).0
  }

  /// The texts and numbers to which a way leads.
  func texts(along way: ValuePath) throws(SourceFault) -> [String] {
    var tokens = [try root()]
    for step in way.steps {
      tokens =
        step == .each
        ? tokens.flatMap(values.elements)
        : tokens.map { values.token(along: [step], inside: $0) }
    }
    return tokens.compactMap(values.text)
  }

  /// Whether a way leads to a list with elements.
  func hasList(at way: ValuePath) throws(SourceFault) -> Bool {
    try !values.elements(of: values.token(along: way.steps[...], inside: root())).isEmpty
  }

  /// The text at a path of members of the value with which the payload begins; nil where there is
  /// none. What follows that value is not looked at.
  func firstText(at paths: [[String]]) -> String? {
    guard let whole = format.firstValue(of: payload) else { return nil }
    for path in paths {
      let token = values.token(at: path[...], inside: whole)
      if token.form == .string, let text = values.text(of: token) { return text }
    }
    return nil
  }

  /// Whether it begins with a value.
  var beginsWithValue: Bool { format.firstValue(of: payload) != nil }
}
