// SPDX-License-Identifier: MIT

package import Catalogue

/// The fields of a payload of which nothing is known.
package struct InferredFields: Sendable {
  /// In the order in which they first appear.
  package let fields: [Field]
  package let layout: ListLayout
  /// A field called `id` that every record has.
  package let named: Int?
  /// What several records have in that field; nil where it is nowhere the same.
  package let sharedKeys: SharedKeys?
  /// That field, where it names single records.
  package var key: Int? { sharedKeys == nil ? named : nil }
  /// How many members were left out because there are too many names.
  package let ignored: Int
  /// How many of the records can be rows.
  package let objects: Int
}

/// Finds the fields of a payload by looking at all of its records.
struct TypeInference {
  /// Records of a step: few, because there may be thousands of fields.
  private static let step = 256

  /// What is known of one field.
  private struct Evidence {
    var shape = ValueShape.nothing
    /// The values of a field that may be the key; nil once it is not in every record.
    var keys: DuplicateKeyCounter?
  }

  private let payload: Payload
  private let format: any TextFormat
  private var evidence: [Evidence] = []
  private var objects = 0

  /// Throws `limit` when memory runs out.
  static func infer(
    _ payload: Payload, _ index: RecordIndex, _ format: any TextFormat
  ) throws(SourceFault) -> InferredFields {
    guard let parser = format.tokenizer(of: payload, fields: []) else { throw outOfMemory(payload) }
    var inference = TypeInference(payload: payload, format)
    var names: [String] = []
    var position = 0
    while position < index.count {
      if payload.watch.isCancelled() { throw .cancelled }
      payload.watch.tell(
        ReadingProgress(name: payload.name, work: .typing, done: position, of: index.count))
      let end = min(position + step, index.count)
      guard parser.parse(payload, index.spans[position..<end], discover: true) else {
        throw outOfMemory(payload)
      }
      position = end
      names += parser.names(from: names.count)
      inference.add(names, parser)
    }
    if index.count == 0 {
      // A table without a row has names all the same.
      names = parser.names(from: 0)
      inference.add(names, parser)
    }
    return inference.result(names, items: index.detected ?? .root, ignored: parser.ignored)
  }

  private static func outOfMemory(_ payload: Payload) -> SourceFault {
    .limit(name: payload.name, message: "does not fit in memory")
  }

  private init(payload: Payload, _ format: any TextFormat) {
    self.payload = payload
    self.format = format
  }

  private mutating func add(_ names: [String], _ parser: any RecordTokenizer) {
    for name in names[evidence.count...] {
      // A field that appears late is not in the records before.
      let mayBeKey = name.lowercased() == "id" && objects == 0
      evidence.append(Evidence(keys: mayBeKey ? DuplicateKeyCounter() : nil))
    }
    let whole = parser.statuses().count { $0 == .whole }
    guard whole > 0 else { return }
    objects += whole
    for field in evidence.indices {
      guard let tokens = parser.tokens(field, as: nil) else {
        evidence[field].keys = nil
        continue
      }
      evidence[field].shape = evidence[field].shape.merged(with: shape(of: tokens, parser))
      if evidence[field].keys != nil { addKeys(tokens, of: field, whole) }
    }
  }

  /// Takes the keys of a step; `whole` is how many of its records are objects.
  private mutating func addKeys(_ tokens: [ValueToken], of field: Int, _ whole: Int) {
    var texts = TextColumnBuilder()
    for token in tokens { texts.append(payload.text(of: token)) }
    let column = Column.text(texts.finish())
    if column.count - column.nullCount == whole {
      evidence[field].keys?.add(column)
    } else {
      evidence[field].keys = nil
    }
  }

  /// The shape of all values of one field in a step.
  private func shape(
    of tokens: [ValueToken], _ parser: any RecordTokenizer
  ) -> ValueShape {
    var shape = ValueShape.nothing
    for token in tokens {
      switch (shape, token.form) {
      case (_, .absent), (_, .null), (.text, .string), (.bool, .true), (.bool, .false),
        (.decimal, .number), (.mixed, _):
        continue
      default: shape = shape.merged(with: parser.shape(of: token, in: payload))
      }
    }
    return shape
  }

  private func result(_ names: [String], items: ItemsPath, ignored: Int) -> InferredFields {
    let types = evidence.map { format.type(of: $0.shape) }
    let named = objects > 0 ? evidence.firstIndex { $0.keys != nil } : nil
    return InferredFields(
      fields: zip(names, types).map { Field($0, $1) },
      layout: ListLayout(
        items: items, readings: zip(names, types).map { FieldReading(path: [$0], type: $1) }),
      named: named, sharedKeys: named.flatMap { evidence[$0].keys?.shared }, ignored: ignored,
      objects: objects)
  }
}
