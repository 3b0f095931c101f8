// SPDX-License-Identifier: MIT

/// What a stream or a file says of its columns.
package struct ArrowSchema: Sendable {
  package let fields: [ArrowField]
  /// The columns whose values stand in dictionaries, those within others included, by the numbers
  /// of these.
  package let dictionaries: [Int64: ArrowField]

  init(_ table: FlatTable) throws(ArrowFault) {
    if try table.number(0, Int16.self) != 0 {
      throw .unread("holds numbers whose highest byte comes first, which are not read")
    }
    var reading = SchemaReading()
    var fields: [ArrowField] = []
    let tables = try table.tables(1)
    for index in 0..<tables.count {
      do throws(ArrowFault) {
        fields.append(try ArrowField(try tables.table(index), depth: 1, &reading))
      } catch {
        throw error.inside("column \(index + 1)")
      }
    }
    self.fields = fields
    var dictionaries: [Int64: ArrowField] = [:]
    for field in fields { try field.collect(&dictionaries) }
    self.dictionaries = dictionaries
  }

  /// The columns, of which whoever writes them knows that they are right.
  init(_ fields: [ArrowField]) {
    self.fields = fields
    dictionaries = [:]
  }
}

/// One column of a schema, or a part of one.
package struct ArrowField: Sendable {
  /// That its values are codes, and what is known of the values that they stand for.
  struct Dictionary: Sendable {
    let id: Int64
    let index: IntegerKind
  }

  package let name: String
  /// How the values are laid out; of a dictionary those in it.
  let kind: ArrowKind
  let dictionary: Dictionary?
  let children: [ArrowField]
  /// What is noted beside it; of a file that is read only what `ArrowNote` names.
  let metadata: [(key: String, value: String)]

  fileprivate init(
    _ table: FlatTable, depth: Int, _ reading: inout SchemaReading
  ) throws(ArrowFault) {
    try reading.count(table)
    guard depth <= ArrowLimit.depth else {
      throw .unread("lies deeper than \(ArrowLimit.depth) levels, which are not read")
    }
    name = try table.text(0) ?? ""
    kind = try ArrowKind(table.number(2, UInt8.self), table.table(3))
    if let encoding = try table.table(4) {
      let index = try encoding.table(1)
      dictionary = Dictionary(
        id: try encoding.number(0, Int64.self),
        index: try index.map { (table) throws(ArrowFault) in try IntegerKind(table) }
          ?? IntegerKind(bits: 32, isSigned: true))
    } else {
      dictionary = nil
    }
    var children: [ArrowField] = []
    let tables = try table.tables(5)
    for index in 0..<tables.count {
      children.append(try ArrowField(try tables.table(index), depth: depth + 1, &reading))
    }
    if let count = kind.children, count != children.count {
      throw .damaged("it has \(children.count) columns in it instead of \(count)")
    }
    self.children = children
    metadata = try reading.noted(try table.tables(6)).map { [(ArrowNote.type, $0)] } ?? []
    try checkParts()
  }

  /// The name as messages have it, in quotes.
  var quotedName: String {
    name.unicodeScalars.count > 60 ? "`\(name.prefix(40))…`" : "`\(name)`"
  }

  init(
    _ name: String, _ kind: ArrowKind, dictionary: Dictionary? = nil, children: [ArrowField] = [],
    metadata: [(key: String, value: String)] = []
  ) {
    self.name = name
    self.kind = kind
    self.dictionary = dictionary
    self.children = children
    self.metadata = metadata
  }

  private func checkParts() throws(ArrowFault) {
    switch kind {
    case .map:
      guard children[0].kind == .record, children[0].dictionary == nil,
        children[0].children.count == 2
      else { throw .damaged("its map is of no keys and values") }
    case .runs:
      guard case .integer(let index) = children[0].kind, index.isSigned, index.bits > 8,
        children[0].dictionary == nil
      else { throw .damaged("its runs have no ends") }
    default: break
    }
  }

  /// Whether the values of another are laid out as these.
  private func isLaidOut(as other: ArrowField) -> Bool {
    kind == other.kind && children.count == other.children.count && type == other.type
      && zip(children, other.children).allSatisfy { one, other in
        one.dictionary?.id == other.dictionary?.id && one.isLaidOut(as: other)
      }
  }

  /// The column of the values of its dictionary.
  package var ofDictionary: ArrowField {
    ArrowField(name, kind, children: children, metadata: metadata)
  }

  fileprivate func collect(_ dictionaries: inout [Int64: ArrowField]) throws(ArrowFault) {
    if let dictionary {
      // Several columns may share one, if its values are of one kind.
      if let known = dictionaries[dictionary.id], !known.isLaidOut(as: self) {
        throw .damaged(
          "two columns of different types have the dictionary "
            + "\(dictionary.id)")
      }
      dictionaries[dictionary.id] = self
    }
    for child in children { try child.collect(&dictionaries) }
  }
}

/// What has been met of a schema: many of its columns may lead to the same places, so that few
/// bytes could say much.
private struct SchemaReading {
  private var columns = ArrowLimit.columns
  private var names = ArrowLimit.names
  private var notes = ArrowLimit.notes
  /// The types that are noted beside columns, by the places of their notes.
  private var types: [Int: String?] = [:]

  /// Takes one more column.
  mutating func count(_ table: FlatTable) throws(ArrowFault) {
    columns -= 1
    guard columns >= 0 else {
      throw .unread("is one of more than \(ArrowLimit.columns), which are not read")
    }
    names -= try table.textLength(0)
    guard names >= 0 else {
      throw .unread("is one of those whose names have more than \(ArrowLimit.names >> 20) MiB")
    }
  }

  /// The type that is noted beside a column.
  mutating func noted(_ pairs: FlatTables) throws(ArrowFault) -> String? {
    if let known = types[pairs.start] { return known }
    notes -= pairs.count
    guard notes >= 0 else {
      throw .unread("is one of those with more than \(ArrowLimit.notes) notes beside them")
    }
    let found = try pairs.value(of: ArrowNote.type, atMost: ArrowNote.longestType)
    types[pairs.start] = .some(found)
    return found
  }
}

extension FlatTables {
  /// The text that stands beside another one in a pair; nil where there is none, or a longer one.
  func value(of key: String, atMost length: Int) throws(ArrowFault) -> String? {
    for index in 0..<count {
      let pair = try table(index)
      guard try pair.isText(0, key) else { continue }
      return try pair.textLength(1) <= length ? pair.text(1) ?? "" : nil
    }
    return nil
  }
}
