// SPDX-License-Identifier: MIT

import Catalogue

/// What looking once at all of a long file has told: where its records stand and what its fields
/// are.
struct FileSurvey: Sendable {
  let windows: [FileWindow]
  let fields: InferredFields
  /// What stands around the list of the records; nil where nothing does.
  let surroundings: ListSurroundings?

  /// How many records there are.
  var records: Int { windows.last.map { $0.first + $0.records } ?? 0 }

  /// The list that gives the rows, where it leaves members that nobody chose to leave out.
  func takenList(of text: WindowedText) -> ItemsPath? {
    surroundings?.leavesMembers == true ? text.frame?.items : nil
  }

  /// Whether the fields are the same as others.
  func agrees(with other: InferredFields) -> Bool {
    fields.fields == other.fields && fields.layout == other.layout && fields.named == other.named
      && fields.sharedKeys == other.sharedKeys && fields.maps == other.maps
  }

  /// Looks at all of a file. Nil where anything in it is not plainly as it should be, so that it
  /// has to be read whole by those who can say what that is.
  static func of(_ file: LongFile) throws(SourceFault) -> FileSurvey? {
    var notes = SurveyNotes()
    let parts = WindowParts(file, members: []) { _, _, _ in [] }
    while let next = try parts.next() {
      guard case .part(let part) = next else { return nil }
      notes.add(part)
      parts.tellProgress(part, of: file)
    }
    return try notes.survey(of: file)
  }
}

/// What the windows of a file have told so far, in their order.
struct SurveyNotes {
  private(set) var windows: [FileWindow] = []
  private(set) var shape: WindowShape?
  private var keys = KeyName.all.map { _ in SurveyedKeys() }
  private var records = 0
  private var surroundings: ListSurroundings?

  mutating func add(_ part: WindowPart) {
    if let news = part.news { shape = shape?.merged(with: news) ?? news }
    surroundings = part.surroundings ?? surroundings
    guard part.records > 0 else { return }
    windows.append(FileWindow(range: part.range, first: records, records: part.records))
    records += part.records
    for (name, run) in part.keys.enumerated() { keys[name].add(run) }
  }

  /// The fields as far as they are known; nil where no record has told of any. Nothing is known of
  /// keys that may repeat.
  func fields(of text: WindowedText, sharedKeys: SharedKeys? = nil) -> InferredFields? {
    guard let shape, records > 0, shape.fields.count <= RecordStatus.fieldLimit else { return nil }
    return InferredFields(
      shape.fields, text.format, items: text.frame?.items ?? .root, named: key?.field,
      sharedKeys: sharedKeys, ignored: 0, objects: records)
  }

  /// Whether what is known so far cannot become what a sample of the same file has told.
  func contradicts(_ sample: WindowShape?, _ format: any TextFormat) -> Bool {
    guard let sample, let shape else { return false }
    let (told, known) = (sample.fields, sample.merged(with: shape).fields)
    return told.count != known.count
      || zip(told, known).contains {
        !$0.name.isSpelled(as: $1.name) || format.type(of: $0.shape) != format.type(of: $1.shape)
      }
  }

  /// Whether records may share their keys.
  var keysMayRepeat: Bool { key?.keys.mayRepeat() ?? false }

  /// The field that is the key, or would be if no records shared their keys; nil where there is
  /// none.
  private var key: (field: Int, name: String, keys: SurveyedKeys)? {
    for (field, name) in (shape?.fields ?? []).map(\.name).enumerated() {
      guard let place = KeyName.all.firstIndex(of: name), keys[place].isComplete else {
        continue
      }
      return (field, name, keys[place])
    }
    return nil
  }

  /// What is known when all windows have been added.
  func survey(of file: LongFile) throws(SourceFault) -> FileSurvey? {
    try file.file.checkUnchanged()
    var sharedKeys: SharedKeys?
    if let key, key.keys.mayRepeat() {
      guard let counter = try KeyCount.of(file, windows, member: key.name) else { return nil }
      sharedKeys = counter.shared
    }
    return fields(of: file.text, sharedKeys: sharedKeys).map {
      FileSurvey(windows: windows, fields: $0, surroundings: surroundings)
    }
  }
}

/// Counts the records of a file whose key another record has.
private enum KeyCount {
  /// Nil where a window is not as it was before.
  static func of(
    _ file: LongFile, _ windows: [FileWindow], member: String
  ) throws(SourceFault) -> DuplicateKeyCounter? {
    let parts = WindowParts(file, known: windows, members: [WindowMember(name: member, type: nil)])
    { payload, _, tokenizer in
      let values = file.text.format.values(of: payload)
      var texts = TextColumnBuilder()
      for token in tokenizer.tokens(0, as: nil) ?? [] { texts.append(values.text(of: token)) }
      let keys = texts.finish()
      return [Batch([.text(keys)], count: keys.count)]
    }
    var counter = DuplicateKeyCounter()
    while let next = try parts.next() {
      guard case .part(let part) = next else { return nil }
      for batch in part.batches { counter.add(batch[0]) }
    }
    try file.file.checkUnchanged()
    return counter
  }
}
