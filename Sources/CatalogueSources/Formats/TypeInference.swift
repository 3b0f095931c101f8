// SPDX-License-Identifier: MIT

package import Catalogue
import Workers

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
  /// The ways to values whose members are data and no fields, by the names of fields and members.
  package let maps: [[String]]
}

/// Finds the fields of a payload by looking at all of its records.
struct TypeInference {
  /// Records of a step: few, because there may be thousands of fields.
  private static let step = 256
  /// Steps that a thread takes at once.
  private static let stepsAtOnce = 16

  /// What is known of one field.
  private struct Evidence {
    var shape = ValueShape.nothing
    /// The values of a field that may be the key; nil once it is not in every record.
    var keys: DuplicateKeyCounter?
  }

  private var names: [String] = []
  private var places: [SpelledName: Int] = [:]
  private var evidence: [Evidence] = []
  private var objects = 0
  private var ignored = 0

  /// Throws `limit` when memory runs out.
  static func infer(
    _ payload: Payload, _ index: RecordIndex, _ format: any TextFormat
  ) throws(SourceFault) -> InferredFields {
    let threads = index.count > step * stepsAtOnce ? payload.watch.workers.value : 1
    if let found = try infer(payload, index, format, threads: threads) { return found }
    // Which names are too many depends on which came first.
    guard let found = try infer(payload, index, format, threads: 1) else {
      preconditionFailure("one thread meets the names in their order")
    }
    return found
  }

  /// Nil where several threads have met too many names.
  private static func infer(
    _ payload: Payload, _ index: RecordIndex, _ format: any TextFormat, threads: Int
  ) throws(SourceFault) -> InferredFields? {
    let records = step * stepsAtOnce
    // A table without a row has names all the same.
    let tasks = max((index.count + records - 1) / records, 1)
    let isShared = threads > 1 && tasks > threads
    let work = OrderedWork(threads: isShared ? threads : 0) {
      let steps = StepReader(payload, index, format)
      return { task in
        let start = task * records
        return steps?.steps(start..<min(start + records, index.count), of: step)
      }
    }
    var inference = TypeInference()
    var upcoming = (0..<tasks).makeIterator()
    for task in 0..<tasks {
      if payload.watch.isCancelled() { throw .cancelled }
      payload.watch.tell(
        ReadingProgress(
          name: payload.name, work: .typing, done: task * records, of: index.count))
      guard let steps = work.next({ upcoming.next() }) ?? nil else {
        throw .limit(name: payload.name, message: "does not fit in memory")
      }
      for step in steps { inference.add(step) }
      let isFull = inference.ignored > 0 || inference.names.count > RecordStatus.fieldLimit
      if isShared, isFull { return nil }
    }
    return inference.result(format, items: index.detected ?? .root)
  }

  private mutating func add(_ step: StepEvidence) {
    ignored = step.ignored
    let fields = step.names.map { place(of: $0) }
    guard step.whole > 0 else { return }
    objects += step.whole
    var isThere = [Bool](repeating: false, count: evidence.count)
    for found in step.fields {
      let field = fields[found.field]
      isThere[field] = true
      evidence[field].shape = evidence[field].shape.merged(with: found.shape)
      guard evidence[field].keys != nil else { continue }
      if let keys = found.keys, keys.count - keys.nullCount == step.whole {
        evidence[field].keys?.add(keys)
      } else {
        evidence[field].keys = nil
      }
    }
    for field in evidence.indices where !isThere[field] { evidence[field].keys = nil }
  }

  /// The field of a name, which may be a new one.
  private mutating func place(of name: String) -> Int {
    if let known = places[SpelledName(name)] { return known }
    places[SpelledName(name)] = names.count
    names.append(name)
    // A field that appears late is not in the records before.
    let mayBeKey = KeyName.isOne(name) && objects == 0
    evidence.append(Evidence(keys: mayBeKey ? DuplicateKeyCounter() : nil))
    return names.count - 1
  }

  private func result(_ format: any TextFormat, items: ItemsPath) -> InferredFields {
    let named = objects > 0 ? evidence.firstIndex { $0.keys != nil } : nil
    return InferredFields(
      Array(zip(names, evidence.map(\.shape))), format, items: items, named: named,
      sharedKeys: named.flatMap { evidence[$0].keys?.shared }, ignored: ignored, objects: objects)
  }
}

extension InferredFields {
  /// Fields whose values are of some shapes.
  init(
    _ found: [(name: String, shape: ValueShape)], _ format: any TextFormat, items: ItemsPath,
    named: Int?, sharedKeys: SharedKeys?, ignored: Int, objects: Int
  ) {
    let types = found.map { format.type(of: $0.shape) }
    fields = zip(found, types).map {
      Field($0.name, $1, mayHaveValues: $0.shape != .nothing)
    }
    layout = ListLayout(
      items: items,
      readings: zip(found, types).map { FieldReading(path: [$0.name], type: $1) })
    self.named = named
    self.sharedKeys = sharedKeys
    self.ignored = ignored
    self.objects = objects
    maps = found.flatMap { name, shape in shape.maps.map { [name] + $0 } }
  }
}

/// What some records that follow each other tell of their fields.
private struct StepEvidence: Sendable {
  /// One field that some of them have.
  struct FieldEvidence: Sendable {
    /// The index of its name.
    let field: Int
    let shape: ValueShape
    /// The values as texts, where the field may be the key.
    let keys: Column?
  }

  /// The names that were met up to these records, in the order in which they were met.
  let names: [String]
  /// How many of the records are objects.
  let whole: Int
  let fields: [FieldEvidence]
  /// How many members were left out so far because there were too many names.
  let ignored: Int
}

/// Looks at records step by step, in their order, on one thread.
private final class StepReader {
  private let payload: Payload
  private let index: RecordIndex
  private let parser: any DiscoveringTokenizer
  private let values: any ValueReader
  private var names: [String] = []
  /// For each name whether it may be that of the key.
  private var mayBeKey: [Bool] = []

  /// Nil when memory runs out.
  init?(_ payload: Payload, _ index: RecordIndex, _ format: any TextFormat) {
    guard let parser = format.tokenizer(of: payload, fields: []) else { return nil }
    self.payload = payload
    self.index = index
    self.parser = parser
    values = format.values(of: payload)
  }

  /// What each step of some records tells; nil when memory runs out.
  func steps(_ records: Range<Int>, of length: Int) -> [StepEvidence]? {
    if records.isEmpty { return [evidence()] }
    var steps: [StepEvidence] = []
    for start in stride(from: records.lowerBound, to: records.upperBound, by: length) {
      let end = min(start + length, records.upperBound)
      guard parser.discover(payload, index.spans[start..<end]) else { return nil }
      steps.append(evidence())
    }
    return steps
  }

  private func evidence() -> StepEvidence {
    names += parser.names(from: names.count)
    mayBeKey += names[mayBeKey.count...].map(KeyName.isOne)
    let whole = parser.statuses().count { $0 == .whole }
    let fields = names.indices.compactMap { field -> StepEvidence.FieldEvidence? in
      guard whole > 0, let tokens = parser.tokens(field, as: nil) else { return nil }
      return StepEvidence.FieldEvidence(
        field: field, shape: parser.shape(of: tokens, in: payload),
        keys: mayBeKey[field] ? texts(of: tokens) : nil)
    }
    return StepEvidence(names: names, whole: whole, fields: fields, ignored: parser.ignored)
  }

  private func texts(of tokens: [ValueToken]) -> Column {
    var texts = TextColumnBuilder()
    for token in tokens { texts.append(values.text(of: token)) }
    return .text(texts.finish())
  }
}
